from datetime import date

import pytest

from competition.match.rules.offers import OfferDays

KNOWN, PLAY_BY = date(2030, 5, 1), date(2030, 5, 31)


@pytest.mark.parametrize(
    ("days", "last"),
    [
        (OfferDays(), None),
        (OfferDays(first_offer=7), date(2030, 5, 8)),
        (OfferDays(first_offer=7, is_from_end=True), date(2030, 5, 24)),
        # A pair cannot offer dates before it knows its opponents.
        (OfferDays(first_offer=60, is_from_end=True), KNOWN),
    ],
)
def test_the_deadline_for_the_first_offer_is_counted_from_the_start_or_the_end(days, last):
    assert days.offer_by(KNOWN, PLAY_BY) == last


def test_deadlines_for_replies_and_reports_are_counted_forwards():
    days = OfferDays(answer=5, report=2)

    assert (days.answer_by(KNOWN), days.report_by(KNOWN)) == (date(2030, 5, 6), date(2030, 5, 3))
    assert (OfferDays().answer_by(KNOWN), OfferDays().report_by(KNOWN)) == (None, None)


@pytest.mark.parametrize(("offered", "missing"), [(0, 3), (2, 1), (3, 0), (5, 0)])
def test_missing_dates_are_counted_up_to_the_required_number(offered, missing):
    assert OfferDays(dates=3).missing(offered) == missing
    assert OfferDays().missing(offered) == 0
