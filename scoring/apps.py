"""The score pad: knows two sides, not who they are."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
