"""Tests for the page of the rules: the organiser's own rules and the conditions of contest."""

import re

from competition.contest.models import Organiser
from competition.contest.presenters.conditions import conditions_in_words
from scoring.templatetags.bridge import day
from tests import stories
from tests.competition.public_reading import public, text
from tests.markup import markup
from tests.queries import asked

RULES = {
    "Entry fee": "The fee is $20 a pair.\n\nPay it:\n- in cash\n- to https://fees.example/pay",
    "Prizes": "<b>A cup</b> & $200.",
}


def headings(response) -> list[str]:
    """Return the section headings with their numbers."""
    found = re.findall(r"<h3><span>(\d+)</span> (.*?)</h3>", markup(response))
    return [f"{number} {heading}" for number, heading in found]


def test_the_organisers_rules_come_first_in_a_common_numbering(client):
    competition = stories.entered(2)
    stories.write_rules(competition, RULES)

    page = client.get(public("conditions", competition))

    generated = [heading for heading, _ in conditions_in_words(competition)]
    own = ["1 Entry fee", "2 Prizes"]
    assert headings(page) == [*own, *(f"{number} {heading}" for number, heading in enumerate(generated, 3))]
    assert "1.1 The fee is $20 a pair. 1.2 Pay it: in cash to https://fees.example/pay 2 Prizes 2.1" in text(page)
    assert f"Last changed on {day(competition.log.latest('pk').at)}." in text(page)


def test_every_entry_in_the_contents_links_to_its_section(client):
    competition = stories.published_with_rules(RULES)
    stories.change_rules(competition, None, "Parking", "Park in the street.")

    page = markup(client.get(public("conditions", competition)))

    # Phones get a folded copy of the contents.
    assert re.findall(r'href="#(rule-\d+)"', page) == 2 * re.findall(r'id="(rule-\d+)"', page)


def test_addresses_are_links_and_markup_is_escaped(client):
    competition = stories.entered(2)
    stories.write_rules(competition, RULES)

    page = markup(client.get(public("conditions", competition)))

    assert '<a href="https://fees.example/pay" rel="nofollow">https://fees.example/pay</a></li>' in page
    assert "<p>&lt;b&gt;A cup&lt;/b&gt; &amp; $200.</p>" in page


def test_a_changed_part_shows_the_date_and_the_old_text(client):
    competition = stories.published_with_rules(RULES)
    stories.change_rules(competition, 1, "Entry fee", "The fee is $25 a pair.")

    page = text(client.get(public("conditions", competition)))

    today = day(competition.log.latest("pk").at)
    changed = f"1.1 The fee is $25 a pair. Changed on {today}. Reason: a slip, for the test The text before"
    assert f"{changed} The fee is $20 a pair. Pay it: in cash" in page


def test_later_changes_keep_the_numbers_of_the_other_sections(client):
    competition = stories.published_with_rules(RULES)
    before = headings(client.get(public("conditions", competition)))

    stories.change_rules(competition, 1, "Entry fee", "")
    stories.change_rules(competition, None, "Parking", "Park in the street.")

    page = client.get(public("conditions", competition))
    assert headings(page) == [*before, f"{len(before) + 1} Parking"]
    assert "1 Entry fee Removed on" in text(page)
    assert f"{len(before) + 1}.1 Park in the street. Added on" in text(page)


def test_an_undone_change_is_not_shown(client):
    competition = stories.published_with_rules(RULES)
    before = client.get(public("conditions", competition)).content
    stories.change_rules(competition, 1, "Entry fee", "")
    stories.change_rules(competition, None, "Parking", "Park in the street.")

    for number in (1, 3):
        stories.undo_rules(competition, number)

    assert client.get(public("conditions", competition)).content == before


def test_the_introduction_is_on_the_entries_page(client):
    competition = stories.entered(2)
    stories.write_rules(competition, {}, "Welcome.\n\nRead https://fees.example first.")

    page = markup(client.get(public("draw", competition)))

    assert "<p>Welcome.</p>" in page
    assert '<p>Read <a href="https://fees.example" rel="nofollow">https://fees.example</a> first.</p>' in page


def test_readers_see_the_organisers_phone_number(client):
    competition = stories.published(2)
    Organiser.objects.filter(competition=competition).update(name="Erin Vale", phone="021 555 0123")
    stories.clear_cache()

    page = client.get(public("conditions", competition))

    assert "Something is not here? Ask before you play." in text(page)
    assert '<a class="button" href="tel:0215550123">Phone Erin Vale</a>' in markup(page)


def test_the_conditions_page_takes_three_more_queries_than_the_draw(client):
    competition = stories.published_with_rules(RULES)
    client.get(public("draw", competition))

    _, statements = asked(client.get, public("conditions", competition))

    assert len(statements) == 5
