"""Reads of what was put right after the draw."""

from competition.contest.models import Competition
from competition.correcting.models import Particulars, Respelling
from competition.entries.models.pair import Pair
from competition.log.rules import not_revoked


def respellings(competition: Competition) -> list[Respelling]:
    """Every name that was spelt otherwise, or again as before, in order (one query)."""
    return list(Respelling.objects.filter(player__competition=competition).select_related("player__pair"))


def standing_respellings(pair: Pair) -> list[Respelling]:
    """The last spelling of each of the two that can be taken back."""
    rows = not_revoked(Respelling.objects.filter(player__pair=pair, player__left_at=None).select_related("player"))
    return [*{row.player_id: row for row in rows}.values()]


def corrections(competition: Competition) -> list[Particulars]:
    """Every correction of the particulars, in order (one query)."""
    return list(Particulars.objects.filter(competition=competition))


def standing_correction(competition: Competition) -> Particulars | None:
    """The correction of the particulars that can be taken back: the last."""
    return next(reversed(not_revoked(corrections(competition))), None)
