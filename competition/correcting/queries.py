"""Reads of what was put right after the draw."""

from typing import TypeVar

from django.db.models import Exists, OuterRef, QuerySet

from competition.contest.models import Competition
from competition.correcting.models import Particulars, Respelling
from competition.entries.models.pair import Pair
from competition.log.models import OrganisersDecision
from competition.log.rules import not_revoked
from competition.lots.models import PUBLISHED, Draw

D = TypeVar("D", bound=OrganisersDecision)


def respellings(competition: Competition) -> list[Respelling]:
    """Every name that was spelt otherwise, or again as before, in order (one query)."""
    rows = _since_the_draw(Respelling.objects.filter(player__competition=competition), competition)
    return list(rows.select_related("player__pair"))


def standing_respellings(pair: Pair) -> list[Respelling]:
    """The last spelling of each of the two that can be taken back."""
    rows = Respelling.objects.filter(player__pair=pair, player__left_at=None).select_related("player")
    standing = not_revoked(_since_the_draw(rows, pair.competition))
    return [*{row.player_id: row for row in standing}.values()]


def corrections(competition: Competition) -> list[Particulars]:
    """Every correction of the particulars, in order (one query)."""
    return list(_since_the_draw(Particulars.objects.filter(competition=competition), competition))


def standing_correction(competition: Competition) -> Particulars | None:
    """The correction of the particulars that can be taken back: the last."""
    return next(reversed(not_revoked(corrections(competition))), None)


def _since_the_draw(rows: QuerySet[D], competition: Competition) -> QuerySet[D]:
    """Those since the draw that stands: what was put right in one that was taken back is how it was drawn anew."""
    return rows.filter(
        Exists(Draw.objects.filter(PUBLISHED, competition=competition, published_at__lte=OuterRef("at")))
    )
