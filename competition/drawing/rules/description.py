"""Public description of the draw method. The record page shows these texts unchanged."""

from datetime import date


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


PROMISE = "The same pairs and the same random seed always give the same draw, so anybody can check it."

STEPS = _paragraphs(
    """
The draw has 2, 4, 8 ... places, the fewest that hold all pairs. The first two places are match 1, and so on.
The places left over are byes.

The pairs with an awarded bye are shuffled. Each of them gets a bye, in this order, while there are byes.

A first round is drawn from the other pairs. Under the opening-day rule, the pairs that attend are shuffled
first, and each two of them in this order play a match, until no match or no two such pairs are left. Then all
other pairs are shuffled, and each two of them play a match. When no match is left, each remaining pair gets a
bye.

If clubs, areas or two seeds matter, some first rounds are drawn and improved. Their number is 1,000 divided by
the number of pairs in step 3, at least 1 and at most 10. To improve a first round, pairs are exchanged within
two matches, or within three, as long as that makes it better. The best of them is the target. Better means
first fewer matches between two seeds, then more at the opening day, then fewer within a club, then more within
an area.

Now first rounds are drawn only at random, at most 100,000 divided by the number of pairs, and the first one
that is as good as the target is used. If there is none, the best improved one is stirred, 50 times for each
pair. To stir, the pairs (or byes) at two random places of different matches are exchanged. If that makes it
worse or better, the second is exchanged with a third, in another match. If it is still not as good as it was,
both exchanges are undone. Then it is improved again, and stirred again if that has made it better.

The byes are shared between the two halves of the draw, then in each half between its quarters, and so on,
always from the top, down to the matches. If the number is odd, a lot below 2 decides which section gets one
more: 1 the upper section, 0 the lower.

The seeds get their matches in order of rank. A lot picks one, from the top, of the matches that are free and
have a bye if and only if the seed has one: for the second seed in the other half, for the third and the
fourth in a quarter without an earlier seed, for the next four in such an eighth, and so on. If there is none,
the seeds start again.

The other matches, as they were drawn, are shuffled. Then those with a bye are shuffled, with the awarded byes
last. From the top of the draw, each place for a match gets the last one that is left of its kind, and a lot
below 2 decides which pair is the upper pair: 0 the pair that was drawn first (a bye counts as drawn after its
pair), 1 the other.
"""
)

# Definitions of the terms in the steps.
TERMS = _paragraphs(
    """
A lot below n comes from the text "lots-2/SEED/COUNT", where COUNT is 1 for the first text of the draw, 2 for
the next, and so on. The first four hexadecimal digits of the text's SHA-256 (UTF-8) are a number from 0 to
65535. If it is not below the highest multiple of n up to 65536, it is skipped (low lots would be more likely
than high ones) and the next text is used. The lot is the remainder of the number divided by n.

To shuffle a list of n (Fisher and Yates), exchange the n-th with the one at a lot below n, where 0 means
the first. Then exchange the one before it with the one at a lot below n - 1, and so on to the second, with a
lot below 2. Pairs are listed by number before they are shuffled. The program decides the order in which
exchanges are tried.
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
    known = " ".join(part for part in parts if part) or "elsewhere"
    seen = f", witnessed by {witnesses}" if witnesses else ""
    return f"Drawn {known}{seen}. {NOT_PROVEN}"
