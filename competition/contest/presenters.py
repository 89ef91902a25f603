"""The conditions of contest as sentences, generated from the settings that the scoring uses."""

from collections.abc import Sequence

from competition.contest.models import Competition, Conditions
from scoring.rules.conditions import ScoringConditions, TieBreak
from scoring.rules.words import quantity
from scoring.templatetags.bridge import day

_TIE_BREAKS = {
    TieBreak.CONTINUES: "The unfinished rubber continues in the extra deals, and is scored after the last of them.",
    TieBreak.FRESH: "The points of the unfinished rubber count, and each tie-break begins a new rubber.",
}


def conditions_in_words(
    competition: Competition, play: ScoringConditions | None = None, elsewhere: str = "", awarded: Sequence[bool] = ()
) -> list[tuple[str, list[str]]]:
    """Return the conditions of contest as headings with sentences.

    `play` replaces the conditions of play, for a match with its own conditions. `elsewhere` is the sentence about a
    draw that was made elsewhere. `awarded` says of each bye of a published draw if the organiser awarded it.
    """
    conditions = competition.conditions
    play = play or conditions.rules()
    return [
        ("The draw", _draw(competition, elsewhere, awarded)),
        ("A match", _match(conditions, play.deals)),
        ("Level totals", _tie(play)),
        ("The unfinished rubber", _unfinished(play)),
        ("Changing the score", _changes(conditions)),
        ("The result", _result(conditions)),
        ("When and where", _when_and_where(conditions)),
        ("If a match is not played", unplayed_matches(conditions)),
    ]


def conditions_in_short(conditions: Conditions) -> list[tuple[str, str]]:
    """Return the most important conditions as pairs of a term and a few words."""
    play = conditions.rules()
    days = quantity(conditions.report_days, "day") if conditions.report_days else ""
    replies = {
        Conditions.Confirmation.AUTOMATIC: (
            f"Final once the other pair confirms it, or after {conditions.reply_time} without a reply"
        ),
        Conditions.Confirmation.BOTH: "Final once both pairs agree",
        Conditions.Confirmation.FINAL: "Final at once",
    }
    return [
        ("A match", f"{quantity(play.deals, 'deal')} of rubber bridge; the higher total wins"),
        ("Level totals", f"{quantity(play.extra_deals, 'more deal')} until the totals differ"),
        ("Unfinished rubber", f"300 for the only game, {play.only_partscore} for the only part-score"),
        ("A result", replies[Conditions.Confirmation(conditions.confirmation)]),
        ("Overdue", f"{days} after the play-by date; the organiser decides".strip()),
    ]


def _overdue(days: int) -> str:
    return f"{quantity(days, 'day')} after its play-by date" if days else "by the end of its play-by date"


def _draw(competition: Competition, elsewhere: str, awarded: Sequence[bool]) -> list[str]:
    conditions = competition.conditions
    on = opening_day(competition) if competition.opening_day else ""
    preferences = {
        f"Pairs who attend the opening day, {on}, are drawn against each other in round 1 where possible.": (
            bool(on) and conditions.opening_day_together
        ),
        "Pairs from the same club are kept apart in round 1 where possible.": conditions.clubs_apart,
        "Pairs from the same area are drawn against each other in round 1 where possible.": conditions.areas_together,
    }
    at_random = [
        "The draw is made at random. Its random seed is stored, so that anyone can check the draw.",
        *(sentence for sentence, holds in preferences.items() if holds),
        f"{_byes(awarded)} A bye does not count as a result.",
    ]
    verb = "close" if competition.is_open else "closed"
    entries = f"Entries {verb} on {day(competition.closing_date)}."
    return [
        *([elsewhere, "A bye does not count as a result."] if elsewhere else [entries, *at_random]),
        "The winners of each match go through to the next round, and the losers are knocked out.",
    ]


def _byes(awarded: Sequence[bool]) -> str:
    if not awarded:
        return (
            "If the number of pairs is not a power of two, some pairs have a bye in round 1. "
            "The organiser can award byes, and all other byes are placed at random."
        )
    are_several = len(awarded) > 1
    if all(awarded):
        return "The organiser awarded all the byes." if are_several else "The organiser awarded the bye."
    if any(awarded):
        return "The organiser awarded some of the byes. The others were placed at random."
    return "The byes were placed at random." if are_several else "The bye was placed at random."


def opening_day(competition: Competition) -> str:
    """Return the opening day with its time and venue, as far as they are known."""
    hour = f", {competition.opening_hour:%H:%M}" if competition.opening_hour else ""
    place = f", {competition.opening_place}" if competition.opening_place else ""
    return f"{day(competition.opening_day)}{hour}{place}"


def _match(conditions: Conditions, deals: int) -> list[str]:
    return [
        f"A match is {deals} deals of rubber bridge, scored by Laws 72 to 81. The pairs play one "
        "rubber after another. The higher total of points wins the match. The number of rubbers won does not matter.",
        "A deal that is passed in (all four players pass) counts as one of the deals. A misdeal does not count, "
        "and the same "
        "player deals again.",
        "Anyone can follow the deals of a match while it is played, unless one of the pairs keeps them private "
        "until the "
        "end. The totals are always shown."
        if conditions.deals_public
        else "The totals are shown while a match is played. The deals are shown once it is over.",
    ]


def _changes(conditions: Conditions) -> list[str]:
    is_final = conditions.confirmation == Conditions.Confirmation.FINAL
    until = "a result has been reported" if is_final else "both pairs have agreed the result"
    return [
        "Either pair may change the deal recorded last, until the next deal is recorded and for ten minutes at most.",
        "Every other change of points or tricks needs the agreement of the other pair (Law 78).",
        "Either side can hold honours. They are claimed before the next deal is dealt or the rubber is scored. Honours "
        "that were claimed in time but not entered are added if the other pair agrees.",
        "Both pairs see every change, and the pair that did not report the result sees them in a list with the result.",
        f"Only the organiser can change a disputed deal, or any deal after {until}.",
    ]


def _tie(conditions: ScoringConditions) -> list[str]:
    extra = quantity(conditions.extra_deals, "more deal")
    return [
        f"If the totals are level, the pairs play {extra}, and repeat until the totals differ.",
        _TIE_BREAKS[TieBreak(conditions.tie_break)],
    ]


def _unfinished(conditions: ScoringConditions) -> list[str]:
    return [
        "If play stops during a rubber, the only side with a game scores 300 points. The only side with a part-score "
        f"in an unfinished game scores {conditions.only_partscore}. One side may score both (Law 80).",
    ]


def _result(conditions: Conditions) -> list[str]:
    sentences = {
        Conditions.Confirmation.AUTOMATIC: "Either pair reports the result. The other pair confirms it, or disputes it "
        f"with a reason. If the other pair does not reply within {conditions.reply_time}, the result is final. The "
        "reply time starts when that pair opens the match page, is sent an email, or is told by the organiser.",
        Conditions.Confirmation.BOTH: "Either pair reports the result. It counts once the other pair has confirmed it.",
        Conditions.Confirmation.FINAL: "Either pair reports the result, and it counts at once. The losers can object "
        "until the winners begin their next match. The organiser then decides.",
    }
    # Without a reply, an automatic result is final. A final result needs none, and an objection is named above.
    decides = {
        Conditions.Confirmation.AUTOMATIC: ["The organiser decides disputed results, and gives a reason."],
        Conditions.Confirmation.BOTH: ["The organiser decides disputed and unanswered results, and gives a reason."],
        Conditions.Confirmation.FINAL: [],
    }
    confirmation = Conditions.Confirmation(conditions.confirmation)
    return [
        sentences[confirmation],
        "A pair may concede the match while it is open. This counts at once.",
        *decides[confirmation],
    ]


_FIRST = {
    Conditions.FirstOffer.UPPER: "The pair listed first in the draw offers up to four dates",
    Conditions.FirstOffer.EITHER: "Either pair offers up to four dates",
}
_HOME = {
    Conditions.Home.UPPER: "The pair listed first in the draw plays at home, unless the pairs agree otherwise.",
    Conditions.Home.LOT: "The home pair of each match is chosen at random. The choice is calculated from the "
    "address of "
    "the competition, the match code and the numbers of the pairs. The pairs may agree otherwise.",
    Conditions.Home.NEUTRAL: "The pairs agree on a venue: a club, the home of one of them, or another place.",
}


def _when_and_where(conditions: Conditions) -> list[str]:
    return [
        f"{_FIRST[Conditions.FirstOffer(conditions.first_offer)]} and a venue. The other pair accepts one date, "
        "offers others, or explains why none is possible. A date counts only if both pairs agree.",
        _HOME[Conditions.Home(conditions.home)],
    ]


def unplayed_matches(conditions: Conditions) -> list[str]:
    """Return the conditions for overdue matches. The last sentence states the consequence."""
    return [
        "Each match must be played by the play-by date of its round.",
        "The organiser may extend the play-by date of a match or a round, and gives a reason."
        if conditions.extensions
        else (
            "The organiser may extend the play-by date of a whole round, but not of a single match, and gives a reason."
        ),
        f"A match without a result {_overdue(conditions.report_days)} is overdue. "
        "A pair does not lose a match only because it is overdue. The organiser decides, and gives a reason.",
    ]
