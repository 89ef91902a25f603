"""Texts about each game, and the table of duplicate scores."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from scoring.pads.calculator import worth
from scoring.pads.duplicate import COLUMNS, DenominationKind, DuplicateRow, table
from scoring.pads.papers import PadGame
from scoring.rules.contract import Contract, Doubling
from scoring.rules.deal import DealResult
from scoring.rules.sides import Seat
from scoring.rules.words import result_words

_FOUR = {seat: seat.word for seat in Seat}


class About(NamedTuple):
    """Texts about a game: its name, a sentence, labels for its players, and conditions with reasons."""

    name: str
    what: str
    chairs: dict[Seat, str]
    conditions: tuple[tuple[str, str], ...]


ABOUT = {
    PadGame.RUBBER: About(
        "Rubber bridge",
        "Friendly rubbers, outside any competition.",
        _FOUR,
        (
            ("Play as many rubbers as you like.", "The Laws set no number of deals."),
            (
                "If you stop during a rubber, the only game scores 300 and the only part-score scores 100.",
                "This is Law 80. The pad shows the total with these points.",
            ),
            (
                "A passed-in deal (all four players pass) counts as a deal, and the next player deals.",
                "This is as in a match.",
            ),
        ),
    ),
    PadGame.CHICAGO: About(
        "Chicago",
        "Chukkers of four deals. The number of the deal decides who is vulnerable. Partners may change after each "
        "chukker.",
        _FOUR,
        (
            (
                "Nobody is vulnerable on the first deal of a chukker, and both sides are on the last. On the two deals "
                "between them it is dealer’s side or the other side, as you choose when you start the pad.",
                "Both ways are in use, so the players choose.",
            ),
            (
                "A game scores 300 at once, or 500 if vulnerable. After it, neither side has a part-score.",
                "There is no rubber bonus, so the game itself scores a bonus, as in duplicate.",
            ),
            (
                "A part-score made on the fourth deal scores 100.",
                "No later deal can complete it to a game. Part-scores of earlier deals score nothing more.",
            ),
            (
                "After a passed-in deal (all four players pass), the same dealer deals again. The passed-in deal "
                "takes no number.",
                "Otherwise a side could lose its turn of being vulnerable.",
            ),
        ),
    ),
    PadGame.SINGLES: About(
        "Singles",
        "Four players, each for themselves. In a round of three rubbers, each player partners each other player once.",
        {Seat.N: "Scorer", Seat.S: "Player A", Seat.E: "Player B", Seat.W: "Player C"},
        (
            (
                "The scorer plays with A, then with B, then with C, and so on in every round.",
                "This is the table in the paper. The pad shows the seats before each rubber.",
            ),
            (
                "The deal passes clockwise, also after passed-in deals and between rubbers.",
                "The paper does not say who deals, so this is as in a match.",
            ),
            (
                "A side that has won a game of the rubber is vulnerable. Honours are not scored.",
                "The paper scores as in rubber bridge, and lists no honours above the line.",
            ),
            (
                "All doubled trick points count below the line. The points that doubling adds also count above "
                "the line.",
                "This is the second change in the paper.",
            ),
            (
                "All points above the line belong to declarer’s side. Tricks light count against it, and the defenders "
                "score nothing.",
                "The paper places them “against the contract player”, and gives the points of a door to both partners. "
                "So the side carries them.",
            ),
            (
                "A side goes out by a door with more than 1,000 above the line, or less than −1,000. Exactly "
                "1,000 is not enough.",
                "The paper says that a side must exceed this limit.",
            ),
            (
                "If a deal wins the second game and also sends a side out by a door, the door counts.",
                "The paper gives 6 points “even if doing so would cause a two to one or two to nil victory”.",
            ),
            (
                "A slam that is bid and made scores points when its rubber is over.",
                "The number of points depends on the side that won the rubber.",
            ),
            (
                "An unfinished round is shown with a warning. Only complete rounds have a winner.",
                "The paper says that unfinished rounds make the final score unfair.",
            ),
        ),
    ),
    PadGame.NULLOS: About(
        "Nullos",
        "Rubber bridge for two. Nullos, a contract to lose tricks, ranks between diamonds and hearts.",
        {Seat.N: "Deals first", Seat.E: "The other player"},
        (
            (
                "The dealer deals thirteen cards to each. The other 26 are the draw deck. The player who did not deal "
                "discards any number of cards and draws as many, then the dealer does.",
                "This is the exchange of cards in the paper.",
            ),
            (
                "The player who did not deal bids first and leads first, and the winner of a trick leads to the next.",
                "This is in the paper. The players deal in turn.",
            ),
            (
                "1 nullos is a contract to lose at least 7 tricks, and 7 nullos to lose all 13. There are no "
                "trumps. Each "
                "extra lost trick is an overtrick, and each missing one is a trick light.",
                "On the keypad, 1 over means one lost trick more than bid. 1 light means one lost trick too few.",
            ),
            (
                "Nullos scores 30 a trick, below the line.",
                "The paper says both that it is scored “at the same value as hearts and spades” and that 1 nullos "
                "scores 30 points “above the line”. Trick points of hearts and spades go below the line, "
                "where they count towards a game. So do these.",
            ),
            (
                "Honours are not scored.",
                "The paper lists no honours. After the exchange, cards are chosen and not dealt.",
            ),
        ),
    ),
}


_SUITS = {DenominationKind.MINOR: "♣♦", DenominationKind.MAJOR: "♥♠", DenominationKind.NT: "NT"}
# Results from made exactly to six overtricks. Only contracts at level 1 can make six.
OVERTRICKS = ("made", "+1", "+2", "+3", "+4", "+5", "+6")
MOST_TRICKS = 13


class ContractLine(NamedTuple):
    """A contract and the points for each of its results."""

    name: str
    scores: tuple[int, ...]


class PaperSection(NamedTuple):
    """The lines in one column of the printed table, with one doubling and one vulnerability."""

    title: str
    lines: tuple[ContractLine, ...]


class DuplicateTable(NamedTuple):
    """All 582 values. Each column of the printed table has a section for contracts made and a line for tricks light."""

    made: tuple[PaperSection, ...]
    light: tuple[ContractLine, ...]


@cache
def lines() -> DuplicateTable:
    """Return the whole table, which is cached because it never changes."""
    rows = table()
    # Alternate the columns, so that the results for not vulnerable and vulnerable are next to each other.
    columns = sorted(range(len(COLUMNS)), key=COLUMNS.__getitem__)
    return DuplicateTable(
        tuple(PaperSection(_title(*COLUMNS[column]), tuple(_made(rows, column))) for column in columns),
        tuple(
            ContractLine(_title(*COLUMNS[column]), tuple(row.scores[column] for row in rows if row.kind is None))
            for column in columns
        ),
    )


def _title(doubling: Doubling, vulnerable: bool) -> str:
    state = "vulnerable" if vulnerable else "not vulnerable"
    return f"{doubling.word}, {state}".capitalize()


def _made(rows: tuple[DuplicateRow, ...], column: int) -> Iterator[ContractLine]:
    contracts = dict.fromkeys((row.level, row.kind) for row in rows if row.kind)
    for level, kind in contracts:
        scores = (row.scores[column] for row in rows if (row.level, row.kind) == (level, kind))
        yield ContractLine(f"{level}{_SUITS[kind]}", tuple(scores))


def of_contract(contract: Contract, vulnerable: bool) -> tuple[tuple[str, int], ...]:
    """Return every result of a contract with its duplicate points for declarer's side, best first."""
    return tuple(
        (result_words(DealResult(Seat.N, contract, tricks)), worth(contract, tricks, vulnerable)[1].points)
        for tricks in range(MOST_TRICKS, -1, -1)
    )
