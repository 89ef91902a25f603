"""The knockout: who plays whom, when, and who goes on."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class CompetitionConfig(AppConfig):
    name = "competition"

    def ready(self):
        """See to it that the database guards what is only ever added, whatever is migrated."""
        from competition.models import append_only

        pre_migrate.connect(append_only.lift, sender=self)
        post_migrate.connect(append_only.guard, sender=self)
