"""Tests for the forms filled in by a pair."""

import pytest

from competition.match.forms.play import MatchSeatsForm
from competition.web.fields import PointsField
from scoring.rules.sides import Seat
from tests import stories


@pytest.mark.parametrize(
    ("written", "points"), [("4730", 4730), ("4,730", 4730), (" 4 730 ", 4730), ("4\u00a0730", 4730), ("0", 0)]
)
def test_a_total_accepts_common_number_formats(written, points):
    assert PointsField().clean(written) == points


@pytest.mark.django_db
def test_the_seats_form_seats_partners_opposite_each_other():
    ours, theirs = stories.entered(2).pairs.all()
    (ann, ben), (cora, dan) = ours.players.all(), theirs.players.all()

    form = MatchSeatsForm({"north": cora.pk, "east": ben.pk, "dealer": ann.pk}, we=ours.present, they=theirs.present)

    assert form.is_valid()
    assert form.arguments() == {"seats": {Seat.N: cora, Seat.E: ben, Seat.S: dan, Seat.W: ann}, "first_dealer": Seat.W}


@pytest.mark.django_db
def test_the_seats_form_rejects_a_player_from_another_match():
    ours, theirs, others = stories.entered(3).pairs.all()
    (ann, _), (cora, _), (stranger, _) = (pair.players.all() for pair in (ours, theirs, others))

    form = MatchSeatsForm(
        {"north": stranger.pk, "east": cora.pk, "dealer": ann.pk}, we=ours.present, they=theirs.present
    )

    assert form.errors == {"north": ["Choose one of the players."]}
