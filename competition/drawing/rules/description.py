"""Public description of the draw method. The record page shows these texts unchanged."""


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


PROMISE = "The draw by lots: the same pairs and the same seed give the same draw, to anyone who works it out again."

STEPS = _paragraphs(
    """
The draw has 2, 4, 8 ... places, the fewest that hold all pairs. The first two places are match 1, and so on.
The places left over are byes.

The pairs that are given a bye are shuffled. The first of them, as many as there are byes, have one.

A first round is drawn from the other pairs. Under the opening-day rule the pairs who come are shuffled first,
and the first of them meet two by two, until there is no match or no two pairs left. Then all others are
shuffled and meet two by two; when no match is left, each of the rest has a bye.

If clubs, areas or two seeds matter, some first rounds are drawn and mended: 1,000 divided by the number of
pairs in step 3, at least 1 and at most 10. To mend is to exchange pairs within two matches, or within three,
for as long as that makes the first round better. The best of them is the mark. Better means, first of all:
fewer matches between two seeds; then more at the opening day; then fewer within a club; then more within an
area.

Now first rounds are drawn by lot alone, 100,000 divided by the number of pairs of them at most, and the first
that is as good as the mark is taken. If there is none, the best mended one is stirred, 50 times for each
pair: the pairs (or byes) at two places of different matches, chosen by lot, are exchanged. If that makes it
worse or better, the second is exchanged with a third, in another match; if it is still not as good as it was,
all is put back. Then it is mended again, and if that has made it better, it is stirred once more.

The byes are shared out between the two halves of the draw, then in each half between its quarters, and so on,
always from the top, down to the matches. Where an odd number is shared, a lot below 2 says who gets the odd
one: 1 the upper section, 0 the lower.

The seeds take their matches in order of rank. A lot says which, from the top, of the matches that are free
and have a bye if and only if the seed has one: for the second seed in the other half, for the third and the
fourth in a quarter without an earlier seed, for the next four in such an eighth, and so on. If there is none,
the seeds start again.

The other matches, as they were drawn, are shuffled; then those with a bye, with the given byes last. From the
top of the draw each match takes the last that is left of its sort, and a lot below 2 says who stands above: 0
the pair that was drawn first (a bye counts as drawn after its pair), 1 the other.
"""
)

# Definitions of the terms in the steps.
TERMS = _paragraphs(
    """
A lot below n comes from the text "lots-2/SEED/COUNT", where COUNT is 1 for the first text of the draw, 2 for
the next, and so on. The first four hexadecimal digits of the text's SHA-256 (UTF-8) are a number from 0 to
65535. If it is not below the highest multiple of n up to 65536, it is passed over (low lots would be likelier
than high ones) and the next text is used. The lot is the remainder of the number divided by n.

To shuffle a list of n (Fisher and Yates), change the n-th with the one at a lot below n, where 0 means the
first; then the one before it with the one at a lot below n - 1; and so on to the second, a lot below 2. Pairs
are listed by number before they are shuffled. The order in which exchanges are tried is that of the program
itself.
"""
)


def likelihood(tries: int) -> str:
    """Return a sentence about the probability of a first round.

    `tries` is the number of random first rounds until one was good enough, or 0 if none was.
    """
    if tries:
        return "Every first round that keeps the leanings so far was equally likely."
    return (
        "No first round drawn by lot alone kept the leanings so far, so one that does was found and stirred by lot: "
        "first rounds as good were nearly, not exactly, equally likely."
    )
