"""Model for the nightly tasks, which all servers of one database share."""

from django.db import models

from scoring.models import MomentField


class NightlyTask(models.Model):
    """A nightly task. One server at a time does it."""

    name = models.CharField(max_length=40, unique=True)
    done_at = MomentField(null=True)
    # Until this time a server is working on the task, or the task has failed and waits for a retry.
    taken_until = MomentField(null=True)
    # Name of the machine that did the task last.
    done_by = models.CharField(max_length=80, default="")

    def __str__(self) -> str:
        return self.name
