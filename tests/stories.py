"""Competitions brought to certain states by the real actions."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta

from django.db.models import Model, QuerySet
from django.utils import timezone

from competition.archive.actions import add_seasons
from competition.archive.rules.past_seasons import PastLine
from competition.audit import append_only
from competition.audit.actions import Actor, DecisionReason
from competition.audit.rules import not_revoked
from competition.contest.actions import save_rules
from competition.contest.models import Competition
from competition.contest.queries import own_rules
from competition.contest.rules.conditions import USUAL_REPLY_HOURS
from competition.contest.rules.rulebook import OwnRules, Part
from competition.contest.rules.seasons import Season
from competition.draw.actions.meetings import record_notice
from competition.draw.actions.publishing import NO_SET_DAYS, lock_entry_list, make_draw, publish_draw
from competition.draw.actions.rounds import draw_round
from competition.draw.models.draw import Draw
from competition.draw.models.result_entry import Notice, ResultEntry
from competition.draw.models.rounds import Withdrawal
from competition.draw.queries.attempts import places_of
from competition.draw.queries.draw import PublishedDraw, clear_cache, get_draw, must_be_on
from competition.draw.queries.later_rounds import last_drawn_round
from competition.draw.queries.states import SetDay
from competition.draw.rules.result import KeepProgress, ResultKind
from competition.draw.rules.sections import rounds_for
from competition.entries.actions import pairs as entry_actions
from competition.entries.actions.pairs import create_waiting, enter
from competition.entries.models import Pair, Player
from competition.entries.queries.applications import applications as all_applications
from competition.entries.queries.pairs import Entry, PlayerEntry
from competition.match.actions import play as match_actions
from competition.match.actions import seats as seats_actions
from competition.match.actions.arranging import PairInMatch, accept_date, offer_dates
from competition.match.actions.deals import accept_deals, offer_deals
from competition.match.actions.seats import correct_seats
from competition.match.models import DealsOffer, Offer
from competition.match.queries.play import PairView, match_in
from competition.rulings import actions
from competition.rulings.decisions import rounds
from competition.rulings.decisions.competition import Cancel, CorrectDetails, CorrectNames, UndoDetails, UndoName
from competition.rulings.decisions.days import FixDay, UndoFixedDay
from competition.rulings.decisions.deals import ChangeDeals, UndoDeals
from competition.rulings.decisions.decision import Decision
from competition.rulings.decisions.home_pairs import NameHomePair, UndoHomePair
from competition.rulings.decisions.matches import Undo
from competition.rulings.decisions.pairs import BringBack, EnteredTwice, PlacePair, UndoPlacing, Withdraw
from competition.rulings.decisions.penalties import NotePenalty, PointsOff
from competition.rulings.decisions.results import RULES, Penalise, Played, Reopen, Replay
from competition.rulings.decisions.rounds import CorrectConditions, Extend, UndoConditions, UndoExtension
from competition.rulings.decisions.rulebook import ChangeRules, UndoRules
from competition.rulings.decisions.stand_ins import NameStandIn, PairInOneMatch, UndoStandIn
from competition.rulings.queries import (
    DecisionPreview,
    columns,
    penalised,
    standing_correction,
    standing_respellings,
    standing_rules_changes,
)
from competition.rulings.rules import NamedStandIn, Ruling
from scoring.models import DealCorrection
from scoring.rules.conditions import ScoringConditions
from scoring.rules.contract import Contract
from scoring.rules.correcting import ChangeKind, DealChange
from scoring.rules.deal import DealResult, Honours
from scoring.rules.refusal import fingerprint
from scoring.rules.sides import Seat, Side
from tests.factories import CompetitionFactory, PairFactory
from tests.made_once import made_once

DECIDED = DecisionReason("decided for the test")


def organiser_of(competition: Competition) -> Actor:
    """Return the competition's organiser as an actor."""
    return Actor(organiser=competition.organisers.first())


def entered(pairs: int, **conditions) -> Competition:
    """Return a competition with this many pairs."""

    def make() -> Competition:
        competition = CompetitionFactory()
        for name, value in conditions.items():
            setattr(competition.conditions, name, value)
        competition.conditions.save()
        for _ in range(pairs):
            PairFactory(competition=competition)
        return competition

    return made_once(("entered", pairs, *conditions.items()), make)


def taking_entries(pairs: int) -> Competition:
    """Return a competition with this many pairs that is open for entries for another week."""
    competition = entered(pairs)
    competition.closing_date = timezone.localdate() + timedelta(days=7)
    competition.save()
    return competition


def waiting(competition: Competition, one: str = "Ada Late", other: str = "Ben Late", *, phone: str = "") -> Pair:
    """Create a pair that waits for the organiser's decision, even if entries are closed."""
    reference = f"w{Pair.of_any_status.count()}"
    entry = Entry((PlayerEntry(one, phone), PlayerEntry(other)))
    return create_waiting(competition, entry, reference=reference, wishes="Away in June.")


def applications(competition: Competition) -> QuerySet[Pair]:
    """Return the pairs of any status that sent an entry, earliest first."""
    return all_applications().filter(competition=competition)


def contacts(pair: Pair) -> list[str]:
    """Return both players' contact details in a pair of any status, without empty ones."""
    return [found for player in pair.players.all() for found in (player.phone, player.email) if found]


FIRST_PLAY_BY = date(2030, 5, 31)
# Time after which a result becomes final without a reply, under the usual conditions.
REPLY_TIME, REPLY_TIME_SAID = timedelta(hours=USUAL_REPLY_HOURS), f"{USUAL_REPLY_HOURS} hours"
AFTER_REPLY_TIME = REPLY_TIME + timedelta(hours=12)


# The secret for a draw in which match 1 has two pairs if there are two, three or four, and a bye if there are six.
SEED = "seed 376361"


def published(pairs: int, *, first_play_by: date = FIRST_PLAY_BY, seed: str = SEED, **conditions) -> Competition:
    """Return a competition with this many pairs and a published draw."""

    def make() -> Competition:
        competition = entered(pairs, **conditions)
        publish(competition, first_play_by=first_play_by, seed=seed)
        return competition

    return made_once((pairs, first_play_by, seed, *conditions.items()), make)


def draw_lots(competition: Competition, *, secret: str = "", dice: str = "") -> Draw:
    """Lock the entry list and make one draw."""
    by = organiser_of(competition)
    lock_entry_list(competition, by=by, secret=secret)
    return make_draw(competition, by=by, dice=dice)


def publish(competition: Competition, *, first_play_by: date = FIRST_PLAY_BY, seed: str = SEED) -> None:
    """Make a draw of the entered pairs and publish it."""
    publish_attempt(draw_lots(competition, secret=seed), first_play_by=first_play_by)


def publish_attempt(
    draw: Draw, *, first_play_by: date = FIRST_PLAY_BY, set_days: Mapping[int, SetDay] = NO_SET_DAYS
) -> None:
    """Publish this draw, with thirty days for each round, or with all rounds on one day if the conditions say so."""
    conditions = draw.competition.conditions
    rounds = rounds_for(len(places_of(draw)), conditions.division)
    days = [first_play_by + timedelta(days=0 if conditions.minutes else 30 * n) for n in range(rounds)]
    publish_draw(draw, play_by=days, set_days=set_days, by=organiser_of(draw.competition))


def draw_next_round(competition: Competition) -> None:
    """Draw the next round of a competition whose rounds are drawn by themselves."""
    draw_round(competition, last_drawn_round(now(competition)) + 1, by=organiser_of(competition))


def now(competition: Competition) -> PublishedDraw:
    """Return the current draw, from the cache as on a page."""
    return must_be_on(get_draw(competition.slug))


def tables(competition: Competition, code: str = "R1-M1") -> tuple[PairView, PairView]:
    """Return a match as seen by its upper and by its lower pair."""
    draw = get_draw(competition.slug)
    upper, lower = draw.matches[code].pairs
    return match_in(draw, upper, code), table(lower, code)


def table(pair: Pair, code: str) -> PairView:
    """Return a match as seen by this pair."""
    return match_in(get_draw(pair.competition.slug), pair, code)


def place(competition: Competition, code: str = "R1-M1", which: int = 0) -> PairInMatch:
    """Return the place of the upper pair of a match, or of the lower pair for `which=1`."""
    return PairInMatch(now(competition).matches[code].pairs[which], code)


def offer(
    competition: Competition, code: str = "R1-M1", *, dates: Sequence[datetime], by: int = 0, venue: str = ""
) -> Offer:
    """Offer these dates as the upper pair of a match, or as the lower pair for `by=1`. Return the offer."""
    here = place(competition, code, by)
    offer_dates(here, dates=dates, venue=venue)
    return Offer.objects.filter(by=here.pair).latest("pk")


def agree(competition: Competition, code: str = "R1-M1", *, at: datetime, venue: str = "") -> None:
    """Agree a date: the upper pair of the match offers it and the lower pair accepts."""
    offered = offer(competition, code, dates=[at], venue=venue)
    accept_date(place(competition, code, 1), offered=offered.pk, at=at)


def open_sheet(competition: Competition, code: str) -> tuple[PairView, PairView]:
    """Start the score sheet of a match. The upper pair sits North-South, and North deals first."""
    upper, lower = tables(competition, code)
    north, south = upper.pair.present
    east, west = lower.pair.present
    seats = {Seat.N: north, Seat.E: east, Seat.S: south, Seat.W: west}
    seats_actions.open_sheet(upper, seats=seats, first_dealer=Seat.N)
    return tables(competition, code)


def change_seats(seen: PairView, first_dealer: Seat = Seat.N) -> None:
    """Exchange the seats of the two pairs: North with East, and South with West."""
    players = {player.pk: player for pair in seen.state.pairs for player in pair.players.all()}
    north, east, south, west = (players[key] for key in seen.opened.meeting.seats if key)
    seats = {Seat.N: east, Seat.E: north, Seat.S: west, Seat.W: south}
    correct_seats(seen, seats=seats, first_dealer=first_dealer, sheet_name=seen.opened.name)


def deal(contract: str = "2H", tricks: int = 8, declarer: str = "N") -> DealResult:
    """Return the deal written in a short notation."""
    return DealResult(Seat(declarer), Contract.parse(contract), tricks)


def record(seen: PairView, *deals: DealResult) -> None:
    """Record these deals on the score sheet, after the existing ones."""
    for number, facts in enumerate(deals, start=len(seen.opened.deals) + 1):
        match_actions.record_deal(seen, number=number, deal=facts)


def correct_deal(seen: PairView, *, number: int, deal: DealResult) -> DealCorrection | None:
    """Correct a deal as this pair. Return the proposed correction if the other pair must agree."""
    return match_actions.correct_deal(seen, seen.opened.deals[number - 1].to_read(deal))


def insert(seen: PairView, *, number: int, deal: DealResult) -> DealCorrection | None:
    """Insert a forgotten deal before this number. Return the proposed correction if the other pair must agree."""
    return match_actions.correct_deal(seen, DealChange(ChangeKind.INSERT, number, deal))


def delete(seen: PairView, *, number: int) -> DealCorrection | None:
    """Delete a deal. The last deal is deleted at once, otherwise return the proposed correction."""
    return match_actions.correct_deal(seen, seen.opened.deals[number - 1].to_go())


def notify(competition: Competition, code: str = "R1-M1") -> ResultEntry:
    """Record that the organiser told the pair that must reply. Return the result."""
    last = now(competition).matches[code].last
    record_notice(competition, code, last.number, how=Notice.Channel.ORGANISER, by=organiser_of(competition))
    return now(competition).matches[code].last


def let_reply_time_pass() -> None:
    """End the reply time for every reported result, as if the pairs had been told long ago."""
    then = timezone.now() - AFTER_REPLY_TIME
    silent = ResultEntry.objects.filter(reply_hours__gt=0)
    rewrite(silent, at=then)
    with append_only.lifted():
        Notice.objects.filter(entry__in=silent).delete()
    Notice.objects.bulk_create(Notice(entry=row, at=then, channel=Notice.Channel.ORGANISER) for row in silent)


def settle(
    competition: Competition,
    code: str,
    *,
    upper_wins: bool = True,
    kind: ResultKind | None = ResultKind.WALKOVER,
    totals=None,
    margin: int | None = None,
) -> None:
    """Decide a match as the organiser. If `kind` is None, reopen it."""
    winner = now(competition).matches[code].pairs[0 if upper_wins else 1].number
    nobody = kind in (ResultKind.DOUBLE_DEFAULT, ResultKind.LOTS)
    ruling = Ruling(winner if kind and not nobody else None, totals, margin=margin)
    decide(RULES[kind.value] if kind else Reopen, competition, code, ruling)


def decide(
    kind: type[Decision],
    competition: Competition,
    about: object = None,
    content: object = None,
    *,
    grounds: DecisionReason = DECIDED,
    shown: str | None = None,
    by: Actor | None = None,
) -> Sequence[Model]:
    """Make a decision as the organiser, after a preview. `shown` is the fingerprint of another preview."""
    decision = kind(competition, get_draw(competition.slug), about, content)
    shown = decision.preview().fingerprint if shown is None else shown
    return actions.decide(decision, grounds=grounds, shown=shown, by=by or organiser_of(competition))


def preview(
    kind: type[Decision], competition: Competition, about: object = None, content: object = None
) -> DecisionPreview:
    """Return the preview of a decision."""
    return kind(competition, get_draw(competition.slug), about, content).preview()


def keep_progress(competition: Competition, code: str, *, will: KeepProgress = KeepProgress.RULED) -> None:
    """Reverse a match with ruled totals, and keep the later rounds."""
    draw = now(competition)
    state = draw.matches[code]
    upper_wins = state.result.goes_on == state.numbers[1]
    totals = (4730, 3980) if upper_wins else (3980, 4730)
    winner = state.numbers[not upper_wins]
    ruling = Ruling(winner, totals, keep_progress=will)
    decide(Played, competition, code, ruling, grounds=DecisionReason("let stand for the test"))


def replay(competition: Competition, code: str) -> None:
    """Have a match replayed as the organiser."""
    decide(Replay, competition, code, Ruling(), grounds=DecisionReason("played anew for the test"))


def penalise(competition: Competition, code: str, upper: int = 0, lower: int = 0) -> None:
    """Give penalty points as the organiser. Negative points are a deduction."""
    ruling = penalised(now(competition).matches[code], (upper, lower))
    decide(Penalise, competition, code, ruling, grounds=DecisionReason("a penalty for the test"))


def undo(competition: Competition, code: str) -> None:
    """Undo the latest ruling of a match as the organiser."""
    last = now(competition).matches[code].last.pk
    decide(Undo, competition, code, last, grounds=DecisionReason("taken back for the test"))


def extend(competition: Competition, where: str | int, *, days: int = 14) -> date:
    """Extend a match (by code) or a round (by number) by this many days. Return the new play-by date."""
    until = {where: rounds.scheduled(now(competition), where).play_by + timedelta(days=days)}
    decide(Extend, competition, [where], until, grounds=DecisionReason("more time for the test", "a note for the test"))
    return until[where]


def undo_extension(competition: Competition, where: str | int) -> None:
    """Undo the latest extension of a match or a round."""
    last = rounds.own(now(competition), [where]).pk
    decide(UndoExtension, competition, [where], last, grounds=DecisionReason("less time for the test"))


def fix_day(
    competition: Competition,
    where: str | int = "R1-M1",
    *,
    day: date,
    hour: time | None = time(19, 30),
    place: str = "",
) -> None:
    """Set the day of play for a match (by code) or a round (by number), as the organiser."""
    grounds = DecisionReason("no date suits both, for the test", "a note for the test")
    decide(FixDay, competition, [where], SetDay(day, hour, place), grounds=grounds)


def undo_fixed_day(competition: Competition, where: str | int = "R1-M1") -> None:
    """Undo the day of play last set for a match or a round."""
    last = rounds.scheduled(now(competition), where).set_day.row.pk
    decide(UndoFixedDay, competition, [where], last, grounds=DecisionReason("they agreed a date, for the test"))


def name_home_pair(competition: Competition, home: str = "lower", code: str = "R1-M1") -> None:
    """Name the home pair of a match as the organiser: the upper or the lower pair, or "lot" for a random choice."""
    decide(NameHomePair, competition, code, home, grounds=DecisionReason("no venue suits both, for the test"))


def note_penalty(competition: Competition, points: int = 100, *, penalised: str = "lower", code: str = "R1-M1") -> None:
    """Note penalty points for a pair in a match without a result."""
    grounds = DecisionReason("ten minutes late, for the test")
    decide(NotePenalty, competition, code, PointsOff(penalised, points), grounds=grounds)


def undo_home_pair(competition: Competition, code: str = "R1-M1") -> None:
    """Undo the latest decision on the home pair of a match."""
    last = now(competition).matches[code].named_home.pk
    decide(UndoHomePair, competition, code, last, grounds=DecisionReason("they agreed, for the test"))


def correct_conditions(competition: Competition, number: int, terms: ScoringConditions) -> None:
    """Correct the conditions of a round as the organiser."""
    grounds = DecisionReason("corrected for the test", "a note for the test")
    decide(CorrectConditions, competition, content=(number, terms), grounds=grounds)


def name_stand_in(competition: Competition, pair: Pair, name: str, code: str = "R1-M1", *, leaving: int = 2) -> None:
    """Name a substitute who plays for the pair in this match only."""
    about, content = PairInOneMatch(code, pair.number), NamedStandIn(leaving, name)
    decide(NameStandIn, competition, about, content, grounds=DecisionReason("away, for the test"))


def remove_stand_in(competition: Competition, pair: Pair, code: str = "R1-M1") -> None:
    """Remove the pair's substitute for this match."""
    about = PairInOneMatch(code, pair.number)
    decide(UndoStandIn, competition, about, grounds=DecisionReason("home again, for the test"))


def change_deals(competition: Competition, deals: int, code: str = "R1-M1") -> None:
    """Change the number of deals in a match, as the organiser."""
    decide(ChangeDeals, competition, code, deals, grounds=DecisionReason("an evening is short, for the test"))


def undo_deals(competition: Competition, code: str = "R1-M1") -> None:
    """Undo the latest change to the number of deals in a match."""
    last = now(competition).matches[code].correction.pk
    decide(UndoDeals, competition, code, last, grounds=DecisionReason("there is time, for the test"))


def offer_number(competition: Competition, deals: int, code: str = "R1-M1", *, by: int = 0) -> DealsOffer:
    """Offer this number of deals as the upper pair of a match, or as the lower pair for `by=1`. Return the offer."""
    offer_deals(place(competition, code, by), deals=deals)
    return DealsOffer.objects.latest("pk")


def agree_number(competition: Competition, deals: int, code: str = "R1-M1") -> None:
    """Agree a number of deals: the upper pair of the match offers it and the lower pair accepts."""
    offered = offer_number(competition, deals, code)
    accept_deals(place(competition, code, 1), offered=offered.pk)


def undo_conditions(competition: Competition, number: int) -> None:
    """Undo the latest correction to the conditions of a round."""
    last = now(competition).rounds[number - 1].correction
    decide(UndoConditions, competition, number, last and last.pk, grounds=DecisionReason("as before for the test"))


def withdraw(pair: Pair, *, reason: str = "withdrawn for the test") -> None:
    """Withdraw a pair as the organiser."""
    decide(Withdraw, pair.competition, pair.number, grounds=DecisionReason(reason, "a note for the test"))


def substitute(
    pair: Pair, player: PlayerEntry, *, leaving: int = 2, because: str = "replaced for the test", **options: bool
) -> tuple[Player, Player]:
    """Replace a player by a substitute. Return the player who left and the substitute."""
    order = {"leaving": leaving, "player": player, "because": because, "new_link": False, **options}
    shown = Pair.objects.get(pk=pair.pk).fingerprint
    return entry_actions.substitute(pair, **order, fingerprint=shown, by=organiser_of(pair.competition))


def enter_late(competition: Competition, *names: str) -> Pair:
    """Enter a late pair, which has no place in the draw yet."""
    first, second = names or ("Lou Late", "Max Later")
    entry = Entry((PlayerEntry(first), PlayerEntry(second)), "Harbour Bridge Club")
    return enter(competition, entry, by=organiser_of(competition))


def put_in(pair: Pair, instead_of: int | None = None, *, grounds: DecisionReason | None = None) -> None:
    """Place a late pair in the draw, at random or instead of another pair."""
    decide(PlacePair, pair.competition, pair.number, instead_of, grounds=grounds or DecisionReason("late for the test"))


def respell(pair: Pair, first: str, second: str = "") -> None:
    """Correct the names of a pair as the organiser."""
    pair = Pair.objects.get(pk=pair.pk)
    names = {player.place: player.name for player in pair.present} | {1: first} | ({2: second} if second else {})
    decide(CorrectNames, pair.competition, pair.number, names, grounds=DecisionReason("a slip, for the test"))


def undo_spelling(pair: Pair) -> None:
    """Undo the latest correction to a name."""
    last = standing_respellings(pair)[-1].pk
    decide(UndoName, pair.competition, content=last, grounds=DecisionReason("no slip, for the test"))


def correct_details(competition: Competition, **wanted: str) -> None:
    """Correct these details of the competition, given as stored values."""
    stands = Competition.objects.get(pk=competition.pk)
    decide(CorrectDetails, stands, content=columns(stands) | wanted, grounds=DecisionReason("another, for the test"))


def undo_details(competition: Competition) -> None:
    """Undo the latest correction to the details."""
    last = standing_correction(competition).pk
    decide(UndoDetails, competition, content=last, grounds=DecisionReason("as before, for the test"))


def write_rules(competition: Competition, texts: Mapping[str, str], introduction: str = "") -> None:
    """Write the organiser's own rules: the text of each part by its heading."""
    rules = OwnRules(introduction, tuple(Part(*part) for part in texts.items()))
    save_rules(competition, rules, shown=fingerprint(own_rules(competition)), by=organiser_of(competition))


def published_with_rules(texts: Mapping[str, str], pairs: int = 4) -> Competition:
    """Return a competition with these rules and a published draw."""
    competition = entered(pairs)
    write_rules(competition, texts)
    publish(competition)
    return competition


def change_rules(competition: Competition, number: int | None, heading: str, text: str) -> None:
    """Change the text of a part of the rules after the draw, or add a part if `number` is None."""
    decide(ChangeRules, competition, number, Part(heading, text), grounds=DecisionReason("a slip, for the test"))


def undo_rules(competition: Competition, number: int) -> None:
    """Undo the latest change to a part of the rules."""
    last = standing_rules_changes(competition)[number].pk
    decide(UndoRules, competition, content=last, grounds=DecisionReason("as before, for the test"))


def take_out(pair: Pair) -> None:
    """Remove a pair that was entered twice from the draw."""
    decide(EnteredTwice, pair.competition, pair.number, grounds=DecisionReason("twice"))


def undo_placing(competition: Competition) -> None:
    """Undo the latest change of places in the draw."""
    last = not_revoked(now(competition).placings)[-1].pk
    decide(UndoPlacing, competition, content=last, grounds=DecisionReason("taken back for the test"))


def leave(pairs: QuerySet[Pair]) -> None:
    """Withdraw many pairs at once, without log entries."""
    why = {"reason": "withdrawn for the test", "at": timezone.now()}
    gone = pairs.select_related("competition__owner")
    Withdrawal.objects.bulk_create(Withdrawal(pair=pair, decided_by=pair.competition.owner, **why) for pair in gone)
    clear_cache()


def bring_back(pair: Pair) -> None:
    """Undo the withdrawal of a pair."""
    decide(BringBack, pair.competition, pair.number, grounds=DecisionReason("brought back for the test"))


def add_past_season(competition: Competition) -> None:
    """Add one past season to the honours board, with a shared title under another name."""
    two, others = (("Mia Lane", "Ned Oak"), ("Olga Penn", "")), (("Pat Quin", "Rae Sand"),)
    line = PastLine(Season(1996), two, others, "2,910 to 2,340", "shared, because of snow", "Old Cup")
    add_seasons(competition, [line], by=organiser_of(competition))


def cancel(competition: Competition) -> None:
    """Cancel the competition."""
    decide(Cancel, competition, grounds=DecisionReason("cancelled for the test"))


def settle_round(competition: Competition, number: int) -> None:
    """Let the upper pair win every open match of a round."""
    for state in now(competition).rounds[number - 1].matches:
        if state.is_open:
            settle(competition, state.code)


def honours(side: str, points: int) -> Honours:
    """Return the honours held by a side."""
    return Honours(Side(side), points)


def rewrite(rows: QuerySet, **columns) -> int:
    """Change append-only rows, for example their times. Only tests may do so."""
    clear_cache()
    with append_only.lifted():
        return rows.update(**columns)
