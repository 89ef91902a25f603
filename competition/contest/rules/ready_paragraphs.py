"""Ready paragraphs for the organiser's own rules. The organiser fills in the words in square brackets."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from competition.contest.rules.rulebook import Part

# The help page "At the table" also shows this part.
ETHICS = "Ethics"
_BLANK = re.compile(r"\[([^\[\]\n]+)\]")


class ReadyPart(NamedTuple):
    """A part that most rules have: its heading, a help text, and its ready paragraphs by key."""

    heading: str
    help_text: str
    paragraphs: Mapping[str, str]


READY_PARTS = (
    ReadyPart(
        "Who may enter",
        "Which players may enter, and until when.",
        {
            "everybody": "Any two players may enter as a pair.",
            "members": "Both players must be members of [a club in the region].",
            "one-pair": "A player may play in only one pair.",
            "late-entries": "To enter late, phone the organiser. You can play only if the draw has a place for you.",
            "final-days": "Enter only if you can play on [the days of the last rounds].",
        },
    ),
    ReadyPart(
        "Entry fee",
        "How much, how to pay, and until when.",
        {
            "fee": "The fee is [$20] a pair. Pay it by [date].",
            "account": "Pay to [account number], with both surnames as the reference.",
            "refund": "If you withdraw before the draw, you get the fee back.",
            "no-fee": "There is no entry fee.",
        },
    ),
    ReadyPart(
        "Systems",
        "What pairs may play.",
        {
            "simple-systems": "Use methods that any two players could use in their first game together.",
            "junior-systems": "Only simple systems are allowed, as at junior tournaments.",
            "listed-systems": "[The NZ Bridge Manual, section D,] lists the permitted systems.",
            "unusual-agreements": "Explain an unusual agreement to your opponents before the match.",
            "any-system": "Any system is allowed if you explain it before the match.",
        },
    ),
    ReadyPart(
        ETHICS,
        "Shown on the help page “At the table” too.",
        {
            "table-talk": "Table talk is not allowed.",
            "keeping-score": "All four players are responsible for the score. You may compare the totals after each "
            "deal.",
            "talk-of-the-score": "Do not remind your partner of the score, and do not say what your side needs.",
            "tactics": "Do not discuss how the score affects the bidding until the match is over.",
            "courtesy": "Be on time, and be courteous to your partner and your opponents.",
            "visitors": "Visitors may watch if all four players agree.",
        },
    ),
    ReadyPart(
        "If you are new to rubber bridge",
        "Advice for players who have played only duplicate bridge.",
        {
            "know-the-score": "Know how many points you have below the line. With 100 you have a game.",
            "enough-for-game": "If a low contract completes your game, you need not bid higher, unless you can make a "
            "slam.",
            "safe-play": "Make sure of your contract first. An overtrick is worth little.",
            "brave-defence": "In defence, take a risk to defeat the contract. An overtrick costs you little.",
            "vulnerable": "When you are vulnerable and ahead, let the opponents have a part-score. To go light doubled "
            "costs more.",
            "second-game": "A rubber won by two games to none scores 700. It can be right to go light to stop the "
            "second game.",
        },
    ),
    ReadyPart(
        "Dates",
        "Which dates a pair offers, and how a match is played on them.",
        {
            "different-weeks": "Offer dates in different weeks.",
            "times-of-day": "Do not offer only evenings. Offer at least one date in the daytime or at a weekend.",
            "notice": "A date must be at least [five] days ahead, unless both pairs agree to less.",
            "staged-offers": "If none of the first dates is possible, the other pair offers [three] dates. If none of "
            "those is possible, tell the organiser at once.",
            "changed-date": "An agreed date changes only if both pairs agree.",
            "another-evening": "You may continue a match on another evening. Agree the date before you stop, and keep "
            "the score.",
            "hours": "Start by [7.30 pm]. Do not deal again after [11 pm] unless all four players agree.",
            "lateness": "If the other pair is more than [30 minutes] late, phone the organiser.",
        },
    ),
    ReadyPart(
        "Where you play",
        "Who is the host, who books the table, and who pays for what.",
        {
            "homes-or-clubs": "Play at a home or at a club, whichever suits all four players.",
            "booking": "[The pair listed first in the draw] books the table.",
            "club-session": "You may play during a club session if its director agrees. Deal the cards at your own "
            "table, and do not play the deals of the session.",
            "hosts": "The hosts provide a table, two packs of cards and the score sheets.",
            "refreshments": "The hosts offer tea or coffee. They need not serve a meal.",
            "table-money": "The two pairs share the cost of the table.",
            "travel": "Each pair pays for its own travel.",
            "travel-money": "The organiser pays [$50] a pair towards travel to [the final].",
        },
    ),
    ReadyPart(
        "Substitutes",
        "How often, and who.",
        {
            "few-substitutes": "A pair may have a substitute in at most [one] match.",
            "free-substitute": "A substitute must not have played for another pair in this competition.",
            "no-substitute-late": "Substitutes are not allowed in [the final].",
            "no-substitutes": "Substitutes are not allowed.",
        },
    ),
    ReadyPart(
        "Prizes",
        "What the winners receive.",
        {
            "cup": "The winners hold [the cup] for a year.",
            "money": "The winners receive [$200], and the other finalists receive [$100].",
            "fees-as-prizes": "The fees, less costs, are paid out as prizes.",
            "best-junior-pair": "The junior pair that goes furthest receives a prize.",
            "best-intermediate-pair": "The intermediate pair that goes furthest receives a prize.",
            "next-stage": "The winners play for the region in [the national final].",
        },
    ),
    ReadyPart(
        "Appeals",
        "Who hears an appeal, and until when.",
        {
            "appeal": "You may appeal against a decision of the organiser within [48 hours]. Write to [the committee].",
            "no-appeal": "The decisions of the organiser are final.",
        },
    ),
    ReadyPart(
        "About these rules",
        "Which rules come first, and who decides the rest.",
        {
            "higher-rules": "Where these rules and [the rules of NZ Bridge] differ, the latter apply.",
            "laws": "The International Laws of Contract Bridge apply to all that these rules do not cover.",
            "organiser": "The organiser may change these rules, and decides what they do not cover.",
        },
    ),
)
PARAGRAPHS = {key: ready.paragraphs[key] for ready in READY_PARTS for key in ready.paragraphs}
_PART_OF = {key: ready for ready in READY_PARTS for key in ready.paragraphs}
_ORDER = [ready.heading.casefold() for ready in READY_PARTS]
_BLANKS = {blank[0] for paragraph in PARAGRAPHS.values() for blank in _BLANK.finditer(paragraph)}


def with_paragraphs(parts: Sequence[Part], keys: Iterable[str]) -> list[Part]:
    """Return the parts with each of these ready paragraphs added at the end of its part.

    A missing part is added. The parts that most rules have come first, in their usual order.
    """
    longer = list(parts)
    for key in keys:
        ready = _PART_OF[key]
        old = next((part for part in longer if is_same(part.heading, ready.heading)), Part(ready.heading, ""))
        text = "\n\n".join(filter(None, (old.text, PARAGRAPHS[key])))
        longer = [*(part for part in longer if part is not old), old._replace(text=text)]
    return sorted(longer, key=lambda part: place_of(part.heading))


def with_missing(parts: Sequence[Part], keys: Iterable[str]) -> list[Part]:
    """Return the parts with any of these ready paragraphs that they lack."""
    whole = "\n\n".join(part.text for part in parts)
    return with_paragraphs(parts, [key for key in keys if not is_used(PARAGRAPHS[key], whole)])


def is_same(heading: str, other: str) -> bool:
    """Return True if two headings are equal apart from capital letters."""
    return heading.casefold() == other.casefold()


def place_of(heading: str) -> int:
    """Return the position of a heading in the usual order. Other headings come last."""
    return _ORDER.index(heading.casefold()) if heading.casefold() in _ORDER else len(_ORDER)


def pieces(paragraph: str) -> list[tuple[str, bool]]:
    """Return the pieces of a ready paragraph. Those to fill in are marked with True."""
    return [(piece, index % 2 == 1) for index, piece in enumerate(_BLANK.split(paragraph)) if piece]


def is_used(paragraph: str, text: str) -> bool:
    """Return True if a text contains the ready paragraph, filled in or not."""
    pattern = "".join(".+?" if is_blank else re.escape(piece) for piece, is_blank in pieces(paragraph))
    return re.search(pattern, " ".join(text.split())) is not None


def unfilled(text: str) -> list[str]:
    """Return the words in brackets that the organiser has not filled in, without repeats."""
    return list(dict.fromkeys(blank[0] for blank in _BLANK.finditer(text) if blank[0] in _BLANKS))
