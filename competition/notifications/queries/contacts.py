"""Queries for letters to pairs, and for how long contact details are stored."""

from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone

from competition.contest.models import Competition
from competition.entries.models.pair import Pair, Player
from competition.knockout.presenters.overview import is_over
from competition.knockout.queries.draw import PublishedDraw, get_draw
from competition.knockout.queries.states import MatchState
from competition.scheduling.models import Offer

KEPT = timedelta(days=92)
KNOWN = ~Q(phone="") | ~Q(email="")


class Addressee(NamedTuple):
    """A pair that gets a letter, and its next match. There is no match before the draw is published."""

    pair: Pair
    match: MatchState | None


def addressees(
    competition: Competition, *, number: int | None = None, on_paper: bool = False, round: int | None = None
) -> list[Addressee]:
    """Return the pairs that are still in, optionally only those in a round or those without an email address.

    `number` selects one pair, even if it has been knocked out, unless it has withdrawn.
    """
    draw = get_draw(competition)
    if draw is None:
        everybody = [Addressee(pair, None) for pair in competition.pairs.prefetch_related("players")]
    else:
        matches = [match for match in draw.matches.values() if match.is_to_be_decided]
        coming = {pair.number: match for match in matches for pair in match.pairs}
        known = [pair for _, pair in sorted(draw.pairs.items()) if pair.withdrawal is None]
        everybody = [Addressee(pair, coming.get(pair.number)) for pair in known]
    if number is not None:
        return [one for one in everybody if one.pair.number == number]
    still_in = [one for one in everybody if one.match or draw is None]
    in_it = [one for one in still_in if round is None or (one.match and one.match.round == round)]
    return [one for one in in_it if not (on_paper and any(player.email for player in one.pair.present))]


def round_names(competition: Competition) -> list[tuple[int, str]]:
    """Return the number and name of each published round with matches to play."""
    draw = get_draw(competition)
    return [
        (round.number, round.name)
        for round in (draw.rounds if draw else ())
        if any(match.is_to_be_decided and match.pairs for match in round.matches)
    ]


def kept_until(competition: Competition, draw: PublishedDraw | None) -> date:
    """Return the last day on which contact details may be stored: three months after the last match."""
    return (_find_last_match(draw) if draw else _find_season_end(competition)) + KEPT


def are_needed(competition: Competition, draw: PublishedDraw | None) -> bool:
    """Return True if the pairs still need the contact details.

    They do until the competition is over or cancelled, or the time limit has passed.
    """
    is_done = competition.is_cancelled or (draw is not None and is_over(draw))
    return not is_done and kept_until(competition, draw) >= timezone.localdate()


def _find_last_match(draw: PublishedDraw) -> date:
    """Return the date of the last first report of a result. Before the end, return the last play-by date."""
    if not is_over(draw):
        return max(match.play_by for match in draw.matches.values())
    met = [[row.at for row in meeting.result_entries.all()] for meeting in draw.meetings]
    published = [moment for moment in (draw.row.published_at,) if moment]
    return timezone.localdate(max([*published, *(min(moments) for moments in met if moments)]))


def _find_season_end(competition: Competition) -> date:
    """Return the last day of the season, for a competition without a draw."""
    days = (
        competition.closing_date,
        competition.opening_day,
        date(competition.season + competition.over_two_years, 12, 31),
    )
    return max(day for day in days if day)


def are_known(competition: Competition) -> bool:
    """Return True if any contact details of this competition are stored (one query)."""
    return with_contacts().filter(pk=competition.pk).exists()


def with_contacts() -> QuerySet[Competition]:
    """Return the competitions with stored contact details or offered dates."""
    known = Player.of_any_pair.filter(KNOWN).values("pair__competition")
    wishes = Pair.of_any_status.exclude(wishes="").values("competition")
    met = Offer.objects.values("by__competition")
    any_of = Q(pk__in=known) | Q(pk__in=wishes) | Q(pk__in=met)
    return Competition.objects.filter(any_of).select_related("conditions")
