"""Template filters for the score pad, with a column for each side in the reader's order."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from django import template
from django.utils.html import format_html

from scoring.rules import pad, words
from scoring.rules.deal import DealResult
from scoring.rules.sheet import Sheet
from scoring.rules.sides import BySide, Reader, Seat, Side
from scoring.templatetags.bridge import points

if TYPE_CHECKING:
    from scoring.presenters.score_card import ScoreCard
    from scoring.queries import Proposal

register = template.Library()
register.filter("compared", words.effect_words)
register.filter("deals_to_come", pad.deals_to_come)
register.filter("gone_words", words.gone_words)
register.filter("in_words", words.deal_words)
register.filter("on_the_pad", words.entries_words)
register.filter("result", words.result_words)
register.filter("unlikely_deals", words.unlikely_deals)
register.filter("written", words.written_words)
T = TypeVar("T")
_CONTRACT = '<span class="keep">{}<span data-suit="{}">{}</span>{} {}</span> <small class="keep">{}</small>'


@register.filter
def by_players(deal: DealResult, card: "ScoreCard") -> str:
    """Return a deal in words, with the first names of the players on this score card."""
    return card.deal(deal)


@register.filter
def seated(seat: Seat, card: "ScoreCard") -> str:
    """Return the first name of the player in this seat."""
    return card.names[seat]


class SummaryRow(NamedTuple):
    """A row on the score sheet. `points` has both sides' scores, followed by their totals.

    `rubber` names the winner of a rubber that ended with this deal. It is empty on every other row.
    """

    number: str
    dealer: Seat
    contract: str
    points: tuple[str, str, str, str]
    rubber: str


@register.filter
def columns(values: BySide[T], reader: Reader) -> tuple[tuple[str, T], ...]:
    """Return each side's value with its column name, with the reader's own side first."""
    return tuple(zip(reader.names, values.seen_from(reader.side), strict=True))


@register.filter
def both_points(values: BySide[int], reader: Reader) -> str:
    """Return both sides' points on one line, such as "We 90, They 920"."""
    return ", ".join(f"{name} {points(value)}" for name, value in columns(values, reader))


@register.filter
def size(value: int) -> int:
    """Return points without their sign."""
    return abs(value)


@register.filter
def sides(sides: tuple[Side, ...], reader: Reader) -> str:
    """Return the reader's name for these sides: We, They, both or nobody."""
    return reader.called(sides)


@register.filter
def won(rubber: pad.Pad, reader: Reader) -> str:
    """Return the winner and margin of a finished rubber, such as "We won by 970"."""
    return words.rubber_words(rubber.total, reader.name)


@register.filter
def brief(reason: str) -> str:
    """Return the reason for points in words that fit next to them on a score pad."""
    return words.BRIEFLY.get(reason, reason)


@register.filter
def contract_and_result(deal: DealResult) -> str:
    """Return the contract, its declarer and its result as HTML for the score sheet."""
    contract = deal.contract
    if contract is None:
        return "passed in"
    suit = contract.denomination
    bid = contract.level, suit.value, suit.symbol, contract.doubling.mark
    return format_html(_CONTRACT, *bid, deal.declarer, words.result_words(deal))


@register.filter
def summary_rows(sheet: Sheet, reader: Reader) -> Iterator[SummaryRow]:
    """Yield a row for each deal on a score sheet."""
    rubbers = {row.last_deal: row for row in sheet.rubbers if row.finished}
    for line in sheet.lines:
        we, they = line.score.seen_from(reader.side)
        ours, theirs = line.cumulative.seen_from(reader.side)
        figures = points(we or None), points(they or None), points(ours), points(theirs)
        contract = contract_and_result(line.deal)
        ended = rubbers.get(line.number)
        rubber = f"Rubber {ended.number}: {words.rubber_words(sheet.points_of(ended), reader.name)}" if ended else ""
        yield SummaryRow(str(line.number), line.dealer, contract, figures, rubber)


@register.filter
def change_words(proposal: "Proposal", reader: Reader) -> str:
    """Return the change of a proposal in words."""
    return words.change_words(proposal.correction.change(), proposal.stands, reader)
