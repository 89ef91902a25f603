"""A player's page: figures, a chart of all matches, every season, opponents and the best matches.

The chart has no view box, and all its positions are percentages. So it fills any width, and its text keeps its size.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from competition.archive.presenters.career import Career, PastFinal, Run
from competition.archive.presenters.season import ArchivedSeason, PlayerLink, SeasonMatch
from competition.contest.rules.names import family, letters
from scoring.rules.words import listed, number, plural, quantity
from scoring.templatetags.bridge import points

# Top, bottom and right edge of the bars, in per cent of the chart. The season labels are below the bars.
_TOP, _FOOT, _RIGHT = 8.0, 76.0, 94.0
_WIDEST = 12.0
# The most pixels between two bars. The chart is as wide as its bars need, but not wider than the page.
_BAR = 48
# Widths in per cent of the chart: a season's name on a screen and on a phone, and the round reached.
_LABEL = 4.5
_LABEL_ON_PHONES = 14.0
_REACHED = 8.0
# Width of the space between two seasons, in bars.
_GAP = 0.5
# With fewer bars there is no chart, because the table of seasons says it better.
_FEWEST_BARS = 4
# If the chart has at most this many bars, on a screen and on a phone, every bar has a number. In a larger chart, only
# the highest bars have one: `_MOST_NUMBERED` bars on a screen, and two on a phone.
_NUMBERED, _NUMBERED_ON_PHONES, _MOST_NUMBERED = 16, 7, 5
_STEPS = (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000)


class Bar(NamedTuple):
    """A match with its margin, which is negative for a loss, or None if it is not decided."""

    margin: int | None


class BarGroup(NamedTuple):
    """The matches of one season, with its name and the round reached."""

    label: str
    reached: str
    bars: Sequence[Bar]


def chart(groups: Sequence[BarGroup]) -> SafeString:
    """Return the chart as SVG. `groups` must have at least one bar."""
    margins = [bar.margin or 0 for group in groups for bar in group.bars]
    high, low = max(0, *margins), max(0, *(-margin for margin in margins))
    # A small margin must have a small bar, even if it is the largest.
    span = max(high + low, 600)
    unit = (_FOOT - _TOP) / span
    level = _TOP + (span - low) * unit
    width = min(_WIDEST, _RIGHT / (len(margins) + _GAP * (len(groups) - 1)))
    highest = sorted(map(abs, margins), reverse=True)
    numbered = highest if len(margins) <= _NUMBERED else highest[:_MOST_NUMBERED]
    on_phones = set(numbered if len(margins) <= _NUMBERED_ON_PHONES else numbered[:2])
    parts: list[SafeString] = []
    at, after, after_on_phones = 0.0, 0.0, 0.0
    for group in groups:
        # Omit a season's label if it is too close to the previous one.
        is_wide = at >= after
        is_small = at >= max(after, after_on_phones)
        parts.append(_season(group, at, width, is_wide=is_wide, is_small=is_small))
        after = at + _LABEL if is_wide else after
        after_on_phones = at + _LABEL_ON_PHONES if is_small else after_on_phones
        for bar in group.bars:
            if bar.margin is None:
                parts.append(_open(at, width, level))
            else:
                parts.append(_bar(bar.margin, at, width, level, unit))
                if abs(bar.margin) in numbered:
                    parts.append(_number(bar.margin, at, width, level, unit, is_small=abs(bar.margin) in on_phones))
            at += width
        at += _GAP * width
    return _svg(parts, _scale(high, level, unit), level, round(100 * _BAR / width))


def _svg(parts: list[SafeString], lines: list[tuple[str, str]], level: float, widest: int) -> SafeString:
    """Return the chart with its bars, its lines and its maximum width in pixels."""
    return format_html(
        '<svg class="margins" width="{}" role="img" '
        'aria-label="Margin of each match. The table below has the same numbers.">'
        '{}<line class="level" x1="0" x2="100%" y1="{}%" y2="{}%"/>{}{}</svg>',
        widest,
        format_html_join("", '<line x1="0" x2="100%" y1="{0}%" y2="{0}%"/>', lines),
        f"{level:.1f}",
        f"{level:.1f}",
        format_html_join("", "{}", ((part,) for part in parts)),
        format_html_join("", '<text x="100%" y="{}%" dy="-4" text-anchor="end">{}</text>', lines),
    )


def _scale(high: int, level: float, unit: float) -> list[tuple[str, str]]:
    """Return the heights of at most three lines, each with its label."""
    step = next((step for step in _STEPS if high <= 3 * step), _STEPS[-1])
    return [(f"{level - value * unit:.1f}", points(value)) for value in range(step, high + 1, step)]


def _bar(margin: int, at: float, width: float, level: float, unit: float) -> SafeString:
    height = max(abs(margin) * unit, 0.6)
    top = level - height if margin > 0 else level
    return format_html(
        '<rect class="{}" x="{}%" y="{}%" width="{}%" height="{}%"/>',
        "won" if margin > 0 else "lost",
        f"{at + 0.05 * width:.2f}",
        f"{top:.1f}",
        f"{0.9 * width:.2f}",
        f"{height:.1f}",
    )


def _open(at: float, width: float, level: float) -> SafeString:
    return format_html(
        '<rect class="open" x="{}%" y="{}%" width="{}%" height="12%"/>',
        f"{at + 0.05 * width:.2f}",
        f"{level - 6:.1f}",
        f"{0.9 * width:.2f}",
    )


def _number(margin: int, at: float, width: float, level: float, unit: float, *, is_small: bool) -> SafeString:
    return format_html(
        '<text class="number{}" x="{}%" y="{}%" dy="{}" text-anchor="middle">{}</text>',
        "" if is_small else " wide",
        f"{at + width / 2:.2f}",
        f"{level - margin * unit:.1f}",
        "-6" if margin > 0 else "17",
        points(abs(margin)),
    )


def _season(group: BarGroup, at: float, width: float, *, is_wide: bool, is_small: bool) -> SafeString:
    end = at + width * len(group.bars)
    reached = group.reached if end - at >= _REACHED and len(group.bars) > 1 else ""
    return format_html(
        '<line class="season" x1="{0}%" x2="{1}%" y1="85%" y2="85%"/><text class="year{2}" x="{0}%" y="85%" dy="19">{3}'
        '</text><text class="wide" x="{0}%" y="85%" dy="36">{4}</text>',
        f"{at:.2f}",
        f"{end:.2f}",
        "" if is_small else " wide",
        group.label if is_wide else "",
        reached,
    )


# Number of opponents listed at first. The others are in a fold.
OFTEN = 8


class CareerFigure(NamedTuple):
    """A career figure with its label. `more` is smaller text after the number."""

    value: str
    more: str
    label: str


class MatchMention(NamedTuple):
    """A match in a few words, from the player's point of view. `won` is None without a result."""

    text: str
    code: str
    won: bool | None


class SeasonRow(NamedTuple):
    """One of the player's seasons.

    `reached` is the pair's last round. `final` is set if it is from the club's records.
    """

    label: str
    key: tuple[int, bool]
    partner: PlayerLink
    reached: str
    score: str
    matches: list[MatchMention]
    run: Run | None = None
    final: PastFinal | None = None

    @property
    def provenance(self) -> str:
        """Sentences about the file from which the season was imported, or ""."""
        return self.run.season.provenance if self.run else ""


class Rival(NamedTuple):
    """An opposing pair with the results against it, earliest first. `partner` is the player's partner in them."""

    people: tuple[PlayerLink, ...]
    partner: PlayerLink
    marks: list[bool]

    @property
    def name(self) -> str:
        """The short name of the pair."""
        return family(tuple(person.name for person in self.people))

    @property
    def score(self) -> str:
        """The numbers of matches won and lost, such as "5–2"."""
        return f"{sum(self.marks)}–{len(self.marks) - sum(self.marks)}"


class PlayerRecord(NamedTuple):
    """One of the player's records with its match."""

    value: str
    text: str
    season: ArchivedSeason
    code: str


@dataclass(frozen=True)
class PlayerPage:
    """The contents of a player's page."""

    career: Career

    @property
    def person(self) -> PlayerLink:
        """The player."""
        return self.career.person

    @property
    def club(self) -> str:
        """The club of the latest season on this site, or the region."""
        club = self.career.runs[0].pair.club if self.career.runs else ""
        return club or self.career.home.region

    @property
    def latest(self) -> Run | None:
        """The latest season on this site, for the calendar of the pair."""
        return next(iter(self.career.runs), None)

    @property
    def deck(self) -> str:
        """The player's best result, and the current round."""
        return " ".join(filter(None, [self._best(), self._now()]))

    def _best(self) -> str:
        titles = self._titles
        if len(titles) == 1:
            label, partner = titles[0]
            with_partner = f" with {partner.name}" if partner.name else ""
            return f"Champion of {label}{with_partner}."
        if titles:
            count = number(len(titles)) if len(titles) > 2 else "two"
            return f"Champion {count} times: {listed(self._years)}."
        if not self.career.runs:
            return f"Runner-up in {listed(final.season.name for final in reversed(self.career.past))}."
        best = self.career.best
        years = dict.fromkeys(run.season.label for run in reversed(best))
        return f"Best result: {best[0].reached}, {listed(years)}."

    @property
    def _years(self) -> list[str]:
        return [label for label, _ in reversed(self._titles)]

    @cached_property
    def _titles(self) -> list[tuple[str, PlayerLink]]:
        """The titles with the partner in each, latest first."""
        won = [row for row in self.rows if (row.final.won if row.final else row.run and row.run.is_champion)]
        return [(row.label, row.partner) for row in won]

    def _now(self) -> str:
        if not self.career.runs or self.career.runs[0].season.is_over:
            return ""
        run = self.career.runs[0]
        open_now = run.is_present and run.matches and run.matches[-1].result is None
        return f"Now in the {_lower(run.reached)} of {run.season.title}." if open_now else ""

    @property
    def figures(self) -> list[CareerFigure]:
        """The numbers of matches won, seasons and titles, and the average margin."""
        figures = []
        career = self.career
        played = self.career.won + self.career.lost
        if played:
            figures.append(CareerFigure(str(career.won), f"of {played}", "matches won on this site"))
        seasons = len({row.key for row in self.rows})
        figures.append(CareerFigure(str(seasons), "", f"{plural(seasons, 'season')}, {self._partners()}"))
        if margins := [margin for _, _, margin in self._margins]:
            average = round(sum(margins) / len(margins))
            sign = "+" if average > 0 else "−" if average < 0 else ""
            figures.append(CareerFigure(f"{sign}{points(abs(average))}", "", "points per match, on average"))
        if titles := self._titles:
            figures.append(CareerFigure(str(len(titles)), "", "title" if len(titles) == 1 else "titles"))
        return figures

    def _partners(self) -> str:
        partners = {row.partner.slug or row.partner.name: row.partner for row in self.rows if row.partner.name}
        if len(partners) == 1:
            [partner] = partners.values()
            return f"all with {partner.name}" if len(self.rows) > 1 else f"with {partner.name}"
        return f"with {quantity(len(partners), 'partner')}"

    @property
    def chart(self) -> SafeString:
        """The chart of the margins of all matches, earliest first, or "" if there are only a few."""
        groups = [BarGroup(run.season.label, run.reached, [*_bars(run)]) for run in reversed(self.career.runs)]
        shown_groups = [group for group in groups if group.bars]
        return chart(shown_groups) if sum(len(group.bars) for group in shown_groups) >= _FEWEST_BARS else SafeString("")

    @property
    def has_open_match(self) -> bool:
        """True if the chart has a match without a result."""
        return any(bar.margin is None for run in self.career.runs for bar in _bars(run))

    @cached_property
    def rows(self) -> list[SeasonRow]:
        """All seasons, latest first."""
        on_site = [_row(run, partner) for run, partner in self.career.partnered]
        past = [_past_row(final) for final in self.career.past]
        return sorted([*on_site, *past], key=lambda row: row.key, reverse=True)

    @property
    def has_records(self) -> bool:
        """True if a season is from the club's records."""
        return bool(self.career.past)

    @cached_property
    def rivals(self) -> list[Rival]:
        """The pairs that the player has met, most frequent first."""
        by_side: dict[tuple[str, frozenset[str]], Rival] = {}
        for run, partner in reversed(self.career.partnered):
            for match in run.matches:
                people = run.opponents(match)
                if match.result and people:
                    key = partner.slug, frozenset(person.slug for person in people)
                    rival = by_side.setdefault(key, Rival(people, partner, []))
                    rival.marks.append(match.winner == run.pair.number)
        return sorted(by_side.values(), key=lambda rival: (-len(rival.marks), letters(rival.name)))

    @property
    def often(self) -> list[Rival]:
        """The pairs that the player has met most often, or the first few if none has been met twice."""
        return [rival for rival in self.rivals if len(rival.marks) > 1][:OFTEN] or self.rivals[:OFTEN]

    @property
    def further(self) -> list[Rival]:
        """The other pairs that the player has met."""
        return self.rivals[len(self.often) :]

    @property
    def best(self) -> list[PlayerRecord]:
        """The widest and the closest win, and the highest total."""
        won = [win for win in self._margins if win[2] > 0]
        totals = [
            (run, match, match.result.totals[match.pairs.index(run.pair.number)])
            for run in self.career.runs
            for match in run.matches
            if match.result and match.result.was_played and match.result.totals
        ]
        records = []
        if won:
            records.append(_best("Widest win", *max(won, key=lambda win: win[2])))
        if len(won) > 1:
            records.append(_best("Closest win", *min(won, key=lambda win: win[2])))
        if totals:
            records.append(_best("Highest total", *max(totals, key=lambda record: record[2])))
        return records

    @cached_property
    def _margins(self) -> list[tuple[Run, SeasonMatch, int]]:
        """Each played match with a known margin, which is negative for a loss."""
        return [
            (run, match, margin)
            for run in self.career.runs
            for match in run.matches
            if (margin := _margin(run, match)) is not None
        ]


def _margin(run: Run, match: SeasonMatch) -> int | None:
    result = match.result
    if result is None or not result.was_played or not result.margin:
        return None
    return result.margin if result.winner == run.pair.number else -result.margin


def _bars(run: Run) -> Iterator[Bar]:
    for match in run.matches:
        margin = _margin(run, match)
        if margin is not None:
            yield Bar(margin)
        elif match.result is None and len(match.pairs) == 2 and not run.season.is_over:
            yield Bar(None)


def _row(run: Run, partner: PlayerLink) -> SeasonRow:
    is_open = run.is_present and not run.season.is_over and run.matches and run.matches[-1].result is None
    reached = f"In the {_lower(run.reached)}" if is_open else run.reached
    key = (run.season.year, run.season.over_two_years)
    mentions = [_mention(run, match) for match in run.matches]
    return SeasonRow(run.season.label, key, partner, reached, f"{run.won}–{run.lost}", mentions, run)


def _past_row(final: PastFinal) -> SeasonRow:
    reached = ("Champions, shared" if final.is_shared else "Champions") if final.won else "Runners-up"
    return SeasonRow(
        final.season.name, (final.season.year, final.season.over_two_years), final.partner, reached, "", [], None, final
    )


def _mention(run: Run, match: SeasonMatch) -> MatchMention:
    result = match.result
    people = run.opponents(match)
    them = family(tuple(person.name for person in people)) if people else ""
    if result is None:
        if match.progress:
            return MatchMention(f"{_lower(match.progress)} against {them}", match.code, None)
        return MatchMention(
            "bye" if match.is_bye else f"to play {them}" if them else "opponents not yet known", match.code, None
        )
    if result.winner is None:
        return MatchMention(f"double default against {them}" if them else "double default", match.code, False)
    won = result.winner == run.pair.number
    text = f"beat {them}" if won else f"lost to {them}"
    if result.was_played and not result.keep_progress:
        return MatchMention(f"{text} by {points(result.margin)}" if result.margin else text, match.code, won)
    return MatchMention(f"{text} ({_lower(result.label)})", match.code, won)


def _best(what: str, run: Run, match: SeasonMatch, value: int) -> PlayerRecord:
    them = family(tuple(person.name for person in run.opponents(match)))
    text = f"{what}, over {them}" if what != "Highest total" else f"{what}, against {them}"
    return PlayerRecord(points(abs(value)), f"{text}, {match.round}, {run.season.label}", run.season, match.code)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
