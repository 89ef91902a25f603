"""Public description of the draw method. The record page shows these texts unchanged."""

from datetime import date


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


PROMISE = "The same pairs and the same random seed always give the same draw, so anybody can check it."

STEPS = _paragraphs(
    """
Places. The draw has 2, 4, 8 ... places, the fewest that hold all pairs. The first two places are match 1, the next
two are match 2, and so on. The places left over are byes.

Awarded byes. The pairs with an awarded bye are shuffled. The first of them get the byes that there are. The others
take part in steps 3 to 6 like any pair.

A random first round. Under the opening-day rule, the pairs that attend are shuffled. As many of the first ones as can
meet each other do so, two by two. All other pairs are shuffled behind them, and meet two by two until there is no
match left. Each of the rest has a bye.

Faults. These are counted, in order of importance: second byes, matches between pairs who have met before, matches
between two seeds, matches not between two pairs that attend (under the opening-day rule), matches within a club and
matches not within an area (where these rules are used). Of two first rounds, the first count that differs decides
which is better. A pair without a club or an area shares it with nobody. Capitals do not matter.

Random first rounds are drawn up to 1,000 times. The first one without a fault is used. Matches not between two pairs
that attend are no fault if there are not enough such pairs. If there is no such first round, the best is kept, the
first one of equals.

Stirring. The kept first round is stirred 1,000 times for each pair in it. Its places are the matches as they were
drawn, and then each pair with a bye followed by its bye. In the first stirring, the third and so on, two places are
picked at random, and what stands there is exchanged. In the second, the fourth and so on, three places are picked, and
each moves to the next one, the last to the first. Nothing is changed if two of the places are in one match, if two
byes would meet or if the first round would be worse.

Seats. The byes are shared between the two halves of the draw, then between the two quarters of each half, and so on,
from the top, down to single matches. If a number is odd, a lot below 2 decides which part gets one more: 1 the upper
part, 0 the lower part. Then the seeds get their matches in order of rank. For each seed, a lot picks from a list of
free matches, from the top. The list has only matches with a bye if the seed has a bye, and only matches without a bye
if not. For the first seed, it covers the whole draw. For the second, it covers the other half. For the third and the
fourth, it covers the quarters without an earlier seed, for the next four the eighths without one, and so on. If a list
is empty, the seeds start again. All other matches are shuffled together, in the order in which they were drawn: those
without a bye, those with a bye, those with an awarded bye. Then the draw is filled from the top. If no seed has a
place, it gets the last match of its kind that is left. For each match, a lot below 2 decides which pair is the upper
one: 0 the pair that was drawn first, 1 the other. A bye counts as drawn after its pair.
"""
)

# The further step of a draw with places kept for pairs that join later.
KEPT_PLACES = _paragraphs(
    """
Kept places. Places are kept for pairs that join when N pairs are left. So the draw has N sections, all of 2, 4, 8 ...
places, the fewest for which the sections without a kept place hold all pairs. Before the byes are shared in step 7,
the kept places are shared in the same way, between the halves of the draw, the quarters and so on, down to single
sections. A section with a kept place stays empty, and the pair that joins meets the pair that comes out of the section
beside it. Then the byes are shared: each other section gets as many as the next. If some are left over, these sections
are shuffled, in order from the top, and the first of them get one more each. Within a section, the byes are shared as
in step 7. The list of a seed has the matches of its kind in the parts with the fewest earlier seeds, so the seeds
never start again.
"""
)

# The further step of a draw with sections whose winners do not meet.
SECTIONS = _paragraphs(
    """
Sections. The draw has sections whose winners do not meet. All are of 4, 8, 16 ... places, the fewest for which they
hold all pairs. In step 7 each section gets as many byes as the next. If some are left over, the sections are shuffled,
in order from the top, and the first of them get one more each. Within a section, the byes are shared as in step 7. The
list of a seed has the matches of its kind in the sections with the fewest earlier seeds. Once there are as many seeds
as sections, the list of each of the next as many seeds has those in the halves of sections with the fewest earlier
seeds. For twice as many after that it has those in the quarters, and so on. So the seeds never start again.
"""
)

# The further steps of a draw round by round.
BY_ROUND = _paragraphs(
    """
Round by round. Each round is drawn by itself, by steps 2 to 6. Steps 1 and 7 are left out. One pair has a bye if the
number of pairs is odd, and none if it is even. After step 6 all matches are shuffled together, in the order in which
they were drawn: those without a bye, those with a bye, those with an awarded bye. The first of them is match 1, the
next is match 2, and so on. For each match, a lot below 2 decides which pair is the upper one, as in step 7.

Later rounds. In a later round, the matches of the round before are drawn in place of their winners. The number of the
match takes the place of the number of the pair, so matches are listed by number before they are shuffled. A match has
the club, the area and the seed of its winner if the preferences count in this round and the winner was known at the
draw. Otherwise it has none of them. There are no awarded byes and no opening-day rule. A bye is a second bye if any
pair that could still win the match had a bye before. The random seed is "SECRET/ATTEMPT". ATTEMPT is 1 for the first
draw of a round, 2 for the next, and so on. Each draw has its own SECRET, also one that is undone later. The SHA-256 of
a secret number (as text) is the secret number of the draw made before it. So all of them were fixed when the list was
locked.
"""
)

# The further step of a draw round by round in which the closest losers may play on.
CLOSEST_LOSERS = _paragraphs(
    """
Closest losers. If the number of winners is odd, the pair that lost by the fewest points in a match that was played is
drawn too. It is listed after all matches, with the next number. Of several such pairs, it is the one with the highest
total, and then the one with the smallest SHA-256 of "SEED closest NUMBER", where SEED is the random seed of the round
and NUMBER is the number of the pair. Winners and closest losers who have met before count as pairs who have met. If no
pair lost on points, a winner has a bye.
"""
)

REPECHAGE = _paragraphs(
    """
Repechage. If the number of winners is odd, the two pairs that lost by the fewest points in a match that was played
first play a match for a place in the draw. That match is listed after all others, with the next number. The two are
chosen by their margins. Of several such pairs, they are those with the highest total, and then those with the smallest
SHA-256 of "SEED closest NUMBER", where SEED is the random seed of the round and NUMBER is the number of the pair. A
winner that has met one of the two counts as a pair that has met the other side. If only one pair lost on points, it has
the place. If no pair did, a winner has a bye.
"""
)

# Definitions of the terms in the steps.
TERMS = _paragraphs(
    """
A lot below n is a random number from 0 to n - 1. It comes from the texts "lots-3/SEED/COUNT", where COUNT is 1 for
the first text of the draw, 2 for the next, and so on. The SHA-256 of a text (UTF-8) gives sixteen numbers of two
bytes each, the high byte first, which are used in order. The lot is the remainder of the next number divided by n. If
the number is not below the highest multiple of n up to 65,536, it is skipped. Otherwise low lots would be more likely
than high ones.

To shuffle a list of n items (Fisher and Yates), exchange the last item with the item at a lot below n, where 0 is the
first item. Do the same with the item before it and a lot below n - 1, and so on, down to the second item and a lot
below 2. Pairs are listed by number before they are shuffled.
"""
)


def likelihood(tries: int) -> str:
    """Return a sentence about the probability of a first round.

    `tries` is the number of random first rounds up to the first without an avoidable fault, or 0 if there was none.
    """
    if tries:
        return "Every first round that keeps all preferences was equally likely."
    return (
        "No first round drawn only at random kept the preferences as well as this one. The best of 1,000 was stirred "
        "at random. Other first rounds that are as good were nearly, but not exactly, equally likely."
    )


NOT_PROVEN = "This site did not draw it and cannot prove it."


def sentence_elsewhere(day: date | None, place: str = "", how: str = "", by: str = "", witnesses: str = "") -> str:
    """Return sentences about a draw made elsewhere.

    They give the known facts, and say that this site cannot prove it.
    """
    parts = [
        f"on {day:%A} {day.day} {day:%B %Y}" if day else "",
        f"at {place}" if place else "",
        how,
        f"by {by}" if by else "",
    ]
    facts = " ".join(part for part in parts if part) or "elsewhere"
    seen = f", witnessed by {witnesses}" if witnesses else ""
    return f"Drawn {facts}{seen}. {NOT_PROVEN}"
