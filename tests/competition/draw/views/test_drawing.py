import re
from datetime import date, timedelta

from django.utils import timezone

from competition.contest.models import Competition
from scoring.templatetags.bridge import in_fours
from tests import stories
from tests.competition.desk_reading import desk, errors, rows, said, text
from tests.factories import PairFactory


def drawn(pairs: int = 5):
    competition = stories.entered(pairs)
    stories.draw_lots(competition, secret="a seed")
    return competition


def days(rounds: int, first: date = date(2030, 5, 31)) -> dict[str, str]:
    return {f"round{n}": (first + timedelta(days=30 * n)).isoformat() for n in range(1, rounds + 1)}


def test_draw_page_shows_the_planned_size(at_desk):
    for pairs, size in (
        (7, "7 pairs: 3 rounds, 1 bye in round 1."),
        (2, "2 pairs: 1 round, no byes."),
        (1, "A draw needs at least two pairs. Add pairs first."),
    ):
        competition = stories.entered(pairs)

        assert size in text(at_desk(competition).get(desk("draw", competition)))


def test_draw_page_shows_byes_and_attendance(at_desk):
    competition = stories.entered(3)
    competition.pairs.filter(number__lte=2).update(attending=True)

    client = at_desk(competition)
    client.post(desk("lock-list", competition))
    shown = client.post(desk("draw", competition), {"attempt": "1"}, follow=True)

    first_round = rows(shown, "attempt")
    assert [row[0] for row in first_round] == ["1", "2"]
    sides = {side for row in first_round for side in row[1:]}
    assert sides == {
        "Ada North 1 & Ben South 1, Harbour Bridge Club ● opening day",
        "Ada North 2 & Ben South 2, Harbour Bridge Club ● opening day",
        "Ada North 3 & Ben South 3, Harbour Bridge Club",
        "bye",
    }
    assert "3 pairs in 4 places: 1 bye, placed evenly at random." in text(shown)
    assert "Draw 1" in text(shown)


def test_draw_page_warns_about_changed_entries(at_desk):
    competition = drawn()
    client = at_desk(competition)
    assert "Publish this draw" in text(client.get(desk("draw", competition)))
    PairFactory(competition=competition)

    assert "Entries or conditions have changed since you locked the entry list. Lock it again." in text(
        client.get(desk("draw", competition))
    )
    refused = client.post(desk("publish", competition), {"attempt": "1", **days(3)})

    assert refused.status_code == 422
    client.post(desk("lock-list", competition))
    page = text(client.get(desk("draw", competition)))
    assert "Draw again before you publish." in page
    assert "Publish this draw" not in page


def test_draw_page_shows_a_pair_removed_later(at_desk):
    competition = drawn(2)
    competition.pairs.get(number=2).delete()

    page = at_desk(competition).get(desk("draw", competition))

    assert "Ada North 2 & Ben South 2" in text(page)


def test_post_publishes_the_draw_with_its_dates(at_desk):
    competition = drawn()
    client = at_desk(competition)
    page = client.get(desk("publish", competition)).content.decode()
    proposed = [timezone.localdate() + timedelta(weeks=weeks) for weeks in (6, 12, 18)]
    assert [f'value="{day}"' in page for day in proposed] == [True, True, True]

    done = client.post(desk("publish", competition), {"attempt": "1", **days(3)}, follow=True)

    assert said(done) == ["The draw is published. Now tell the pairs, under Messages."]
    assert [row.play_by for row in stories.now(competition).rounds] == [
        date(2030, 6, 30),
        date(2030, 7, 30),
        date(2030, 8, 29),
    ]
    again = client.post(desk("publish", competition), {"attempt": "1", **days(3)})
    assert errors(again) == ["The draw is already published. Reload the page."]


def questions(page) -> list[str]:
    """Return the questions to the organiser before the draw is published."""
    return re.findall("<li>(.*?)</li>", page.content.decode().partition('id="questions"')[2].partition("</div>")[0])


def test_unusual_dates_need_confirmation(at_desk):
    competition = drawn()
    client, odd = at_desk(competition), {"attempt": "1", **days(3), "round3": "2030-12-25"}

    asked = client.post(desk("publish", competition), odd)

    assert (asked.status_code, questions(asked)) == (200, ["The final ends on Christmas Day."])
    assert not competition.is_published
    odd["asked"] = asked.context["asked"]
    # Changing a date that needed confirmation raises a new question.
    again = client.post(desk("publish", competition), {**odd, "round3": "2030-12-26"})
    assert questions(again) == ["The final ends on Boxing Day."]
    done = client.post(desk("publish", competition), odd, follow=True)
    assert said(done) == ["The draw is published. Now tell the pairs, under Messages."]


def test_open_entries_need_confirmation(at_desk):
    competition = drawn()
    day = timezone.localdate() + timedelta(days=3)
    Competition.objects.filter(pk=competition.pk).update(closing_date=day)

    page = at_desk(competition).get(desk("publish", competition))

    words = f"{day:%a} {day.day} {day:%b %Y}"
    assert questions(page)[0] == f"Entries close on {words}. A pair that enters before then is not in this draw."
    assert "You can undo this only until something is played or decided." in text(page)


def test_invalid_play_by_dates_are_refused(at_desk):
    competition = drawn()
    client = at_desk(competition)
    for changed, fault in (
        ({"round2": ""}, "Semi-finals: play by: This field is required."),
        ({"round2": "soon"}, "Semi-finals: play by: Give the day as 30/05/2026."),
        (
            {"round2": "2030-06-30"},
            "The play-by date of the semi-finals must be after that of the round before. Choose a later date.",
        ),
        ({"attempt": "7"}, "There is a newer draw than the one you saw. Check the new draw first."),
    ):
        refused = client.post(desk("publish", competition), {"attempt": "1", **days(3), **changed})

        assert refused.status_code == 422
        assert fault in errors(refused)[0] or errors(refused)[0].endswith(fault)
        assert 'value="2030-08-29"' in refused.content.decode()
        assert competition.draws.filter(publication__isnull=False).count() == 0


def test_fingerprint_of_an_earlier_list_stays_public(at_desk, client):
    competition = stories.entered(4)
    done = at_desk(competition).post(desk("lock-list", competition), follow=True)
    assert said(done) == ["The entry list is locked, and everybody can see its fingerprint. Now make the draw."]
    assert in_fours(competition.locked_lists.get().fingerprint) in text(done)
    PairFactory(competition=competition)

    at_desk(competition).post(desk("lock-list", competition))

    page = text(client.get(f"/{competition.slug}/"))
    fingerprints = list(competition.locked_lists.values_list("fingerprint", flat=True))
    assert [in_fours(one) in page for one in set(fingerprints)] == [True, True]


def test_secret_is_private_before_publishing(at_desk, client):
    competition = drawn()

    pages = [client.get(f"/{competition.slug}/"), at_desk(competition).get(desk("draw", competition))]
    pages += [at_desk(competition).get(desk("log", competition))]

    assert ["a seed" in page.content.decode() for page in pages] == [False, False, False]
    assert client.get(f"/{competition.slug}/record/locked-list.txt").status_code == 404


def test_dice_are_shown_and_invalid_dice_are_refused(at_desk):
    competition = stories.entered(4)
    client = at_desk(competition)
    client.post(desk("lock-list", competition))

    refused = client.post(desk("draw", competition), {"attempt": "1", "dice": "4 1 7 2 3"})

    assert (refused.status_code, errors(refused)) == (
        422,
        ["Type 5 to 60 throws of the dice, each a number from 1 to 6."],
    )
    assert 'value="4 1 7 2 3"' in refused.content.decode()
    shown = client.post(desk("draw", competition), {"attempt": "1", "dice": "4 1 6 2 3"}, follow=True)
    assert "with the dice 41623" in text(shown)


def test_swapped_pairs_are_marked(at_desk):
    competition = drawn(4)
    client = at_desk(competition)
    before = [side for row in rows(client.get(desk("draw", competition)), "attempt") for side in row[1:]]

    asked = {"one": "1", "other": "2", "reason": "They share a car."}
    done = client.post(desk("swap", competition), asked, follow=True)

    after = [side.replace(" ⇄ by hand", "") for row in rows(done, "attempt") for side in row[1:]]
    one, other = (next(side for side in before if f"North {n} " in side) for n in (1, 2))
    assert after == [{one: other, other: one}.get(side, side) for side in before]
    assert "pairs 1 and 2 were swapped. Reason: They share a car." in text(done)


def test_an_invalid_swap_is_refused(at_desk):
    competition = drawn(4)

    for asked, fault in (
        ({"one": "1", "other": "1", "reason": "a car"}, "Choose two different pairs."),
        ({"one": "1", "other": "2", "reason": " "}, "Reason: Enter the reason. The pairs want to know it."),
        ({"one": "1", "other": "", "reason": "a car"}, "Second pair: Choose a pair."),
        ({"one": "1", "other": "9", "reason": "a car"}, "Second pair: Select a valid choice."),
    ):
        refused = at_desk(competition).post(desk("swap", competition), asked)

        assert refused.status_code == 422
        assert errors(refused)[0].startswith(fault)
        assert competition.draws.get().swaps.count() == 0


def test_reveal_page_shows_one_more_pair_at_a_time(at_desk):
    competition = drawn(4)
    client = at_desk(competition)

    pages = [text(client.get(f"{desk('reveal', competition)}?lot={lot}")) for lot in range(6)]

    assert "4 pairs to draw" in pages[0]
    assert [f"Pair {lot} of 4" in pages[lot] for lot in (1, 2, 3, 4)] == [True] * 4
    assert [page.count("not drawn yet") for page in pages] == [4, 3, 2, 1, 0, 0]


def test_draw_pages_redirect_if_there_is_no_draw(at_desk):
    competition = stories.entered(4)

    for page in ("reveal", "swap", "publish"):
        answer = at_desk(competition).get(desk(page, competition), follow=True)
        assert answer.redirect_chain == [(desk("draw", competition), 302)]
        assert said(answer)[-1] == "Make the draw first."
