"""What the letters to the pairs tell, and how long it is known how to reach them."""

from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone

from competition.arranging.models import Offer
from competition.contest.models import Competition
from competition.entries.models.application import Application
from competition.entries.models.pair import Pair, Player
from competition.knockout.formats.overview import is_over
from competition.knockout.queries.draw import PublishedDraw, get_draw
from competition.knockout.queries.states import MatchState
from competition.post.queries.entries import CONTACTS_SENT

KEPT = timedelta(days=92)
KNOWN = ~Q(phone="") | ~Q(email="")


class Addressee(NamedTuple):
    """A pair to write to, and the match it has to play or waits for; none before the draw is published."""

    pair: Pair
    match: MatchState | None


def addressees(
    competition: Competition, *, number: int | None = None, on_paper: bool = False, round: int | None = None
) -> list[Addressee]:
    """The pairs still in, of all rounds or this one, or those of them without any email address.

    Or the pair of this number, also when it is out, unless it has withdrawn.
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
    """The rounds of the published draw in which somebody has still to play, by number and name."""
    draw = get_draw(competition)
    return [
        (round.number, round.name)
        for round in (draw.rounds if draw else ())
        if any(match.is_to_be_decided and match.pairs for match in round.matches)
    ]


def kept_until(competition: Competition, draw: PublishedDraw | None) -> date:
    """The last day on which the contacts of a competition may be kept: three months after its last match."""
    return (_last_match(draw) if draw else _last_of_the_season(competition)) + KEPT


def are_needed(competition: Competition, draw: PublishedDraw | None) -> bool:
    """Whether the pairs need the contacts still: it is neither over nor cancelled, and they may be kept."""
    is_done = competition.is_cancelled or (draw is not None and is_over(draw))
    return not is_done and kept_until(competition, draw) >= timezone.localdate()


def _last_match(draw: PublishedDraw) -> date:
    """Once all is over, the day on which a result was last sent in for the first time; until then the last one due."""
    if not is_over(draw):
        return max(match.play_by for match in draw.matches.values())
    met = [[row.at for row in meeting.result_entries.all()] for meeting in draw.meetings]
    published = [moment for moment in (draw.row.published_at,) if moment]
    return timezone.localdate(max([*published, *(min(moments) for moments in met if moments)]))


def _last_of_the_season(competition: Competition) -> date:
    """No match is due yet, and none may ever be: the last day of the season."""
    days = (
        competition.closing_date,
        competition.opening_day,
        date(competition.season + competition.over_two_years, 12, 31),
    )
    return max(day for day in days if day)


def are_known(competition: Competition) -> bool:
    """Whether any contact of this competition is known still (one query)."""
    return with_contacts().filter(pk=competition.pk).exists()


def with_contacts() -> QuerySet[Competition]:
    """The competitions of which any contact is known still, or where two pairs were to meet."""
    known = Player.objects.filter(KNOWN).values("competition")
    sent = Application.objects.filter(CONTACTS_SENT).values("competition")
    met = Offer.objects.values("by__competition")
    any_of = Q(pk__in=known) | Q(pk__in=sent) | Q(pk__in=met)
    return Competition.objects.filter(any_of).select_related("conditions")
