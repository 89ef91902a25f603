"""Texts about each game: a description, and the conditions for questions that its paper leaves open."""

from typing import NamedTuple

from scoring.pads.game import Game
from scoring.rules.sides import Seat

_FOUR = {Seat.N: "North", Seat.S: "South", Seat.E: "East", Seat.W: "West"}


class About(NamedTuple):
    """Texts about a game: its name, a sentence, labels for its players, and conditions with reasons."""

    name: str
    what: str
    chairs: dict[Seat, str]
    conditions: tuple[tuple[str, str], ...]


ABOUT = {
    Game.RUBBER: About(
        "Rubber bridge",
        "Friendly rubbers, one after the other, outside any competition.",
        _FOUR,
        (
            ("Rubbers follow one another as long as you like.", "Nothing but the Laws: there is no number of deals."),
            (
                "Should you stop inside a rubber, its only game is worth 300 and its only part-score 100.",
                "Law 80 says so; the pad shows the total with it as things stand.",
            ),
            ("A passed-in deal counts as a deal, and the deal passes on.", "As in a match."),
        ),
    ),
    Game.CHICAGO: About(
        "Chicago",
        "Chukkers of four deals; who is vulnerable goes by the number of the deal. Partners may change after each.",
        _FOUR,
        (
            (
                "Nobody is vulnerable on the first deal of a chukker, dealer’s side on the next two, both on the last.",
                "Some play that it is the side that does not deal on the second and third; here it is dealer’s.",
            ),
            (
                "A game is worth 300 at once, 500 to a vulnerable side, and wipes both part-scores out.",
                "There is no rubber to be won, so the game itself is paid, as at duplicate.",
            ),
            (
                "A part-score made on the fourth deal that is no game is worth 100.",
                "No later deal can carry it to a game; part-scores of earlier deals are worth nothing more.",
            ),
            (
                "A passed-in deal is dealt again by the same dealer and takes no number.",
                "Otherwise a side could lose its turn of being vulnerable.",
            ),
        ),
    ),
    Game.SINGLES: About(
        "Singles",
        "Four players, each for themselves: a round is three rubbers, in which each partners each once.",
        {Seat.N: "Scorer", Seat.S: "Player A", Seat.E: "Player B", Seat.W: "Player C"},
        (
            (
                "The scorer plays with A, then with B, then with C, and so on in every round.",
                "The paper’s own table; the pad says before each rubber who sits where.",
            ),
            (
                "The deal passes clockwise from seat to seat, through passed-in deals and from rubber to rubber.",
                "The paper does not say who deals: as in a match.",
            ),
            (
                "Vulnerable is a side that has won a game of the rubber; honours are not scored.",
                "The paper scores as in rubber bridge and names no honours among what goes above the line.",
            ),
            (
                "Doubled trick points all count below the line; what doubling adds is written once more above it.",
                "The paper says so in its second change.",
            ),
            (
                "Tricks light count against declarer’s side, and nothing goes to the defenders.",
                "The paper places all that is above the line against the contract player.",
            ),
            (
                "Exactly 1,000 above the line, or 1,000 below nothing, opens no door: it must be exceeded.",
                "The paper speaks of exceeding its cap.",
            ),
            (
                "A deal that wins the second game and opens a door wins by the door.",
                "The paper gives 6 points “even if doing so would cause a two to one or two to nil victory”.",
            ),
            (
                "A slam gives points when it was bid and made, once its rubber is over.",
                "Which side won the rubber decides how many; a slam that went light was not made.",
            ),
            (
                "A round that is broken off is shown, and flagged as unfair; only whole rounds name a winner.",
                "The paper: partial rounds bias the score at the end of the evening.",
            ),
        ),
    ),
    Game.NULLOS: About(
        "Nullos",
        "Rubber bridge for two, with contracts to lose tricks between diamonds and hearts.",
        {Seat.N: "Deals first", Seat.E: "The other player"},
        (
            (
                "The dealer deals thirteen cards to each; the other 26 are the draw deck. The player who did not deal "
                "discards any number of cards and draws as many, then the dealer does.",
                "The paper’s exchange of cards.",
            ),
            (
                "The player who did not deal bids first and leads first, and the winner of a trick leads to the next.",
                "The paper says so; the two deal in turn.",
            ),
            (
                "1 nullos is to lose at least 7 tricks, 7 nullos all 13; more lost are overtricks, fewer are tricks "
                "light. There are no trumps.",
                "On the keys 1 over is one trick more lost than bid, 1 light one too few.",
            ),
            (
                "Nullos is worth 30 a trick, and its trick points go below the line.",
                "The paper says both that it is scored “at the same value as hearts and spades” and that 1 nullos "
                "scores 30 points “above the line”. Trick points of hearts and spades go below, and only there can "
                "they make a game: so do these.",
            ),
            (
                "Honours are not scored.",
                "The paper names none, and after the exchange cards are picked, not dealt.",
            ),
        ),
    ),
}
