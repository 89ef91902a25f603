import html
import re
from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.utils import timezone

from competition.audit.actions import Actor
from competition.contest.models import Conditions
from competition.contest.presenters.conditions import consequence
from competition.entries.actions.pairs import keep_away
from competition.match.actions import arranging
from competition.match.models import Offer
from tests import stories
from tests.competition.desk_reading import desk, said, short, text
from tests.markup import markup

DUE = date(2030, 5, 31)


class Clock:
    """A clock that tests can set to noon on any day."""

    def __init__(self, patch) -> None:
        self.patch = patch

    def strike(self, month: int, day: int) -> None:
        self.patch.setattr(timezone, "now", lambda: datetime(2030, month, day, tzinfo=UTC))


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch)


def evening(month: int, day: int) -> datetime:
    return datetime(2030, month, day, 7, 30, tzinfo=UTC)


@pytest.fixture
def competition(clock):
    """Return a match nine days overdue. The upper pair made two offers, and the lower pair only opened the latest."""
    competition = stories.published(4)
    clock.strike(5, 2)
    stories.offer(competition, dates=[evening(5, 10), evening(5, 12)], venue="at Ada’s")
    clock.strike(5, 6)
    arranging.decline_dates(stories.place(competition, which=1), reason="we are away")
    clock.strike(6, 5)
    offered = stories.offer(competition, dates=[evening(6, 12)])
    clock.strike(6, 6)
    arranging.mark_as_read(stories.place(competition, which=1), offered=offered.pk)
    clock.strike(6, 8)
    return competition


def overdue(competition, organiser, **query):
    return organiser.get(desk("overdue", competition, "R1-M1", **query))


def forms(page) -> dict[str, tuple[str, dict[str, str]]]:
    """Return the form for each decision: the address and the values, by button."""
    found = re.findall(r'<form class="form" method="post"\s+action="([^"]+)"\s*>(.*?)</form>', markup(page), re.S)
    sent = {}
    for address, body in found:
        keys = dict(re.findall(r'name="(\w+)" value="([^"]*)"', body))
        keys["reason"] = html.unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", body, re.S)[1])
        button = re.search(r"<button[^>]*>(.*?)</button>", body)[1]
        sent[html.unescape(button)] = (html.unescape(address), keys)
    return sent


def press(competition, organiser, button: str, **more):
    address, keys = next(
        sent for name, sent in forms(overdue(competition, organiser)).items() if name.startswith(button)
    )
    return organiser.post(address, keys | more, follow=True)


def names(competition):
    return [short(pair) for pair in stories.now(competition).matches["R1-M1"].pairs]


def test_overdue_page_shows_offers_chart_and_dependent_matches(competition, organiser):
    upper, lower = names(competition)

    found = overdue(competition, organiser)

    page, picture = text(found), re.search(r"<svg.*?</svg>", markup(found), re.DOTALL)[0]
    assert f"{upper} v {lower}: 8 days past the play-by date" in page
    assert f"{upper} have offered three dates in two offers." in page
    assert f"{lower} have offered no dates, and have not replied since Wednesday, although they opened" in page
    assert "Fri 10 May, 19:30; Sun 12 May, 19:30 after four days: declined, “we are away”" in page
    assert "Wed 12 Jun, 19:30 none for three days, opened on Thursday" in page
    assert "Final Then the winner of " in page
    assert "22 days are left for it." in page
    assert "the next round then has" in page
    assert "through without playing in the final." in page
    assert "at Ada’s" not in markup(found)
    assert 'aria-hidden="true"' in picture
    assert (picture.count('class="open"'), picture.count('class="cross"')) == (1, 2)


def test_a_set_day_closes_the_open_offer(competition, organiser):
    stories.fix_day(competition, day=date(2030, 6, 20), place="12 Lake Road")

    page = text(overdue(competition, organiser))

    assert "Wed 12 Jun, 19:30 closed, because the day of play was set" in page
    assert "You set the match for Thu 20 Jun 2030, 19:30." in page
    assert "have not replied" not in page
    assert "12 days left" in page


def test_reasons_mention_no_dates_if_there_is_no_offer(competition, organiser):
    Offer.objects.all().delete()
    upper, _ = names(competition)

    ways = {button: sent["reason"] for button, (_, sent) in forms(overdue(competition, organiser)).items()}

    assert ways[f"Award the match to {upper}"].endswith("go through.")
    assert ways["Pick the winner at random"].endswith(
        "Neither pair offered a date here, so the winner is picked at random."
    )
    assert "They offered" not in text(overdue(competition, organiser))


def test_one_button_extends_the_match(competition, organiser):
    page = press(competition, organiser, "Extend to")

    assert said(page) == ["Extended: Ada North 3 & Ben South 3 v Ada North 4 & Ben South 4."]
    state = stories.now(competition).matches["R1-M1"]
    assert DUE < state.play_by < stories.now(competition).matches["R2-M1"].play_by
    assert "are still open" in state.extension.reason


def test_match_is_awarded_to_the_pair_with_more_offers(competition, organiser):
    upper, _ = names(competition)
    other = stories.now(competition).matches["R1-M1"].pairs[1]
    assert f"Award the match to {short(other)}" in forms(overdue(competition, organiser, award=other.number))

    press(competition, organiser, f"Award the match to {upper}")

    state = stories.now(competition).matches["R1-M1"]
    assert (short(state.winner), str(state.result.kind)) == (upper, "walkover")
    assert state.last.reason.startswith("The match was not played by Fri 31 May 2030.")


def test_organiser_can_change_the_reason(competition, organiser):
    press(competition, organiser, "Give a double default", reason="I am sorry: nobody played.")

    state = stories.now(competition).matches["R1-M1"]
    assert (state.winner, state.last.reason) == (None, "I am sorry: nobody played.")


def test_one_button_decides_the_match_at_random(competition, organiser):
    press(competition, organiser, "Pick the winner at random")

    state = stories.now(competition).matches["R1-M1"]
    assert str(state.result.kind) == "lots"
    assert state.last.seed


def test_an_outdated_decision_is_refused(competition, organiser):
    found = forms(overdue(competition, organiser))
    stories.settle(competition, "R1-M2")
    address, keys = found["Give a double default"]

    response = organiser.post(address, keys)

    assert response.status_code == 409
    assert stories.now(competition).matches["R1-M1"].result is None


def test_decisions_that_the_conditions_forbid_are_not_offered(clock, client):
    competition = stories.published(2, extensions=False)
    clock.strike(6, 8)
    client.force_login(competition.organisers.get())

    buttons = [*forms(overdue(competition, client))]

    assert buttons[1:] == ["Pick the winner at random", "Give a double default"]
    assert buttons[0].startswith("Award the match to")


def test_overdue_page_shows_when_a_pair_is_away(competition, organiser):
    pair = stories.place(competition).pair
    keep_away(pair, [(date(2030, 6, 10), date(2030, 6, 14))], by=Actor(pair=pair))

    page = overdue(competition, organiser)

    assert f"{short(pair)} are away from Mon 10 Jun to Fri 14 Jun." in text(page)
    assert markup(page).count('class="away"') == 1


def test_a_decided_match_redirects_to_its_page(competition, organiser):
    stories.settle(competition, "R1-M1")

    assert overdue(competition, organiser).url == desk("match", competition, "R1-M1")


def test_overdue_page_takes_at_most_ten_queries(competition, organiser, django_assert_max_num_queries):
    overdue(competition, organiser)
    for day in range(13, 18):
        dates = [evening(6, day), evening(6, day) + timedelta(hours=1)]
        stories.offer(competition, dates=dates, by=day % 2)

    overdue(competition, organiser)
    with django_assert_max_num_queries(10):
        overdue(competition, organiser)


@pytest.mark.parametrize(
    ("unplayed", "with_offers", "first"),
    [
        ("organiser", True, "Extend"),
        ("offers", True, "Award the match to {upper}"),
        ("offers", False, "Award the match to {lower}"),
        ("on the day", True, "Award the match to {upper}"),
        ("offered", True, "Award the match to {upper}"),
        ("offered", False, "Give a double default"),
        ("neither", True, "Give a double default"),
        ("default", True, "Give a double default"),
        ("lot", True, "Pick the winner at random"),
    ],
)
def test_the_decision_named_in_the_conditions_comes_first(competition, organiser, unplayed, with_offers, first):
    hour = time(14) if unplayed == "on the day" else None
    Conditions.objects.update(unplayed=unplayed, last_hour=hour, extensions=unplayed != "default")
    if not with_offers:
        Offer.objects.all().delete()
    upper, lower = names(competition)

    page = overdue(competition, organiser)

    assert next(iter(forms(page))).startswith(first.format(upper=upper, lower=lower))
    assert f"According to your conditions: “{consequence(Conditions.objects.get())}”" in text(page)


def test_an_extension_comes_first_before_the_match_is_overdue(competition, organiser, clock):
    Conditions.objects.update(unplayed="neither")
    clock.strike(6, 2)

    assert next(iter(forms(overdue(competition, organiser)))).startswith("Extend")
