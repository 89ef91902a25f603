"""Presenter for the score pad of a whole match, shown and printed on one page."""

from dataclasses import dataclass

from competition.contest.models import Competition
from competition.draw.queries.states import PublishedMatch
from competition.match.presenters.story import MatchStory, make_story
from competition.match.queries.play import PairView
from scoring.presenters.pad_table import PadTable, pad_tables
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet
from scoring.rules.sides import Reader
from scoring.rules.words import listed


@dataclass(frozen=True, slots=True)
class WholePad:
    """The score pad of a match, seen from one side. `sides` are the names of both columns with their players."""

    competition: Competition
    match: PublishedMatch
    reader: Reader
    sides: list[tuple[str, str]]
    tables: list[PadTable]
    notes: list[str]
    story: MatchStory


def whole_pad(match: PairView, reader: Reader) -> WholePad:
    """Return the score pad of a match from the side of `reader`. Raises Refused before the first deal."""
    sheet, names = match.opened.scored, match.opened.names
    if not sheet.lines:
        raise Refused("The score pad is empty. Record the first deal.")
    sides = [
        (reader.name(side), " & ".join(name for seat, name in names.items() if seat.side is side))
        for side in (reader.side, reader.side.other)
    ]
    is_over = bool(match.state.result)
    return WholePad(
        match.competition,
        match.state,
        reader,
        sides,
        pad_tables(sheet, reader, names, is_over=is_over),
        _notes(sheet, is_over=is_over),
        make_story(match.draw, match.state, match),
    )


def _notes(sheet: Sheet, *, is_over: bool) -> list[str]:
    """Return sentences about deals without points, and about the credits for the unfinished rubber."""
    passed_in = [str(line.number) for line in sheet.lines if line.deal.is_passed_in]
    were = "Deals {} were passed in." if len(passed_in) > 1 else "Deal {} was passed in."
    credits = sheet.credit_entries if sheet.winner or is_over else ()
    return [
        *([were.format(listed(passed_in))] if passed_in else []),
        *(f"Law 80: {entry.points} for the {entry.reason} of the unfinished rubber." for entry in credits),
    ]
