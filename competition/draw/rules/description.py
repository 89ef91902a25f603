"""Public description of the draw method. The record page shows these texts unchanged."""

from datetime import date


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


PROMISE = "The same pairs and the same random seed always give the same draw, so anybody can check it."

STEPS = _paragraphs(
    """
The draw has 2, 4, 8 ... places, the fewest that hold all pairs. The first two places are match 1, the next two are
match 2, and so on. The places left over are byes.

The pairs with an awarded bye are shuffled. Each of them gets a bye, in this order, as long as there are byes.

A first round is drawn from the other pairs. Under the opening-day rule, the pairs that attend are shuffled first.
The first two of them play a match, then the next two, and so on, until there is no match left or there are fewer
than two such pairs. Then all pairs that are left are shuffled, and play matches in the same way. When there is no
match left, each remaining pair gets a bye.

If clubs, areas or two seeds matter, some first rounds are drawn and improved. Their number is 1,000 divided by the
number of pairs in step 3, but at least 1 and at most 10. To improve a first round, pairs of two or three matches are
exchanged, as long as that makes it better. A first round is better if it has fewer matches between two seeds. If
these are equal, it is better with more matches at the opening day, then with fewer within a club, then with more
within an area. The best of these first rounds is the target.

Now more first rounds are drawn and not improved. Their number is at most 100,000 divided by the number of pairs. The
first one that is as good as the target is used. If there is none, the target is stirred, 50 times for each pair, and
used. To stir, the pairs (or byes) at two random places of different matches are exchanged. If the first round is then
better or worse, the second of them is exchanged with a third, in another match. If the first round is still better or
worse than before, both exchanges are undone. After the stirring, the first round is improved again. If that makes it
better, it is stirred again.

The byes are shared between the two halves of the draw, then between the two quarters of each half, and so on, from
the top, down to single matches. If a number is odd, a lot below 2 decides which part gets one more: 1 the upper
part, 0 the lower part.

The seeds get their matches in order of rank. For each seed, a lot picks from a list of free matches, from the top. If
the seed has a bye, the list has only matches with a bye. If not, it has only matches without a bye. For the first
seed, the list covers the whole draw. For the second, it covers the other half. For the third and the fourth, it
covers the quarters without an earlier seed, for the next four the eighths without an earlier seed, and so on. If a
list is empty, the seeds start again.

The other matches are put into two lists, in the order in which they were drawn: matches without a bye, and matches
with a bye, the awarded byes last. The first list is shuffled, then the second. Then the draw is filled from the top.
If no seed has a place for a match, that place gets the last match left in the list of its kind. For each match, a lot
below 2 decides which pair is the upper pair: 0 the pair that was drawn first, 1 the other. A bye counts as drawn
after its pair.
"""
)

# Definitions of the terms in the steps.
TERMS = _paragraphs(
    """
A lot below n is a random number from 0 to n - 1. It comes from the text "lots-2/SEED/COUNT", where COUNT is 1 for
the first text of the draw, 2 for the next, and so on. The first four hexadecimal digits of the text's SHA-256
(UTF-8) are a number from 0 to 65535. The lot is the remainder of this number divided by n. If the number is not
below the highest multiple of n up to 65536, it is skipped and the next text is used. Otherwise low lots would be more
likely than high ones.

To shuffle a list of n items (Fisher and Yates), draw a lot below n and exchange the last item with the item at that
lot, where 0 is the first item. Do the same with the item before it and a lot below n - 1, and so on, down to the
second item and a lot below 2. Pairs are listed by number before they are shuffled. The program decides the order in
which exchanges are tried.
"""
)


def likelihood(tries: int) -> str:
    """Return a sentence about the probability of a first round.

    `tries` is the number of random first rounds until one was good enough, or 0 if none was.
    """
    if tries:
        return "Every first round that keeps the preferences as well as this one was equally likely."
    return (
        "No first round drawn only at random kept the preferences as well as this one. The app found this one and "
        "stirred it at random. Other first rounds that are as good were nearly, but not exactly, equally likely."
    )


NOT_PROVEN = "This site did not draw it and cannot prove it."


def sentence_elsewhere(day: date | None, place: str = "", how: str = "", by: str = "", witnesses: str = "") -> str:
    """Return sentences about a draw made elsewhere: the known facts, and that this site cannot prove it."""
    parts = [
        f"on {day:%A} {day.day} {day:%B %Y}" if day else "",
        f"at {place}" if place else "",
        how,
        f"by {by}" if by else "",
    ]
    facts = " ".join(part for part in parts if part) or "elsewhere"
    seen = f", witnessed by {witnesses}" if witnesses else ""
    return f"Drawn {facts}{seen}. {NOT_PROVEN}"
