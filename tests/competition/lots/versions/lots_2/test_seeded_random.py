"""Lots cast from a text: the same for ever, and fair."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from math import sqrt

from competition.lots.versions.lots_2.seeded_random import SeededRandom


def test_a_lot_is_the_first_four_figures_of_a_digest():
    assert SeededRandom("ducks").lot(65_536) == int(sha256(b"ducks/1").hexdigest()[:4], 16)


def test_the_same_name_gives_the_same_lots():
    one, other = SeededRandom("ducks"), SeededRandom("ducks")

    assert [one.lot(n) for n in range(1, 100)] == [other.lot(n) for n in range(1, 100)]


def test_a_number_that_would_favour_low_lots_is_passed_over():
    below, random = 40_000, SeededRandom("grebes")
    count = next(n for n in range(1, 100) if int(sha256(f"grebes/{n}".encode()).hexdigest()[:4], 16) < below)

    random.lot(below)

    assert (random.texts, count > 1) == (count, True)


def test_every_order_is_as_likely_as_any_other():
    random, shuffles = SeededRandom("geese"), 2400

    seen = Counter(tuple(random.shuffled("NESW")) for _ in range(shuffles))

    distance = sum((times - shuffles / 24) ** 2 for times in seen.values()) / (shuffles / 24)
    assert (len(seen), distance < 23 + 4 * sqrt(46)) == (24, True)


def test_a_shuffle_of_n_takes_n_minus_1_lots():
    random = SeededRandom("swans")

    random.shuffled(range(9))

    assert random.texts == 8
