import pytest
from django.urls import reverse

from competition.audit.events import Event
from competition.contest.models import Competition
from competition.entries.models import Pair
from competition.notifications.models import Topic
from competition.notifications.queries.emails import messages
from competition.transfer.actions import adopting
from competition.transfer.models import Draft
from tests import stories
from tests.competition.contest.sent import CONTEST
from tests.competition.desk_reading import desk, errors, said, text
from tests.competition.transfer.season import LINES, PLACES, competition_on_paper, drafted
from tests.factories import OrganiserFactory, PairFactory
from tests.markup import markup


@pytest.fixture
def competition() -> Competition:
    return competition_on_paper()


def test_new_competition_asks_if_the_season_has_begun(client):
    client.force_login(OrganiserFactory())

    asked, running = client.get(reverse("desk:start")), client.get(reverse("desk:new-running"))

    assert "Does it begin now, or is it already running?" in text(asked)
    assert "steps to bring it here" not in text(asked)
    assert "The draw Paste it as it is on paper, one match on each line. after the pairs" in text(running)


def test_creating_a_running_season_redirects_to_its_steps(client):
    client.force_login(OrganiserFactory())

    answer = client.post(reverse("desk:create-running"), CONTEST)

    created = Competition.objects.get()
    assert answer.url == desk("adopt", created)
    assert Draft.objects.get().competition == created
    page = text(client.get(answer.url))
    assert "Lakes Knockout 2027, matches of 24 deals." in page
    assert "Paste the pairs" in page


def test_finished_steps_are_marked(organiser, competition, django_assert_num_queries):
    drafted(competition)

    with django_assert_num_queries(8):
        page = text(organiser.get(desk("adopt", competition)))

    assert "2 matches and 2 byes in round 1." in page
    assert "Set the dates Check everything and publish" in page


def test_pasting_pairs_redirects_to_the_steps(organiser, competition):
    adopting.save_lines(competition, lines="", answers={}, by=stories.organiser_of(competition))
    sent = {"text": "Mo Ash & Nat Oak"}

    seen = organiser.post(desk("import", competition), sent).context["form"]["seen"].value()
    answer = organiser.post(desk("import", competition), sent | {"seen": seen, "enter": "1"})

    assert answer.url == desk("adopt", competition)


def test_a_pasted_draw_shows_its_faults_and_questions(organiser, competition, django_assert_num_queries):
    pasted = LINES.replace("Stone/Brook", "Stone/Brook - Glen").replace("Moor/Glen", "Mo Ash & Nat Oak")

    organiser.post(desk("adopt-draw", competition), {"do": "read", "paste": pasted})
    with django_assert_num_queries(8):
        page = organiser.get(desk("adopt-draw", competition))

    assert "One line needs a correction and one pair is not entered" in text(page)
    assert "This line names 3 opponents, but a match has two." in text(page)
    assert "“Mo Ash & Nat Oak” is not an entered pair. Correct the line, or enter them here." in text(page)


def test_an_ambiguous_name_is_asked_about_once(organiser, competition):
    PairFactory(competition=competition, players=("Nell North", "Sid South"))
    pasted = "\n".join(["North/South - bye", "East/West - North/South", *LINES.splitlines()[2:]])

    organiser.post(desk("adopt-draw", competition), {"do": "read", "paste": pasted})
    page = text(organiser.get(desk("adopt-draw", competition)))
    chosen = {"do": "read", "paste": pasted, "answer-north & south": "7"}
    organiser.post(desk("adopt-draw", competition), chosen)

    assert "“North/South” fits 2 pairs. Which of them is it here?" in page
    assert "The other pair then goes into line 2." in page
    assert "“North/South” waits for your answer in line 1." in page
    seats = organiser.get(desk("adopt-draw", competition)).context["read"].seats
    assert seats[:4] == (7, None, 2, 1)


def test_a_new_pair_of_a_pasted_draw_is_entered_with_its_club(organiser, competition):
    lines = [*LINES.splitlines()[:3], "Moor/Glen - Mo Ash & Nat Oak (Rata)"]
    key = "mo ash & nat oak"

    organiser.post(desk("adopt-draw", competition), {"do": "use", "line": lines, f"answer-{key}": "new"})

    assert Pair.objects.get(number=7).name == "Mo Ash & Nat Oak"
    assert Pair.objects.get(number=7).club == "Rata"
    assert Draft.objects.get().answers == {key: 7}


def test_a_refused_pair_keeps_the_typed_lines(organiser, competition):
    lines = [*LINES.splitlines()[:3], "Mo Ash & Nat Oak - Mo Ash & Jo Elm"]
    new = {"answer-mo ash & nat oak": "new", "answer-jo elm & mo ash": "new"}

    page = organiser.post(desk("adopt-draw", competition), {"do": "use", "line": lines, **new})

    assert page.status_code == 422
    assert errors(page)[0].startswith("Line 4, Mo Ash & Nat Oak: Mo Ash is already in pair 7.")
    assert "Mo Ash &amp; Nat Oak - Mo Ash &amp; Jo Elm" in markup(page)
    assert competition.pairs.count() == 6


def test_using_a_complete_draw_redirects_to_the_form_about_it(organiser, competition):
    first, *others = LINES.splitlines()
    lines = [f"{first} 4520 3310", *others]
    later = "Round 1: by 30 April\nSemi-finals\nNorth/South v Stone/Brook\nStone/Brook v Nemo/Nobody 900 800"

    organiser.post(desk("adopt-draw", competition), {"do": "again", "line": lines, "later": later})
    read = organiser.get(desk("adopt-draw", competition))
    answer = organiser.post(desk("adopt-draw", competition), {"do": "use", "line": lines, "later": later}, follow=True)

    assert "Ada North & Ben South beat Cyd East & Dan West by 4,520 to 3,310." in text(read)
    assert "R1-M1" not in text(read)
    assert "1 line could not be used." in text(read)
    assert "Line 8 : Stone/Brook v Nemo/Nobody 900 800 – No pair in this round is called" in text(read)
    assert answer.redirect_chain[0][0] == desk("adopt-facts", competition)
    assert said(answer) == [
        "The draw is entered with 1 result. 1 line could not be used. Now enter when and where it was made."
    ]
    draft = Draft.objects.get()
    assert (draft.places, [*draft.results], draft.play_by[0]) == (PLACES, ["R1-M1"], "2026-04-30")


def test_checking_another_list_keeps_the_draw_in_use(organiser, competition):
    drafted(competition)

    organiser.post(desk("adopt-draw", competition), {"do": "read", "paste": "North/South"})

    draft = Draft.objects.get()
    assert (draft.lines, draft.places) == ("North/South", PLACES)


def test_the_record_has_a_sentence_with_the_facts_entered(organiser, competition):
    drafted(competition)
    known = {"day": "2026-08-22", "place": "Riverbend Hall", "how": "out of a hat", "drawn_by": "Win Tansley"}

    answer = organiser.post(desk("adopt-facts", competition), known | {"day": "2026-01-22"})

    assert answer.url == desk("adopt", competition)
    page = text(organiser.get(desk("adopt-publish", competition)))
    assert (
        "Drawn on Thursday 22 January 2026 at Riverbend Hall out of a hat by Win Tansley. "
        "This site did not draw it and cannot prove it." in page
    )


def test_results_of_a_round_are_saved_in_the_draft(organiser, competition, django_assert_num_queries):
    drafted(competition)
    address = f"{desk('adopt-results', competition)}?round=1"
    row = {"R1-M1-winner": "2", "R1-M1-winners": "4520", "R1-M1-losers": "3310", "R1-M1-how": "played"}

    with django_assert_num_queries(9):
        page = organiser.get(address)
    done = organiser.post(address, row, follow=True)
    saved = Draft.objects.get().results["R1-M1"]
    again = organiser.get(address).context["form"].rows[0]
    seen = {"R1-M1-seen": again.fixture.seen}
    organiser.post(address, seen | row | {"R1-M1-winners": "4600"})
    corrected = Draft.objects.get().results["R1-M1"]["totals"]
    late = organiser.post(address, seen | {"R1-M1-how": "none"})
    organiser.post(address, {"R1-M1-how": "none"})

    assert "Quarter-finals: who won?" in text(page)
    assert said(done) == ["1 result is saved."]
    assert (saved["winner"], saved["totals"], saved["pairs"]) == (2, [3310, 4520], [1, 2])
    assert (again.is_saved, again["winners"].value(), corrected) == (True, "4520", [3310, 4600])
    assert "This match has changed since you opened the page." in text(late)
    assert Draft.objects.get().results == {}


def test_a_removed_pair_is_named_and_the_other_rows_stay_in_the_form(organiser, competition):
    drafted(competition)
    address = f"{desk('adopt-results', competition)}?round=1"
    seen = {f"{row.fixture.code}-seen": row.fixture.seen for row in organiser.get(address).context["form"].rows}
    competition.pairs.get(number=2).delete()
    typed = {"R1-M1-winner": "2", "R1-M1-winners": "4520", "R1-M1-losers": "3310", "R1-M3-winner": "4"}

    page = organiser.post(address, seen | typed | {"R1-M3-winners": "900", "R1-M3-losers": "800"})

    assert page.status_code == 422
    assert "You typed R1-M1: 4520 to 3310. Check the other rows, then save again." in text(page)
    assert page.context["form"].rows[0]["winners"].value() == "900"
    gone = "Pair 2 is in the draw but no longer entered."
    assert all(gone in text(organiser.get(desk(name, competition))) for name in ("adopt", "adopt-publish"))


def test_dates_out_of_order_are_refused(organiser, competition):
    drafted(competition)
    days = {"round1": "2026-05-31", "round2": "2026-05-30", "round3": "2026-07-30"}

    page = organiser.post(desk("adopt-dates", competition), days)

    assert page.status_code == 422
    assert errors(page) == [
        "The play-by date of the semi-finals must be after that of the round before. Choose a later date."
    ]


def test_the_preview_shows_the_season_and_the_button_publishes_it(organiser, competition, django_assert_num_queries):
    drafted(competition)
    won = {"pairs": [1, 2], "kind": "walkover", "winner": 2, "totals": None, "margin": None, "goes_on": None, "day": ""}
    adopting.save_results(competition, results={"R1-M1": won}, by=stories.organiser_of(competition))

    with django_assert_num_queries(9):
        page = organiser.get(desk("adopt-publish", competition))
    done = organiser.post(desk("adopt-publish", competition), follow=True)

    assert "6 pairs, 2 byes, 1 result. Nothing is public yet." in text(page)
    assert said(done) == ["The draw is published. Nobody gets a message about the results so far."]
    assert stories.now(competition).matches["R2-M1"].pairs[0].name == "Cyd East & Dan West"


def test_matches_known_when_a_running_season_is_published_are_announced_only_by_the_organiser(organiser, competition):
    drafted(competition)
    won = {"kind": "walkover", "winner": 2, "totals": None, "margin": None, "goes_on": None, "day": ""}
    results = {"R1-M1": {"pairs": [1, 2], **won}}
    adopting.save_results(competition, results=results, by=stories.organiser_of(competition))
    organiser.post(desk("adopt-publish", competition))

    known = {one.state.code: one.pressed for one in messages(stories.now(competition), Topic.ROUND)}
    stories.settle_round(competition, 1)
    later = {one.state.code: one.pressed for one in messages(stories.now(competition), Topic.ROUND)}

    assert known == {"R2-M1": True}
    assert later == {"R2-M1": True, "R2-M2": False}


def test_names_are_drawn_from_the_hat_and_put_back(organiser, competition, django_assert_num_queries):
    address = desk("adopt-hat", competition)
    organiser.post(address, {"find": "eve", "place": ""})
    organiser.post(address, {"pair": "1", "place": "3"})

    with django_assert_num_queries(10):
        page = text(organiser.get(address))
    organiser.post(address, {"undo": "3"})

    assert "2 pairs are drawn, 4 are in the hat" in page
    assert "2 Ada North & Ben South" in page
    draft = Draft.objects.get()
    assert (draft.places.index(1), draft.drawn) == (2, [2])


def test_letters_that_match_several_pairs_give_suggestions(organiser, competition):
    page = organiser.post(desk("adopt-hat", competition), {"find": "s"})
    none = organiser.post(desk("adopt-hat", competition), {"find": "xyz"})

    assert [name.listed for name in page.context["hat"].suggestions] == [
        "Eve Stone & Fay Brook",
        "Ada North & Ben South",
    ]
    assert errors(none) == ["No pair in the hat has such a name. Check the letters, or tap the name below."]


def test_byes_are_moved_by_hand(organiser, competition):
    wrong = organiser.post(desk("adopt-byes", competition), {"byes": ["0"]})
    organiser.post(desk("adopt-byes", competition), {"byes": ["0", "3"]})

    assert errors(wrong) == ["This draw needs 2 byes, but you ticked 1. Tick 2."]
    assert Draft.objects.get().places == [0, None, 0, 0, 0, 0, 0, None]


def test_the_large_screen_shows_the_pair_drawn_last(organiser, competition, django_assert_num_queries):
    organiser.post(desk("adopt-hat", competition), {"pair": "5"})

    with django_assert_num_queries(10):
        page = organiser.get(desk("adopt-screen", competition))
    address = page.context["poll"]

    assert "First out of the hat Ivy & Jon Marsh" in text(page)
    assert organiser.get(address).status_code == 204
    organiser.post(desk("adopt-hat", competition), {"pair": "1"})
    assert "Second out of the hat" in markup(organiser.get(address))


def test_only_an_export_of_private_data_is_logged(organiser, competition):
    for data in ({}, {"private": "on"}, {"private": "on"}):
        organiser.post(desk("file", competition), data)

    texts = [line.text for line in competition.log.filter(event=Event.EXPORTED)]
    assert texts == ["Exported the competition with contact details and private notes."] * 2
