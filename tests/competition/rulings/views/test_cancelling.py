import pytest
from django.utils import timezone

from competition.audit.actions import DecisionReason
from competition.contest.models import Cancellation, Competition
from competition.draw.models.result_entry import ResultEntry
from competition.draw.queries.draw import get_draw
from competition.draw.rules.result import ResultKind
from competition.management.commands.check_integrity import differences
from competition.match.actions import play
from competition.notifications.queries.emails import messages
from competition.rulings.decisions.competition import Cancel, PlayOn
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.desk_reading import confirmed, desk, said, text
from tests.competition.worlds import send_in
from tests.made_once import once

WHY = {"reason": "The hall has burnt down."}


@pytest.fixture
@once
def competition():
    """Return a competition with a decided match, a reported one, one in play and one not yet begun."""
    competition = stories.published(8, deals=4)
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(900, 500))
    send_in(competition, "R1-M2")
    stories.notify(competition, "R1-M2")
    stories.record(stories.open_sheet(competition, "R1-M3")[0], stories.deal())
    return competition


def carry_out(organiser, name, competition, sent=WHY):
    return confirmed(organiser, desk(name, competition), sent)


def cancel(competition):
    stories.decide(Cancel, competition, grounds=DecisionReason(**WHY))


def play_on(competition):
    stories.decide(PlayOn, competition, grounds=DecisionReason("Rebuilt."))


def stages(competition) -> list[str]:
    return [state.stage.value for state in get_draw(competition.slug).matches.values()]


def test_a_cancellation_keeps_only_decided_matches(organiser, competition):
    shown = text(organiser.post(desk("cancel", competition), WHY))
    assert "No more matches are played" in shown
    assert [pair.name in shown for pair in competition.pairs.all()] == [True] * 8
    assert not Cancellation.objects.exists()

    done = carry_out(organiser, "cancel", competition)

    assert said(done) == ["The competition is cancelled. No more matches are played."]
    assert stages(competition) == ["official"] + ["cancelled"] * 6
    assert differences() == []
    today = timezone.localdate()
    line = f"Cancelled on {today:%a} {today.day} {today:%b %Y}: The hall has burnt down"
    assert line in text(done)
    page = text(organiser.get(f"/{competition.slug}/"))
    assert (line in page, "Play by" in page, "1 of 4 decided" in page) == (True, False, True)
    assert ("Pairs that are waiting" in text(done), "1 of 4 decided, 3 cancelled" in text(done)) == (False, True)
    record = text(organiser.get(f"/{competition.slug}/record/"))
    assert "The competition cancelled. Reason: The hall has burnt down." in record
    told = organiser.get(f"/{competition.slug}/draw.json").json()
    assert (told["competition"]["status"], told["champion"]) == ("cancelled", None)
    assert told["rounds"][0]["matches"][0]["outcome"] == "played"


def test_every_action_is_refused_in_a_cancelled_competition(competition, phone):
    before = {code: stories.tables(competition, code)[0] for code in ("R1-M2", "R1-M3", "R1-M4")}
    cancel(competition)

    draw = get_draw(competition.slug)
    assert {one.state.code for one in messages(draw) if one.topic not in ("over", "answer", "ruled")} == set()
    assert [state for state in draw.matches.values() if state.overdue or state.is_open] == []
    for order in (
        lambda: stories.record(before["R1-M3"], stories.deal()),
        lambda: play.submit_totals(before["R1-M4"], ours=900, theirs=500),
        lambda: play.submit_totals(stories.tables(competition, "R1-M4")[0], ours=900, theirs=500),
        lambda: play.confirm(stories.tables(competition, "R1-M2")[1], outcome=1),
        lambda: stories.settle(competition, "R1-M4"),
        lambda: stories.extend(competition, 1),
        lambda: stories.withdraw(competition.pairs.first()),
        lambda: stories.publish(competition),
    ):
        with pytest.raises(Refused):
            order()
    pair = before["R1-M4"].pair
    assert "The competition was cancelled. This match is not played." in text(
        phone(pair).get(f"/play/{competition.slug}/R1-M4/")
    )


def test_a_cancellation_stops_automatic_confirmation(competition):
    cancel(competition)
    assert ResultEntry.objects.get(kind="played", decided_by=None).interrupted_at

    play_on(competition)
    stories.let_reply_time_pass()

    assert stages(competition)[:4] == ["official", "submitted", "in play", "ready"]


def test_a_finished_competition_cannot_be_cancelled():
    competition = stories.published(2)
    stories.settle(competition, "R1-M1")

    with pytest.raises(Refused, match="The competition is over, so you cannot cancel it."):
        cancel(competition)


def test_a_cancelled_competition_has_no_champion(organiser, competition):
    winner = stories.now(competition).matches["R1-M1"].winner
    cancel(competition)

    rows = organiser.get("/archive.json").json()["roll"]
    assert [(row["champions"], row["runners_up"], row["final"]) for row in rows] == [("", "", "Cancelled")]
    assert "Cancelled" in text(organiser.get("/archive/"))
    player = organiser.get(f"/players/?find={winner.present[0].name}", follow=True)
    assert "1 of 1" in text(player) or "won 1" in text(player)
    home = text(organiser.get("/"))
    assert "Nothing so far" not in home
    assert "Cancelled on" in home


def test_calendars_mark_cancelled_matches(organiser, competition):
    pair = stories.now(competition).matches["R1-M4"].pairs[0]
    address = f"/{competition.slug}/pairs/{pair.number}/calendar.ics"
    before = organiser.get(address).content.decode()
    cancel(competition)

    after = organiser.get(address).content.decode()

    uid = next(line for line in before.splitlines() if line.startswith("UID:"))
    assert uid in after
    assert ("STATUS:CANCELLED" in before, "STATUS:CANCELLED" in after) == (False, True)
    assert "STATUS:CANCELLED" in organiser.get(f"/{competition.slug}/calendar.ics").content.decode()


def test_a_cancelled_competition_accepts_no_entries(at_desk):
    competition = stories.taking_entries(3)
    organiser = at_desk(competition)
    carry_out(organiser, "cancel", competition)

    assert "The hall has burnt down" in text(organiser.get(f"/{competition.slug}/"))
    assert not Competition.objects.get().takes_entries
    with pytest.raises(Refused, match="cancelled"):
        stories.draw_lots(Competition.objects.get())


def test_every_page_of_a_cancelled_competition_works(organiser, competition):
    cancel(competition)

    names = ("draw.csv", "feed.atom", "matches/", "matches/R1-M2/", "embed/")
    pages = [f"/{competition.slug}/{name}" for name in names]
    names = ("competition", "matches", "messages", "letters", "cancel")
    pages += [desk(name, competition) for name in names]
    assert [page for page in pages if organiser.get(page, follow=True).status_code != 200] == []


def test_an_unplayed_competition_can_be_deleted_by_typing_its_name(at_desk):
    competition = stories.published(4)
    stories.extend(competition, 1)
    cancel(competition)
    other = stories.entered(2)
    organiser = at_desk(competition)

    wrong = organiser.post(desk("delete", competition), {"name": "Another Knockout"})
    assert (wrong.status_code, Competition.objects.count()) == (422, 2)
    organiser.post(desk("delete", competition), {"name": f"  {competition.name.lower()} "}, follow=True)

    assert [*Competition.objects.all()] == [other]
    assert f"Deleted {competition}, /{competition.slug}/, 4 pairs: nothing was played." in text(
        organiser.get("/desk/sign-ins/")
    )
    assert organiser.get(f"/{competition.slug}/").status_code == 404
    assert differences() == []


def test_messages_tell_every_pair_of_a_cancellation(organiser, competition):
    cancel(competition)

    told = text(organiser.get(desk("topic", competition, "over")))

    assert "The hall has burnt down. The results so far stay on the draw." in told
    assert "Nobody is champion" not in told
