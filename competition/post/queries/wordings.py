"""The organisers' own words of each occasion."""

from collections.abc import Mapping

from competition.contest.models import Competition
from competition.post.models import Occasion, Wording


def wording(competition: Competition, occasion: Occasion) -> Wording:
    """The organiser's words of this occasion; empty where there are none (one query)."""
    found = Wording.objects.filter(competition=competition, occasion=occasion).first()
    return found or Wording(competition=competition, occasion=occasion)


def wordings() -> Mapping[tuple[int | None, str], Wording]:
    """All words of all organisers, by the key of the competition and the occasion (one query)."""
    return {(one.competition_id, one.occasion): one for one in Wording.objects.all()}
