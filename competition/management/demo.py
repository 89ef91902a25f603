"""The demo competition: invented players, told from `fixtures/demo/` through the same actions as in real use."""

import json
from datetime import date, timedelta

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from competition.contest.actions import founding
from competition.contest.models import Competition, Conditions
from competition.entries.actions import entering
from competition.knockout.actions import publishing, rulings
from competition.knockout.models.meeting import Meeting, Outcome
from competition.knockout.queries.reading import published_snapshot
from competition.knockout.rules.outcome import Kind
from competition.log import append_only
from competition.log.actions import Actor
from competition.lots import actions as lots_actions
from competition.match.actions import paper, play
from competition.match.models import OwnSheet
from competition.match.queries.pair_match import PairMatch
from scoring.formats import csv_sheet
from scoring.models import SummarySheet
from scoring.rules.sides import Seat

FOLDER = settings.BASE_DIR / "fixtures" / "demo"
ORGANISER = "demo"


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
    by = Actor(organiser=user)
    competition = _found(story, by)
    entering.enter_all(competition, [_entry(pair) for pair in story["pairs"]], by=by, on=competition.closing_date)
    lots_actions.commit(competition, by=by, secret=story["secret"])
    draw = lots_actions.draw_lots(competition, by=by, dice=story["dice"])
    publishing.publish(draw, play_by=[_day(days) for days in story["play_by"]], by=by)
    for match in story["matches"]:
        _play(competition, match, by)
    return competition


def _day(days_from_today: int) -> date:
    return timezone.localdate() + timedelta(days=days_from_today)


def _found(story: dict, by: Actor) -> Competition:
    competition = Competition(
        name=story["name"],
        slug=story["slug"],
        region=story["region"],
        season=timezone.localdate().year,
        closing_date=_day(story["closing"]),
        opening_day=_day(story["opening_day"]),
        is_demo=True,
    )
    return founding.found(competition, Conditions(clubs_apart=True), by=by)


def _entry(pair: dict) -> entering.Entry:
    first, second = (entering.PlayerEntry(**player) for player in pair["players"])
    return entering.Entry((first, second), pair["club"], pair["area"], pair["attending"])


def _play(competition: Competition, match: dict, by: Actor) -> None:
    if "ruling" in match:
        _rule(competition, match, by)
    elif "totals" in match:
        ours, theirs = match["totals"]
        play.submit_totals(_tables(competition, match["code"])[0], ours=ours, theirs=theirs)
        _answer(competition, match)
    else:
        _play_sheet(competition, match)
        _answer(competition, match)


def _tables(competition: Competition, code: str) -> tuple[PairMatch, ...]:
    snapshot = published_snapshot(competition)
    return tuple(PairMatch(snapshot, code, pair) for pair in snapshot.by_code[code].pairs)


def _play_sheet(competition: Competition, match: dict) -> None:
    """Finished matches are keyed in from paper, those still in play are recorded at the table."""
    upper, lower = _tables(competition, match["code"])
    (north, south), (east, west) = upper.pair.present, lower.pair.present
    seats = {Seat.N: north, Seat.E: east, Seat.S: south, Seat.W: west}
    first_dealer = Seat(match["first_dealer"])
    rows = csv_sheet.parse((FOLDER / f"{match['code']}.csv").read_bytes())
    if match["end"] != "in play":
        deals = {row.number: row.deal for row in rows}
        paper.key_in(upper, deals=deals, seats=seats, first_dealer=first_dealer)
        return
    play.open_sheet(upper, seats=seats, first_dealer=first_dealer)
    for row in rows:
        # Either pair records, as at a real table.
        seen = _tables(competition, match["code"])[row.number % 2]
        play.record_deal(seen, number=row.number, deal=row.deal, misdeals=row.misdeals, note=row.note)


def _answer(competition: Competition, match: dict) -> None:
    if match["end"] == "in play":
        return
    if "totals" not in match:
        play.submit_sheet(_tables(competition, match["code"])[0])
    other = _tables(competition, match["code"])[1]
    if match["end"] == "confirmed":
        play.confirm(other, outcome=1)
    elif match["end"] == "disputed":
        play.dispute(other, outcome=1, reason=match["reason"])


def _rule(competition: Competition, match: dict, by: Actor) -> None:
    snapshot = published_snapshot(competition)
    winner = snapshot.by_code[match["code"]].pairs[match["winner"]].number
    ruling = rulings.Ruling(Kind(match["ruling"]), winner, None, match["reason"])
    shown = rulings.look_ahead(snapshot, match["code"], ruling).fingerprint
    rulings.rule(competition, match["code"], ruling, shown=shown, by=by)
