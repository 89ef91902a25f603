"""Models for offers of match dates and numbers of deals, with their answers, and for scores kept on paper by a pair."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Mod
from django.db.models.lookups import Exact

from competition.draw.models.rounds import Meeting, Slot
from competition.entries.models import Pair
from scoring.models import MomentField, SummarySheet
from scoring.rules.conditions import DEALS


class OwnSheet(models.Model):
    """The score sheet that a pair kept for itself (Law 75). Only the score sheet of the match counts."""

    meeting = models.OneToOneField(Meeting, models.CASCADE, related_name="+")
    kept_by = models.CharField(max_length=6, choices=Slot.choices)
    sheet = models.OneToOneField(SummarySheet, models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(name="own_sheet_of_a_pair", condition=Q(kept_by__in=Slot.values)),
        ]

    def __str__(self) -> str:
        return f"own sheet of the {self.kept_by} pair"


class PointsLine(models.Model):
    """The points of both pairs for one deal, typed in from a paper sheet without contracts.

    The line for the Law 80 credits has no number.
    """

    meeting = models.ForeignKey(Meeting, models.CASCADE, related_name="points_lines")
    number = models.PositiveSmallIntegerField(null=True)
    upper = models.PositiveIntegerField()
    lower = models.PositiveIntegerField()

    class Meta:
        ordering = [F("number").asc(nulls_last=True)]
        constraints = [
            models.UniqueConstraint(fields=["meeting", "number"], name="points_once_a_deal"),
            models.UniqueConstraint(fields=["meeting"], condition=Q(number=None), name="points_credits_once"),
            models.CheckConstraint(name="points_number", condition=Q(number=None) | Q(number__gte=1)),
            models.CheckConstraint(
                name="points_end_in_0", condition=Q(Exact(Mod("upper", 10), 0)) & Q(Exact(Mod("lower", 10), 0))
            ),
        ]

    def __str__(self) -> str:
        return f"points of deal {self.number}" if self.number else "credits"


MOST_DATES = 8

_UNANSWERED = Q(answer="", answered_at=None, answered_by=None, takes=None, reason="")
_ANSWERED = Q(answered_at__isnull=False, answered_by__isnull=False)
# Only the other pair can accept or decline an offer.
_TAKEN = _ANSWERED & Q(answer="taken", takes__isnull=False) & ~Q(answered_by=F("by"))
_DECLINED = _ANSWERED & Q(answer="declined", takes=None) & ~Q(answered_by=F("by"))
_WITHDRAWN = _ANSWERED & Q(answer="withdrawn", takes=None, answered_by=F("by"))
_STANDS = Q(cancelled_at=None, cancelled_by=None, cancelled_because="")
_CALLED_OFF = Q(answer="taken", cancelled_at__isnull=False, cancelled_by__isnull=False) & ~Q(cancelled_because="")


class Offer(models.Model):
    """An offer of up to eight dates at one venue, with its answer. The pair can add dates until it is answered.

    The other pair accepts one date or declines them all, or the pair withdraws its offer. Either pair can cancel an
    accepted date. The venue may be a home, so it is never public.
    """

    class Answer(models.TextChoices):
        TAKEN = "taken"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    meeting = models.ForeignKey(Meeting, models.CASCADE, related_name="offers")
    by = models.ForeignKey(Pair, models.PROTECT, related_name="+")
    at = MomentField()
    venue = models.CharField(max_length=120, blank=True)
    # Time when the other pair first saw all dates of the offer. The organiser can see it, but the offering pair
    # cannot.
    read_at = MomentField(null=True)
    answer = models.CharField(max_length=9, choices=Answer.choices, blank=True)
    answered_at = MomentField(null=True)
    answered_by = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="+")
    takes = MomentField(null=True)
    reason = models.CharField(max_length=300, blank=True)
    cancelled_at = MomentField(null=True)
    cancelled_by = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="+")
    cancelled_because = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                name="offer_answered_by_the_other", condition=_UNANSWERED | _TAKEN | _DECLINED | _WITHDRAWN
            ),
            models.CheckConstraint(name="offer_cancelled_once_taken", condition=_STANDS | _CALLED_OFF),
            models.UniqueConstraint(fields=["meeting"], condition=Q(answer=""), name="offer_open_once"),
            models.UniqueConstraint(
                fields=["meeting"], condition=Q(answer="taken", cancelled_at=None), name="offer_agreed_once"
            ),
        ]

    def __str__(self) -> str:
        return f"offer of {self.by}"


class OfferedDate(models.Model):
    """One date of an offer."""

    offer = models.ForeignKey(Offer, models.CASCADE, related_name="dates")
    plays_at = MomentField()
    # Time when the pair added the date to its offer. Empty for the first dates.
    added_at = MomentField(null=True)

    class Meta:
        ordering = ["plays_at"]
        constraints = [models.UniqueConstraint(fields=["offer", "plays_at"], name="offered_date_once")]

    def __str__(self) -> str:
        return str(self.plays_at)


class DealsOffer(models.Model):
    """A pair's offer to play a different number of deals in its match, with the reply.

    The other pair accepts or declines it, or the pair withdraws it. An accepted offer becomes a correction to the
    conditions of the match, in `RoundConditions`.
    """

    class Answer(models.TextChoices):
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    meeting = models.ForeignKey(Meeting, models.CASCADE, related_name="deals_offers")
    by = models.ForeignKey(Pair, models.PROTECT, related_name="+")
    at = MomentField()
    deals = models.PositiveSmallIntegerField()
    answer = models.CharField(max_length=9, choices=Answer.choices, blank=True)
    answered_at = MomentField(null=True)
    answered_by = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="deals_offer_deals", condition=Q(deals__range=DEALS)),
            models.CheckConstraint(
                name="deals_offer_answered_by_the_other",
                condition=Q(answer="", answered_at=None, answered_by=None)
                | _ANSWERED & Q(answer="withdrawn", answered_by=F("by"))
                | _ANSWERED & Q(answer__in=["accepted", "declined"]) & ~Q(answered_by=F("by")),
            ),
            models.UniqueConstraint(fields=["meeting"], condition=Q(answer=""), name="deals_offer_open_once"),
        ]

    def __str__(self) -> str:
        return f"{self.deals} deals"
