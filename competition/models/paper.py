"""What pairs kept on paper beside the sheet of their match."""

from django.db import models
from django.db.models import Q

from competition.models.match import Meeting, Slot
from scoring.models import SummarySheet


class OwnSheet(models.Model):
    """The sheet one pair of a meeting kept for itself (Law 75); the meeting's own sheet is the one that counts."""

    meeting = models.OneToOneField(Meeting, models.CASCADE, related_name="+")
    kept_by = models.CharField(max_length=6, choices=Slot.choices)
    sheet = models.OneToOneField(SummarySheet, models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(name="own_sheet_of_a_pair", condition=Q(kept_by__in=Slot.values)),
        ]

    def __str__(self) -> str:
        return f"own sheet of the {self.kept_by} pair"
