"""Tests for the desk of a competition."""

import html
import re
from datetime import date, timedelta

import pytest
from django.utils import timezone

from competition.audit.actions import Actor
from competition.audit.models import LogEntry
from competition.draw.actions.meetings import record_notice
from competition.draw.models.result_entry import Notice, ResultEntry
from competition.draw.rules.result import ResultKind
from competition.match.actions import pair_sheet, play
from competition.notifications.actions import delivery
from competition.notifications.models import Told, Topic
from competition.notifications.queries.message_states import notifications
from scoring.rules.conditions import ScoringConditions
from tests import desks, stories
from tests.competition.desk_reading import desk, short, text
from tests.factories import OrganiserFactory
from tests.markup import markup

pytestmark = pytest.mark.published(4)

REMINDERS = (Topic.LATE, Topic.SOON)
BY_HAND = "This site sends no email. The texts to send, print or read out are ready."


def needs(page) -> list[tuple[str, str, str]]:
    """Return the tasks on the desk, each with its sentence, its reason and the label of its button."""
    part = markup(page).partition('<section id="needs"')[2].partition("</section>")[0]
    return [tuple(words(piece) for piece in pieces(item)) for item in re.findall(r"<li>(.*?)</li>", part, re.DOTALL)]


def pieces(item: str) -> list[str]:
    what, why = re.findall(r'<p class="wh.*?">(.*?)</p>', item, re.DOTALL)
    return [what, why, re.search(r'class="button.*?>(.*?)<', item)[1]]


def words(piece: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", piece)).split())


def heading(page) -> str:
    return re.search(r"<h1>(.*?)</h1>", markup(page))[1]


@pytest.fixture
def look(at_desk):
    """Return a function that opens a competition's desk, after all pairs were told everything but reminders."""

    def look(competition, *, told: bool = True):
        for one in notifications(stories.now(competition)) if told and competition.is_published else ():
            if one.message.topic in REMINDERS:
                continue
            about = {"pair": one.message.pair, "topic": one.message.topic, "about": one.message.about}
            Told.objects.get_or_create(**about, defaults={"way": "letter", "by": competition.organisers.first()})
        return at_desk(competition).get(desk("competition", competition))

    return look


@pytest.fixture
def late():
    return stories.published(8, first_play_by=timezone.localdate() - timedelta(days=8), deals=4)


def test_the_heading_counts_the_tasks(look, late):
    for code in ("R1-M2", "R1-M3", "R1-M4"):
        stories.settle(late, code)
    two = look(late)
    stories.settle(late, "R1-M1")
    none = look(late)

    assert (heading(two), heading(none)) == ("Two things to do", "Nothing to do today")
    assert [button for _, _, button in needs(two)] == ["Decide the match", "Remind 2 pairs"]
    assert "Nothing else to do. The next important date is" in text(two)
    assert "Nothing else to do" not in text(none)


def test_the_most_urgent_task_is_first(look, late):
    play.submit_totals(stories.tables(late, "R1-M2")[0], ours=1000, theirs=500)
    play.submit_totals(stories.tables(late, "R1-M3")[0], ours=1000, theirs=500)
    play.dispute(stories.tables(late, "R1-M3")[1], outcome=1, reason="We won.")

    page = look(late)

    assert [button for _, _, button in needs(page)] == [
        "Decide the match",
        "Decide the match",
        "Decide the match",
        "Mark as told",
        "Remind 4 pairs",
    ]
    assert markup(page).count("button primary") == 1


def test_matches_due_soon_share_one_task_until_reminded(look, at_desk):
    competition = stories.published(8, first_play_by=timezone.localdate() + timedelta(days=10))

    page = look(competition)

    ((what, why, button),) = needs(page)
    assert what == "4 matches are due soon and have no date."
    assert why.endswith("have ten days left and no date.")
    assert (button, 'href="messages/soon/"' in markup(page)) == ("Remind 8 pairs", True)
    at_desk(competition).post(desk("tell", competition, "soon"), {"way": "text"})
    assert needs(look(competition)) == []


def test_telling_pairs_about_their_match_is_a_task(look, competition):
    drawn = needs(look(competition, told=False))
    look(competition)
    stories.settle_round(competition, 1)

    known = needs(look(competition, told=False))

    assert drawn == [("The draw is published. 4 pairs to tell.", BY_HAND, "Tell 4 pairs")]
    assert "New matches are known. 2 pairs to tell." in [what for what, *_ in known]


def test_telling_pairs_about_new_conditions_is_a_task(look, organiser, competition):
    look(competition)
    stories.correct_conditions(competition, 2, ScoringConditions(deals=24))

    ((what, why, button),) = needs(look(competition, told=False))

    assert what == "Conditions of a round were corrected. 4 pairs to tell."
    assert (why, button) == (BY_HAND, "Tell 4 pairs")
    told = competition.pairs.first()
    organiser.post(desk("tell", competition, "conditions"), {"pair": told.number, "way": "letter"})
    stories.undo_conditions(competition, 2)
    # Only a pair that was told about the change is told that it is undone.
    after = needs(look(competition, told=False))
    assert [what for what, *_ in after] == ["Conditions of a round were corrected. 1 pair to tell."]


def test_a_date_after_the_play_by_date_is_a_task(look):
    competition = stories.published(4, first_play_by=timezone.localdate() + timedelta(days=3))
    stories.settle(competition, "R1-M2")
    stories.agree(competition, at=timezone.now() + timedelta(days=9))

    ((what, _, button),) = needs(look(competition))

    assert (what.endswith("after their play-by date."), button) == (True, "Show their dates")


def test_many_overdue_matches_share_one_line(look):
    competition = stories.published(16, first_play_by=timezone.localdate() - timedelta(days=30))

    page = look(competition)

    assert heading(page) == "Nine things to do"
    assert [what for what, *_ in needs(page)][4:] == [
        "4 more matches are overdue.",
        "The play-by date has passed. 16 pairs to tell.",
    ]


def test_a_dispute_shows_the_claims_of_both_pairs(look, competition):
    upper, lower = stories.tables(competition, "R1-M1")
    play.submit_totals(upper, ours=1000, theirs=500)
    play.dispute(lower, outcome=1, reason="Deal 22 went light.")

    (what, why, button), *_ = needs(look(competition))

    assert what == f"{short(upper.pair)} and {short(lower.pair)} disagree about deal 22."
    assert why == f"{short(upper.pair)} reported a win by 500. {short(lower.pair)} replied: “Deal 22 went light.”"
    assert button == "Decide deal 22"


def test_a_dispute_shows_the_results_of_both_sheets(look):
    competition = stories.published(4, deals=2)
    for code, tricks in (("R1-M1", 9), ("R1-M2", 5)):
        upper, lower = stories.open_sheet(competition, code)
        stories.record(upper, stories.deal("1NT", 7), stories.deal("2H", 7, "E"))
        other = {1: stories.deal("1NT", tricks), 2: stories.deal("2H", 7, "E")}
        pair_sheet.type_in_own(stories.table(lower.pair, code), deals=other)
        play.submit_sheet(stories.table(upper.pair, code))
        play.dispute(stories.table(lower.pair, code), outcome=1, reason="See our sheet.")

    (what, why, _), (_, reverse, _), *_ = needs(look(competition))

    (one, _), (_, other) = (stories.now(competition).matches[code].pairs for code in ("R1-M1", "R1-M2"))
    assert what.endswith("disagree about deal 1.")
    assert why.startswith("1NT by North: made, or ")
    assert f"{short(one)} win the semi-final either way." in why
    assert f"{short(other)} win by 50 on the other." in reverse


def test_a_result_without_automatic_confirmation_becomes_a_task(look):
    competition = stories.published(2, confirmation="both")
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=1000, theirs=500)
    assert needs(look(competition)) == []

    stories.rewrite(ResultEntry.objects.all(), at=timezone.now() - timedelta(days=5))

    (what, why, button), *_ = needs(look(competition))
    assert "have not replied for 5 days about the result of their final." in what
    assert "It does not become final without a reply. Phone Ada North" in why
    assert button == "Review and confirm"


def test_the_desk_shows_the_next_step_before_publication(look):
    for make, buttons in (
        (lambda: stories.taking_entries(4), []),
        (lambda: stories.entered(1), ["Add a pair"]),
        (lambda: stories.entered(4), ["Make the draw"]),
        (lambda: desks.drawn(4), ["Record attendance", "Review the draw"]),
        (lambda: desks.taking_entries(4), ["Review entries", "Record attendance"]),
    ):
        assert [button for _, _, button in needs(look(make()))] == buttons


def test_the_desk_describes_in_words_what_the_dots_show(look, late):
    stories.settle(late, "R1-M1")
    play.submit_totals(stories.tables(late, "R1-M3")[0], ours=1000, theirs=500)
    play.dispute(stories.tables(late, "R1-M3")[1], outcome=1, reason="We won.")

    page = look(late)

    season = markup(page).partition('<section id="season"')[2].partition("</section>")[0]
    assert "7 of 8 pairs remain" in words(season)
    assert "Quarter-finals 1 of 4 decided 2 overdue, due" in words(season)
    assert "1 disputed Semi-finals by" in words(season)
    assert re.findall(r'<i data-state="([a-z ]+)"', season)[:4] == ["official", "overdue", "disputed", "overdue"]
    assert season.count('class="dots" aria-hidden="true"') == season.count('class="dots"') == 3


def test_the_desk_lists_the_waiting_pairs(look, late):
    stories.settle(late, "R1-M2")
    play.submit_totals(stories.tables(late, "R1-M3")[0], ours=1000, theirs=500)
    now = stories.now(late)
    (sender, asked), (upper, lower) = now.matches["R1-M3"].pairs, now.matches["R1-M1"].pairs
    waiting = short(now.matches["R1-M2"].winner)

    page = look(late)

    what, why, _ = needs(page)[0]
    assert what == f"{short(upper)} and {short(lower)} are eight days past the play-by date."
    assert why == f"{short(upper)}, who offer first, have not offered a date. {waiting} are waiting for the winner."
    assert f"{waiting} for the overdue quarter-final" in text(page)
    assert f"{short(sender)} for a reply from {short(asked)}" in text(page)
    assert "1 decided match nothing to do Quarter-finals " in text(page)


def test_news_stays_new_until_the_visit_ends(organiser, monkeypatch, competition):
    client, address = organiser, desk("competition", competition)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.rewrite(LogEntry.objects.all(), at=timezone.now() - timedelta(minutes=5))
    for _ in range(2):
        assert f"{short(upper.pair)} and {short(lower.pair)} started a score sheet." in text(client.get(address))

    later = timezone.now() + timedelta(hours=2)
    monkeypatch.setattr(timezone, "now", lambda: later)
    play.submit_totals(stories.tables(competition, "R1-M2")[0], ours=1000, theirs=500)
    page = text(client.get(address)).partition("Since your last visit")[2]
    assert ("started a score sheet" in page, "reported the result" in page) == (False, True)


def test_the_first_visit_shows_the_latest_actions_of_everybody(at_desk):
    competition = stories.published(8)
    for number in range(1, 4):
        play.submit_totals(stories.tables(competition, f"R1-M{number}")[0], ours=1000, theirs=500)
    stories.settle(competition, "R1-M4", kind=ResultKind.WALKOVER)
    deputy = OrganiserFactory(username="dora")
    competition.organisers.add(deputy)
    client, address = at_desk(competition), desk("competition", competition)

    own = text(client.get(address)).partition("Latest events")[2]
    client.force_login(deputy)
    deputys = text(client.get(address)).partition("Latest events")[2]

    for page in (own, deputys):
        assert page.count("reported the result: 1,000 to 500, totals only.") == 3
        assert "gave a walkover" in page


def test_the_readers_own_actions_are_not_news(organiser, monkeypatch, competition):
    client, address = organiser, desk("competition", competition)
    client.get(address)
    later = timezone.now() + timedelta(hours=2)
    monkeypatch.setattr(timezone, "now", lambda: later)
    stories.settle(competition, "R1-M1", kind=ResultKind.WALKOVER)

    assert "There are no new events." in text(client.get(address))


def latest(client, competition) -> str:
    """Return the part of the desk that shows the latest actions."""
    return text(client.get(desk("competition", competition))).partition("Latest events")[2]


def test_a_sole_organiser_sees_the_latest_actions(at_desk):
    competition = stories.entered(4)
    client = at_desk(competition)
    acts = {
        "made draw 1.": lambda: stories.draw_lots(competition),
        "published the draw (draw 1) of 4 pairs.": lambda: stories.publish_attempt(competition.draws.get()),
        "withdrew the result.": lambda: withdraw_result(competition),
        "were told of the reported result, by email.": lambda: tell_result(competition),
        "extended": lambda: stories.extend(competition, "R1-M1"),
        "cancelled the competition: cancelled for the test": lambda: stories.cancel(competition),
        "The site deleted the contact details of 8 players.": lambda: delivery.erase_contacts(competition, by=Actor()),
    }

    for said, act in acts.items():
        act()
        assert said in latest(client, competition)


def withdraw_result(competition) -> None:
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=1000, theirs=500)
    play.withdraw_result(stories.tables(competition, "R1-M1")[0])


def tell_result(competition) -> None:
    play.submit_totals(stories.tables(competition, "R1-M2")[0], ours=1000, theirs=500)
    record_notice(competition, "R1-M2", 1, how=Notice.Channel.EMAIL, by=Actor())


def test_an_invalid_cookie_counts_as_no_visit(at_desk):
    competition = stories.published(2)

    for cookie in ("", "nonsense", "99999999-99999999"):
        client = at_desk(competition)
        client.cookies["looked"] = cookie
        assert "Latest events" in text(client.get(desk("competition", competition)))


def test_the_next_important_date_is_the_set_day_of_a_round(at_desk):
    competition = stories.published(4)
    stories.fix_day(competition, 1, day=date(2030, 5, 18))

    page = text(at_desk(competition).get(desk("competition", competition)))

    assert "The next important date is Saturday 18 May." in page


def test_the_desk_names_the_last_week_of_a_round(look):
    competition = stories.published(8, first_play_by=timezone.localdate() + timedelta(days=6))
    stories.settle(competition, "R1-M1")

    page = text(look(competition))

    day = timezone.localdate() + timedelta(days=6)
    assert f"The last week of the quarter-finals: 3 matches to play by {day:%A} {day.day} {day:%B}." in page


def test_the_desk_names_the_final(look):
    competition = stories.published(4)
    stories.settle_round(competition, 1)
    upper, lower = stories.now(competition).rounds[1].matches[0].pair_names

    assert f"The final is left: {upper} v {lower}, to be played by" in text(look(competition))


def test_the_desk_counts_entries_since_the_last_visit(at_desk, monkeypatch):
    competition = stories.taking_entries(2)
    client, address = at_desk(competition), desk("competition", competition)
    first = text(client.get(address))
    later = timezone.now() + timedelta(hours=2)
    monkeypatch.setattr(timezone, "now", lambda: later)
    form = {"player1": "Ada Late", "player2": "Ben Late", "phone1": "07 555 0101"}
    client.post(f"/{competition.slug}/enter/", form)

    page = text(client.get(address))

    assert "Entries close on" in first
    assert "2 pairs entered, 1 new entry since your last visit" in page


def test_an_extended_match_is_overdue_since_its_own_date(look):
    competition = stories.published(2, first_play_by=timezone.localdate() - timedelta(days=30))
    until = stories.extend(competition, "R1-M1", days=4)

    assert f"1 overdue, due {until.day} {until:%b}" in text(look(competition))
