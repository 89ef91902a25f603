from scoring.rules.fingerprint import fingerprint


def test_what_is_the_same_has_the_same_fingerprint():
    assert fingerprint("R1-M1", [(1, 900)]) == fingerprint("R1-M1", [(1, 900)])


def test_whatever_else_is_seen_has_another_fingerprint():
    seen = [("R1-M1", 900), ("R1-M1", 890), ("R1-M1", "900"), ("R1-M1", 900, None), (900, "R1-M1"), ()]

    prints = {fingerprint(*values) for values in seen}

    assert (len(prints), {len(one) for one in prints}) == (6, {16})
