"""The knockout: who plays whom, when, and who goes on."""

from django.apps import AppConfig


class CompetitionConfig(AppConfig):
    name = "competition"
