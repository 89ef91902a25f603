"""When each nightly task was last done, for all servers of one database."""

from django.db import models


class NightlyTask(models.Model):
    """A task that is done once a night, by one server."""

    name = models.CharField(max_length=40, unique=True)
    done_at = models.DateTimeField(null=True)
    # Until then a server is at work on it, or failed and lets it rest.
    taken_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name
