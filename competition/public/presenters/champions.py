"""Presenters for the champions above a finished draw, and for the newsletter paragraph."""

from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple

from django.utils.safestring import SafeString

from competition.archive.presenters import records
from competition.archive.presenters.board import unbroken
from competition.archive.presenters.season import grade_prizes, official_sheet, score
from competition.archive.rules.grades import GradePrize
from competition.draw.presenters import overview
from competition.draw.presenters.match_line import match_line
from competition.draw.queries.draw import PublishedDraw, coming_round
from competition.draw.queries.states import PublishedMatch
from competition.match.presenters.at_table import leads
from competition.web.svg import spark
from scoring.templatetags.bridge import day, points

# The number of records below the draw: two even rows on a wide screen.
_MOST_FIGURES = 8
# The number of results in the newsletter paragraph.
_LATEST = 8


class ChampionsMatch(NamedTuple):
    """One of the champions' matches: the opponents, the result and the chart of the lead."""

    code: str
    round: str
    opponents: str
    score: str
    spark: SafeString


class SeasonFigure(NamedTuple):
    """A record of the season, with its match."""

    title: str
    value: str
    pairs: str
    code: str


class Champions(NamedTuple):
    """The champions, their final, their matches, the records of the season and the grade prizes."""

    number: int
    name: str
    final: str
    code: str
    when: str
    way: list[ChampionsMatch]
    figures: list[SeasonFigure]
    prizes: tuple[GradePrize, ...]


def champions(draw: PublishedDraw) -> Champions | None:
    """Return the champions of this draw, or None if there are none yet."""
    pair = draw.champion
    if pair is None:
        return None
    final = draw.final
    names = {number: forms.line for number, forms in draw.forms.items()}
    way = [state for state in draw.matches_of(pair) if state.has_two_pairs]
    return Champions(
        pair.number,
        pair.name,
        _final(final, pair.number, names),
        final.code,
        day(final.ended_on),
        [_step(state, pair.number, names) for state in way],
        [_figure(draw, best, names) for best in records.best(draw)[:_MOST_FIGURES]],
        grade_prizes(draw),
    )


def paragraph(draw: PublishedDraw) -> str:
    """Return a newsletter paragraph about the draw, or "" before the first result."""
    pair = draw.champion
    if pair is None:
        return "" if draw.competition.is_cancelled else f"{overview.line(draw)}." if draw.winners else _so_far(draw)
    final = draw.final
    semis = draw.main_rounds[-2].matches if len(draw.main_rounds) > 1 else ()
    sentences = [f"{pair.name} are the champions of {draw.competition} ({len(draw.main_pairs)} pairs)."]
    on = f", {day(final.ended_on)}" if final.ended_on else ""
    sentences.append(f"{final.round_name}{on}: {match_line(final).sentence}")
    lines = [match_line(state) for state in semis if state.has_two_pairs]
    sentences += [f"{line.round}: {line.sentence}" for line in lines]
    return " ".join(sentences)


def _so_far(draw: PublishedDraw) -> str:
    """Return text about the latest results and the next play-by date, or "" before the first result."""
    decided = [(at, state) for state in draw.matches.values() if (at := state.news_at) and state.has_two_pairs]
    latest = [state for _, state in sorted(decided, key=itemgetter(0))[-_LATEST:]]
    if not latest:
        return ""
    sentences = [f"{draw.competition}: {overview.line(draw)}."]
    lines = map(match_line, sorted(latest, key=attrgetter("round", "position")))
    for name, of_round in groupby(lines, key=attrgetter("round")):
        sentences.append(f"{name}: {' '.join(line.sentence for line in of_round)}")
    due = coming_round(draw)
    return " ".join([*sentences, f"{due.name}: play by {day(due.play_by)}."])


def _final(final: PublishedMatch, number: int, names: dict[int, str]) -> str:
    result = final.result
    if result is None or not result.was_played or result.keep_progress or not final.has_two_pairs:
        return match_line(final).sentence
    other = next(number_of for number_of in final.numbers if number_of != number)
    how = f", {score(final)}" if result.totals else f" {result.by}"
    return f"beat {names[other]} in the final{how}"


def _step(state: PublishedMatch, number: int, names: dict[int, str]) -> ChampionsMatch:
    upper, lower = state.numbers
    other, sign = (lower, 1) if number == upper else (upper, -1)
    drawn = spark([sign * lead for lead in leads(state)], state.due) if official_sheet(state) else SafeString("")
    # Closest losers may have played on and won.
    name = unbroken(names[other]) if state.through == number else f"lost to {unbroken(names[other])}"
    return ChampionsMatch(state.code, state.round_name, name, score(state), drawn)


def _figure(draw: PublishedDraw, best: records.SeasonBest, names: dict[int, str]) -> SeasonFigure:
    first, *others = best.matches
    winner = draw.matches[first.code].through
    # The pair that went through comes first.
    in_order = sorted(first.numbers, key=lambda number: number != winner)
    pairs = " beat ".join(unbroken(names[number]) for number in in_order)
    more = f", and\u00a0{len(others)}\u00a0more" if others else ""
    return SeasonFigure(best.record.value, points(best.value), f"{pairs}{more}", first.code)
