"""Deals, standings, numbers, contracts and results in players' words: facts and questions, no advice."""

from collections.abc import Callable, Iterable, Iterator

from scoring.rules.conditions import ScoringConditions, TieBreak
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.correcting import ChangeKind, DealChange, Effect
from scoring.rules.deal import DealResult, PointsReason, ScoreEntry, ScorePart
from scoring.rules.pad import WrittenLine
from scoring.rules.sheet import PlayedRubber, ScoredDeal, Sheet, Standing
from scoring.rules.sides import Reader, Side, Tally

_ONES = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
# Ordinals not formed by adding "th".
_PLACES = {1: "first", 2: "second", 3: "third", 5: "fifth", 8: "eighth", 9: "ninth", 12: "twelfth"}


def number(count: int) -> str:
    """Return a number below 100 in words, such as "no", "one" or "twenty-two"."""
    if count < 20:
        return (*_ONES, *_TEENS)[count]
    tens = _TENS[count // 10 - 2]
    ones = count % 10
    return f"{tens}-{_ONES[ones]}" if ones else tens


def few(count: int, most: int = 12) -> str:
    """Return a number in words up to `most`, and in figures above it, such as "nine" or "13"."""
    return number(count) if count <= most else str(count)


def plural(count: int, noun: str, irregular: str = "") -> str:
    """Return the noun for this count, such as "deal" or "deals". `irregular` is an irregular plural."""
    return noun if count == 1 else irregular or f"{noun}s"


def quantity(count: int, noun: str, irregular: str = "") -> str:
    """Return a quantity in figures, such as "1 day", "30 deals", "2 matches" or "1,054 players"."""
    return f"{count:,} {plural(count, noun, irregular)}"


def times(count: int) -> str:
    """Return a number of times: once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def counted(count: int, thing: str) -> str:
    """Return a quantity in words, such as "one deal" or "ten deals"."""
    return f"{number(count)} {plural(count, thing)}"


def ordinal(count: int) -> str:
    """Return an ordinal, such as "first" or "twelfth", and "13th" from 13 upwards."""
    return _PLACES.get(count) or f"{few(count)}th"


def bid(contract: Contract) -> str:
    """Return the contract in words, such as "three no-trump" or "six spades doubled"."""
    doubled = "" if contract.doubling is Doubling.UNDOUBLED else f" {contract.doubling.word}"
    name = contract.denomination.word.rstrip("s") if contract.level == 1 else contract.denomination.word
    return f"{number(contract.level)} {name}{doubled}"


def fared(deal: DealResult) -> str:
    """Return the result in words, such as "made", "made with two overtricks" or "three light"."""
    if deal.over < 0:
        return f"{number(-deal.over)} light"
    if deal.over == 0:
        return "made"
    return "made with an overtrick" if deal.over == 1 else f"made with {number(deal.over)} overtricks"


# Short reasons that fit next to the points on a score pad.
BRIEFLY: dict[str, str] = {
    PointsReason.OVERTRICKS: "over",
    PointsReason.UNDERTRICKS: "light",
    PointsReason.SMALL_SLAM: "slam",
    PointsReason.DOUBLED_MADE: "doubled",
    PointsReason.REDOUBLED_MADE: "redoubled",
}

# The number of tricks that a defender always wins with honours worth these points. It is three for four honours,
# because declarer can finesse one of them.
_SURE = {100: 3, 150: 5}
_FOUR_ACES = 4

# Sentences about the unfinished rubber in a tie-break.
TIE_BREAKS = {
    TieBreak.CONTINUES: "The unfinished rubber continues",
    TieBreak.FRESH: "A new rubber begins",
}

_IN_A_TIE_BREAK = {
    TieBreak.CONTINUES: "the unfinished rubber continues in a tie-break",
    TieBreak.FRESH: "a new rubber begins in a tie-break",
}


def corrected(new: ScoringConditions, old: ScoringConditions) -> str:
    """Return the changed conditions, such as "36 deals instead of 30", or "" if there are none."""
    changes = {
        f"{new.deals} deals instead of {old.deals}": new.deals != old.deals,
        f"tie-breaks of {new.extra_deals} instead of {old.extra_deals}": new.extra_deals != old.extra_deals,
        _IN_A_TIE_BREAK[new.tie_break]: new.tie_break != old.tie_break,
        f"{new.only_partscore} points for the only part-score instead of {old.only_partscore}": (
            new.only_partscore != old.only_partscore
        ),
    }
    return ", ".join(text for text, is_new in changes.items() if is_new)


def rubber_words(points: Tally, names: Callable[[Side], str]) -> str:
    """Return the winner and margin of a finished rubber with these points, such as "We won by 970" (Law 74)."""
    winner = points.ahead
    return f"{names(winner)} won by {abs(points.ns - points.ew):,}" if winner else "Level"


def contract_words(contract: Contract) -> str:
    """Return the contract as players announce it, such as "3♥ doubled"."""
    bid = f"{contract.level}{contract.denomination.symbol}"
    return bid if contract.doubling is Doubling.UNDOUBLED else f"{bid} {contract.doubling.word}"


def result_words(deal: DealResult) -> str:
    """Return the result: "made", "+1", "2 light" or "passed in"."""
    if deal.is_passed_in:
        return "passed in"
    if deal.over < 0:
        return f"{-deal.over} light"
    return f"+{deal.over}" if deal.over else "made"


def deal_words(deal: DealResult, reader: Reader | None = None) -> str:
    """Return the deal on one line, such as "3NT doubled by North, +1, 150 honours to East-West", or "passed in"."""
    if deal.contract is None or deal.declarer is None:
        return "passed in"
    played = f"{contract_words(deal.contract)} by {deal.declarer.word}, {result_words(deal)}"
    if deal.honours is None:
        return played
    side = deal.honours.side
    holder = reader.name(side) if reader else side.word
    return f"{played}, {deal.honours.points} honours to {holder}"


def entries_words(line: ScoredDeal, reader: Reader) -> str:
    """Return a deal with its points for this reader, such as "4♠ by North, 11 tricks: We 120 below, 30 above"."""
    deal = line.deal
    if deal.contract is None or deal.declarer is None:
        return "Passed in: no score."
    played = f"{contract_words(deal.contract)} by {deal.declarer.word}, {quantity(deal.tricks or 0, 'trick')}"
    return f"{played}: {written_words(line, reader)}."


def written_words(line: WrittenLine, reader: Reader) -> str:
    """Return the points for a deal in the reader's columns, such as "We 120 below; They 100 above"."""
    columns = [(reader.name(side), _column(line, side)) for side in (reader.side, reader.side.other)]
    return "; ".join(f"{name} {figures}" for name, figures in columns if figures)


def change_words(change: DealChange, recorded: DealResult, reader: Reader | None = None) -> str:
    """Return a change in words, such as "deal 5 from 2♥ by North, made, to 2♥ by North, +1".

    `recorded` is the recorded deal with the same number.
    """
    reads = deal_words(change.deal, reader)
    if change.kind is ChangeKind.INSERT:
        return f"a forgotten deal {change.number}: {reads}"
    if change.kind is ChangeKind.DELETE:
        return f"deal {change.number}: {reads}"
    if change.deal == recorded:
        return f"the notes on deal {change.number}"
    return f"deal {change.number} from {deal_words(recorded, reader)}, to {reads}"


def effect_words(effect: Effect, reader: Reader) -> Iterator[tuple[str, str, str]]:
    """Yield the effects of a change as label, value before and value after.

    They include both totals as written, the rubbers with different games, and the match if its result differs. If the
    Law 80 credits differ, they also include the totals if play stopped here.
    """
    before, after = effect.before, effect.after
    for side in (reader.side, reader.side.other):
        yield f"Total, {reader.name(side)}", f"{before.shown[side]:,}", f"{after.shown[side]:,}"
    if before.credits != after.credits:
        for side in (reader.side, reader.side.other):
            label = f"{reader.name(side)}, if play stopped here"
            yield label, f"{before.total[side]:,}", f"{after.total[side]:,}"
    for number, was, would in effect.rubbers:
        yield f"Rubber {number}, games", _games_words(was, reader), _games_words(would, reader)
    if effect.changes_outcome:
        yield "Match", _outcome_words(before, reader), _outcome_words(after, reader)


def gone_words(effect: Effect) -> str:
    """Return a sentence about deals that the change deletes after the true end of the match, or ""."""
    if not effect.gone:
        return ""
    numbers = listed(str(number) for number in effect.gone)
    deals = (
        f"deal {numbers} does not count and is deleted"
        if len(effect.gone) == 1
        else f"deals {numbers} do not count and are deleted"
    )
    return f"The match is then over after {quantity(len(effect.after.lines), 'deal')}: {deals}."


def explain(line: ScoredDeal) -> str:
    """Return the points for a deal item by item, with their Laws."""
    deal = line.deal
    if deal.contract is None or deal.declarer is None:
        return "Passed in: no score."
    vulnerable = ", vulnerable" if deal.side in line.vulnerable else ""
    outcome = result_words(deal) if deal.over < 0 else fared(deal)
    played = f"{contract_words(deal.contract)} by {deal.declarer.word}, {outcome}{vulnerable}"
    return " ".join([f"{played}: {_contract_points(line)}", *_further(line)])


def standing_words(sheet: Sheet) -> str:
    """Return the standing of the match as a sentence."""
    played = len(sheet.lines)
    left = sheet.deals_left
    if sheet.winner:
        margin = sheet.total[sheet.winner] - sheet.total[sheet.winner.other]
        return f"{sheet.winner.word} won by {margin:,} after {quantity(played, 'deal')}."
    if sheet.standing is Standing.TIED:
        return f"Level after {quantity(played, 'deal')}: play {left} more."
    return f"In play: {played} of {quantity(sheet.stage_end, 'deal')} played, {left} left."


def listed(parts: Iterable[str]) -> str:
    """Return the parts as a list in words: "a", "a and b" or "a, b and c"."""
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def _outcome_words(sheet: Sheet, reader: Reader) -> str:
    """Return the standing in a few words, such as "We by 300", "level, 2 deals left" or "12 deals left"."""
    if sheet.winner:
        return f"{reader.name(sheet.winner)} by {abs(sheet.total.ns - sheet.total.ew):,}"
    level = "level, " if sheet.standing is Standing.TIED else ""
    return f"{level}{quantity(sheet.deals_left, 'deal')} left"


def _games_words(rubber: PlayedRubber | None, reader: Reader) -> str:
    if rubber is None:
        return "none"
    return ", ".join(f"{reader.name(side)} {rubber.games[side]}" for side in (reader.side, reader.side.other))


def _column(line: WrittenLine, side: Side) -> str:
    """Return one side's points for a deal as on the pad, such as "120 below, 30 + 500 above"."""
    places = {
        where: [f"{entry.points:,}" for entry in line.entries if (entry.side, entry.line) == (side, where)]
        for where in ScorePart
    }
    return ", ".join(f"{' + '.join(figures)} {where}" for where, figures in places.items() if figures)


def _contract_points(line: ScoredDeal) -> str:
    own = [entry for entry in line.entries if entry.reason not in (PointsReason.HONOURS, PointsReason.RUBBER)]
    receiver = f" to {own[0].side.word}" if own[0].side is not line.deal.side else ""
    parts = [
        f"{listed(f'{entry.points:,}' for entry in own if entry.line is where)} {where}{receiver}"
        for where in ScorePart
        if any(entry.line is where for entry in own)
    ]
    return f"{'; '.join(parts)} (Law {own[0].law})."


def _further(line: ScoredDeal) -> list[str]:
    honours = [entry for entry in line.entries if entry.reason is PointsReason.HONOURS]
    won = [entry for entry in line.entries if entry.reason is PointsReason.RUBBER]
    sentences = [_to("Honours", entry) for entry in honours]
    if line.game and not won:
        sentences.append(f"Game to {line.game.word} (Law 73).")
    return sentences + [_to("Rubber", entry) for entry in won]


def _to(what: str, entry: ScoreEntry) -> str:
    return f"{what}: {entry.points:,} above to {entry.side.word} (Law {entry.law})."


def unlikely_deals(sheet: Sheet | None) -> Iterator[tuple[int, str]]:
    """Yield a number and a question for each deal that looks wrong."""
    for line in sheet.lines if sheet else ():
        if text := question(line.deal):
            yield line.number, text


def question(deal: DealResult) -> str:
    """Return a question if a defender's honours contradict the tricks, otherwise ""."""
    honours, contract = deal.honours, deal.contract
    if honours is None or contract is None or deal.tricks is None or honours.side is deal.side:
        return ""
    if contract.denomination is Denomination.NT:
        what = "Four aces in one hand"
        sure = _FOUR_ACES
    else:
        what = "Five trump honours in one hand" if honours.points == 150 else "Four trump honours in one hand"
        sure = _SURE[honours.points]
    if deal.tricks <= 13 - sure:
        return ""
    return f"{what} against declarer, and {13 - deal.tricks or 'no'} {plural(13 - deal.tricks, 'trick')} lost?"
