from competition.archive.rules.grades import GradedPair, prizes

SEMI, ROUND_1 = (2, "Semi-finals"), (1, "Round 1")
PAIRS = [
    GradedPair("A & B", "junior", (3, "Final"), is_in_final=True),
    GradedPair("C & D", "junior", SEMI, is_in_final=False),
    GradedPair("E & F", "Junior", SEMI, is_in_final=False),
    GradedPair("G & H", "junior", ROUND_1, is_in_final=False),
    GradedPair("I & J", "intermediate", ROUND_1, is_in_final=False),
    GradedPair("K & L", "", SEMI, is_in_final=False),
]


def test_the_best_pairs_of_a_grade_outside_the_final_win_its_prize():
    won = prizes(["intermediate", "junior"], PAIRS)

    assert [prize.sentence for prize in won] == [
        "Best intermediate pair: I & J (round 1)",
        "Best junior pairs: C & D and E & F (semi-finals)",
    ]


def test_a_grade_without_pairs_has_no_prize():
    assert prizes(["open"], PAIRS) == ()
    assert prizes(["junior"], PAIRS[:1]) == ()
