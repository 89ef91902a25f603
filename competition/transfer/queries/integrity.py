"""Queries that compare stored values with the facts."""

from collections import Counter
from collections.abc import Iterator, Sequence

from django.db.models import F, Q, QuerySet

import scoring.queries
from competition.audit import append_only
from competition.audit.rules import not_revoked
from competition.contest.models import Competition
from competition.draw.models.draw import PUBLISHED, Draw
from competition.draw.models.result_entry import Interruption, Notice, Reply, ResultEntry
from competition.draw.models.rounds import (
    Match,
    Meeting,
    RoundDraw,
)
from competition.draw.queries.attempts import locked_facts, matches_as_drawn, places_of
from competition.draw.queries.draw import PublishedDraw, read_draws
from competition.draw.queries.later_rounds import drawing_facts, is_by_round
from competition.draw.rules import records
from competition.draw.rules.later_rounds import secret_of
from competition.draw.rules.proof import fault_in_later_rounds
from competition.draw.rules.records import check_method
from competition.draw.rules.result import ResultKind
from competition.entries.models import Pair, Player
from competition.match.models import OwnSheet
from competition.notifications.models import Email, Told, Topic
from scoring.models import Deal, SummarySheet
from scoring.rules.refusal import Refused

# Ignore hidden competitions, because their rows are incomplete.
_SEEN = Q(upper__competition__hidden_since=None)


def differences() -> list[str]:
    """Return a sentence for each stored value that contradicts the facts, and for each missing trigger."""
    everywhere = Competition.objects.all()
    return [
        *_check_sheets(),
        *_check_players(),
        *_check_draws(everywhere),
        *_check_cancellations(everywhere),
        *_check_replies(everywhere),
        *_check_dates(),
        *_check_messages(),
        *_check_triggers(),
    ]


def differences_in(competition: Competition) -> list[str]:
    """Return a sentence for each fault in the draw, cancellation and replies of this competition."""
    only = Competition.with_hidden.filter(pk=competition.pk)
    return [*_check_draws(only), *_check_cancellations(only), *_check_replies(only)]


def sheet_differences(row: SummarySheet, deals: list[Deal], name: str) -> Iterator[str]:
    """Yield a sentence for each stored value of a score sheet that does not follow from its deals (no query)."""
    try:
        truth = row.copies_of(scoring.queries.read(row, deals))
    except Refused as fault:
        yield f"{name}: {fault}"
        return
    for column, value in truth.items():
        if getattr(row, column) != value:
            yield f"{name}: {column} is {getattr(row, column)}, but its deals make it {value}"


def _check_sheets() -> Iterator[str]:
    met = Meeting.objects.filter(_SEEN)
    ours = Q(pk__in=met.values("sheet")) | Q(pk__in=OwnSheet.objects.filter(meeting__in=met).values("sheet"))
    for row in SummarySheet.objects.filter(ours).prefetch_related("rows"):
        yield from sheet_differences(row, scoring.queries.deals(row), name=f"sheet {row.pk}")


def _check_players() -> Iterator[str]:
    """Check that players are in the competition of their pair if it is entered, and in none otherwise."""
    is_entered = Q(pair__status=Pair.Status.ENTERED)
    is_in_one = Q(competition__isnull=False)
    is_wrong = is_entered ^ is_in_one | is_in_one & ~Q(competition=F("pair__competition"))
    seen = Player.of_any_pair.filter(pair__competition__hidden_since=None)
    for player in seen.filter(is_wrong).select_related("pair").order_by("pk"):
        yield f"player {player.pk}: its competition does not follow from its pair, which is {player.pair.status}"


def _check_draws(of: QuerySet[Competition]) -> Iterator[str]:
    for draw in Draw.objects.filter(competition__in=of).select_related("competition", "elsewhere"):
        if draw.is_elsewhere != hasattr(draw, "elsewhere"):
            yield f"draw of {draw.competition.slug}: {draw} must have either a locked list or entered places"
            return
    related = ("competition__conditions", "locked_list", "elsewhere")
    draws = list(Draw.objects.filter(PUBLISHED, competition__in=of).select_related(*related))
    published = Counter(draw.competition_id for draw in draws)
    for draw in draws:
        if published[draw.competition_id] > 1:
            yield f"draw of {draw.competition.slug}: more than one is published"
        places = tuple(draw.places.values_list("pair__number", flat=True))
        try:
            if draw.locked_list:
                check_method(draw.locked_list.algorithm)
            if places != tuple(places_of(draw)):
                whence = "its random seed" if draw.locked_list else "the places that were entered"
                yield f"draw of {draw.competition.slug}: the places do not follow from {whence}"
            if not _is_laid_out(draw, places):
                yield f"draw of {draw.competition.slug}: its rounds or matches are not those of {len(places)} places"
                continue
            [in_play] = read_draws([draw])
            yield from (f"draw of {draw.competition.slug}: {fault}" for fault in _later_rounds_faults(in_play))
        except (Refused, KeyError, ValueError) as fault:
            yield f"draw of {draw.competition.slug}: {fault}"


def _later_rounds_faults(draw: PublishedDraw) -> Iterator[str]:
    """Check the rounds that were drawn by themselves. Their places are proved only if their secrets are known."""
    if not is_by_round(draw):
        if _drawn_rows(draw):
            yield "its rounds are not drawn one by one"
        return
    standing = [*draw.rows.drawn_rounds]
    if standing != [*range(2, len(standing) + 2)]:
        yield "a round is drawn before the round before it"
    ways = [way for row in _drawn_rows(draw) for way in row.ways or () if {"lost", "between"} & {*way}]
    if not {loser["pair"] for way in ways for loser in way.get("between", [way])} <= {*draw.everybody}:
        yield "its closest losers are not in the draw"
    conditions = draw.competition.conditions
    has_repechage = any("between" in way for way in ways)
    if ways and not (conditions.repechage_deals or (conditions.closest_losers and not has_repechage)):
        yield "its closest losers do not play on under its conditions"
    if any(meeting.match.code not in draw.matches for meeting in draw.meetings):
        yield "two pairs meet in a repechage that is not drawn"
    locked = draw.row.locked_list
    if locked and locked.last_secret:
        if secret_of(locked.last_secret, 1) != locked.secret:
            yield "its secret number does not follow from that of the last drawing"
        facts = locked_facts(locked)
        drawings = records.drawings(facts, drawing_facts(draw, locked.last_secret))
        rounds = records.rounds(places_of(draw.row), records.division(facts))
        if fault := fault_in_later_rounds({"committed": facts, "rounds": rounds, "drawings": drawings}):
            yield fault


def _drawn_rows(draw: PublishedDraw) -> list[RoundDraw]:
    return [row for round in draw.rows.rounds for row in round.round_draws.all()]


def _is_laid_out(draw: Draw, places: Sequence[int | None]) -> bool:
    """Return True if the draw has the rounds and matches for these places, in order (two queries)."""
    positions = list(draw.places.values_list("position", flat=True))
    matches = Match.objects.filter(round__draw=draw).order_by("round__number", "position")
    stored = list(matches.values_list("round__number", "position"))
    return positions == [*range(1, len(places) + 1)] and stored == matches_as_drawn(draw, places)


def _check_dates() -> Iterator[str]:
    """Check that each agreed date and venue equals an accepted offer.

    Offers may be deleted with the contact details.
    """
    for meeting in Meeting.objects.filter(_SEEN).prefetch_related("offers").select_related("match"):
        offers = list(meeting.offers.all())
        standing = [offer for offer in offers if offer.takes and not offer.cancelled_at]
        accepted = [(offer.takes, offer.venue, offer.by_id) for offer in standing]
        agreed = [(meeting.plays_at, meeting.venue, meeting.offered_by_id)] if meeting.plays_at else []
        if offers and agreed != accepted:
            yield f"{meeting.match.code}: its date or venue differs from the accepted offer"


def _check_cancellations(of: QuerySet[Competition]) -> Iterator[str]:
    for competition in of.prefetch_related("cancellations"):
        counts = next(iter(not_revoked(competition.cancellations.all())), None)
        if competition.cancellation_id != (counts and counts.pk):
            yield f"{competition.slug}: its stored cancellation is not the one that counts"


def _check_replies(of: QuerySet[Competition]) -> Iterator[str]:
    """Check that only reports have replies, notices and interruptions, and that no notice predates its report."""
    report = Q(entry__by__isnull=False, entry__kind=ResultKind.PLAYED.value)
    notified = Q(at__gte=F("entry__at"))
    allowed = {Reply: report, Notice: report & notified, Interruption: report}
    for model, condition in allowed.items():
        for row in model._default_manager.filter(entry__meeting__upper__competition__in=of).exclude(condition):
            yield f"result {row.entry_id}: it cannot have a {row}"


def _check_messages() -> Iterator[str]:
    """Check that each message has a known kind, and that messages about results refer to stored results."""
    results = {str(key) for key in ResultEntry.objects.values_list("pk", flat=True)}
    hidden = Q(player__pair__competition__hidden_since__isnull=False)
    seen = Told.objects.filter(pair__competition__hidden_since=None)
    rows: list[Email | Told] = [*Email.objects.exclude(hidden), *seen]
    for row in rows:
        if row.topic not in set(Topic):
            yield f"{row}: “{row.topic}” is not a kind of message"
        elif row.topic == Topic.RESULT and row.about not in results:
            yield f"{row}: it is about result {row.about}, which does not exist"


def _check_triggers() -> Iterator[str]:
    for name in append_only.missing():
        yield f"database: the trigger {name}, which protects stored facts, is missing; run migrate"
