"""Exhaustive search for all possible draws of a few pairs. It shares no code with the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from competition.draw.rules.pairing import DrawnEntry, Preferences

Places = tuple["int | None", ...]
Two = tuple[DrawnEntry, "DrawnEntry | None"]


def first_rounds(entries: Sequence[DrawnEntry], byes: int) -> Iterator[list[Two]]:
    """Yield every possible first round of these pairs with this number of byes."""
    if not entries:
        yield []
        return
    first, *rest = entries
    if byes:
        yield from ([(first, None), *others] for others in first_rounds(rest, byes - 1))
    if len(rest) > byes:
        for at, other in enumerate(rest):
            left = rest[:at] + rest[at + 1 :]
            yield from ([(first, other), *others] for others in first_rounds(left, byes))


def breaches(matches: Sequence[Two], entries: Sequence[DrawnEntry], preferences: Preferences) -> tuple[int, ...]:
    """Return the number of breaches of each preference, most important first. Lower is better."""
    played = [two for two in matches if two[1] is not None]
    with_bye = [one for one, other in matches if other is None]
    return (
        sum(entry.given_bye for entry in entries) - sum(entry.given_bye for entry in with_bye),
        sum(bool(one.seed and other.seed) for one, other in played),
        -sum(one.attending and other.attending for one, other in played) if preferences.opening_day else 0,
        sum(one.club == other.club != "" for one, other in played) if preferences.clubs else 0,
        -sum(one.area == other.area != "" for one, other in played) if preferences.areas else 0,
    )


def best_first_rounds(entries: Sequence[DrawnEntry], preferences: Preferences) -> list[list[Two]]:
    """Return the first rounds with the fewest breaches of preferences."""
    byes = (1 << (len(entries) - 1).bit_length()) - len(entries)
    judged = [(breaches(matches, entries, preferences), matches) for matches in first_rounds(entries, byes)]
    best = min(judge for judge, _ in judged)
    return [matches for judge, matches in judged if judge == best]


def placings(matches: Sequence[Two]) -> Iterator[Places]:
    """Yield every arrangement of these matches with even byes and separate seeds."""
    for places in _orders([(one.number, other and other.number) for one, other in matches]):
        if is_even(places) and is_apart(places, [entry for two in matches for entry in two if entry]):
            yield places


def _orders(matches: Sequence[tuple]) -> Iterator[Places]:
    if not matches:
        yield ()
    for at, two in enumerate(matches):
        for rest in _orders([*matches[:at], *matches[at + 1 :]]):
            yield (*two, *rest)
            yield (*reversed(two), *rest)


def is_even(places: Places) -> bool:
    """Return True if no bye meets a bye and equal sections differ by at most one bye."""
    section = len(places) // 2
    while section > 1:
        byes = [places[start : start + section].count(None) for start in range(0, len(places), section)]
        if max(byes) - min(byes) > 1:
            return False
        section //= 2
    return (None, None) not in zip(places[::2], places[1::2], strict=True)


def is_apart(places: Places, entries: Sequence[DrawnEntry]) -> bool:
    """Return True if the first two seeds are in different halves, four in different quarters, and so on."""
    at = {number: place for place, number in enumerate(places) if number}
    seeds = [at[entry.number] for entry in sorted(entries, key=lambda entry: entry.seed or 0) if entry.seed]
    sections = 2
    while sections <= len(places) // 2:
        first = [place * sections // len(places) for place in seeds[:sections]]
        if len(set(first)) < len(first):
            return False
        sections *= 2
    return True
