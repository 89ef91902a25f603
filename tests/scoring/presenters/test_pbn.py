from datetime import date

from hypothesis import given, settings, strategies

from scoring.presenters import pbn
from scoring.rules.conditions import ScoringConditions, TieBreak
from scoring.rules.contract import Contract
from scoring.rules.sheet import Sheet, read_sheet
from scoring.rules.sides import Seat, Side
from tests.scoring.presenters.pbn_reader import Game, read_pbn
from tests.scoring.rules.generated import DEALS
from tests.scoring.rules.notation import sheet

# Run a quarter of the usual number of examples, even with --thorough.
A_QUARTER = settings(max_examples=settings().max_examples // 4)

NAMES = dict(zip(Seat, ("Ada Lark", "Eve Finch", "Ben Wren", "Guy Rook"), strict=True))
MATCH = pbn.PbnMatch("Autumn Knockout 2026", "Lakes", date(2026, 5, 9), "R2-M5", "Semi-finals", "autumn R2-M5", NAMES)


def games(scored: Sheet, match: pbn.PbnMatch = MATCH) -> list[Game]:
    return read_pbn(pbn.write(scored, match))[1]


def test_the_file_declares_its_version_and_format():
    escaped, found = read_pbn(pbn.write(sheet("N 2H 9"), MATCH))

    assert escaped[:2] == ["% PBN 2.1", "% EXPORT"]
    assert len(found) == 1


def test_a_sheet_without_deals_is_a_file_without_games():
    assert games(sheet()) == []


def test_a_deal_has_all_known_tags():
    game = games(sheet("N 2H 9"))[0]

    assert game.tags == {
        "Event": "Autumn Knockout 2026",
        "Site": "Lakes",
        "Date": "2026.05.09",
        "Board": "1",
        "West": "Guy Rook",
        "North": "Ada Lark",
        "East": "Eve Finch",
        "South": "Ben Wren",
        "Dealer": "N",
        "Vulnerable": "None",
        "Deal": "N:- - - -",
        "Scoring": "Rubber",
        "Declarer": "N",
        "Contract": "2H",
        "Result": "9",
        "Competition": "Rubber",
        "DealId": "autumn R2-M5 1",
        "Round": "R2.M5",
        "Score": "NS 90 EW 0",
        "ScoreRubber": "NS 30/60 EW 0/0",
        "ScoreRubberHistory": "NS 0 0/0 EW 0 0/0",
        "Stage": "Semi-finals",
    }
    assert game.comment.startswith(r"2\H by North, made with an overtrick: 60 below; 30 above (Law 81).")


def test_a_passed_in_deal_has_no_declarer_and_no_result():
    game = games(sheet("pass"))[0]

    assert (game["Declarer"], game["Contract"], game["Result"]) == ("", "Pass", "")
    assert (game["Score"], game["ScoreRubber"]) == ("NS 0 EW 0", "NS 0/0 EW 0/0")


def test_dealer_and_vulnerability_follow_the_rubber():
    found = games(sheet("N 3NT 9", "E 3NT 9", "S 4S 10", "W 1C 7", first_dealer=Seat.W))

    assert [game["Dealer"] for game in found] == ["W", "N", "E", "S"]
    assert [game["Vulnerable"] for game in found] == ["None", "NS", "All", "None"]
    assert [game["Deal"][0] for game in found] == ["W", "N", "E", "S"]


def test_the_pad_before_each_deal_is_written_game_by_game():
    found = games(sheet("N 2H 9", "E 3NT 10", "N 4S 10", "E 4S 10", "N 1C 7"))

    assert [game["ScoreRubberHistory"] for game in found] == [
        "NS 0 0/0 EW 0 0/0",
        "NS 0 30/60 EW 0 0/0",
        "NS 0 30/60 0 EW 0 30/100 0",
        "NS 0 30/60 120 0 EW 0 30/100 0 0",
        "NS 30 0/0 EW 530 0/0",
    ]


def test_credits_and_totals_follow_the_last_deal():
    found = games(sheet("N 4S 10", "E 1C 7", deals=2))

    assert "Law 80" not in found[0].comment
    assert "Credits for the unfinished rubber (Law 80): NS 300 EW 100. Total: NS 420 EW 120." in found[1].comment
    assert found[1].comment.endswith("North-South won by 300 after 2 deals.")


def test_only_a_fresh_tie_break_keeps_earlier_credits():
    for tie_break, history in [
        (TieBreak.FRESH, "NS 300 0/0 EW 400 0/0"),
        (TieBreak.CONTINUES, "NS 0 0/100 0 EW 0 400/0 0"),
    ]:
        found = games(sheet("N 3NT 9", "N 3NT 5", "E 1C 7", deals=2, tie_break=tie_break))

        assert found[2]["ScoreRubberHistory"] == history, tie_break


def test_unknown_values_are_question_marks():
    game = games(sheet("N 2H 9"), pbn.PbnMatch("", "", None, "R1-M1", "Final", "id", {}))[0]

    assert (game["Event"], game["Site"], game["Date"], game["North"]) == ("?", "?", "????.??.??", "?")


def test_any_name_can_be_read_back():
    for name, read_as in [
        ('Ada "Ace" Lark', 'Ada "Ace" Lark'),
        ("Back\\slash", "Back\\slash"),
        ("Ends with \\", "Ends with \\"),
        ("Zoë Müller-Ångström", "Zoë Müller-Ångström"),
        ("Łukasz Šimůnek’s", "?ukasz Simunek's"),
        ("Two\nlines\tand\x00more", "Two lines and more"),
        ("{curly} [square] %", "{curly} [square] %"),
        ("Ada\xa0Lark\xad ± ½", "Ada Lark ? 1"),
        ("A" * 300, "A" * 110),
        ('"' * 300, '"' * 110),
    ]:
        game = games(sheet("N 2H 9"), MATCH._replace(players=NAMES | {Seat.N: name}))[0]

        assert game["North"] == read_as, name


@A_QUARTER
@given(
    strategies.lists(strategies.sampled_from(DEALS), max_size=30),
    strategies.sampled_from(Seat),
    strategies.text(max_size=80),
    strategies.sampled_from(TieBreak),
)
def test_a_file_contains_the_deals_and_points_of_its_sheet(deals, first_dealer, name, tie_break):
    scored = read_sheet(deals, first_dealer, ScoringConditions(deals=60, tie_break=tie_break))

    found = games(scored, MATCH._replace(event=name, players=NAMES | {Seat.E: name}))

    assert [_facts(game) for game in found] == [(line.deal.declarer, line.deal.contract) for line in scored.lines]
    assert [game["Result"] for game in found] == ["" if d.tricks is None else str(d.tricks) for d in deals]
    for at, side in enumerate(Side):
        above, below = _sums(found, at)
        cumulative = scored.lines[-1].cumulative[side] if scored.lines else 0
        assert above + below == cumulative == sum(int(game.sides("Score")[at]) for game in found)


def _facts(game: Game) -> tuple[Seat | None, Contract | None]:
    if game["Contract"] == "Pass":
        return None, None
    return Seat(game["Declarer"]), Contract.parse(game["Contract"])


def _sums(found: list[Game], at: int) -> tuple[int, int]:
    """Return one side's points in these games, above and below the line."""
    points = [tuple(map(int, game.sides("ScoreRubber")[at].split("/"))) for game in found]
    return sum(above for above, _ in points), sum(below for _, below in points)


@A_QUARTER
@given(strategies.lists(strategies.sampled_from(DEALS), min_size=1, max_size=30))
def test_the_pad_before_a_deal_matches_the_earlier_deals(deals):
    found = games(read_sheet(deals, Seat.N, ScoringConditions(deals=60)))

    for at in range(2):
        above = 0
        for game in found:
            before, below = game.sides("ScoreRubberHistory")[at].split("/")
            assert sum(map(int, before.split())) == above
            assert len(below.split()) == 1 + sum(_games_won(game))
            above += int(game.sides("ScoreRubber")[at].split("/")[0])


def _games_won(game: Game) -> list[int]:
    """Return the games won by each side in the current rubber, according to the vulnerability."""
    return [int(game["Vulnerable"] in ("All", side)) for side in ("NS", "EW")]
