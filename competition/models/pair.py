"""Pairs and their players."""

from django.db import models
from django.db.models import Q

from competition.models.competition import Competition


class Pair(models.Model):
    """An entry: two players under one number; `link_version` is raised to revoke the private link."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="pairs")
    number = models.PositiveSmallIntegerField()
    club = models.CharField(max_length=80, blank=True)
    area = models.CharField(max_length=80, blank=True)
    attending = models.BooleanField(default=False)
    link_version = models.PositiveIntegerField(default=1)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="pair_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="pair_number"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """Both players, as the draw shows the pair: "A Player & B Player"."""
        return " & ".join(player.name for player in self.players.all())


class Player(models.Model):
    """One of a pair's two players; `key` is the name as compared, so that nobody enters twice."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="players")
    pair = models.ForeignKey(Pair, models.CASCADE, related_name="players")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    key = models.CharField(max_length=80)
    phone = models.CharField(max_length=40, blank=True)
    email = models.EmailField(blank=True)

    class Meta:
        ordering = ["pair", "place"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "key"], name="player_once_a_competition"),
            models.UniqueConstraint(fields=["pair", "place"], name="player_place_once"),
            models.CheckConstraint(condition=Q(place__in=(1, 2)), name="player_place"),
            models.CheckConstraint(condition=~Q(key=""), name="player_named"),
        ]

    def __str__(self) -> str:
        return self.name
