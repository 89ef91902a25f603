"""Every draw there is of a few pairs, found by trying all; nothing here is shared with the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from competition.lots.rules.pairing import Entry, Preferences

Places = tuple["int | None", ...]
Two = tuple[Entry, "Entry | None"]


def first_rounds(entries: Sequence[Entry], byes: int) -> Iterator[list[Two]]:
    """Every way to let these pairs meet two by two and so many of them have a bye."""
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


def breaches(matches: Sequence[Two], entries: Sequence[Entry], preferences: Preferences) -> tuple[int, ...]:
    """How often each preference is missed, those that go first at the front: the least is the best."""
    played = [two for two in matches if two[1] is not None]
    with_bye = [one for one, other in matches if other is None]
    return (
        sum(entry.given_bye for entry in entries) - sum(entry.given_bye for entry in with_bye),
        sum(bool(one.seed and other.seed) for one, other in played),
        -sum(one.attending and other.attending for one, other in played) if preferences.opening_day else 0,
        sum(one.club == other.club != "" for one, other in played) if preferences.clubs else 0,
        -sum(one.area == other.area != "" for one, other in played) if preferences.areas else 0,
    )


def best_first_rounds(entries: Sequence[Entry], preferences: Preferences) -> list[list[Two]]:
    """The first rounds than which none keeps the preferences better."""
    byes = (1 << (len(entries) - 1).bit_length()) - len(entries)
    judged = [(breaches(matches, entries, preferences), matches) for matches in first_rounds(entries, byes)]
    best = min(judge for judge, _ in judged)
    return [matches for judge, matches in judged if judge == best]


def placings(matches: Sequence[Two]) -> Iterator[Places]:
    """Every way to put these matches into the draw with byes even and seeds apart."""
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
    """No bye meets a bye, and the sections of every size differ by at most one bye."""
    section = len(places) // 2
    while section > 1:
        byes = [places[start : start + section].count(None) for start in range(0, len(places), section)]
        if max(byes) - min(byes) > 1:
            return False
        section //= 2
    return (None, None) not in zip(places[::2], places[1::2], strict=True)


def is_apart(places: Places, entries: Sequence[Entry]) -> bool:
    """The first two seeds are in different halves, the first four in different quarters, and so on."""
    at = {number: place for place, number in enumerate(places) if number}
    seeds = [at[entry.number] for entry in sorted(entries, key=lambda entry: entry.seed or 0) if entry.seed]
    sections = 2
    while sections <= len(places) // 2:
        first = [place * sections // len(places) for place in seeds[:sections]]
        if len(set(first)) < len(first):
            return False
        sections *= 2
    return True
