"""The demo competition: invented players, told from `fixtures/demo/` through the same actions as in real use.

Only the clock is moved meanwhile, so that its season lies in the time in which it would have been played.
"""

import json
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from itertools import product

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from competition.arranging import actions as arranging
from competition.arranging.actions import Place
from competition.arranging.queries import moments, offers_of
from competition.contest.actions import founding
from competition.contest.models import Competition, Conditions
from competition.entries.actions import attendance, entering
from competition.entries.models.pair import Player, Way
from competition.knockout.actions import publishing
from competition.knockout.models.meeting import Meeting
from competition.knockout.models.outcome import Outcome
from competition.knockout.queries.draw import draw_to_change
from competition.log import append_only
from competition.log.actions import Actor, Grounds
from competition.lots import actions as lots_actions
from competition.management.clock import MovedClock, moved_clock
from competition.match.actions import play
from competition.match.models import OwnSheet
from competition.match.queries.pair_match import PairMatch
from competition.paper.actions import paper
from competition.post.actions import telling
from competition.post.models import Occasion, Told
from competition.rulings.actions import decide
from competition.rulings.decisions.results import RULES
from competition.rulings.rules import Ruling
from scoring.formats import csv_sheet
from scoring.models import SummarySheet
from scoring.rules.sides import Seat

FOLDER = settings.BASE_DIR / "fixtures" / "demo"
ORGANISER = "demo"
# An evening at the table, and how long a deal takes there; the next morning the other pair has read the result.
BEGINS, ENDS, NEXT_MORNING = time(19, 20), time(22, 50), time(9, 15)
EVENING = time(19, 30)
A_DEAL = timedelta(minutes=7)


def organiser(password: str) -> User:
    """The demo's organiser, with this password from now on."""
    user, _ = get_user_model().objects.get_or_create(username=ORGANISER)
    user.set_password(password)
    user.save()
    return user


def find() -> Competition | None:
    """The demo competition, once it has been loaded."""
    return Competition.objects.filter(is_demo=True).first()


@append_only.lifted()
def remove() -> None:
    """Take the demo competition off again with everything in it, and nothing else."""
    meetings = Meeting.objects.filter(match__round__draw__competition__is_demo=True)
    own = OwnSheet.objects.filter(meeting__in=meetings)
    sheets = [*meetings.exclude(sheet=None).values_list("sheet", flat=True), *own.values_list("sheet", flat=True)]
    Outcome.objects.filter(meeting__in=meetings).delete()
    meetings.delete()
    SummarySheet.objects.filter(pk__in=sheets).delete()
    for competition in Competition.objects.filter(is_demo=True):
        competition.draws.all().delete()
        competition.delete()


@transaction.atomic
def load(user: User) -> Competition:
    """Play the demo up to the middle of its season, with dates around today."""
    story = json.loads((FOLDER / "story.json").read_text(encoding="utf-8"))
    with moved_clock() as clock:
        return _tell(story, Actor(organiser=user), clock)


def _tell(story: dict, by: Actor, clock: MovedClock) -> Competition:
    today = timezone.localdate(clock.real)

    def day(days: int) -> date:
        return today + timedelta(days=days)

    clock.put(_moment(day(story["founded"])))
    competition = _found(story, day, by)
    for pair, entered in zip(
        story["pairs"], _spread(story["founded"], story["closing"], len(story["pairs"])), strict=True
    ):
        clock.put(_moment(day(entered)))
        entering.enter_all(competition, [_entry(pair)], by=by, on=day(entered))
    clock.put(_moment(day(story["closing"] + 1)))
    lots_actions.commit(competition, by=by, secret=story["secret"])
    draw = lots_actions.draw_lots(competition, by=by, dice=story["dice"])
    publishing.publish(draw, play_by=[day(days) for days in story["play_by"]], by=by)
    for happens in sorted([*story["matches"], *story["acts"]], key=_when):
        if "code" in happens:
            _play(competition, happens, by, clock, day(happens["day"]))
        else:
            clock.put(_moment(day(happens["day"]), time.fromisoformat(happens.get("at", "10:00"))))
            _happen(competition, happens, day, by)
    return competition


def _when(happens: dict) -> tuple[int, str]:
    """A match ends late in the evening."""
    return happens["day"], "22:50" if "code" in happens else happens.get("at", "10:00")


def _spread(first: int, last: int, count: int) -> list[int]:
    """So many days between two others, as evenly as can be."""
    return [first + 1 + number * (last - first - 1) // count for number in range(count)]


def _moment(day: date, at: time = NEXT_MORNING) -> datetime:
    return timezone.make_aware(datetime.combine(day, at))


def _found(story: dict, day: Callable[[int], date], by: Actor) -> Competition:
    competition = Competition(
        name=story["name"],
        slug=story["slug"],
        region=story["region"],
        season=day(0).year,
        closing_date=day(story["closing"]),
        opening_day=day(story["opening_day"]),
        is_demo=True,
    )
    return founding.found(competition, Conditions(clubs_apart=True), by=by)


def _entry(pair: dict) -> entering.Entry:
    first, second = (entering.PlayerEntry(**player) for player in pair["players"])
    return entering.Entry((first, second), pair["club"], pair["area"], pair["attending"], way=pair.get("way", Way.MAIL))


def _play(competition: Competition, match: dict, by: Actor, clock: MovedClock, day: date) -> None:
    if match.get("end") == "in play":
        _record(competition, match, clock, day)
        return
    clock.put(_moment(day, ENDS))
    if "ruling" in match:
        _rule(competition, match, by)
    else:
        _send_in(competition, match)
        clock.put(_moment(day + timedelta(days=1)))
        _answer(competition, match)


def _tables(competition: Competition, code: str) -> tuple[PairMatch, ...]:
    draw = draw_to_change(competition)
    return tuple(PairMatch(draw, code, pair) for pair in draw.matches[code].pairs)


def _record(competition: Competition, match: dict, clock: MovedClock, day: date) -> None:
    """Record deal by deal, by either pair. The last deal of today's match was recorded just now, at any hour."""
    rows = _rows(match)
    is_today = day == timezone.localdate(clock.real)
    begun = clock.real - A_DEAL * (len(rows) + 1) if is_today else _moment(day, BEGINS)
    clock.put(begun)
    upper, _ = _tables(competition, match["code"])
    play.open_sheet(upper, seats=_seats(upper), first_dealer=Seat(match["first_dealer"]))
    for row in rows:
        clock.put(begun + A_DEAL * row.number)
        seen = _tables(competition, match["code"])[row.number % 2]
        play.record_deal(seen, number=row.number, deal=row.deal, misdeals=row.misdeals, note=row.note)


def _send_in(competition: Competition, match: dict) -> None:
    """The two totals, or the sheet keyed in from paper."""
    upper, _ = _tables(competition, match["code"])
    if "totals" in match:
        ours, theirs = match["totals"]
        play.submit_totals(upper, ours=ours, theirs=theirs)
        return
    deals = {row.number: row.deal for row in _rows(match)}
    paper.key_in(upper, deals=deals, seats=_seats(upper), first_dealer=Seat(match["first_dealer"]))
    play.submit_sheet(_tables(competition, match["code"])[0])


def _rows(match: dict) -> list[csv_sheet.Row]:
    return list(csv_sheet.parse((FOLDER / f"{match['code']}.csv").read_bytes()))


def _seats(upper: PairMatch) -> dict[Seat, Player]:
    (north, south), (east, west) = (pair.present for pair in upper.state.pairs)
    return {Seat.N: north, Seat.E: east, Seat.S: south, Seat.W: west}


def _answer(competition: Competition, match: dict) -> None:
    other = _tables(competition, match["code"])[1]
    if match["end"] == "confirmed":
        play.confirm(other, outcome=1)
    elif match["end"] == "disputed":
        play.dispute(other, outcome=1, reason=match["reason"])


def _rule(competition: Competition, match: dict, by: Actor) -> None:
    draw = draw_to_change(competition)
    winner = draw.matches[match["code"]].pairs[match["winner"]].number
    rule = RULES[match["ruling"]](competition, draw, match["code"], Ruling(winner))
    decide(rule, grounds=Grounds(match["reason"]), shown=rule.preview().fingerprint, by=by)


def _happen(competition: Competition, act: dict, day: Callable[[int], date], by: Actor) -> None:
    """Let one of these happen, as the story says it."""
    pairs = {pair.number: pair for pair in draw_to_change(competition).pairs.values()}
    if "told" in act:
        for occasion, way in product(act["told"], Told.Way):
            telling.told(competition, Occasion(occasion), way, who="", by=by)
    elif "opened" in act:
        attendance.opened([pairs[number] for number in act["opened"]])
    elif "away" in act:
        pair = pairs[act["away"]]
        attendance.keep_away(pair, [(day(first), day(last)) for first, last in act["spans"]], by=Actor(pair=pair))
    else:
        _arrange(competition, act, day)


def _arrange(competition: Competition, act: dict, day: Callable[[int], date]) -> None:
    code = next(act[verb] for verb in ("offer", "decline", "take", "read") if verb in act)
    state = draw_to_change(competition).matches[code]
    place = Place(state.pairs[act["by"]], code)
    attendance.opened([place.pair])
    if "offer" in act:
        arranging.offer(place, dates=[_moment(day(one), EVENING) for one in act["dates"]], venue=act.get("venue", ""))
        return
    stands = offers_of(state).open
    if stands is None:
        raise LookupError(code)
    if "read" in act:
        arranging.read(place, offered=stands.pk)
    elif "take" in act:
        arranging.take(place, offered=stands.pk, at=moments(stands)[0])
    else:
        arranging.decline(place, reason=act["reason"])
