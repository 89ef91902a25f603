"""Pages about all competitions here: those going on, and the archive."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from competition.access import public
from competition.formats import records, spreadsheet
from competition.formats.roll import COLUMNS, roll, rows
from competition.formats.season import counted
from competition.formats.today import today
from competition.views.public.kept import page
from competition.views.public.seasons import Seasons, answer, marks

# How many past competitions the home page shows before it leaves the rest to the archive.
LATEST = 8


@public
def home(request: HttpRequest) -> HttpResponse:
    """The competitions going on, what happened in them today, and the latest champions."""
    return answer(request, _home)


def _home(seasons: Seasons) -> HttpResponse:
    everything = seasons.values()
    past = [season for season in everything if season.is_over]
    return page(
        "home.html",
        going_on=[season for season in everything if not season.is_over],
        today=today(counted(seasons).values(), timezone.localdate()),
        past=past[:LATEST],
        is_more=len(past) > LATEST,
    )


@public
def archive(request: HttpRequest) -> HttpResponse:
    """The roll of honour and the records, over all competitions and seasons."""
    return answer(request, _archive)


def _archive(seasons: Seasons) -> HttpResponse:
    shown = counted(seasons)
    is_demo = any(season.is_demo for season in shown.values())
    return page("archive.html", roll=roll(shown.values()), records=records.standing(marks(shown)), is_demo=is_demo)


@public
def archive_csv(request: HttpRequest) -> HttpResponse:
    """The roll of honour as a table for a spreadsheet."""
    return answer(request, _archive_csv)


def _archive_csv(seasons: Seasons) -> HttpResponse:
    text = spreadsheet.table(COLUMNS, rows(roll(counted(seasons).values())))
    headers = {"Content-Disposition": 'attachment; filename="roll-of-honour.csv"'}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)


@public
def archive_json(request: HttpRequest) -> HttpResponse:
    """The roll of honour for other programs."""
    return answer(request, _archive_json)


def _archive_json(seasons: Seasons) -> HttpResponse:
    lines = rows(roll(counted(seasons).values()))
    return JsonResponse({"roll": [dict(zip(COLUMNS, line, strict=True)) for line in lines]})
