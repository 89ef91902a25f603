"""Tests that numbers and dates from users have limits."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from django import forms
from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.urls import get_resolver

from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.contest.models import Competition
from competition.contest.rules.seasons import DAYS
from competition.web.fields import DayField
from scoring.models import MomentField
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.public_reading import text
from tests.factories import CompetitionFactory
from tests.house.test_views_have_access_checks import addresses

BOUNDED = {"slug", "code", "number", "str"}


def every_form(kind: type = forms.BaseForm) -> Iterator[type[forms.BaseForm]]:
    for form in kind.__subclasses__():
        yield form
        yield from every_form(form)


def fields(kind: type[forms.Field]) -> dict[str, forms.Field]:
    """Return the form fields of this type in the project's own forms, by form and name."""
    get_resolver().url_patterns  # noqa: B018 - loading the URLs imports every view, and so every form
    ours = {form for form in every_form() if form.__module__.startswith(("competition", "scoring"))}
    return {
        f"{form.__name__}.{name}": field
        for form in ours
        for name, field in form.base_fields.items()
        if isinstance(field, kind)
    }


def test_numbers_in_addresses_have_a_limit():
    kinds = {kind for address, _ in addresses(get_resolver()) for kind in re.findall(r"<(\w+):", address)}

    assert kinds == BOUNDED


def test_every_number_in_a_form_has_limits():
    numbers = fields(forms.IntegerField)

    assert numbers
    assert [name for name, field in numbers.items() if None in (field.min_value, field.max_value)] == []


def test_every_date_in_a_form_has_limits():
    days = fields(forms.DateField)

    assert days
    assert [name for name, field in days.items() if not isinstance(field, DayField)] == []


def test_every_date_column_has_limits():
    assert {model for model in apps.get_app_config("competition").get_models() if dates_without_limits(model)} == set()


def dates_without_limits(model) -> set[str]:
    days = {field.name for field in model._meta.local_fields if type(field) is models.DateField}
    held = {
        said[0].removesuffix("__range")
        for constraint in model._meta.constraints
        if isinstance(constraint, models.CheckConstraint)
        for said in constraint.condition.children
        if isinstance(said, tuple) and said[1] == DAYS
    }
    return days - held


def test_every_moment_column_has_limits():
    columns = [field for model in apps.get_app_config("competition").get_models() for field in model._meta.local_fields]

    assert [field for field in columns if isinstance(field, MomentField)]
    # This is a column in Django's sessions.
    assert [field.name for field in columns if type(field) is models.DateTimeField] == ["expire_date"]


@pytest.mark.django_db
@pytest.mark.database
@pytest.mark.parametrize("moment", [datetime(9999, 12, 31, tzinfo=UTC), datetime(1894, 12, 31, tzinfo=UTC)])
def test_the_database_refuses_impossible_moments(moment):
    with pytest.raises(IntegrityError), transaction.atomic():
        LogEntry.objects.create(event=Event.CREATED, text="Created.", at=moment)


@pytest.mark.django_db
@pytest.mark.database
@pytest.mark.parametrize("column", ["name", "slug"])
def test_the_database_refuses_a_competition_without_a_required_value(column):
    competition = CompetitionFactory()

    with pytest.raises(IntegrityError), transaction.atomic():
        Competition.objects.filter(pk=competition.pk).update(**{column: ""})


FAR = "9" * 5000
ASKED = {
    "/desk/welcome/{far}-x/": 404,
    "/desk/{slug}/?round={far}": 200,
    "/desk/{slug}/letters/?pair={far}": 200,
    "/desk/{slug}/log/?pair={far}": 422,
    "/desk/{slug}/log/?page={far}": 200,
    "/desk/{slug}/rehearsal/?starts=0001-01-01": 422,
    "/desk/{slug}/rehearsal/?starts=9999-12-31": 422,
    "/desk/{slug}/pairs/{far}/": 404,
    "/desk/{slug}/pairs/9999999999999999999/": 404,
    "/desk/{slug}/organisers/9999999999999999999/": 404,
    "/{slug}/?round={far}&pair={far}": 200,
    "/{slug}/live/?version={far}&until={far}": 200,
    "/{slug}/reveal/?lot={far}": 200,
    "/{slug}/pairs/{far}/": 404,
    "/{slug}/pairs/9999999999999999999/calendar.ics": 404,
    "/{slug}/matches/R1-M{far}/": 404,
}


@pytest.fixture
def competition():
    return stories.published(4)


@pytest.mark.django_db
def test_pages_survive_extreme_numbers_in_their_addresses(client, competition):
    client.force_login(competition.owner)

    found = {address: client.get(address.format(slug=competition.slug, far=FAR)).status_code for address in ASKED}

    assert found == ASKED


@pytest.mark.django_db
def test_an_extreme_play_by_date_is_refused(client, competition):
    client.force_login(competition.owner)

    for day in ("0001-01-01", "9999-12-31"):
        asked = client.post(f"/desk/{competition.slug}/extend/?round=1", {"play_by": day, "reason": "Snow."})

        assert asked.status_code == 422
        assert "Give a day of the years 2021 to" in text(asked)


@pytest.mark.django_db
def test_repeated_extensions_reach_a_limit(competition):
    given = 0
    with pytest.raises(Refused, match="The dates of a 2026 competition are between 2021 and"):  # noqa: PT012
        while given < 12:
            stories.extend(competition, "R1-M1", days=365)
            given += 1

    assert given > 0


@pytest.mark.django_db
def test_a_draw_with_extreme_dates_is_not_published():
    attempt = stories.draw_lots(stories.entered(2))

    for day in (date(1, 1, 1), date(9999, 12, 31)):
        with pytest.raises(Refused, match="The dates of a 2026 competition are between 2021 and"):
            stories.publish_attempt(attempt, first_play_by=day)


@pytest.mark.django_db
def test_a_closing_date_must_be_near_its_season(client, competition):
    client.force_login(competition.owner)
    page = client.get("/desk/new/competition/").context["form"]
    filled_in = {field.name: field.value() for field in page if field.value() not in (None, False)}

    for season, closing, good in ((2026, "9999-12-31", 422), (1987, "1987-03-31", 302)):
        sent = {**filled_in, "name": "Old Lakes", "slug": "old-lakes", "season": season, "closing_date": closing}
        assert client.post("/desk/new/competition/", sent).status_code == good
