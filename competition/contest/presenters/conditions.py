"""The conditions of contest as sentences, generated from the settings used for scoring.

Every sentence describes only what the app does under these conditions. The organiser can leave out the sentences in
`OPTIONAL_SENTENCES` if the organiser's own rules differ.
"""

from datetime import date

from competition.contest.models import Competition, Conditions
from competition.contest.presenters.draw import NO_DRAW, PROGRESS, AboutDraw, draw_sentences
from scoring.rules.conditions import ScoringConditions, TieBreak
from scoring.rules.words import quantity
from scoring.templatetags.bridge import day

Section = tuple[str, list[str]]


def conditions_in_words(
    competition: Competition, play: ScoringConditions | None = None, draw: AboutDraw = NO_DRAW
) -> list[Section]:
    """Return the conditions of contest as headings with sentences.

    `play` replaces the conditions of play if a match has its own.
    """
    conditions = competition.conditions
    play = play or conditions.rules()
    sections = [
        ("The draw", draw_sentences(competition, draw)),
        ("Pairs that join later", _joining(conditions)),
        ("The plate", _plate(conditions)),
        ("The next event", _next_event(conditions)),
        ("A match", _match(conditions, play, draw)),
        ("Level totals", _tie(play)),
        ("The unfinished rubber", _unfinished(play)),
        ("Changing the score", changes_of_score(conditions)),
        ("The result", _result(conditions)),
        ("When and where", _when_and_where(conditions, draw)),
        ("If a match is not played", unplayed_matches(conditions)),
        ("Changes of pairs", _changes_of_pairs(conditions)),
    ]
    return [(heading, sentences) for heading, sentences in sections if sentences]


def conditions_in_short(conditions: Conditions) -> list[tuple[str, str]]:
    """Return the most important conditions, each as a term and a few words."""
    play = conditions.rules()
    replies = {
        Conditions.Confirmation.AUTOMATIC: (
            f"Final once the other pair confirms it, or after {conditions.reply_time} without a reply"
        ),
        Conditions.Confirmation.BOTH: "Final once both pairs agree",
        Conditions.Confirmation.FINAL: "Final at once",
    }
    days = quantity(conditions.report_days, "day") if conditions.report_days else ""
    return [
        ("A match", f"{quantity(play.deals, 'deal')} of rubber bridge; the higher total wins"),
        ("Level totals", f"{quantity(play.extra_deals, 'more deal')} until the totals differ"),
        ("Unfinished rubber", f"300 for the only game, {play.only_partscore} for the only part-score"),
        ("A result", replies[Conditions.Confirmation(conditions.confirmation)]),
        ("Overdue", f"{_capital(f'{days} after'.strip())} the play-by date"),
    ]


def match_in_steps(conditions: Conditions) -> list[tuple[str, str]]:
    """Return the steps of a match with their sentences, for pairs that are thinking of entering."""
    titles = {
        Conditions.Confirmation.AUTOMATIC: "The other pair confirms the result.",
        Conditions.Confirmation.BOTH: "Both pairs confirm the result.",
        Conditions.Confirmation.FINAL: "A pair reports the result.",
    }
    seen = _SEEN[Conditions.Spectators(conditions.spectators)]
    phoned = ("You agree a date.", f"Each pair sees the other’s phone numbers. {_offers(conditions)} {_ANSWER}")
    return [
        ("You meet at the venue.", "All rounds are played on one day.") if conditions.minutes else phoned,
        (f"You play {quantity(conditions.deals, 'deal')}.", _RUBBERS),
        ("You keep the score.", f"A phone works it out, or you write it on paper. {seen}"),
        (titles[Conditions.Confirmation(conditions.confirmation)], f"{_reported(conditions)} {PROGRESS}"),
    ]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _unless_left_out(conditions: Conditions, name: str, *sentences: str) -> list[str]:
    return [] if name in conditions.left_out else list(sentences)


def _joining(conditions: Conditions) -> list[str]:
    if conditions.join_until is None:
        return []
    places, when = conditions.join_places or 0, conditions.get_join_left_display()
    are = "is" if places == 1 else "are"
    return [
        f"{quantity(places, 'place')} in the draw {are} kept for pairs that join {when[0].lower()}{when[1:]}.",
        f"A pair can be added until {day(conditions.join_until)}, at a place picked at random.",
        "After that day, the opponents of an empty place go through without playing.",
    ]


def _plate(conditions: Conditions) -> list[str]:
    if conditions.plate == Conditions.Plate.NONE:
        return []
    first = "that loses the first match it plays, in round 1 or 2,"
    who = "that loses in round 1" if conditions.plate == Conditions.Plate.ROUND_1 else first
    walkover = (
        "A walkover counts as a match, and the pair that gave it plays in the plate."
        if conditions.plate_walkover
        else "A walkover does not count as a match, and the pair that gave it does not play in the plate."
    )
    return [
        f"A pair {who} continues in the plate.",
        "The plate needs no draw: each match in round 1 has one place in it.",
        "If a place stays empty, the other pair in that match has a bye.",
        walkover,
        *([] if conditions.plate_conceded else ["A pair that conceded its match does not play in the plate."]),
        "A pair that withdrew does not play in the plate.",
        *([_direct_entries(until)] if (until := conditions.plate_open_until) else []),
    ]


def _direct_entries(until: date) -> str:
    free = "an empty place, picked at random, to which no pair can come from the draw"
    return f"Until {day(until)}, a pair that is not in the draw can enter the plate. It gets {free}."


def _next_event(conditions: Conditions) -> list[str]:
    if conditions.sections:
        sections = f"The draw has {conditions.sections} sections, and their winners do not meet."
        return [sections, f"The winners of the sections qualify for {conditions.next_event}. There is no final."]
    who = Conditions.Qualifiers(conditions.qualifiers).label
    return [f"{who} qualify for {conditions.next_event}."] if conditions.next_event else []


_RUBBERS = "The pairs play one rubber after another. The higher total of points wins the match."
_KEEPS = "Either pair can keep its deals private until the match is over."
_SEEN = {
    Conditions.Spectators.DEALS: f"Anyone can follow the deals of a match while it is played. {_KEEPS}",
    Conditions.Spectators.TOTALS: "Anyone can follow the totals of a match while it is played. The deals are shown "
    "once it is over.",
    Conditions.Spectators.AFTER: "The totals and the deals of a match are shown once it is over.",
    Conditions.Spectators.RESULTS: "Only the result of a match is public. The two pairs and the organisers see its "
    "deals.",
}


def _match(conditions: Conditions, play: ScoringConditions, draw: AboutDraw) -> list[str]:
    return [
        f"A match is {quantity(play.deals, 'deal')} of rubber bridge, scored by Laws 72 to 81 of The International "
        f"Laws of Contract Bridge 2014. {_RUBBERS} The number of rubbers won does not matter.",
        *(f"{name}: a match is {quantity(deals, 'deal')}." for name, deals in draw.lengths),
        *_unless_left_out(
            conditions,
            "lengths",
            "Before a match, both pairs may agree another number of deals, or the organiser changes it, and gives a "
            "reason.",
        ),
        "A deal that is passed in (all four players pass) counts as one of the deals. A misdeal does not count, "
        "and the same player deals again.",
        *_unless_left_out(conditions, "spectators", _SEEN[Conditions.Spectators(conditions.spectators)]),
    ]


def changes_of_score(conditions: Conditions) -> list[str]:
    """Return sentences about who can change a recorded deal and until when."""
    is_final = conditions.confirmation == Conditions.Confirmation.FINAL
    until = "a result has been reported" if is_final else "both pairs have agreed the result"
    return [
        "Either pair may change the deal recorded last, until the next deal is recorded and for ten minutes at most.",
        "Every other change of points or tricks needs the agreement of the other pair (Law 78).",
        *_unless_left_out(
            conditions,
            "honours",
            "Either side can hold honours. They are claimed before the next deal is dealt or the rubber is scored. "
            "Honours that were claimed in time but not entered are added if the other pair agrees.",
        ),
        "Both pairs see every change, and the pair that did not report the result sees them in a list with the result.",
        f"Only the organiser can change a disputed deal, or any deal after {until}.",
    ]


_TIE_BREAKS = {
    TieBreak.CONTINUES: "The unfinished rubber continues in the extra deals, and is scored after the last of them.",
    TieBreak.FRESH: "The points of the unfinished rubber count, and each tie-break begins a new rubber.",
}


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


_REPORTER = {
    Conditions.Reporter.EITHER: "Either pair reports the result{soon}.",
    Conditions.Reporter.WINNERS: "The winners report the result{soon}. If they do not, the other pair can report it.",
    Conditions.Reporter.UPPER: "The pair listed first in the draw reports the result{soon}. If it does not, the other "
    "pair can report it.",
}


def _reported(conditions: Conditions) -> str:
    soon = f" within {quantity(conditions.send_days, 'day')} of play" if conditions.send_days else ""
    final = {
        Conditions.Confirmation.AUTOMATIC: "The pair that did not report it confirms it, or disputes it with a reason. "
        f"If that pair does not reply within {conditions.reply_time}, the result is final.",
        Conditions.Confirmation.BOTH: "The result counts once the pair that did not report it has confirmed it.",
        Conditions.Confirmation.FINAL: "The result counts at once. The losers can object until the winners begin their "
        "next match. The organiser then decides.",
    }
    reporter = _REPORTER[Conditions.Reporter(conditions.reporter)].format(soon=soon)
    return f"{reporter} {final[Conditions.Confirmation(conditions.confirmation)]}"


_REPLY_TIME = "The reply time starts when the pair opens the match page, is sent an email, or is told by the organiser."


def _result(conditions: Conditions) -> list[str]:
    # An automatic result without a reply is final. A result that is final at once needs no reply, and the sentence
    # before mentions objections.
    decides = {
        Conditions.Confirmation.AUTOMATIC: ["The organiser decides disputed results, and gives a reason."],
        Conditions.Confirmation.BOTH: ["The organiser decides disputed and unanswered results, and gives a reason."],
        Conditions.Confirmation.FINAL: [],
    }
    confirmation = Conditions.Confirmation(conditions.confirmation)
    return [
        _reported(conditions) + (f" {_REPLY_TIME}" if confirmation == Conditions.Confirmation.AUTOMATIC else ""),
        *(["The pair sends all the deals, not only the two totals."] if conditions.deals_required else []),
        *_unless_left_out(
            conditions, "concession", "A pair may concede the match while it is open. This counts at once."
        ),
        *decides[confirmation],
    ]


_FIRST = {
    Conditions.FirstOffer.UPPER: "The pair listed first in the draw",
    Conditions.FirstOffer.HOME: "The pair that plays at home",
    Conditions.FirstOffer.AWAY: "The pair that does not play at home",
    Conditions.FirstOffer.EITHER: "Either pair",
}
_ANSWER = "A date counts only if both pairs agree."
_BY_LOT = (
    "The choice is calculated from the address of the competition, the match code and the numbers of the pairs. The "
    "pairs may agree otherwise."
)
_HOME = {
    Conditions.Home.UPPER: "The pair listed first in the draw plays at home, unless the pairs agree otherwise.",
    Conditions.Home.LOT: f"The home pair of each match is chosen at random. {_BY_LOT}",
    Conditions.Home.TURNS: "The pair that travelled to its last match plays at home. If that does not decide, the home "
    f"pair is chosen at random. {_BY_LOT}",
    Conditions.Home.NEUTRAL: "The pairs agree on a venue: a club, the home of one of them, or another place. If they "
    "cannot agree, the organiser names the home pair or picks it at random.",
}


def _offers(conditions: Conditions) -> str:
    least = f"at least {quantity(conditions.offer_dates, 'date')}" if conditions.offer_dates else "up to eight dates"
    answer = f" within {quantity(conditions.answer_days, 'day')}" if conditions.answer_days else ""
    return (
        f"{_FIRST[Conditions.FirstOffer(conditions.first_offer)]} offers {least} and a venue{_first_days(conditions)}. "
        f"The other pair accepts one date{answer}, offers others, or explains why none is possible."
    )


def _first_days(conditions: Conditions) -> str:
    if not conditions.first_offer_days:
        return ""
    days = quantity(conditions.first_offer_days, "day")
    if conditions.counted_from == Conditions.CountedFrom.END:
        return f" at least {days} before the play-by date"
    return f" within {days} of the day on which both opponents are known"


_CANNOT = "A pair that cannot play on a set day asks the organiser."


def _when_and_where(conditions: Conditions, draw: AboutDraw) -> list[str]:
    if minutes := conditions.minutes:
        finish = "When time is called, the pairs finish the deal in play."
        return ["All rounds are played at one venue on one day.", f"A match has {minutes} minutes. {finish}"]
    fixed = [f"{name}: the matches are played on {when}." for name, when in draw.fixtures]
    if draw.all_fixed:
        return [*fixed, _CANNOT]
    others = [_CANNOT, "In all other rounds, the pairs agree a date."] if fixed else []
    return [
        *fixed,
        *others,
        *_unless_left_out(conditions, "dates", f"{_offers(conditions)} {_ANSWER}"),
        *_unless_left_out(conditions, "venue", _HOME[Conditions.Home(conditions.home)]),
    ]


def unplayed_matches(conditions: Conditions) -> list[str]:
    """Return the conditions for overdue matches. The last sentence states the consequence."""
    what = "a match or a round" if conditions.extensions else "a whole round, but not of a single match"
    may = f"The organiser may extend the play-by date of {what}, and gives a reason."
    return [
        "Each match must be played by the play-by date of its round.",
        *_unless_left_out(conditions, "extensions", may),
        consequence(conditions),
    ]


_CONSEQUENCES = {
    Conditions.Unplayed.ORGANISER: "The organiser then decides what happens",
    Conditions.Unplayed.OFFERS: "{first} is then out if it has offered no dates. Otherwise the other pair is out",
    Conditions.Unplayed.OFFERED: "The pair that offered dates then goes through. If neither pair did, neither goes "
    "through. If both did, the organiser decides",
    Conditions.Unplayed.NEITHER: "Neither pair then goes through",
    Conditions.Unplayed.LOT: "A pair picked at random then goes through",
    Conditions.Unplayed.DEFAULT: "The match is then a default for both pairs, without exceptions",
}


def consequence(conditions: Conditions) -> str:
    """Return the consequence if a match is not played or reported in time."""
    unplayed = Conditions.Unplayed(conditions.unplayed)
    if unplayed == Conditions.Unplayed.ON_THE_DAY:
        return (
            "If the pairs do not agree another date, the match is played on its play-by date at "
            f"{conditions.last_hour:%H:%M}. A pair that does not come is out. {_overdue(conditions)}"
        )
    first = _FIRST[Conditions.FirstOffer(conditions.first_offer)]
    return f"{_overdue(conditions)} {_CONSEQUENCES[unplayed].format(first=first)}."


def _overdue(conditions: Conditions) -> str:
    days = conditions.report_days
    when = f"{quantity(days, 'day')} after its play-by date" if days else "by the end of its play-by date"
    return f"A match without a result {when} is overdue."


def _changes_of_pairs(conditions: Conditions) -> list[str]:
    return [
        *_unless_left_out(
            conditions,
            "late pairs",
            "The organiser may give a late pair the place of a bye or of a pair that leaves, and gives a reason. The "
            "bye is picked at random, unless the organiser awarded it.",
        ),
        *_unless_left_out(
            conditions,
            "substitutes",
            "The organiser may accept a substitute, for one match or for the rest of the season, and gives a reason. "
            "Nobody may play for two pairs in one draw.",
        ),
        *_unless_left_out(
            conditions,
            "withdrawals",
            "If a pair withdraws, its decided matches count, and its next opponents go through without playing.",
        ),
    ]
