"""Pages about all competitions here: those going on, and the archive."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from competition.archive.formats import records
from competition.archive.formats.news import news_of_today
from competition.archive.formats.roll import COLUMNS, roll, rows
from competition.archive.formats.season import counted
from competition.archive.views.seasons import Seasons, answer, marks
from competition.pages import csv_writer
from competition.pages.cached_page import page
from competition.pages.doors import public
from competition.pages.files import download

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
        "competition/archive/home.html",
        going_on=[season for season in everything if not season.is_over],
        today=news_of_today(counted(seasons).values(), timezone.localdate()),
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
    return page(
        "competition/archive/archive.html",
        roll=roll(shown.values()),
        records=records.standing(marks(shown)),
        is_demo=is_demo,
    )


@public
def archive_csv(request: HttpRequest) -> HttpResponse:
    """The roll of honour as a table for a spreadsheet."""
    return answer(request, _archive_csv)


def _archive_csv(seasons: Seasons) -> HttpResponse:
    text = csv_writer.csv_table(COLUMNS, rows(roll(counted(seasons).values())))
    return download(text, "text/csv", "roll-of-honour.csv")


@public
def archive_json(request: HttpRequest) -> HttpResponse:
    """The roll of honour for other programs."""
    return answer(request, _archive_json)


def _archive_json(seasons: Seasons) -> HttpResponse:
    lines = rows(roll(counted(seasons).values()))
    return JsonResponse({"roll": [dict(zip(COLUMNS, line, strict=True)) for line in lines]})
