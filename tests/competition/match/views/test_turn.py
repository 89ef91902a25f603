"""Tests for a pair's turn: the sentence and the next step in every state, and their truth in every mode."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from competition.contest.models import Competition
from competition.draw.queries.draw import PublishedDraw, clear_cache
from competition.entries.actions.pairs import keep_away
from competition.entries.models import Pair
from competition.match.actions import play
from competition.match.actions.arranging import cancel_date
from competition.match.presenters.steps import PairTurn, Step
from competition.match.presenters.turn import turn_of, turn_on_path
from competition.match.queries.play import PairView, Path, path_of
from tests import stories, turns
from tests.competition.pair_reading import address, text
from tests.competition.worlds import at
from tests.markup import markup
from tests.turns import TODAY, evening

MOST_WORDS = 30


def offered(competition: Competition) -> None:
    stories.offer(competition, dates=[evening(3), evening(5)], venue="12 Lake Road")


def agreed(competition: Competition) -> None:
    stories.agree(competition, at=evening(3), venue="12 Lake Road")


def cancelled(competition: Competition) -> None:
    agreed(competition)
    cancel_date(stories.place(competition, which=1), reason="Ben is ill.")


def fixed(competition: Competition) -> None:
    stories.fix_day(competition, day=TODAY + timedelta(days=3), place="12 Lake Road")


def nothing(competition: Competition) -> None:
    """Leave the competition as it is."""


PASSED = "The dates that {others} offered have passed."
# The event before play, the pair (0 or 1), the days until now, and the kind, bar, sentence and step.
STATES: dict[str, tuple[Callable, int, int, str, str, str, str]] = {
    "no date": (nothing, 0, 0, "ours", "Your turn", "Agree a date with {others}.", "Offer dates"),
    "we offered": (offered, 0, 0, "wait", "Their turn", "{others} have your two dates.", "Phone {player}"),
    "they offered": (offered, 1, 0, "ours", "Your turn", "{others} offer two dates.", ""),
    "agreed": (agreed, 0, 0, "wait", "Date agreed", "You play {others} on {day}, 19:30.", "See or change the date"),
    "today": (agreed, 0, 3, "ours", "Today", "You play {others} today at 19:30.", "Start the score sheet"),
    "the day after": (agreed, 1, 4, "ours", "Your turn", "Have you played {others}?", "Report two totals"),
    "cancelled by them": (cancelled, 0, 0, "off", "Date cancelled", "{others} cancelled the date.", "Offer new dates"),
    "cancelled by us": (cancelled, 1, 0, "off", "Date cancelled", "You cancelled the date.", "Offer new dates"),
    "set day": (fixed, 0, 0, "wait", "The day is set", "You play {others} on {day}, 19:30.", "See the match"),
    "overdue": (nothing, 0, 28, "late", "18 days past its date", "You have no date with {others}.", "Offer dates"),
    "they offered, overdue": (offered, 1, 28, "late", "18 days past its date", PASSED, "Offer other dates"),
}


def turn(draw: PublishedDraw, which: int) -> tuple[PairView, PairTurn]:
    """Return the first match and the turn of one of its pairs."""
    match = PairView(draw, "R1-M1", draw.matches["R1-M1"].pairs[which])
    found = turn_of(match)
    assert found
    return match, found


@pytest.mark.parametrize("name", STATES)
def test_each_state_has_one_sentence_and_one_step(name):
    happens, which, days, kind, bar, sentence, step = STATES[name]
    competition = stories.published(2, first_play_by=TODAY + timedelta(days=10))
    happens(competition)

    match, found = turn(at(competition, timezone.now() + timedelta(days=days)), which)

    others = match.opponents
    facts = {
        "others": others,
        "day": f"{evening(3):%a} {evening(3).day} {evening(3):%b %Y}",
        "player": others.present[0],
    }
    assert (found.bar, found.sentence) == (bar, sentence.format(**facts))
    assert (found.step.label if found.step else "") == step.format(**facts)
    assert found.kind == kind
    assert len(found.others) <= 2
    assert len(f"{found.bar} {found.sentence} {found.line}".split()) <= MOST_WORDS


def test_only_future_dates_can_be_chosen():
    competition = stories.published(2, first_play_by=TODAY + timedelta(days=10))
    offered(competition)

    found = [
        [key.at for key in turn(at(competition, timezone.now() + timedelta(days=days)), 1)[1].dates]
        for days in (0, 4, 6)
    ]

    assert found == [[evening(3), evening(5)], [evening(5)], []]


def test_possible_opponents_are_named_until_one_is_known():
    competition = stories.published(4)
    stories.settle(competition, "R1-M1")
    draw = stories.now(competition)
    final = draw.matches["R2-M1"]

    found = turn_of(PairView(draw, "R2-M1", final.pairs[0]))

    assert found
    names = [draw.forms[pair.number].short for pair in draw.matches["R1-M2"].pairs]
    assert (found.bar, found.sentence.replace("\u00a0", " ")) == ("Nothing to do", f"You play {' or '.join(names)}.")
    assert found.step
    assert (found.step.label, found.step.address) == ("Follow their match", f"/{competition.slug}/matches/R1-M2/")


def test_a_date_on_a_day_away_is_marked_and_the_offer_counts_as_read(phone):
    competition = stories.published(2, first_play_by=TODAY + timedelta(days=10))
    offered(competition)
    pair = stories.place(competition, which=1).pair
    keep_away(pair, [(evening(3).date(), evening(3).date())], by=stories.organiser_of(competition))

    _, found = turn(stories.now(competition), 1)
    page = phone(pair).get(address("match", competition))

    assert [key.is_away for key in found.dates] == [True, False]
    assert markup(page).count("data-away") == 1
    read = f'action="{reverse("play:read-dates", args=[competition.slug, "R1-M1"])}" data-seen hidden'
    assert read in markup(page)
    assert f'href="{address("arrange", competition)}#others"' in markup(page)


# The kind, bar, sentence and step in each state after the dates. X is the other pair.
LATER = {
    "entered": ("wait", "Entered", "You are entered as pair 1.", "See the competition"),
    "started": ("ours", "In play", "Deal 3 of 30 is next.", "Continue the score sheet"),
    "on the other phone": ("ours", "In play", "Deal 3 of 30 is next.", "See the score sheet"),
    "asked": ("ours", "Your turn", "Was deal 1 written down wrongly?", "Read and answer"),
    "all played": ("ours", "Your turn", "You won by 6,750.", "Pass the phone to confirm"),
    "reported by us": (
        "wait",
        "Their turn",
        "You reported that you won by 6,750.",
        "Pass the phone to confirm",
    ),
    "reported by them": ("ours", "Your turn", "Is it right that you lost by 6,750?", "Confirm the result"),
    "disputed": ("wait", "Organiser’s turn", "You and X disagree about deal 17.", "See the deals"),
    "they dispute": ("wait", "Organiser’s turn", "You and X disagree about deal 17.", "See the deals"),
    "totals disputed": (
        "wait",
        "Organiser’s turn",
        "You and X disagree about the result.",
        "Report it again",
    ),
    "lost": ("done", "Final result", "You lost by 6,750 points.", "See all deals"),
    "ruled": ("done", "Final result", "The organiser decided that X go through.", "See the draw"),
    "walkover": ("done", "Final result", "X go through by walkover.", "See the draw"),
    "extended": ("ours", "Your turn", "Agree a date with X.", "Offer dates"),
    "withdrawn": ("wait", "Withdrawn", "Your entry was withdrawn.", "See the draw"),
    "out after correction": ("done", "Final result", "The organiser decided that X go through.", "See all deals"),
    "champion": ("done", "Champions", "You are the champions.", "See the draw"),
}


# The totals on the card: this pair's and the other pair's.
WON, LOST = [7_450, 700], [700, 7_450]
SCORES = {
    "started": [150, 40],
    "on the other phone": [40, 150],
    "all played": WON,
    "reported by us": WON,
    "reported by them": LOST,
    "disputed": LOST,
    "they dispute": WON,
    "lost": LOST,
}


def path_as_read(pair: Pair) -> Path:
    """Return a pair's matches as a new request reads them."""
    clear_cache()
    return path_of(Pair.objects.get(pk=pair.pk))


def four_pairs(**conditions) -> Competition:
    return stories.published(4, first_play_by=TODAY + timedelta(days=10), **conditions)


@pytest.mark.parametrize("name", LATER)
def test_each_later_state_has_one_sentence_and_one_step(name):
    path = path_as_read(turns.STATES[name](four_pairs()))

    found = turn_on_path(path)

    others = path.tables[-1].opponents if path.tables else None
    kind, bar, sentence, step = LATER[name]
    assert (found.kind, found.bar, found.step and found.step.label) == (kind, bar, step)
    assert found.sentence == re.sub(r"\bX\b", str(others), sentence)
    assert len(f"{found.bar} {found.sentence} {found.line}".replace(" & ", " ").split()) <= MOST_WORDS
    assert len(found.others) <= 2
    assert [total for _, total in found.score] == SCORES.get(name, [])


def test_the_winners_are_led_to_their_next_match():
    competition = four_pairs()
    pair = turns.won(competition)

    match = turn_of(stories.table(pair, "R1-M1"))

    assert (match.bar, match.sentence) == ("Final result", "You won by 6,750 points.")
    assert match.step == Step("Open your next match", address("match", competition, code="R2-M1"))


def test_the_pair_reads_changed_deals_before_it_confirms_the_result():
    competition = four_pairs(deals=4)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, *[turns.GAME, turns.PART] * 2)
    stories.correct_deal(stories.tables(competition)[0], number=4, deal=stories.deal("1D", 9, "W"))
    play.submit_sheet(stories.tables(competition)[0])

    found = turn_of(stories.tables(competition)[1])

    assert "Deal 4 was changed after recording." in found.line
    assert found.step == Step("See the changed deals", f"{address('match', competition)}#changes-made")
    assert [step.label for step in found.others] == ["Confirm the result", "Dispute the result"]


# Words that are false in a competition with this mode, on every page of a pair, unless they are quoted in a name.
NEVER = {
    "final": "Without a reply|Pass the phone|can confirm|confirm a result|Dispute the result",
    "both": r"final from|is final \d+ |of reading this",
    "automatic": r"the organiser decides\.|must confirm",
}
SETTLED_AT_ONCE = ("reported by us", "reported by them", "disputed", "they dispute", "totals disputed", "won", "lost")
SETTLED_AT_ONCE += ("out after correction",)


# A result that is final at once can be neither confirmed nor disputed.
STATES_IN_MODES = [
    (mode, name) for mode in NEVER for name in turns.STATES if mode != "final" or name not in SETTLED_AT_ONCE
]


@pytest.mark.parametrize(("mode", "name"), STATES_IN_MODES)
def test_no_page_contradicts_the_confirmation_mode(phone, settings, name, mode):
    settings.HAS_EMAIL = False
    competition = four_pairs(confirmation=mode, deals=4)

    reader = turns.STATES[name](competition)

    pages = [phone(reader).get(reverse("play:home"))]
    if reader.competition == competition:
        pages += [phone(reader).get(address("match", competition))]
    for page in pages:
        assert re.findall(rf"{NEVER[mode]}|[Ee]mail you|by email", text(page)) == []
