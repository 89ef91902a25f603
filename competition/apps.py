"""The knockout: who plays whom, when, and who goes on."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate
from django.urls import register_converter
from django.urls.converters import StringConverter

from competition.lots.rules.layout import CODE


class CodeConverter(StringConverter):
    """A match code in an address, such as R2-M5."""

    regex = CODE


class CompetitionConfig(AppConfig):
    name = "competition"

    def ready(self):
        """Know match codes in addresses, and see to it that the database guards what is only ever added."""
        from competition.log import append_only

        register_converter(CodeConverter, "code")
        pre_migrate.connect(append_only.lift, sender=self)
        post_migrate.connect(append_only.guard, sender=self)
