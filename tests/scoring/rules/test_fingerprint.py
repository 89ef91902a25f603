from scoring.rules.fingerprint import fingerprint


def test_equal_values_have_equal_fingerprints():
    assert fingerprint("R1-M1", [(1, 900)]) == fingerprint("R1-M1", [(1, 900)])


def test_different_values_have_different_fingerprints():
    seen = [("R1-M1", 900), ("R1-M1", 890), ("R1-M1", "900"), ("R1-M1", 900, None), (900, "R1-M1"), ()]

    prints = {fingerprint(*values) for values in seen}

    assert (len(prints), {len(one) for one in prints}) == (6, {16})
