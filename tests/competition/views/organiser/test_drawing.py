from datetime import date, timedelta

import pytest
from django.utils import timezone

from tests import stories
from tests.competition.views.organiser.reading import desk, errors, rows, said, text
from tests.factories import PairFactory

pytestmark = pytest.mark.django_db


def drawn(pairs: int = 5):
    competition = stories.entered(pairs)
    stories.draw_lots(competition, secret="a seed")
    return competition


def days(rounds: int, first: date = date(2030, 5, 31)) -> dict[str, str]:
    return {f"round{n}": (first + timedelta(days=30 * n)).isoformat() for n in range(1, rounds + 1)}


@pytest.mark.parametrize(
    ("pairs", "size"),
    [
        (27, "27 pairs: 5 rounds, 5 byes in the first."),
        (8, "8 pairs: 3 rounds, no byes."),
        (7, "7 pairs: 3 rounds, 1 bye in the first."),
        (2, "2 pairs: 1 round, no byes."),
        (1, "A draw needs at least two pairs."),
    ],
)
def test_the_draw_is_rehearsed_in_numbers(at_desk, pairs, size):
    competition = stories.entered(pairs)

    assert size in text(at_desk(competition).get(desk("draw", competition)))


def test_lots_are_drawn_and_shown_with_byes_and_opening_day(at_desk):
    competition = stories.entered(3)
    competition.pairs.filter(number__lte=2).update(attending=True)

    client = at_desk(competition)
    client.post(desk("commit", competition))
    shown = client.post(desk("draw", competition), {"attempt": "1"}, follow=True)

    first_round = rows(shown, "attempt")
    assert [row[0] for row in first_round] == ["R1-M1", "R1-M2"]
    sides = {side for row in first_round for side in row[1:]}
    assert sides == {
        "Ada North 1 & Ben South 1, Harbour Bridge Club ● opening day",
        "Ada North 2 & Ben South 2, Harbour Bridge Club ● opening day",
        "Ada North 3 & Ben South 3, Harbour Bridge Club",
        "bye",
    }
    assert "3 pairs in 4 places: 1 bye, placed evenly by lot." in text(shown)
    assert "Attempt 1" in text(shown)


def test_every_attempt_is_counted_and_a_second_tap_is_none(at_desk):
    competition = stories.entered(4)
    client = at_desk(competition)
    client.post(desk("commit", competition))

    for attempt in ("1", "1", "2"):
        shown = client.post(desk("draw", competition), {"attempt": attempt}, follow=True)

    assert "Attempt 2" in text(shown)
    assert competition.draws.count() == 2


def test_one_pair_is_not_drawn(at_desk):
    competition = stories.entered(1)

    refused = at_desk(competition).post(desk("commit", competition), follow=True)

    assert said(refused) == ["A draw needs at least two pairs."]
    assert (competition.commitments.count(), competition.draws.count()) == (0, 0)


def test_lots_are_drawn_from_a_list_that_is_fixed(at_desk):
    competition = stories.entered(4)

    refused = at_desk(competition).post(desk("draw", competition), {"attempt": "1"})

    assert (refused.status_code, errors(refused)) == (
        422,
        ["Fix the list of pairs first, as it stands now, so that everybody sees it is not changed later."],
    )


def test_a_published_draw_is_not_drawn_again(at_desk):
    competition = stories.published(4)

    refused = at_desk(competition).post(desk("draw", competition), {"attempt": "2"})

    assert errors(refused) == ["The draw has been published already."]
    assert competition.draws.count() == 1


def test_lots_older_than_the_entries_say_so(at_desk):
    competition = drawn()
    PairFactory(competition=competition)
    client = at_desk(competition)

    assert "Entries or conditions have changed since the list was fixed. Fix it anew;" in text(
        client.get(desk("draw", competition))
    )
    refused = client.post(desk("publish", competition), {"attempt": "1", **days(3)})

    assert errors(refused) == [
        "Entries or conditions have changed since the list was fixed. Fix it anew and draw again."
    ]


def test_a_pair_taken_off_after_the_lots_is_still_shown_as_it_was_drawn(at_desk):
    competition = drawn(2)
    competition.pairs.get(number=2).delete()

    page = at_desk(competition).get(desk("draw", competition))

    assert "Ada North 2 & Ben South 2" in text(page)


def test_publishing_proposes_a_date_every_six_weeks(at_desk):
    competition = drawn()

    page = at_desk(competition).get(desk("publish", competition)).content.decode()

    proposed = [timezone.localdate() + timedelta(weeks=weeks) for weeks in (6, 12, 18)]
    assert [f'value="{day}"' in page for day in proposed] == [True, True, True]


def test_the_draw_is_published_with_its_dates(at_desk):
    competition = drawn()

    done = at_desk(competition).post(desk("publish", competition), {"attempt": "1", **days(3)}, follow=True)

    assert said(done) == ["The draw is published. Give each pair its private link."]
    assert [row.play_by for row in stories.now(competition).rounds] == [
        date(2030, 6, 30),
        date(2030, 7, 30),
        date(2030, 8, 29),
    ]


def test_odd_dates_are_pointed_out_when_the_draw_is_published(at_desk):
    competition = drawn()
    odd = {**days(3), "round3": "2030-12-25"}

    done = at_desk(competition).post(desk("publish", competition), {"attempt": "1", **odd}, follow=True)

    assert said(done)[1:] == ["Final ends on Christmas Day. A round can be given more time on this page."]


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"round2": ""}, "Semi-finals: play by: This field is required."),
        ({"round2": "soon"}, "Semi-finals: play by: Enter a valid date."),
        ({"round2": "2030-06-30"}, "Semi-finals must be played after the round before it: choose a later date."),
        ({"attempt": "7"}, "There is a newer attempt than the one you looked at. Look at that one first."),
    ],
)
def test_a_draw_is_not_published_with_dates_that_cannot_be(at_desk, changed, fault):
    competition = drawn()

    refused = at_desk(competition).post(desk("publish", competition), {"attempt": "1", **days(3), **changed})

    assert refused.status_code == 422
    assert fault in errors(refused)[0] or errors(refused)[0].endswith(fault)
    assert 'value="2030-08-29"' in refused.content.decode()
    assert competition.draws.filter(published_at__isnull=False).count() == 0


def test_a_draw_is_published_once(at_desk):
    competition = drawn()
    client = at_desk(competition)

    for _ in range(2):
        answer = client.post(desk("publish", competition), {"attempt": "1", **days(3)})

    assert errors(answer) == ["The draw has been published already."]
    assert "already" in text(client.get(desk("publish", competition)))


def test_without_lots_there_is_nothing_to_publish(at_desk):
    competition = stories.entered(4)

    answer = at_desk(competition).get(desk("publish", competition), follow=True)

    assert answer.redirect_chain == [(desk("draw", competition), 302)]
    assert said(answer) == ["Draw lots first."]
