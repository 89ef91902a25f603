"""Tests for a score pad without JavaScript: recording, correcting and deleting deals."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.pads.models import GAMES, PadDeal, PadSeats, ScorePad
from scoring.pads.papers import PadGame
from tests.competition.pads.reading import part, table, text
from tests.friends import NAMES, begin, keys, page, record, send
from tests.markup import markup

A_ROUND = ["S 3NT 9", "B 2HX 9", "A 6H 12", "pass", "C 3NT 7", "S 4S 10", "S 3NT 9", "C 1NTX 2"]
A_CHUKKER = ["N 3NT 9", "E 2H 8", "S 4SX 8", "W 1NT 7"]
TYPICAL = {
    PadGame.RUBBER: ["N 3NT 9", "E 2H 8 EW:100", "pass", "N 6C 12"],
    PadGame.CHICAGO: A_CHUKKER,
    PadGame.SINGLES: A_ROUND,
    PadGame.NULLOS: ["D 1N0 6", "O 3N0 5", "pass", "D 4H 9"],
}


def put_right(phone: Client, pad: ScorePad, number: int, deal: str, **more):
    return phone.post(reverse("pads:deal", args=[pad.pk, number]), {**keys(pad, deal), **more})


def version(pad: ScorePad) -> int:
    return ScorePad.objects.get(pk=pad.pk).version


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.counts
def test_every_page_of_a_pad_can_be_opened(game, django_assert_num_queries):
    phone, pad = begin(game)
    for deals in (TYPICAL[game][:1], TYPICAL[game][1:]):
        record(phone, pad, *deals)
        with django_assert_num_queries(3):
            page(phone, pad)

    pages = [page(phone, pad, name) for name in ("pad", "share", "players", "partners", "print")]
    pages += [page(phone, pad, name, 1) for name in ("deal", "delete")]

    assert [html.count("<h1>") for html in pages] == [1, 1, 1, 1, 1, 1, 1]
    assert "None" not in pages[0].partition('id="deal-form"')[2].partition("</form>")[0]


def test_chicago_is_played_with_a_change_of_partners():
    phone, pad = begin(PadGame.CHICAGO)
    record(phone, pad, *A_CHUKKER)
    html = page(phone, pad)
    assert table(html, "Chukker 1") == [
        ["1 Ann", "3NT Ann made", "400", ""],
        ["2 Cyd", "2♥ Cyd made", "", "60"],
        ["3 Bob", "4♠X Bob 2 light", "", "500"],
        ["4 Dan", "1NT Dan made", "", "540"],
        ["Total", "400", "1,100"],
    ]
    assert "Chukker 1 is over Ann & Bob 400, Cyd & Dan 1,100. Change partners" in part(html, "coming")

    offered = page(phone, pad, "partners")
    names = {"N": "Ann", "S": "Dan", "E": "Bob", "W": "Cyd"}
    assert all(f'name="{seat}" value="{name}"' in offered for seat, name in names.items())
    assert phone.post(reverse("pads:partners", args=[pad.pk]), names).status_code == 302
    record(phone, pad, "S 4H 10")
    html = page(phone, pad)

    assert table(html, "Chukker 2") == [["5 Ann", "4♥ Dan made", "420", ""], ["Total", "420", "0"]]
    assert table(html, "Chukker 1")[0] == ["1 Ann", "3NT Ann made", "400", ""]
    assert table(html, "Standings") == [
        ["1", "Dan", "1,520", "400", "1,120"],
        ["2", "Cyd", "1,100", "820", "280"],
        ["3", "Ann", "820", "1,100", "−280"],
        ["4", "Bob", "400", "1,520", "−1,120"],
    ]


@pytest.mark.parametrize(
    ("vulnerable", "side", "names"),
    [("dealer", "dealer’s side", "Cyd & Dan"), ("others", "the other side", "Ann & Bob")],
)
def test_chicago_uses_the_vulnerability_chosen_at_the_start(vulnerable, side, names):
    phone, pad = begin(PadGame.CHICAGO, vulnerable=vulnerable)
    record(phone, pad, "N 1NT 6")
    html = page(phone, pad)

    assert f"Vulnerable {names}" in part(html, "state")
    assert f"On deals 2 and 3 of a chukker, {side} is vulnerable." in part(html, "score")


def test_the_singles_page_says_that_points_belong_to_declarers_side():
    phone, pad = begin(PadGame.SINGLES)

    assert "Points above the line belong to declarer’s side, not to declarer alone." in part(page(phone, pad), "score")


def test_a_passed_in_deal_is_refused_in_chicago():
    phone, pad = begin(PadGame.CHICAGO)
    record(phone, pad, "N 3NT 9")

    answer = send(phone, pad, 2, "pass")

    assert answer.status_code == 422
    assert "In Chicago a passed-in deal has no number. East deals deal 2 again." in text(markup(answer))
    assert "Passed in" not in text(page(phone, pad))


def test_partners_change_in_singles_and_all_points_are_explained():
    phone, pad = begin(PadGame.SINGLES)
    record(phone, pad, *A_ROUND)
    html = page(phone, pad)

    # Ann and Bob win 2-1 with a small slam. Ann and Cyd win 2-0. Bob and Cyd win through their opponents' back door.
    assert [table(html, f"Round 1, rubber {number}")[-1] for number in (1, 2, 3)] == [
        ["Total", "1,030", "330"],
        ["Total", "220", "−100"],
        ["Total", "−1,100", "0"],
    ]
    assert table(html, "Standings") == [
        ["1", "Bob", "13", "13"],
        ["2", "Ann", "11", "11"],
        ["3", "Cyd", "10", "10"],
        ["4", "Dan", "0", "0"],
    ]
    assert "Round 1, rubber 1 Ann & Bob rubber won 2-1 2" in part(html, "awards")
    assert "Round 1, rubber 3 Bob & Cyd rubber won, opponents out the back door 6" in part(html, "awards")
    assert "Round 2, rubber 1: Ann & Bob v Cyd & Dan" in part(html, "score")
    assert "incomplete" not in text(html)
    record(phone, pad, "S 2H 8")
    unfair = "Round 2 is incomplete, with 0 of its 3 rubbers finished. Its points are unfair"
    assert unfair in text(page(phone, pad))


def test_nullos_points_go_below_the_line_with_an_explanation():
    phone, pad = begin(PadGame.NULLOS)
    record(phone, pad, "D 1N0 6")
    html = page(phone, pad)

    assert "Deal 1: 1 nullos by Ann, made. Ann 30 below." in part(html, "pad")
    assert "Nullos scores 30 a trick, below the line." in part(html, "conditions")
    assert "On the keypad, 1 over means one lost trick more than bid." in part(html, "conditions")
    suits = [value for value in ("C", "D", "N0", "H", "S", "NT") if f'name="denomination" value="{value}"' in html]
    assert sorted(suits, key=lambda value: html.index(f'name="denomination" value="{value}"')) == suits
    assert len(suits) == 6


def test_other_games_refuse_nullos_contracts():
    phone, pad = begin(PadGame.RUBBER)

    answer = send(phone, pad, 1, "N 1N0 6")

    assert (answer.status_code, pad.rows.count()) == (422, 0)
    assert "The denominations are clubs, diamonds, hearts, spades and no-trump." in text(markup(answer))


def test_a_rubber_shows_its_honours_and_credits():
    phone, pad = begin(PadGame.RUBBER)
    record(phone, pad, "N 3NT 9", "E 2H 8 EW:100")

    html = part(page(phone, pad), "pad")

    assert "Deal 2: 2♥ by Cyd, made, honours 100 to Cyd & Dan. Cyd & Dan 60 below, 100 above." in html
    assert "With the points for the unfinished rubber (Law 80): Ann & Bob 400, Cyd & Dan 260." in html


def test_a_clash_shows_both_deals():
    phone, pad = begin(PadGame.SINGLES)
    record(phone, pad, "S 3NT 9")

    clash = send(phone, pad, 1, "B 2H 8")

    assert clash.status_code == 409
    assert "Deal 1 is recorded as 3NT by Ann, made. You sent 2♥ by Cyd, made." in text(markup(clash))
    assert 'name="number" value="2"' in markup(clash)


def test_an_impossible_deal_is_refused_and_stays_in_the_form():
    phone, pad = begin(PadGame.RUBBER)
    for wrong, sentence in (
        ({"level": 8}, "A contract is at level 1 to 7."),
        ({"declarer": "A"}, "Choose one of the four players."),
        ({"denomination": "NT", "honours": "ns-100"}, "Honours at no-trump are four aces"),
        ({"number": 5}, "You cannot record deal 5 yet. Deal 1 is next."),
        ({"tricks": ""}, "Choose the result: made, over or light."),
    ):
        answer = send(phone, pad, 1, "N 3NT 9", wrong)
        html = markup(answer)

        assert (answer.status_code, sentence in text(html), pad.rows.count()) == (422, True, 0)
        assert 'name="doubling" value="1"' in html


def test_the_effect_of_a_correction_is_shown_before_it_is_saved():
    phone, pad = begin(PadGame.RUBBER)
    record(phone, pad, "N 3NT 9", "N 1C 7", "E 1C 6")

    seen = put_right(phone, pad, 1, "N 2NT 9")
    saved = put_right(phone, pad, 1, "N 2NT 9", save=version(pad))
    html = page(phone, pad)

    assert table(markup(seen), "What this changes") == [
        ["Total", "Ann & Bob 570, Cyd & Dan 0", "Ann & Bob 270, Cyd & Dan 0"]
    ]
    assert saved.status_code == 302
    assert table(html, "Rubber 1")[0] == ["1 Ann", "2NT Ann +1", "100", ""]


def test_a_correction_of_an_old_version_is_refused():
    phone, pad = begin(PadGame.RUBBER)
    record(phone, pad, "N 3NT 9")
    shown = version(pad)
    record(phone, pad, "E 1C 7")

    answers = [
        put_right(phone, pad, 1, "N 3NT 10", save=shown),
        phone.post(reverse("pads:delete", args=[pad.pk, 1]), {"save": shown}),
    ]

    assert [answer.status_code for answer in answers] == [409, 422]
    assert all("The pad has changed since you opened the page." in text(markup(answer)) for answer in answers)
    assert f'value="{version(pad)}"' in answers[0].content.decode()
    assert table(page(phone, pad), "Rubber 1")[0][1] == "3NT Ann made"


def test_a_page_polls_only_while_the_pad_is_in_use():
    phone, pad = begin(PadGame.RUBBER)
    address = reverse("pads:card", args=[pad.pk])
    asks = [address in page(phone, pad)]

    ScorePad.objects.filter(pk=pad.pk).update(used_at=timezone.now() - timedelta(hours=7))

    assert [*asks, address in page(phone, pad)] == [True, False]


def test_scripts_receive_the_deals_and_the_error_as_json():
    phone, pad = begin(PadGame.RUBBER)
    address, script = reverse("pads:record", args=[pad.pk]), {"Accept": "application/json"}

    ways = ("N 3NT 9", 1), ("N 3NT 9", 1), ("N 3NT 8", 1), ("N 3NT 8", 3)
    answers = [phone.post(address, {"number": number, **keys(pad, deal)}, headers=script) for deal, number in ways]

    assert [(answer.status_code, answer.json()["said"]) for answer in answers] == [
        (200, ""),
        (200, ""),
        (409, "Deal 1 is already on the pad, and it is different. Compare the two deals."),
        (422, "You cannot record deal 3 yet. Deal 2 is next."),
    ]
    assert {tuple(answer.json()["deals"]) for answer in answers} == {("3NT by Ann, made",)}


def test_every_change_is_sent_to_other_phones():
    phone, pad = begin(PadGame.CHICAGO)
    address = reverse("pads:card", args=[pad.pk])
    changes = (
        lambda: record(phone, pad, *A_CHUKKER),
        lambda: put_right(phone, pad, 1, "N 2NT 9", save=version(pad)),
        lambda: phone.post(reverse("pads:players", args=[pad.pk]), {f"player{n}": f"Lark{n} May" for n in range(1, 5)}),
        lambda: phone.post(reverse("pads:partners", args=[pad.pk]), NAMES),
        lambda: phone.post(reverse("pads:delete", args=[pad.pk, 4]), {"save": version(pad)}),
    )
    for change in changes:
        shown = {"shown": version(pad)}
        assert phone.get(address, shown).status_code == 204
        change()
        assert phone.get(address, shown).status_code == 200
    assert phone.get(address, shown).json()["deals"][0] == "2NT by Lark1, +1"


def test_the_preview_shows_the_score_and_stores_nothing():
    phone, pad = begin(PadGame.SINGLES)

    said = phone.get(reverse("pads:preview", args=[pad.pk]), {"number": 1, **keys(pad, "B 2HX 9")})

    assert markup(said) == "2♥ doubled by Cyd, +1: Cyd & Dan 120 below, 100 + 50 + 60 above."
    assert pad.rows.count() == 0


def test_the_database_refuses_an_impossible_deal():
    _, pad = begin(PadGame.RUBBER)

    for columns in (
        {"number": 0},
        {"number": 401},
        {"tricks": 14},
        {"declarer": ""},
        {"denomination": "X"},
        {"honours_points": 100},
    ):
        deal = {"number": 1, "declarer": "N", "level": 3, "denomination": "NT", "doubling": 1, "tricks": 9}

        with pytest.raises(IntegrityError), transaction.atomic():
            PadDeal.objects.create(pad=pad, **{**deal, **columns})


@pytest.mark.parametrize(
    "names", [{"north": ""}, {"east": "Ann"}, {"south": "Bob"}, {"south": "Bob", "west": "Bob"}, {"first_deal": 0}]
)
def test_the_database_refuses_impossible_seats(names):
    pad = ScorePad.objects.create(game="nullos", first_dealer="N")

    with pytest.raises(IntegrityError), transaction.atomic():
        PadSeats.objects.create(pad=pad, **{"north": "Ann", "east": "Cyd", **names})


def test_a_chicago_deal_cannot_be_changed_to_passed_in():
    phone, pad = begin(PadGame.CHICAGO)
    record(phone, pad, *A_CHUKKER)

    refused = put_right(phone, pad, 1, "pass", save=version(pad))

    assert refused.status_code == 422
    assert "In Chicago a passed-in deal has no number" in markup(refused)
    assert pad.rows.get(number=1).level == 3


@pytest.mark.parametrize("game", GAMES)
def test_the_deal_form_contains_no_empty_sheet_field(game):
    phone, pad = begin(game)

    form = page(phone, pad).partition('id="deal-form"')[2].partition("</form>")[0]
    assert "None" not in form
