"""Factories for invented people and competitions. Actions in `stories` create states that need rules."""

from datetime import date

import factory
from django.contrib.auth import get_user_model

from competition.accounts.queries import creating_permission
from competition.contest.models import Competition, Conditions
from competition.contest.rules.names import split_name
from competition.entries.models import Pair, Player


class OrganiserFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = get_user_model()
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"organiser{n}")
    password = factory.django.Password("a-good-long-password")

    @factory.post_generation
    def creates(self, create, given, **rest):
        """Give the permission to create competitions, unless `creates=False`."""
        if given is not False:
            self.user_permissions.add(creating_permission())


class CompetitionFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Competition
        skip_postgeneration_save = True

    name = "Regional Rubber Knockout"
    slug = factory.Sequence(lambda n: f"knockout-{n}")
    season = 2026
    region = "Lakes and Plains"
    closing_date = date(2026, 3, 31)
    conditions = factory.RelatedFactory("tests.factories.ConditionsFactory", factory_related_name="competition")

    @factory.post_generation
    def organisers(self, create, given, **rest):
        self.organisers.set(given or [OrganiserFactory()])
        self.owner = self.organisers.first()
        self.save()


class ConditionsFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Conditions

    competition = factory.SubFactory(CompetitionFactory, conditions=None)


class PairFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Pair
        skip_postgeneration_save = True

    competition = factory.SubFactory(CompetitionFactory)
    number = factory.LazyAttribute(lambda pair: pair.competition.pairs.count() + 1)
    club = "Harbour Bridge Club"

    @factory.post_generation
    def players(self, create, given, **rest):
        names = given or (f"Ada North {self.number}", f"Ben South {self.number}")
        for place, written in enumerate(names, start=1):
            name, distinction = split_name(written)
            facts = {"place": place, "name": name, "distinction": distinction}
            PlayerFactory(competition=self.competition, pair=self, **facts)


class PlayerFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Player

    competition = factory.SelfAttribute("pair.competition")
    pair = factory.SubFactory(PairFactory, players=None)
    place = 1
    name = factory.Sequence(lambda n: f"Player {n}")
    key = factory.LazyAttribute(lambda player: player.name.casefold())
    phone = factory.Sequence(lambda n: f"07 555 {n:04}")
    email = factory.Sequence(lambda n: f"player{n}@example.org")
