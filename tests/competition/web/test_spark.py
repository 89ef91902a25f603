from competition.web.svg import spark


def test_a_lead_is_drawn_in_steps_above_and_below_the_line():
    drawn = spark([300, 300, -600], 30)

    assert 'viewBox="0 0 30 40"' in drawn
    assert 'class="above" d="M0 20V10.0H1H2V20.0H3V20Z"' in drawn
    assert 'class="below" d="M0 20V20.0H1H2V40.0H3V20Z"' in drawn


def test_a_small_lead_is_drawn_low_and_a_large_one_at_full_height():
    assert "V19.0H1" in spark([30], 2)
    assert "V0.0H1" in spark([3000], 2)


def test_no_deals_give_an_empty_chart():
    assert spark([], 30) == ""


def test_tie_break_deals_widen_the_chart():
    assert 'viewBox="0 0 4 40"' in spark([0, 0, 0, 0], 2)
