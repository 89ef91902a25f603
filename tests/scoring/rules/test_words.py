from scoring.rules.conditions import TieBreak
from scoring.rules.contract import Contract
from scoring.rules.correcting import ChangeKind, DealChange, effect
from scoring.rules.sides import Reader, Side, Tally
from scoring.rules.words import (
    TIE_BREAKS,
    bid,
    change_words,
    contract_words,
    counted,
    deal_words,
    effect_words,
    entries_words,
    explain,
    fared,
    few,
    number,
    ordinal,
    quantity,
    result_words,
    rubber_words,
    standing_words,
)
from tests.scoring.rules.notation import deal, sheet


def test_a_number_is_written_in_words():
    for count, word in [(0, "no"), (1, "one"), (19, "nineteen"), (20, "twenty"), (57, "fifty-seven")]:
        assert number(count) == word, count


def test_the_higher_total_wins_a_rubber():
    they = Reader.at_the_table(Side.EW).name

    assert rubber_words(Tally(0, 970), they) == "We won by 970"
    assert rubber_words(Tally(1570, 550), they) == "They won by 1,020"
    assert rubber_words(Tally(500, 500), they) == "Level"


def test_the_side_with_two_games_can_lose_the_rubber_on_points():
    played = sheet("N 4S 10", "N 7SXX 2", "S 4S 10")

    (rubber,) = played.rubbers
    assert rubber.bonus == Tally(700, 0)
    assert rubber_words(played.points_of(rubber), Reader().name) == "E-W won by 5,460"


def test_quantities_and_ordinals_are_written_in_words():
    assert (counted(1, "deal"), counted(22, "deal")) == ("one deal", "twenty-two deals")
    assert (ordinal(1), ordinal(9), ordinal(10), ordinal(12), ordinal(13)) == (
        "first",
        "ninth",
        "tenth",
        "twelfth",
        "13th",
    )


def test_a_contract_is_written_in_words():
    for contract, words in [
        ("1S", "one spade"),
        ("3NT", "three no-trump"),
        ("1NTX", "one no-trump doubled"),
        ("6H", "six hearts"),
    ]:
        assert bid(Contract.parse(contract)) == words, contract


def test_a_result_is_written_in_words():
    for tricks, words in [
        (6, "four light"),
        (10, "made"),
        (11, "made with an overtrick"),
        (12, "made with two overtricks"),
    ]:
        assert fared(deal(f"N 4S {tricks}")) == words, tricks


def test_small_numbers_are_written_as_words_and_others_as_figures():
    assert [few(12), few(13), few(9, most=9), few(10, most=9)] == ["twelve", "13", "nine", "10"]


def test_a_quantity_has_a_singular_or_plural_noun():
    matches = [quantity(number, "match", "matches") for number in (1, 2, 1054)]
    assert [*matches, quantity(0, "day")] == ["1 match", "2 matches", "1,054 matches", "0 days"]


def test_a_contract_is_written_with_its_symbol():
    for text, words in [("3H", "3♥"), ("3NTX", "3NT doubled"), ("1cxx", "1♣ redoubled"), ("7S", "7♠")]:
        assert contract_words(Contract.parse(text)) == words, text


def test_a_result_is_abbreviated():
    for text, words in [
        ("N 4S 10", "made"),
        ("N 4S 11", "+1"),
        ("N 4S 9", "1 light"),
        ("N 4S 0", "10 light"),
        ("pass", "passed in"),
    ]:
        assert result_words(deal(text)) == words, text


def test_a_deal_is_described_on_one_line():
    for text, words in [
        ("pass", "passed in"),
        ("E 4SX 8", "4♠ doubled by East, 2 light"),
        ("N 3NT 10 EW:150", "3NT by North, +1, 150 honours to East-West"),
    ]:
        assert deal_words(deal(text)) == words, text


def test_a_score_is_explained_entry_by_entry():
    for deals, words in [
        (
            ["N 4S 10", "N 3NTX 10"],
            "3NT doubled by North, made with an overtrick, vulnerable: 200 below; 200 and 50 above (Law 81). "
            "Rubber: 700 above to North-South (Law 74).",
        ),
        (["E 2H 8"], "2♥ by East, made: 60 below (Law 81)."),
        (["E 2H 11"], "2♥ by East, made with three overtricks: 60 below; 90 above (Law 81)."),
        (["S 4H 10"], "4♥ by South, made: 120 below (Law 81). Game to North-South (Law 73)."),
        (
            ["W 7NTXX 0 EW:150"],
            "7NT redoubled by West, 13 light: 7,000 above to North-South (Law 81). "
            "Honours: 150 above to East-West (Law 81).",
        ),
        (["pass"], "Passed in: no score."),
    ]:
        assert explain(sheet(*deals).lines[-1]) == words, deals


def test_the_points_of_a_deal_are_listed_from_the_readers_side():
    for deals, words in [
        (["N 4S 11"], "4♠ by North, 11 tricks: We 120 below, 30 above."),
        (["E 4S 9 NS:100"], "4♠ by East, 9 tricks: We 50 + 100 above."),
        (["E 4S 1"], "4♠ by East, 1 trick: We 450 above."),
        (["W 1NT 7 NS:150"], "1NT by West, 7 tricks: We 150 above; They 40 below."),
        (["N 4S 10", "S 3NTX 10"], "3NT doubled by South, 10 tricks: We 200 below, 200 + 50 + 700 above."),
        (["pass"], "Passed in: no score."),
    ]:
        assert entries_words(sheet(*deals).lines[-1], Reader.at_the_table(Side.NS)) == words, deals


def test_the_opponents_see_the_same_points_as_theirs():
    line = sheet("N 4S 11").lines[-1]

    assert entries_words(line, Reader.at_the_table(Side.EW)) == "4♠ by North, 11 tricks: They 120 below, 30 above."


def test_the_standing_is_described_in_one_sentence():
    for deals, words in [
        (["pass"], "In play: 1 of 3 deals played, 2 left."),
        (["pass"] * 3, "Level after 3 deals: play 2 more."),
        (["pass"] * 4, "In play: 4 of 5 deals played, 1 left."),
        (["N 7NTXX 0", "pass", "pass"], "East-West won by 7,000 after 3 deals."),
    ]:
        assert standing_words(sheet(*deals, deals=3)) == words, deals


def test_a_tie_break_can_have_one_deal():
    assert standing_words(sheet("pass", "pass", deals=2, extra_deals=1)) == ("Level after 2 deals: play 1 more.")


def test_a_change_is_described_in_words():
    for kind, text, words in [
        (ChangeKind.CHANGE, "N 2H 9", "deal 5 from 2♥ by North, made, to 2♥ by North, +1"),
        (ChangeKind.CHANGE, "N 2H 8", "the notes on deal 5"),
        (ChangeKind.INSERT, "N 2H 8", "a forgotten deal 5: 2♥ by North, made"),
        (ChangeKind.DELETE, "N 2H 8", "deal 5: 2♥ by North, made"),
    ]:
        assert change_words(DealChange(kind, 5, deal(text)), deal("N 2H 8")) == words, kind


def test_effects_list_the_reader_first():
    level = sheet("N 3NT 9", "N 3NT 9", "E 3NT 9", "E 3NT 9", deals=4)
    won = effect(DealChange(ChangeKind.CHANGE, 2, deal("N 3NT 8")), level)

    assert [*effect_words(won, Reader.at_the_table(Side.EW))] == [
        ("Total, We", "900", "800"),
        ("Total, They", "900", "100"),
        ("Rubber 1, games", "We 0, They 2", "We 2, They 1"),
        ("Rubber 2, games", "We 2, They 0", "none"),
        ("Match", "level, 2 deals left", "We by 700"),
    ]


def test_every_tie_break_has_a_sentence():
    assert [*TIE_BREAKS] == [*TieBreak]
