"""App configuration: URL converters and signal receivers."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate, pre_migrate
from django.urls import register_converter
from django.urls.converters import IntConverter, StringConverter

from competition.draw.rules.layout import CODE
from competition.web.rules import FIGURES


class CodeConverter(StringConverter):
    """URL converter for a match code, such as R2-M5."""

    regex = CODE


class NumberConverter(IntConverter):
    """URL converter for a number with at most FIGURES digits."""

    regex = f"[0-9]{{1,{FIGURES}}}"


class CompetitionConfig(AppConfig):
    name = "competition"

    def ready(self):
        """Register the URL converters, and connect the signals for the database, migrations and sign-ins."""
        from competition.accounts.actions import start_session
        from competition.audit import append_only
        from competition.config import sqlite

        register_converter(CodeConverter, "code")
        register_converter(NumberConverter, "number")
        connection_created.connect(sqlite.restrict_permissions)
        pre_migrate.connect(append_only.lift, sender=self)
        post_migrate.connect(append_only.guard, sender=self)
        user_logged_in.connect(start_session)
