"""The conditions of contest as sentences, generated from the settings that the scoring uses."""

from competition.contest.models import Competition, Conditions
from scoring.rules.conditions import Conditions as ConditionsOfPlay
from scoring.rules.conditions import TieBreak
from scoring.rules.spoken import quantity
from scoring.templatetags.bridge import day

_TIE_BREAKS = {
    TieBreak.CONTINUES: "The unfinished rubber carries on into them, and is settled after the last deal.",
    TieBreak.FRESH: "What the unfinished rubber was worth stands, and each time a new rubber is begun.",
}


def sentences(competition: Competition, play: ConditionsOfPlay | None = None) -> list[tuple[str, list[str]]]:
    """Return the conditions of contest as headings with sentences.

    `play` replaces the conditions of play, for a match with its own conditions.
    """
    conditions = competition.conditions
    play = play or conditions.rules()
    return [
        ("The draw", _draw(competition)),
        ("A match", _match(conditions, play.deals)),
        ("Level totals", _tie(play)),
        ("The unfinished rubber", _unfinished(play)),
        ("The result", _result(conditions)),
        ("When and where", _when_and_where(conditions)),
        ("If a match is not played", unplayed_matches(conditions)),
    ]


def _draw(competition: Competition) -> list[str]:
    conditions = competition.conditions
    on = f", {opening_day(competition)}," if competition.opening_day else ""
    preferences = {
        f"Pairs who come to the opening day{on} are drawn against each other in round 1.": (
            conditions.opening_day_together
        ),
        "Two pairs of one club meet in round 1 only where it cannot be helped.": conditions.clubs_apart,
        "As many matches of round 1 as can be are between pairs of one area.": conditions.areas_together,
    }
    return [
        f"Entries {'close' if competition.is_open else 'closed'} on {day(competition.closing_date)}.",
        "The pairs are drawn by lot. The draw is kept with its seed, so that anybody can work it out again.",
        *(sentence for sentence, holds in preferences.items() if holds),
        "Where the entry is no power of two, byes are spread over the draw by lot. A bye is not a result.",
        "Each match is a knockout: the winners go on to the next round, the losers are out.",
    ]


def opening_day(competition: Competition) -> str:
    """Return the opening day with its time and venue, as far as they are known."""
    hour = f", {competition.opening_hour:%H:%M}" if competition.opening_hour else ""
    place = f", {competition.opening_place}" if competition.opening_place else ""
    return f"{day(competition.opening_day)}{hour}{place}"


def _match(conditions: Conditions, deals: int) -> list[str]:
    return [
        f"A match is {deals} deals of rubber bridge, scored by Laws 72 to 81. Rubber follows rubber, all "
        "points add up, and the higher total wins, however many rubbers each pair has won.",
        "A deal that is passed in counts as one of the deals. A misdeal does not: the same player deals again.",
        "Honours may be held and are scored by either side.",
        "A slip of the pen may be put right until both pairs have agreed the result. Other tricks on a deal before the "
        "last one need the consent of the other pair (Law 78).",
        "Everybody can follow the deals of a match while it is played, unless one of its pairs wishes to keep them "
        "private until it is over. The totals are always shown."
        if conditions.deals_public
        else "While a match is played everybody is shown the totals; the deals are shown once it is over.",
    ]


def _tie(conditions: ConditionsOfPlay) -> list[str]:
    extra = quantity(conditions.extra_deals, "further deal is", "further deals are")
    again = "one more" if conditions.extra_deals == 1 else f"{conditions.extra_deals} more"
    return [
        f"If the totals are level, {extra} played, then {again}, until the totals differ.",
        _TIE_BREAKS[TieBreak(conditions.tie_break)],
    ]


def _unfinished(conditions: ConditionsOfPlay) -> list[str]:
    return [
        "When play stops inside a rubber, a side that alone has won a game gets 300 points, and a side that alone has "
        f"a part-score in the game not completed gets {conditions.only_partscore}. One side may get both (Law 80).",
    ]


def _result(conditions: Conditions) -> list[str]:
    said = {
        Conditions.Confirmation.SILENCE: "Either pair sends in the result, and the other confirms it or disputes it "
        f"with a reason. If it does neither within {conditions.silence} after it was "
        "told, the result stands. It was told once it has opened the match on its own page, a mail has gone to it, or "
        "the organiser has told it.",
        Conditions.Confirmation.BOTH: "Either pair sends in the result, and it counts once the other has confirmed it.",
        Conditions.Confirmation.FINAL: "Either pair sends in the result, and it counts at once.",
    }
    return [
        said[Conditions.Confirmation(conditions.confirmation)],
        "A pair may concede the match while it is open; that counts at once.",
        "What is disputed or unanswered, the organiser settles, and gives the reason.",
    ]


_FIRST = {
    Conditions.FirstOffer.UPPER: "The pair that stands first in the draw offers up to four dates",
    Conditions.FirstOffer.EITHER: "Either pair offers up to four dates",
}
_HOME = {
    Conditions.Home.UPPER: "The pair that stands first in the draw is at home, unless the two agree otherwise.",
    Conditions.Home.LOT: "Who is at home in a match is decided by lot, from the address of the competition, the code "
    "of the match and the numbers of its pairs; the two may agree otherwise.",
    Conditions.Home.NEUTRAL: "Neither pair is at home: the two agree on the place.",
}


def _when_and_where(conditions: Conditions) -> list[str]:
    return [
        f"{_FIRST[Conditions.FirstOffer(conditions.first_offer)]}, with a place; the other takes one, offers others, "
        "or says why none will do. No pair fixes a date alone.",
        _HOME[Conditions.Home(conditions.home)],
    ]


def unplayed_matches(conditions: Conditions) -> list[str]:
    """Return the conditions for overdue matches. The last sentence states the consequence."""
    return [
        "Each match is played not later than the play-by date of its round.",
        "The organiser may give a match or a round a later play-by date, and gives the reason."
        if conditions.extensions
        else "No match is given a later play-by date than its round. The organiser may give a whole round more time, "
        "and gives the reason.",
        f"A match with no result {quantity(conditions.report_days, 'day')} after its play-by date is overdue. "
        "Nobody loses it by that alone: the organiser decides, and gives the reason.",
    ]
