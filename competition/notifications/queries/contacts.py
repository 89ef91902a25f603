"""Queries for the storage time of contact details: three months after the last match."""

from datetime import date

from django.db.models import Q, QuerySet
from django.utils import timezone

from competition.contest.models import Competition
from competition.contest.rules.conditions import CONTACTS_KEPT
from competition.entries.models import Pair, Player
from competition.knockout.presenters.overview import is_over
from competition.knockout.queries.draw import PublishedDraw
from competition.scheduling.models import Offer

KNOWN = ~Q(phone="") | ~Q(email="")


def kept_until(competition: Competition, draw: PublishedDraw | None) -> date:
    """Return the last day on which contact details may be stored."""
    return (_find_last_match(draw) if draw else _find_season_end(competition)) + CONTACTS_KEPT


def are_needed(competition: Competition, draw: PublishedDraw | None) -> bool:
    """Return True if the pairs still need the contact details.

    They need them until the competition is over or cancelled, or until the time limit has passed.
    """
    is_done = competition.is_cancelled or (draw is not None and is_over(draw))
    return not is_done and kept_until(competition, draw) >= timezone.localdate()


def _find_last_match(draw: PublishedDraw) -> date:
    """Return the latest date on which a match got its first report. Before the end, return the last play-by date."""
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
