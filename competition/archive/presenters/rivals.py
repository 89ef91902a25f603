"""Matches between two players or two pairs, and seasons in which they were partners."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from django.utils.safestring import SafeString

from competition.archive.presenters.career import Run, career, runs_of
from competition.archive.presenters.season import ArchivedSeason, PlayerLink, SeasonMatch
from competition.contest.rules.names import family
from competition.web.svg import spark
from scoring.rules.words import few, times
from scoring.templatetags.bridge import points


class RivalMatch(NamedTuple):
    """A match between the two sides.

    `winner` is the index of a side (0 or 1), or None. `order` has the side of each pair, upper pair first.
    """

    season: ArchivedSeason
    match: SeasonMatch
    winner: int | None
    order: tuple[int, ...]

    @property
    def totals(self) -> tuple[int, int] | None:
        """The totals, with the first side's first, or None if they are not known. A match in play also has totals."""
        totals = self.match.result.totals if self.match.result else self.match.totals
        if not totals:
            return None
        return totals if self.order[0] == 0 else (totals[1], totals[0])

    @property
    def ahead(self) -> int | None:
        """The side that won or, in a match in play, is leading. None if there is no such side."""
        if self.match.result or not self.totals or self.totals[0] == self.totals[1]:
            return self.winner
        return int(self.totals[1] > self.totals[0])

    @property
    def margin(self) -> int | None:
        """The margin of a played match, or None if it is not known."""
        result = self.match.result
        return result.margin if result and result.was_played else None

    @property
    def spark(self) -> SafeString:
        """A small chart of the first side's lead after each deal. It is empty without public deals."""
        sign = 1 if self.order[0] == 0 else -1
        return spark([sign * lead for lead in self.match.leads], max(self.match.due, len(self.match.leads)))

    @property
    def text(self) -> str:
        """The margin or the result of a decided match, or the state of an open match."""
        result = self.match.result
        if result is None:
            return self.match.progress or "Not played yet"
        if result.was_played and not result.keep_progress:
            return f"won by {points(result.margin)}" if result.margin else "score not recorded"
        return result.label.lower()


class RivalsRecord(NamedTuple):
    """A record in the matches between the two sides."""

    title: str
    value: str
    text: str


@dataclass(frozen=True)
class Rivals:
    """Two sides of one or two players each, with the matches between them, latest first.

    `together` are the seasons in which two of the players were partners.
    """

    sides: list[list[PlayerLink]]
    matches: list[RivalMatch]
    together: list[Run]

    @property
    def names(self) -> list[str]:
        """The names of both sides."""
        return [" & ".join(person.name for person in side) for side in self.sides]

    @property
    def short(self) -> list[str]:
        """The short names of both sides."""
        return [family(tuple(person.name for person in side)) if len(side) > 1 else side[0].name for side in self.sides]

    @property
    def wins(self) -> list[int]:
        """The number of matches that each side won."""
        return [sum(match.winner == side for match in self.decided) for side in (0, 1)]

    @property
    def scored(self) -> list[tuple[list[PlayerLink], int]]:
        """Each side with the number of matches that it won."""
        return list(zip(self.sides, self.wins, strict=True))

    @property
    def decided(self) -> list[RivalMatch]:
        """The matches that have a result."""
        return [match for match in self.matches if match.match.result]

    @property
    def told(self) -> list[tuple[RivalMatch, str]]:
        """The matches with their results, such as "Ash & Birch won by 750" or "Ash & Birch: walkover"."""
        return [(match, self._result(match)) for match in self.matches]

    def _result(self, match: RivalMatch) -> str:
        if match.winner is None:
            return match.text
        return f"{self.short[match.winner]}{'' if match.margin else ':'} {match.text}"

    @property
    def headline(self) -> str:
        """The heading with the matches won by each side: "Ash & Birch lead, two matches to one"."""
        first, second = self.wins
        if not self.decided:
            return f"{' v '.join(self.short)}: no match yet"
        if first == second:
            return f"{' v '.join(self.short)}: {few(first)} all" if first else " v ".join(self.short)
        ahead = int(second > first)
        verb = "lead" if len(self.sides[ahead]) > 1 else "leads"
        name = self.short[ahead][:1].upper() + self.short[ahead][1:]
        most, least = max(first, second), min(first, second)
        others = few(least) if least else "none"
        return f"{name} {verb}, {few(most)} match{'es' * (most > 1)} to {others}"

    @property
    def tally(self) -> str:
        """A sentence with the number of matches and each side's wins."""
        if not self.decided:
            return "They have not played a match against each other that has a result."
        won = ", ".join(f"{name} won {wins}" for name, wins in zip(self.names, self.wins, strict=True))
        return f"They played {times(len(self.decided))} as opponents: {won}."

    @property
    def points(self) -> tuple[int, int, int] | None:
        """The sums of both sides' totals, and the number of matches with totals. None without any."""
        totals = [match.totals for match in self.decided if match.totals]
        if not totals:
            return None
        return sum(first for first, _ in totals), sum(second for _, second in totals), len(totals)

    @property
    def bar(self) -> str:
        """The first side's share of the matches won, in per cent. It is "" for fewer than two matches."""
        first, second = self.wins
        return f"{100 * first / (first + second):.1f}" if first + second > 1 else ""

    @property
    def is_in_play(self) -> bool:
        """True if a match between the two sides is in play."""
        return any(not match.match.result and match.match.progress for match in self.matches)

    @property
    def records(self) -> list[RivalsRecord]:
        """The biggest win and the closest win, if there are several wins."""
        won = [(match.margin, match) for match in self.decided if match.margin and match.winner is not None]
        if len(won) < 2:
            return []
        return [
            self._record("Biggest win", *max(won, key=itemgetter(0))),
            self._record("Closest match", *min(won, key=itemgetter(0))),
        ]

    def _record(self, title: str, margin: int, match: RivalMatch) -> RivalsRecord:
        return RivalsRecord(title, points(margin), f"{self.short[match.winner or 0]}, {match.season.label}")


def rivals(seasons: Collection[ArchivedSeason], first: tuple[str, ...], second: tuple[str, ...]) -> Rivals | None:
    """Return the two sides with the slugs of their players.

    Return None if a player is unknown or is on both sides.
    """
    careers = {slug: player for slug in (*first, *second) if (player := career(seasons, slug))}
    if len(careers) < len(first) + len(second):
        return None
    sides = [[careers[slug].person for slug in side] for side in (first, second)]
    together = runs_of(seasons, *first, *second) if len(careers) == 2 else []
    return Rivals(sides, list(_matches(seasons, set(first), set(second))), together)


def opponents_of(seasons: Collection[ArchivedSeason], side: tuple[str, ...], slug: str) -> tuple[str, ...]:
    """Return a player to compare with this side: alone, or with the latest partner if the side is a pair."""
    pairs = (run.pair.slugs for run in runs_of(seasons, slug))
    partners = [other for pair in pairs if not {*pair} & {*side} for other in pair if other != slug]
    return (slug, partners[0]) if len(side) > 1 and partners else (slug,)


def _matches(seasons: Collection[ArchivedSeason], first: set[str], second: set[str]) -> Iterator[RivalMatch]:
    for season in seasons:
        for match in reversed(season.matches):
            order = [_side({person.slug for person in side}, first, second) for side in match.people]
            if set(order) == {0, 1}:
                winner = order[match.pairs.index(match.winner)] if match.winner else None
                yield RivalMatch(season, match, winner, tuple(number for number in order if number is not None))


def _side(pair: set[str], first: set[str], second: set[str]) -> int | None:
    return 0 if first <= pair else 1 if second <= pair else None
