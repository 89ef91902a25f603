"""Tests for the length and the words of every decision preview, in a draw of 37 pairs and 27 byes."""

import html
import re
from datetime import date

import pytest
from django.urls import get_resolver

from competition.draw.models.rounds import PlaceChange
from competition.draw.rules.result import ResultKind, Stage
from competition.match.actions import play
from competition.rulings.decisions.decision import Decision
from competition.rulings.decisions.results import RULES
from competition.rulings.models import DetailsCorrection, NameCorrection, RulesChange
from scoring.rules.conditions import ScoringConditions
from tests import stories
from tests.competition.desk_reading import desk, filled, text
from tests.house.test_views_have_access_checks import addresses
from tests.made_once import once

MOST_WORDS, LONGEST_LINK = 120, 2_000
CODES = re.compile(r"R\d+-M\d+|\b[Mm]atch \d+\b")
WHY = {"reason": "The committee decided so.", "note": ""}
DAY = {"day": "2030-06-10", "hour": "19:30", "place": "12 Lake Road"}
CONDITIONS = {"round": "6", "deals": "32", "extra_deals": "2", "tie_break": "continues", "only_partscore": "100"}


@pytest.fixture
@once
def competition():
    """Return a competition of 37 pairs in which a match was played and each kind of decision was made once."""
    made = stories.published(37, deals=2)
    made.players.update(email="player@example.org", phone="07 555 0101")
    played, other, third, reported, scored, *_ = to_play(made)
    stories.settle(made, played, kind=ResultKind.PLAYED, totals=(900, 500))
    play.submit_totals(stories.tables(made, reported)[0], ours=1000, theirs=500)
    upper, lower = stories.open_sheet(made, scored)
    stories.record(upper, stories.deal("3NT", 9), stories.deal("2H", 8, "E"))
    play.confirm(lower, outcome=play.submit_sheet(upper).number)
    stories.put_in(stories.enter_late(made))
    stories.withdraw(stories.now(made).matches[third].pairs[0])
    stories.extend(made, other)
    stories.extend(made, 6)
    stories.fix_day(made, other, day=date(2030, 6, 10))
    stories.name_home_pair(made, code=other)
    stories.note_penalty(made, code=other)
    stories.name_stand_in(made, stories.now(made).matches[other].pairs[1], "Sue Stand", other)
    stories.change_deals(made, 36, other)
    stories.correct_conditions(made, 5, ScoringConditions(deals=36))
    stories.change_rules(made, None, "Entry fee", "The fee is $20.")
    stories.respell(made.pairs.first(), "Ada Northe")
    stories.correct_details(made, region="The Lakes")
    return made


def to_play(competition) -> list[str]:
    return [state.code for state in stories.now(competition).matches.values() if state.stage is Stage.READY]


def pages(competition):
    """Yield the name, address and form of each decision. If the form is None, the page's own form is used."""
    matches = stories.now(competition).matches
    reported = next(code for code, state in matches.items() if state.stage is Stage.SUBMITTED)
    played = next(code for code, state in matches.items() if state.result and state.result.totals == (900, 500))
    scored = next(code for code, state in matches.items() if state.recorded)
    other = next(code for code, state in matches.items() if state.set_day)
    code = next(code for code in to_play(competition) if code != other)
    upper, lower = matches[code].numbers
    gone = competition.pairs.filter(withdrawals__isnull=False).first().number
    late = stories.enter_late(competition, "Uma Tardy", "Vic Tardier").number
    rounds = {f"round{number}": f"2030-{number + 5:02}-20" for number in range(1, 7)}
    for name, where, query, sent in (
        ("place-pair", [late], {}, {"where": "lot"}),
        ("place-pair", [late], {}, {"where": str(upper)}),
        ("withdraw-pair", [upper], {}, None),
        ("bring-back-pair", [gone], {}, None),
        ("entered-twice", [upper], {}, None),
        ("undo-placing", [PlaceChange.objects.get().pk], {}, None),
        ("undo", [played], {}, None),
        ("confirm", [], {"match": reported}, {}),
        ("extend", [], {"match": code}, {"days": "9"}),
        ("extend", [], {"round": 1}, {"days": "9"}),
        ("fix-day", [], {"match": code}, DAY),
        ("fix-day", [], {"round": 1}, DAY),
        ("dates", [], {}, rounds),
        ("undo-extension", [], {"round": 6}, None),
        ("undo-fixed-day", [], {"match": other}, None),
        ("correct-conditions", [], {}, CONDITIONS),
        ("undo-conditions", [], {"round": 5}, None),
        ("details", [], {}, {"name": "The Lakes Knockout"}),
        ("undo-details", [DetailsCorrection.objects.get().pk], {}, None),
        ("respell", [lower], {}, {"player1": "Ann Ash", "player2": "Bob Birch", "same": "on"}),
        ("undo-spelling", [NameCorrection.objects.get().pk], {}, None),
        ("add-rules", [], {}, {"heading": "Smoking", "text": "Nobody smokes. " * 60}),
        ("change-rules", [1], {}, {"heading": "Entry fee", "text": "The fee is $25."}),
        ("undo-rules", [RulesChange.objects.get().pk], {}, None),
        ("stand-in", [code, upper], {}, {"player": "Ivy Stand", "leaving": "1"}),
        ("undo-stand-in", [other, matches[other].numbers[1]], {}, None),
        ("correct-deals", [scored], {}, {"deals": "1 3nt n -2"}),
        ("deals", [code], {}, {"deals": "36"}),
        ("undo-deals", [other], {}, None),
        ("home-pair", [code], {}, {"home": "lower"}),
        ("undo-home-pair", [other], {}, None),
        ("note-penalty", [code], {}, {"penalised": "lower", "points": "100"}),
        ("undo-note-penalty", [other], {}, None),
        ("cancel", [], {}, None),
    ):
        yield name, desk(name, competition, *where, **query), sent
    for name, sent in (("extend", {"days": "9"}), ("fix-day", DAY)):
        ticked = "&".join(f"match={one}" for one in to_play(competition))
        yield name, f"{desk(name, competition)}?{ticked}", sent
    for way in RULES:
        code = played if way in ("reopen", "replay", "penalty", "takes place") else other
        totals = {"total_upper": "500", "total_lower": "900", "winner": matches[code].numbers[1], "margin": "400"}
        yield way, desk("rule", competition, code, kind=way), totals | {"kind": way, "penalised": "+0", "points": "300"}
    stories.cancel(competition)
    yield "play-on", desk("play-on", competition), None


def preview(organiser, address: str, sent: dict | None):
    page = organiser.get(address)
    is_at_once = 'name="shown"' in page.content.decode()
    return page if is_at_once else organiser.post(address, filled(page, **WHY, **(sent or {}), shown=""))


def faults(page) -> list[str]:
    """Return the faults in a preview."""
    before, folded, _ = page.content.decode().partition('<details id="all"')
    before = re.sub(r"</summary>.*?</details>", "", before, flags=re.DOTALL)
    if not folded:
        return [f"no preview: {text(page)[:300]}"]
    main = html.unescape(re.sub(r"<[^>]*>", " ", before.partition("<main")[2].partition(">")[2]))
    # Invented players' names end in a number, which is not a word.
    words = re.sub(r"(?<=th) \d+| &(?= )", "", main).split()
    links = re.findall(r'href="mailto:([^"]+)"', page.content.decode())
    found = CODES.findall(text(page)) + [link[:60] for link in links if len(link) > LONGEST_LINK]
    return found + ([f"{len(words)} words: {' '.join(words)}"] if len(words) > MOST_WORDS else [])


def test_every_preview_is_short_and_names_pairs(organiser, competition):
    found, names = {}, set()
    for name, address, sent in pages(competition):
        found[address] = faults(preview(organiser, address, sent))
        names.add(name)

    assert "\n".join(f"{address} {wrong}" for address, wrong in found.items() if wrong) == ""
    patterns = (pattern for _, pattern in addresses(get_resolver()))
    others = {"undo-draw", "undo-round-draw", "enter-plate", "join-later"}
    assert names >= {pattern.name for pattern in patterns if is_decision(pattern)} - others


def is_decision(pattern) -> bool:
    kind = pattern.default_args.get("kind")
    return isinstance(kind, type) and issubclass(kind, Decision)


def test_undoing_a_draw_of_37_pairs_has_a_short_preview(at_desk):
    competition = stories.published(37)

    assert faults(preview(at_desk(competition), desk("undo-draw", competition), None)) == []


def test_undoing_the_draw_of_a_round_of_37_pairs_has_a_short_preview(at_desk):
    competition = stories.published(37, drawn_by_round=True)
    stories.draw_next_round(competition)
    row = stories.now(competition).rows.rounds[1].round_draws.all()[0]

    assert faults(preview(at_desk(competition), desk("undo-round-draw", competition, row.pk), None)) == []


def test_a_direct_entry_to_the_plate_of_37_pairs_has_a_short_preview(at_desk):
    competition = stories.published(37, plate="round 1", plate_open_until=date(2099, 12, 31))
    late = stories.enter_late(competition)

    assert faults(preview(at_desk(competition), desk("enter-plate", competition, late.number), None)) == []


def test_a_pair_that_joins_one_of_four_places_has_a_short_preview(at_desk):
    competition = stories.published(37, join_places=4, join_left=16, join_until=date(2099, 12, 31))
    late = stories.enter_late(competition)

    assert faults(preview(at_desk(competition), desk("join-later", competition, late.number), None)) == []
