"""The story of a match in templates, told with the names of the pairs."""

from django import template

from scoring.rules import story_words
from scoring.rules.sides import BySide
from scoring.rules.story import Story

register = template.Library()


@register.filter
def headline(story: Story, names: BySide[str]) -> str:
    """How the match stands or ended, in one sentence."""
    return story_words.headline(story, *names)


@register.filter
def facts(story: Story, names: BySide[str]) -> tuple[str, ...]:
    """What else there is to tell, a sentence each."""
    return story_words.facts(story, *names)
