"""Competitions that the real actions bring to a certain state."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from competition.arranging import actions as arranging
from competition.arranging.actions import Place
from competition.arranging.models import Offer
from competition.calling_off import actions as calling_off
from competition.contest.models import Competition
from competition.contest.rules.limits import USUAL_SILENCE_HOURS
from competition.correcting import actions as correcting
from competition.correcting.queries import standing_correction, standing_respellings
from competition.decisions.actions import conditions, extending, placing, rulings, withdrawing
from competition.entries.actions import entering, substitutes
from competition.entries.actions.entering import Entry, PlayerEntry
from competition.entries.models.pair import Pair, Player
from competition.knockout.actions import publishing, telling
from competition.knockout.models.draw import Withdrawal
from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.queries.draw import PublishedDraw, clear_cache, draw_to_change, get_draw
from competition.knockout.rules.result import Kind, LetStand
from competition.log import append_only
from competition.log.actions import Actor, Grounds
from competition.log.rules import not_revoked
from competition.lots import actions as lots_actions
from competition.lots.models import Draw
from competition.match.actions import amending, play
from competition.match.queries.pair_match import PairMatch, match_in
from scoring.models import Amendment
from scoring.rules.amending import Change
from scoring.rules.amending import Kind as Amending
from scoring.rules.conditions import Conditions
from scoring.rules.contract import Contract
from scoring.rules.deal import Deal, Honours
from scoring.rules.sides import Seat, Side
from tests.factories import CompetitionFactory, PairFactory
from tests.made_once import made_once


def organiser_of(competition: Competition) -> Actor:
    """Return the competition's organiser as an actor."""
    return Actor(organiser=competition.organisers.first())


def entered(pairs: int, **conditions) -> Competition:
    """Return a competition with this many pairs."""
    competition = CompetitionFactory()
    for name, value in conditions.items():
        setattr(competition.conditions, name, value)
    competition.conditions.save()
    for _ in range(pairs):
        PairFactory(competition=competition)
    return competition


def taking_entries(pairs: int) -> Competition:
    """Return a competition with this many pairs that takes entries for another week."""
    competition = entered(pairs)
    competition.closing_date = timezone.localdate() + timedelta(days=7)
    competition.save()
    return competition


FIRST_PLAY_BY = date(2030, 5, 31)
# Time after which a result becomes final without a reply, under the usual conditions.
SILENCE, SILENCE_SAID = timedelta(hours=USUAL_SILENCE_HOURS), f"{USUAL_SILENCE_HOURS} hours"
AFTER_SILENCE = SILENCE + timedelta(hours=12)


def published(pairs: int, *, first_play_by: date = FIRST_PLAY_BY, seed: str = "seed 1", **conditions) -> Competition:
    """Return a competition with this many pairs and a published draw."""

    def make() -> Competition:
        competition = entered(pairs, **conditions)
        publish(competition, first_play_by=first_play_by, seed=seed)
        return competition

    return made_once((pairs, first_play_by, seed, *conditions.items()), make)


def draw_lots(competition: Competition, *, secret: str = "", dice: str = "") -> Draw:
    """Lock the list of pairs and make one draw."""
    by = organiser_of(competition)
    lots_actions.commit(competition, by=by, secret=secret)
    return lots_actions.draw_lots(competition, by=by, dice=dice)


def publish(competition: Competition, *, first_play_by: date = FIRST_PLAY_BY, seed: str = "seed 1") -> None:
    """Make a draw of the entered pairs and publish it."""
    publish_attempt(draw_lots(competition, secret=seed), first_play_by=first_play_by)


def publish_attempt(draw: Draw, *, first_play_by: date = FIRST_PLAY_BY) -> None:
    """Publish this draw, with thirty days for each round."""
    rounds = (len(draw.commitment.entries) - 1).bit_length()
    days = [first_play_by + timedelta(days=30 * n) for n in range(rounds)]
    publishing.publish(draw, play_by=days, by=organiser_of(draw.competition))


def now(competition: Competition) -> PublishedDraw:
    """Return the current draw."""
    return draw_to_change(competition)


def tables(competition: Competition, code: str = "R1-M1") -> tuple[PairMatch, PairMatch]:
    """Return a match as seen by its upper and by its lower pair."""
    draw = get_draw(competition.slug)
    upper, lower = draw.matches[code].pairs
    return match_in(draw, upper, code), table(lower, code)


def table(pair: Pair, code: str) -> PairMatch:
    """Return a match as seen by this pair."""
    return match_in(get_draw(pair.competition.slug), pair, code)


def place(competition: Competition, code: str = "R1-M1", which: int = 0) -> Place:
    """Return the place of the upper pair of a match, or of the lower pair for `which=1`."""
    return Place(now(competition).matches[code].pairs[which], code)


def offer(
    competition: Competition, code: str = "R1-M1", *, dates: Sequence[datetime], by: int = 0, venue: str = ""
) -> Offer:
    """Offer these dates as the upper pair of a match, or as the lower pair for `by=1`. Return the offer."""
    here = place(competition, code, by)
    arranging.offer(here, dates=dates, venue=venue)
    return Offer.objects.filter(by=here.pair).latest("pk")


def agree(competition: Competition, code: str = "R1-M1", *, at: datetime, venue: str = "") -> None:
    """Agree a date: the upper pair of the match offers it and the lower pair accepts."""
    offered = offer(competition, code, dates=[at], venue=venue)
    arranging.take(place(competition, code, 1), offered=offered.pk, at=at)


def open_sheet(competition: Competition, code: str) -> tuple[PairMatch, PairMatch]:
    """Start the score sheet of a match. The upper pair sits North-South, and North deals first."""
    upper, lower = tables(competition, code)
    north, south = upper.pair.present
    east, west = lower.pair.present
    seats = {Seat.N: north, Seat.E: east, Seat.S: south, Seat.W: west}
    play.open_sheet(upper, seats=seats, first_dealer=Seat.N)
    return tables(competition, code)


def deal(contract: str = "2H", tricks: int = 8, declarer: str = "N") -> Deal:
    """Return a deal for a short notation."""
    return Deal(Seat(declarer), Contract.parse(contract), tricks)


def record(seen: PairMatch, *deals: Deal) -> None:
    """Record these deals on the score sheet, after the existing ones."""
    for number, facts in enumerate(deals, start=len(seen.deals) + 1):
        play.record_deal(seen, number=number, deal=facts)


def amend(seen: PairMatch, *, number: int, deal: Deal) -> Amendment | None:
    """Correct a deal as this pair. Return the proposed correction if the other pair must agree."""
    return amending.amend(seen, seen.deals[number - 1].to_read(deal))


def insert(seen: PairMatch, *, number: int, deal: Deal) -> Amendment | None:
    """Insert a forgotten deal before this number. Return the proposed correction if the other pair must agree."""
    return amending.amend(seen, Change(Amending.INSERT, number, deal))


def delete(seen: PairMatch, *, number: int) -> Amendment | None:
    """Delete a deal. The last deal is deleted at once, otherwise return the proposed correction."""
    return amending.amend(seen, seen.deals[number - 1].to_go())


def tell(competition: Competition, code: str = "R1-M1") -> ResultEntry:
    """Record that the organiser told the pair that must reply. Return the result."""
    last = now(competition).matches[code].last
    telling.tell(competition, code, last.number, how=ResultEntry.Told.ORGANISER, by=organiser_of(competition))
    return now(competition).matches[code].last


def fall_silent() -> None:
    """Let the reply time end for every reported result, as if the pairs had been told long ago."""
    then = timezone.now() - AFTER_SILENCE
    rewrite(ResultEntry.objects.filter(silence_hours__gt=0), at=then, told_at=then, told_by=ResultEntry.Told.ORGANISER)


def settle(
    competition: Competition,
    code: str,
    *,
    upper_wins: bool = True,
    kind: Kind | None = Kind.WALKOVER,
    totals=None,
    margin: int | None = None,
) -> None:
    """Decide a match as the organiser. If `kind` is None, reopen it."""
    draw = now(competition)
    winner = draw.matches[code].pairs[0 if upper_wins else 1].number
    nobody = kind in (Kind.DOUBLE_DEFAULT, Kind.LOTS)
    ruling = rulings.Ruling(kind, None if nobody else winner, totals, "decided for the test", margin=margin)
    _rule(draw, code, ruling)


def let_stand(competition: Competition, code: str, *, will: LetStand = LetStand.RULED) -> None:
    """Reverse a match by ruling totals, and keep the later rounds."""
    draw = now(competition)
    state = draw.matches[code]
    upper_wins = state.result.goes_on == state.numbers[1]
    totals = (4730, 3980) if upper_wins else (3980, 4730)
    winner = state.numbers[not upper_wins]
    _rule(draw, code, rulings.Ruling(Kind.PLAYED, winner, totals, "let stand for the test", let_stand=will))


def replay(competition: Competition, code: str) -> None:
    """Have a match replayed as the organiser."""
    _rule(now(competition), code, rulings.Ruling(None, None, None, "played anew for the test", replay=True))


def penalise(competition: Competition, code: str, upper: int = 0, lower: int = 0) -> None:
    """Give penalty points as the organiser. Negative points are a deduction."""
    draw = now(competition)
    _rule(draw, code, rulings.penalised(draw.matches[code], (upper, lower), reason="a penalty for the test"))


def _rule(draw: PublishedDraw, code: str, ruling: rulings.Ruling) -> None:
    shown = rulings.look_ahead(draw, code, ruling).fingerprint
    rulings.rule(draw.competition, code, ruling, shown=shown, by=organiser_of(draw.competition))


def undo(competition: Competition, code: str) -> None:
    """Undo the latest ruling of a match as the organiser."""
    draw = now(competition)
    shown = rulings.look_back(draw, code).fingerprint
    number, by = draw.matches[code].last.number, organiser_of(competition)
    rulings.undo(competition, code, number=number, grounds=Grounds("taken back for the test"), shown=shown, by=by)


def extend(competition: Competition, where: str | int, *, days: int = 14) -> date:
    """Extend a match (by code) or a round (by number) by this many days. Return the new play-by date."""
    draw = now(competition)
    until = {where: extending.deadline(draw, where).play_by + timedelta(days=days)}
    shown, by = extending.look_ahead(draw, until), organiser_of(competition)
    extending.extend(
        competition, until, grounds=Grounds("more time for the test", "a note for the test"), shown=shown, by=by
    )
    return until[where]


def take_back_extension(competition: Competition, where: str | int) -> None:
    """Undo the latest extension of a match or a round."""
    last = extending.own(now(competition), [where])
    grounds, by = Grounds("less time for the test"), organiser_of(competition)
    extending.take_back(competition, where, last.pk, grounds=grounds, by=by)


def correct_conditions(competition: Competition, number: int, terms: Conditions) -> None:
    """Correct the conditions of a round as the organiser."""
    shown, by = conditions.look_ahead(now(competition), number, terms), organiser_of(competition)
    grounds = Grounds("corrected for the test", "a note for the test")
    conditions.correct(competition, number, terms, grounds=grounds, shown=shown, by=by)


def take_back_conditions(competition: Competition, number: int) -> None:
    """Undo the latest correction of the conditions of a round."""
    last, _ = conditions.last_of(now(competition), number)
    grounds, by = Grounds("as before for the test"), organiser_of(competition)
    conditions.take_back(competition, number, last.pk, grounds=grounds, by=by)


def withdraw(pair: Pair, *, reason: str = "withdrawn for the test") -> None:
    """Withdraw a pair as the organiser."""
    shown, by = withdrawing.look_ahead(now(pair.competition), pair.number).fingerprint, organiser_of(pair.competition)
    withdrawing.withdraw(pair, grounds=Grounds(reason, "a note for the test"), shown=shown, by=by)


def substitute(
    pair: Pair, player: PlayerEntry, *, leaving: int = 2, because: str = "replaced for the test", new_link: bool = False
) -> tuple[Player, Player]:
    """Replace a player by a substitute. Return the player who left and the substitute."""
    order = {"leaving": leaving, "player": player, "because": because, "new_link": new_link}
    shown = Pair.objects.get(pk=pair.pk).fingerprint
    return substitutes.substitute(pair, **order, shown=shown, by=organiser_of(pair.competition))


def enter_late(competition: Competition, *names: str) -> Pair:
    """Enter a late pair, which has no place in the draw yet."""
    first, second = names or ("Lou Late", "Max Later")
    entry = Entry((PlayerEntry(first), PlayerEntry(second)), "Harbour Bridge Club")
    return entering.enter(competition, entry, by=organiser_of(competition))


def put_in(pair: Pair, instead_of: int | None = None, *, grounds: Grounds | None = None) -> None:
    """Place a late pair in the draw, at random or instead of another pair."""
    shown = placing.look_ahead(now(pair.competition), Pair.objects.get(pk=pair.pk), instead_of).fingerprint
    grounds = grounds or Grounds("late for the test")
    placing.put_in(pair, instead_of, grounds=grounds, shown=shown, by=organiser_of(pair.competition))


def respell(pair: Pair, first: str, second: str = "") -> None:
    """Correct the names of a pair as the organiser."""
    pair = Pair.objects.get(pk=pair.pk)
    names = {player.place: player.name for player in pair.present} | {1: first} | ({2: second} if second else {})
    grounds, by = Grounds("a slip, for the test"), organiser_of(pair.competition)
    correcting.respell(pair, names, grounds=grounds, shown=pair.fingerprint, by=by)


def take_back_spelling(pair: Pair) -> None:
    """Undo the latest correction of a name."""
    last = standing_respellings(pair)[-1].pk
    grounds, by = Grounds("no slip, for the test"), organiser_of(pair.competition)
    correcting.take_back_spelling(pair.competition, last, grounds=grounds, by=by)


def correct_particulars(competition: Competition, **wanted: str) -> None:
    """Correct these details of the competition, given as stored values."""
    stands = Competition.objects.get(pk=competition.pk)
    shown, by = correcting.fingerprint_of(stands), organiser_of(competition)
    wanted = correcting.columns(stands) | wanted
    correcting.correct(stands, wanted, grounds=Grounds("another, for the test"), shown=shown, by=by)


def take_back_particulars(competition: Competition) -> None:
    """Undo the latest correction of the details."""
    last, by = standing_correction(competition), organiser_of(competition)
    correcting.take_back(competition, last.pk, grounds=Grounds("as before, for the test"), by=by)


def take_out(pair: Pair) -> None:
    """Remove a pair from the draw that was entered twice."""
    shown, grounds = placing.look_ahead_without(now(pair.competition), pair.number).fingerprint, Grounds("twice")
    by = organiser_of(pair.competition)
    placing.take_out(pair.competition, pair.number, grounds=grounds, shown=shown, by=by)


def take_back_placing(competition: Competition) -> None:
    """Undo the latest change of places in the draw."""
    draw, grounds = now(competition), Grounds("taken back for the test")
    last = not_revoked(draw.placings)[-1].pk
    shown = placing.look_back(draw, last).fingerprint
    placing.take_back(competition, last, grounds=grounds, shown=shown, by=organiser_of(competition))


def leave(pairs: QuerySet[Pair]) -> None:
    """Withdraw many pairs at once, without log entries."""
    why = {"reason": "withdrawn for the test", "at": timezone.now()}
    gone = pairs.select_related("competition__owner")
    Withdrawal.objects.bulk_create(Withdrawal(pair=pair, decided_by=pair.competition.owner, **why) for pair in gone)


def bring_back(pair: Pair) -> None:
    """Undo the withdrawal of a pair."""
    shown, by = withdrawing.look_back(now(pair.competition), pair.number).fingerprint, organiser_of(pair.competition)
    withdrawing.bring_back(pair, grounds=Grounds("brought back for the test"), shown=shown, by=by)


def cancel(competition: Competition) -> None:
    """Cancel the competition."""
    calling_off.cancel(competition, grounds=Grounds("cancelled for the test"), by=organiser_of(competition))


def settle_round(competition: Competition, number: int) -> None:
    """Let the upper pair win every open match of a round."""
    for state in now(competition).rounds[number - 1].matches:
        if state.is_open:
            settle(competition, state.code)


def honours(side: str, points: int) -> Honours:
    """Return the honours held by a side."""
    return Honours(Side(side), points)


def rewrite(rows: QuerySet, **columns) -> int:
    """Change append-only rows, such as their times. Only tests may do so."""
    clear_cache()
    with append_only.lifted():
        return rows.update(**columns)
