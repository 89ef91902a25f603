"""What a name or the particulars put right leave behind, and which of it is taken back."""

from datetime import date, time

import pytest

from competition.contest.models import Competition
from competition.entries.models.pair import Pair, Player
from competition.log.actions import Grounds
from competition.rulings import queries
from competition.rulings.actions import cancelling, corrections
from competition.rulings.models import Particulars, Respelling
from scoring.rules.refusal import Refused, Stale
from tests import stories

pytestmark = pytest.mark.django_db
WHY = Grounds(" Her own wish. ", "By letter.")


@pytest.fixture
def by(competition):
    return stories.organiser_of(competition)


@pytest.fixture
def pair(competition) -> Pair:
    return Pair.objects.get(competition=competition, number=1)


def respell(pair: Pair, first: str, second: str, by, shown: str = "") -> None:
    pair = Pair.objects.get(pk=pair.pk)
    corrections.respell(pair, {1: first, 2: second}, grounds=WHY, shown=shown or pair.fingerprint, by=by)


def lines(competition, event: str) -> list[tuple]:
    return [(line.text, line.detail) for line in competition.log.filter(event=event).order_by("pk")]


def test_each_name_is_kept_as_it_was_and_why(competition, pair, by):
    respell(pair, "Ada Northe", "Ben Southe", by)

    kept = [(row.player.place, row.before, row.after, row.reason, row.note) for row in queries.respellings(competition)]
    assert kept == [
        (1, "Ada North 1", "Ada Northe", "Her own wish.", "By letter."),
        (2, "Ben South 1", "Ben Southe", "Her own wish.", "By letter."),
    ]
    players = [(one.name, one.key) for one in Player.objects.filter(pair=pair)]
    assert players == [("Ada Northe", "ada northe"), ("Ben Southe", "ben southe")]
    text = "Pair 1: the name is written otherwise. Her own wish."
    assert lines(competition, "corrected name") == [
        (text, {"pair": 1, "before": "Ada North 1", "after": "Ada Northe"}),
        (text, {"pair": 1, "before": "Ben South 1", "after": "Ben Southe"}),
    ]


def test_what_was_put_right_in_a_draw_that_was_taken_back_is_no_correction_whoever_else_has_a_draw(
    competition, pair, by
):
    stories.published(2, seed="another")
    respell(pair, "Ada Northe", "Ben South 1", by)

    shown = cancelling.fingerprint_of(stories.now(competition))
    cancelling.take_back_draw(competition, grounds=WHY, shown=shown, by=by)

    assert Respelling.objects.count() == 1
    assert (queries.respellings(competition), queries.standing_respellings(pair)) == ([], [])


def test_the_same_again_is_done_once_and_what_changed_meanwhile_is_looked_at(competition, pair, by):
    shown = pair.fingerprint
    respell(pair, "Ada Northe", "Ben South 1", by, shown)
    respell(pair, "Ada Northe", "Ben South 1", by, shown)
    assert Respelling.objects.count() == 1

    with pytest.raises(Stale):
        respell(pair, "Ada Norte", "Ben South 1", by, shown)
    for names, said in (
        (("Ada Northe", "ada northe"), "cannot be both players"),
        (("Ada Northe", "Ben South 2"), "Ben South 2 is entered in pair 2"),
    ):
        with pytest.raises(Refused, match=said):
            respell(pair, *names, by)


def test_the_last_spelling_of_each_is_taken_back_once(competition, pair, by):
    for first, second in (("Ada Northe", "Ben Southe"), ("Ada Norte", "Ben Southe")):
        respell(pair, first, second, by)
    respell(Pair.objects.get(competition=competition, number=2), "Cy", "Di", by)
    oldest, other, last = Respelling.objects.filter(player__pair=pair).order_by("pk")
    assert queries.standing_respellings(pair) == [last, other]
    with pytest.raises(Refused, match="has changed since"):
        corrections.take_back_spelling(competition, oldest.pk, grounds=WHY, by=by)

    for _ in range(2):
        corrections.take_back_spelling(competition, last.pk, grounds=WHY, by=by)

    back = Respelling.objects.get(takes_back=last)
    assert (back.before, back.after, back.player) == ("Ada Norte", "Ada Northe", last.player)
    assert Player.objects.get(pk=last.player_id).key == "ada northe"
    assert queries.standing_respellings(pair) == [oldest, other]
    assert lines(competition, "corrected name")[-1][1] == {"pair": 1, "before": "Ada Norte", "after": "Ada Northe"}


def test_a_name_that_somebody_has_by_now_and_one_of_somebody_who_left_are_not_written_again(competition, pair, by):
    respell(pair, "Ada Northe", "Ben South 1", by)
    first = Respelling.objects.get()
    stories.substitute(Pair.objects.get(competition=competition, number=2), stories.PlayerEntry("Ada North 1"))
    with pytest.raises(Refused, match="Ada North 1 is entered in pair 2"):
        corrections.take_back_spelling(competition, first.pk, grounds=WHY, by=by)

    stories.substitute(Pair.objects.get(pk=pair.pk), stories.PlayerEntry("Eve"), leaving=1)

    with pytest.raises(Refused, match="has changed since"):
        corrections.take_back_spelling(competition, first.pk, grounds=WHY, by=by)
    assert queries.standing_respellings(pair) == []


def test_particulars_are_put_right_and_taken_back_to_what_they_were(competition, by):
    stories.correct_particulars(competition, name="Lakes", opening_day="2026-04-12", opening_hour="10:30:00")
    stands = Competition.objects.get(pk=competition.pk)
    assert (stands.name, stands.opening_day, stands.opening_hour) == ("Lakes", date(2026, 4, 12), time(10, 30))
    assert (stands.region, stands.slug) == (competition.region, competition.slug)
    row = Particulars.objects.get()
    after = {"name": "Lakes", "opening_day": "2026-04-12", "opening_hour": "10:30:00"}
    assert (row.before, row.after) == (dict.fromkeys(after, "") | {"name": competition.name}, after)
    text, detail = lines(competition, "corrected details")[-1]
    assert text.startswith("Put the particulars right. ")
    assert detail == {"before": competition.name, "after": "Lakes, 2026-04-12, 10:30:00"}
    stories.correct_particulars(competition, region="Hills")
    last = queries.standing_correction(competition)
    assert (queries.corrections(competition), last.after) == ([row, last], {"region": "Hills"})
    with pytest.raises(Refused, match="Another correction was made since"):
        corrections.take_back(competition, row.pk, grounds=WHY, by=by)

    for one in (last, last, row):
        corrections.take_back(competition, one.pk, grounds=WHY, by=by)

    stands = Competition.objects.get(pk=competition.pk)
    assert (stands.name, stands.region, stands.opening_day, stands.opening_hour) == (
        competition.name,
        competition.region,
        None,
        None,
    )
    assert (Particulars.objects.count(), queries.standing_correction(competition)) == (4, None)
    assert lines(competition, "corrected details")[-1][1] == {
        "before": "Lakes, 2026-04-12, 10:30:00",
        "after": competition.name,
    }


def test_particulars_changed_meanwhile_are_looked_at_again_and_the_same_is_done_once(competition, by):
    shown = corrections.fingerprint_of(competition)
    wanted = corrections.columns(competition) | {"name": "Lakes"}
    for _ in range(2):
        corrections.correct(competition, wanted, grounds=WHY, shown=shown, by=by)
    assert Particulars.objects.count() == 1

    with pytest.raises(Stale):
        corrections.correct(competition, wanted | {"name": "Hills"}, grounds=WHY, shown=shown, by=by)
    with pytest.raises(Refused, match="All of it stands so already"):
        corrections.differences(Competition.objects.get(pk=competition.pk), wanted)


def test_before_the_draw_nothing_is_put_right_here():
    competition = stories.entered(2)
    by, pair = stories.organiser_of(competition), competition.pairs.first()

    with pytest.raises(Refused, match="not published yet"):
        respell(pair, "Ada Northe", "Ben South 1", by)
    with pytest.raises(Refused, match="not published yet"):
        corrections.correct(competition, {}, grounds=WHY, shown="", by=by)


def test_a_name_in_other_letters_is_taken_back_though_its_key_is_the_players_own(competition, pair, by):
    respell(pair, "ADA NORTH 1", "Ben South 1", by)

    corrections.take_back_spelling(competition, Respelling.objects.get().pk, grounds=WHY, by=by)

    assert Pair.objects.get(pk=pair.pk).players.get(place=1).name == "Ada North 1"


def test_where_nothing_was_corrected_nothing_is_taken_back(competition, by):
    with pytest.raises(Refused, match="Another correction was made since"):
        corrections.take_back(competition, 1, grounds=WHY, by=by)


def test_what_another_competition_put_right_is_not_taken_back_here(competition, by):
    elsewhere = stories.published(2, seed="elsewhere")
    stories.respell(elsewhere.pairs.first(), "Xenia")
    stories.correct_particulars(elsewhere, name="Lakes")
    stories.take_back_particulars(elsewhere)

    with pytest.raises(Respelling.DoesNotExist):
        corrections.take_back_spelling(competition, Respelling.objects.get().pk, grounds=WHY, by=by)
    with pytest.raises(Refused, match="Another correction was made since"):
        corrections.take_back(competition, Particulars.objects.first().pk, grounds=WHY, by=by)
    assert (queries.respellings(competition), len(queries.respellings(elsewhere))) == ([], 1)
    assert (queries.corrections(competition), len(queries.corrections(elsewhere))) == ([], 2)
