"""Queries for which pair must agree to a change to a deal, and on which phone."""

from datetime import datetime

from django.db.models import QuerySet

import scoring.queries
from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.draw.rules.result import Stage
from competition.entries.models import LATELY, Pair
from competition.match.queries.play import PairView
from scoring.models import DealCorrection
from scoring.queries import ChangePreview
from scoring.rules.consent import Circumstances, verdict
from scoring.rules.correcting import DealChange


def circumstances(match: PairView) -> Circumstances:
    """Return the facts of a match on which the rule for changes depends (at most two queries)."""
    last = match.state.last
    is_disputed = match.state.stage is Stage.DISPUTED
    deal = last.disputed_deal if last and is_disputed else 0
    disputed = ([deal] if deal else []) if is_disputed else None
    return Circumstances(unseen=_unseen(match), disputed=disputed, is_agreed=not match.state.is_open)


def preview(match: PairView, change: DealChange) -> ChangePreview:
    """Return the effect of a change and the pair that must agree to it. Raises Refused if the change is impossible."""
    sheet = match.opened
    effect = sheet.preview(change)
    now = scoring.queries.circumstances(sheet.row, sheet.deals, circumstances(match))
    return ChangePreview(effect, verdict(effect, now))


def has_own_phone(match: PairView) -> bool:
    """Return True if the other pair has used its own phone since the score sheet was started (at most two queries)."""
    started = _entries(match, Event.SHEET_OPENED, Event.DEALS_TYPED_IN).order_by("pk").first()
    return started is not None and (started.pair_id != match.pair.pk or _has_looked(match, started.at))


def last_scorer(match: PairView) -> int | None:
    """Return the primary key of the pair that recorded the latest deal at the table, or None (one query)."""
    return _entries(match, Event.DEAL_RECORDED).order_by("-pk").values_list("pair_id", flat=True).first()


def _unseen(match: PairView) -> list[int]:
    """Return the deals that this pair typed in from paper and that the other pair has not looked at since."""
    typed = [deal.number for deal in match.opened.deals if not deal.recorded_at]
    entries = list(_entries(match, Event.DEALS_TYPED_IN)) if typed else []
    is_ours = bool(entries) and all(entry.pair_id == match.pair.pk for entry in entries)
    if not is_ours:
        return []
    since = min(entry.at for entry in entries)
    return [] if _has_looked(match, since) or _has_agreed(match, since) else typed


def _entries(match: PairView, *events: Event) -> QuerySet[LogEntry]:
    return LogEntry.objects.filter(
        competition=match.competition, match=match.code, event__in=events, pair__isnull=False
    )


def _has_agreed(match: PairView, since: datetime) -> bool:
    """Return True if a change was accepted since this time, so that the other pair must have seen the score sheet."""
    accepted = match.opened.row.corrections.filter(answer=DealCorrection.Answer.ACCEPTED, answered_at__gte=since)
    return accepted.exists()


def _has_looked(match: PairView, since: datetime) -> bool:
    """Return True if the other pair has opened its pages since this time.

    The stored time may be ten minutes out of date.
    """
    others = match.opponents
    return others is not None and Pair.objects.filter(pk=others.pk, opened_at__gte=since - LATELY).exists()
