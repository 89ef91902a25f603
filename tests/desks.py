"""Desks of competitions in each phase of a season, of any size, with all their pages."""

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import product

from django.urls import get_resolver, reverse
from django.utils import timezone

from competition.audit.models import LogEntry
from competition.contest.access import invitation_key, lost_password_key
from competition.contest.actions import invite
from competition.contest.models import Competition, Conditions
from competition.desk.queries import overview
from competition.draw.actions.publishing import make_draw, swap_pairs
from competition.draw.models.rounds import PlaceChange, Round, RoundDraw
from competition.draw.rules.result import Stage
from competition.entries.queries.pairs import PlayerEntry
from competition.match.actions import pair_sheet
from competition.rulings.models import NameCorrection
from competition.transfer.actions.adopting import save_lines, save_places
from scoring.rules.conditions import ScoringConditions
from tests import bulk, stories
from tests.house.test_views_have_access_checks import addresses

TODAY = timezone.localdate()
# States of the round 1 matches in mid-season, in turn.
STANDS = ("disputed", "in play", "decided", "ready", "sent in", "decided")
PLAYED = stories.deal("3NT", 9), stories.deal("2H", 8, "E")
# Query parameters that change the content of a page.
ASKED = {
    "matches": ["show=overdue", "round=1&find=a", "all=1"],
    "conditions": ["preset=short"],
    "attendance": ["find=a"],
    "rehearsal": ["pairs=27"],
    "reveal": ["lot=2"],
    "letters": ["to=paper", "pair=1", "for=draw"],
    "topic": ["pair=1"],
    "extend": ["round=1", "match=R1-M1&match=R2-M1"],
    "undo-extension": ["round=2", "match=R1-M1"],
    "undo-conditions": ["round=2"],
    "confirm": ["match=R1-M1"],
    "type-in-totals": ["known=margin", "known=winner"],
    "rule": ["kind=played", "kind=margin", "kind=winner", "kind=walkover", "kind=penalty"],
    "log": ["page=2", "who=pairs", "match=R1-M1", "pair=1"],
}


def taking_entries(pairs: int) -> Competition:
    """Return a competition open for entries, with waiting entries, similar names and a substitute."""
    competition = _entered(pairs, closing_date=TODAY + timedelta(days=7))
    player = PlayerEntry("Ida Tern", "07 555 0199")
    stories.substitute(competition.pairs.get(number=1), player, because="He is ill.")
    for player in competition.players.filter(place=1, pair__number__in=range(2, pairs + 1, 4)):
        competition.players.filter(pair=player.pair, place=2).update(name=f"{player.name}e", key=f"{player.key}e")
    for n in range(pairs // 2):
        stories.waiting(competition, f"Ada E{n}", "Ida Terne")
    return competition


def drawn(pairs: int) -> Competition:
    """Return a competition with an unpublished draw, in which two pairs were swapped, and a draft made elsewhere."""
    competition = _entered(pairs)
    stories.draw_lots(competition)
    attempt = make_draw(competition, by=stories.organiser_of(competition))
    by = stories.organiser_of(competition)
    swap_pairs(attempt, one=1, other=2, reason="They share a car.", by=by)
    entered = list(competition.pairs.all())
    save_lines(competition, lines="\n".join(pair.name for pair in entered), answers={}, by=by)
    save_places(competition, places=[pair.number for pair in entered], by=by)
    return competition


def running(pairs: int) -> Competition:
    """Return a competition in mid-season with a late pair and matches in every state."""
    competition = _entered(pairs)
    stories.publish(competition)
    replaced = stories.now(competition).matches["R1-M1"].pairs[1].number
    stories.put_in(stories.enter_late(competition), instead_of=replaced)
    stories.enter_late(competition, "Uma Tardy", "Vic Tardier")
    stories.respell(competition.pairs.first(), "Ada Northe")
    stories.correct_details(competition, region="The Lakes")
    stories.change_rules(competition, None, "Entry fee", "The fee is $20.")
    code = "R1-M2"
    bulk.play(competition, 0, STANDS)
    Round.objects.filter(draw__competition=competition, number=1).update(play_by=TODAY - timedelta(days=10))
    upper, lower = stories.tables(competition, code)
    stories.correct_deal(upper, number=1, deal=PLAYED[0])
    pair_sheet.type_in_own(lower, deals=dict(enumerate(PLAYED, start=1)))
    stories.settle(competition, code)
    stories.withdraw(lower.pair, reason="She is ill.")
    stories.extend(competition, "R1-M1")
    stories.extend(competition, 2)
    stories.correct_conditions(competition, 2, ScoringConditions(deals=36))
    stories.add_past_season(competition)
    return competition


def over(pairs: int) -> Competition:
    """Return a competition in which every match is decided."""
    competition = _entered(pairs)
    stories.publish(competition)
    for number in range(len(stories.now(competition).rounds)):
        bulk.play(competition, number, ["decided"])
    return competition


PHASES = {"taking entries": taking_entries, "drawn": drawn, "running": running, "over": over}


def _entered(pairs: int, **details) -> Competition:
    competition = bulk.entered(pairs, opening_day=TODAY, **details)
    Conditions.objects.filter(competition=competition).update(clubs_apart=True, areas_together=True, deals=4)
    competition.refresh_from_db()
    competition.pairs.update(club="St. Anne's BC", area="North shore", attending=True)
    competition.pairs.filter(number__in=range(2, pairs + 1, 3)).update(club="St Annes B.C.")
    competition.players.update(phone="07 555 0101")
    competition.players.filter(place=1).exclude(pair__number=3).update(email="player@example.org")
    invite(competition, name="Erin Vale", by=stories.organiser_of(competition))
    LogEntry.objects.bulk_create(
        LogEntry(competition=competition, pair=pair, event="opened", text="Written for a test.")
        for pair in competition.pairs.all()
    )
    return competition


def patterns() -> dict[str, str]:
    """Return the URL patterns of the desk with their names."""
    # Only the owner may open the pages about the site itself, which tests/browser/test_first_run.py tests.
    found = {address: pattern.name for address, pattern in addresses(get_resolver()) if address.startswith("/desk/")}
    return {address: name for address, name in found.items() if not address.startswith("/desk/site/")}


def pages(competition: Competition) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the addresses of this competition's desk, including the match page in each of its states.

    The key of an address is its pattern, the chosen values and the query. Each query is included once.
    """
    everything = _known(competition)
    for pattern, name in patterns().items():
        known = everything if name == "match" else everything | {"code": _told_apart(everything["code"])}
        parts = re.findall(r"<\w+:(\w+)>", pattern)
        asked = ["", *ASKED.get(name, [])]
        for choice in product(*(known[part] for part in parts)):
            address = pattern
            for part, which in zip(parts, choice, strict=True):
                address = re.sub(rf"<\w+:{part}>", str(known[part][which]), address)
            for query in asked:
                yield (pattern, *choice, query), f"{address}?{query}" if query else address
            asked = [""]


def sheets(competition: Competition) -> Iterator[tuple[tuple[str, str], str, dict[str, object]]]:
    """Yield the form data for each preview of consequences in mid-season, with its address."""
    code, pair = "R1-M1", stories.now(competition).matches["R1-M1"].pairs[0].number
    why: dict[str, object] = {"reason": "Snow.", "note": ""}
    totals: dict[str, object] = {"total_upper": 900, "total_lower": 500}
    for name, query, filled_in in (
        ("rule", "kind=walkover", {"kind": "walkover", "winner": pair}),
        ("rule", "kind=lots", {"kind": "lots"}),
        ("rule", "kind=double default", {"kind": "double default"}),
        ("type-in-totals", "", totals | {"source": "letter", "counts": "at once", "save": "1"}),
    ):
        yield (name, query), reverse(f"desk:{name}", args=[competition.slug, code]), filled_in | why
    for query in ("round=1", f"match={code}"):
        address = reverse("desk:extend", args=[competition.slug])
        yield ("extend", query), f"{address}?{query}", {"days": 200} | why


def _ready(competition: Competition) -> dict[str, object]:
    """Return a pair that has not begun to play, if there is one."""
    if not competition.is_published:
        return {}
    ready = (state for state in stories.now(competition).matches.values() if state.stage is Stage.READY)
    found = next((state for state in ready if not state.meeting), None)
    return {"ready": found.pairs[0].number} if found else {}


def _told_apart(codes: dict[str, object]) -> dict[str, object]:
    return {word: code for word, code in codes.items() if word in ("disputed", "today")}


def _known(competition: Competition) -> dict[str, dict[str, object]]:
    """Return the values for each parameter in an address, each with a key."""
    deputy = competition.organisers.get(first_name="Erin Vale")
    waiting = stories.applications(competition).first()
    gone = competition.pairs.filter(withdrawals__isnull=False).first()
    placing = PlaceChange.objects.filter(pair__competition=competition).last()
    spelt = NameCorrection.objects.filter(player__competition=competition).last()
    corrected = competition.corrections.last()
    rules = competition.rules_changes.last()
    round_draw = RoundDraw.objects.filter(round__draw__competition=competition, undoes=None).last()
    past = competition.past_seasons.first()
    draw, codes = overview.desk(competition).draw, dict[str, object]()
    for match in draw.matches.values() if draw else ():
        is_of_today = match.decided_at and timezone.localdate(match.decided_at) == timezone.localdate()
        word = "overdue" if match.overdue else "today" if is_of_today else str(match.stage)
        codes.setdefault(word, match.code)
    return {
        "competition": {"": competition.slug},
        "invitation": {"": invitation_key(deputy)},
        "key": {"": lost_password_key(deputy)},
        "deputy": {"": deputy.pk},
        "number": {"a pair": 1, "last": competition.pairs.last().number, **_ready(competition)}
        | ({"withdrawn": gone.number} if gone else {}),
        "round": {"": 1, "second": 2},
        "reference": {"": waiting.reference} if waiting else {},
        "code": codes,
        "respelling": {"": spelt.pk} if spelt else {},
        "correction": {"": corrected.pk} if corrected else {},
        "part": {"": rules.number} if rules else {},
        "rules_change": {"": rules.pk} if rules else {},
        "placing": {"": placing.pk} if placing else {},
        "round_draw": {"": round_draw.pk} if round_draw else {},
        "past": {"": past.pk} if past else {},
        "topic": {"": "draw", "of an entry": "received"},
    }
