"""The knockout: who plays whom, when, and who goes on."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate, pre_migrate
from django.urls import register_converter
from django.urls.converters import IntConverter, StringConverter

from competition.drawing.rules.layout import CODE
from competition.web.rules import FIGURES


class CodeConverter(StringConverter):
    """A match code in an address, such as R2-M5."""

    regex = CODE


class NumberConverter(IntConverter):
    """A number in an address, of no more figures than any number here has."""

    regex = f"[0-9]{{1,{FIGURES}}}"


class CompetitionConfig(AppConfig):
    name = "competition"

    def ready(self):
        """Know codes and numbers in addresses, guard the database and its facts, and time sign-ins."""
        from competition.accounts.actions import start_session
        from competition.audit import append_only
        from competition.config import sqlite

        register_converter(CodeConverter, "code")
        register_converter(NumberConverter, "number")
        connection_created.connect(sqlite.restrict_permissions)
        pre_migrate.connect(append_only.lift, sender=self)
        post_migrate.connect(append_only.guard, sender=self)
        user_logged_in.connect(start_session)
