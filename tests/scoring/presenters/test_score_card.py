"""Tests for the score card. Flora and Ivan play Thelma and Bruce."""

from dataclasses import replace

from scoring.presenters.score_card import Moment, ScoreCard
from scoring.rules.conditions import TieBreak
from scoring.rules.sides import Reader, Seat, Side
from tests.scoring.rules.notation import sheet

NAMES = dict(zip(Seat, ("Flora", "Thelma", "Ivan", "Bruce"), strict=True))


def card(*deals: str, side: Side = Side.NS, **conditions: object) -> ScoreCard:
    return ScoreCard(sheet(*deals, **conditions), Reader.at_the_table(side), NAMES)


def test_a_blank_sheet_shows_the_first_dealer_and_a_blank_pad():
    blank = card()

    assert (blank.dealer, blank.vulnerable, blank.last, blank.moment) == ("Flora", "Nobody", None, None)
    assert blank.tallies == [("We", 0, False), ("They", 0, False)]
    assert (blank.miniature, blank.pad.number, blank.earlier) == ([("–", "–", False)], 1, ())


def test_each_side_reads_the_rubber_from_its_own_view():
    deals = ("N 2H 9", "E 3NT 9", "S 1C 8")

    assert card(*deals).tallies == [("We", 130, False), ("They", 100, True)]
    assert card(*deals).miniature == [("", "Game", True), ("20", "–", False)]
    assert card(*deals, side=Side.EW).miniature == [("Game", "", True), ("–", "20", False)]
    assert (card(*deals).vulnerable, card(*deals, side=Side.EW).vulnerable) == ("They", "We")
    assert card(*deals).rubber_words == "games, We 0, They 1; part-scores, We 20, They 0"


def test_the_last_deal_is_described_with_first_names():
    for deal, said, wrote in [
        ("N 3H 10", "3♥ by Flora, 1\u00a0over", "We 90 below, 30 above"),
        (
            "E 4SX 8 NS:100",
            "4♠ doubled by Thelma, 2\u00a0light, We 100 honours",
            "We 400 above (300 light, 100 honours)",
        ),
        ("W 1NT 7", "1NT by Bruce, made", "They 40 below"),
        ("S 6H 13", "6♥ by Ivan, 1\u00a0over", "We 180 below, 530 above (30 over, 500 slam)"),
        ("W 1NT 7 NS:150", "1NT by Bruce, made, We 150 honours", "We 150 above; They 40 below"),
        ("pass", "passed in", ""),
    ]:
        assert (card(deal).shown_words, card(deal).wrote) == (said, wrote), deal


def test_a_finished_rubber_is_shown_until_the_next_deal():
    two_games = ("N 3NT 9", "N 4S 10")

    assert (card(*two_games).pad.number, card(*two_games, "N 1C 7").pad.number) == (1, 2)
    assert [pad.number for pad in card(*two_games, "N 1C 7").earlier] == [1]
    assert card(*two_games).miniature == [("–", "–", False)]


def test_a_disputed_deal_is_shown_with_its_rubber():
    disputed = replace(card("N 3NT 9", "N 4S 10", "N 1C 7"), marked=2)

    assert (disputed.shown.number, disputed.shown_words) == (2, "4♠ by Flora, made")
    assert (disputed.pad.number, [pad.number for pad in disputed.earlier]) == (1, [2])
    assert disputed.last.number == 3


def test_games_rubbers_and_slams_are_announced():
    for deals, title, words in [
        (["N 3NT 9"], "Game to Flora & Ivan", "One game to none. We vulnerable. Thelma deals."),
        (["N 3NT 9", "E 3NT 9"], "Game to Thelma & Bruce", "One game all. Both vulnerable. Ivan deals."),
        (
            ["N 3NT 9", "E 3NT 9", "W 4S 10"],
            "Rubber to Thelma & Bruce",
            "Two games to one: They 500. New rubber. Nobody vulnerable. Bruce deals.",
        ),
        (
            ["N 3NT 9", "N 6S 12"],
            "Small slam and rubber to Flora & Ivan",
            "Two games to none: We 700. New rubber. Nobody vulnerable. Ivan deals.",
        ),
        (["N 7C 13"], "Grand slam and game to Flora & Ivan", "One game to none. We vulnerable. Thelma deals."),
    ]:
        assert card(*deals).moment[1:] == (title, words), deals


def test_a_part_score_is_not_announced():
    assert card("N 3NT 9", "N 2S 8").moment is None


def test_a_tie_is_announced_with_the_next_steps():
    for tie_break, how in [
        (TieBreak.CONTINUES, "The unfinished rubber continues. They vulnerable."),
        (TieBreak.FRESH, "A new rubber begins. Nobody vulnerable."),
    ]:
        tied = card("E 3NT 9", "E 4S 6", deals=2, tie_break=tie_break)

        said = f"They 100 and 300 for the unfinished rubber. Two more deals. {how} Ivan deals."
        assert tied.moment == Moment(None, "Level: 400 each", said), tie_break


def test_the_end_shows_the_winner_and_the_credits():
    end = card("N 3NT 9", "E 2S 8", deals=2)

    assert end.moment == Moment(
        Side.NS, "Flora & Ivan win by 240", "2 deals. We 100 and 300, They 60 and 100 for the unfinished rubber."
    )
    assert end.tallies == [("We", 400, False), ("They", 160, False)]
    assert (end.dealer, end.sheet.next_number) == ("", None)
