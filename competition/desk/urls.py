"""Addresses of the desk."""

from django.urls import path

from competition.desk.views import all_matches, comparing, home, log, matches, more, printing, telling

_desk = "<slug:competition>/"

desk = [
    path("", home.home, name="home"),
    path(_desk, home.competition, name="competition"),
    path(f"{_desk}more/", more.more, name="more"),
    path(f"{_desk}matches/", all_matches.all_matches, name="matches"),
    path(f"{_desk}matches/<code:code>/", matches.match, name="match"),
    path(f"{_desk}matches/<code:code>/told/", telling.told, name="told"),
    path(f"{_desk}matches/<code:code>/print/blank/", printing.print_blank, name="print-blank"),
    path(f"{_desk}matches/<code:code>/compare/", comparing.compare, name="compare"),
    path(f"{_desk}log/", log.log, name="log"),
]
