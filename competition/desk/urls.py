"""URLs of the organiser's desk."""

from django.urls import path

from competition.desk.views import home, matches

_desk = "<slug:competition>/"

desk = [
    path("", home.home, name="home"),
    path(_desk, home.competition, name="competition"),
    path(f"{_desk}more/", home.more, name="more"),
    path(f"{_desk}matches/", matches.all_matches, name="matches"),
    path(f"{_desk}matches/<code:code>/", matches.match, name="match"),
    path(f"{_desk}matches/<code:code>/told/", matches.told, name="told"),
    path(f"{_desk}matches/<code:code>/print/blank/", matches.print_blank, name="print-blank"),
    path(f"{_desk}matches/<code:code>/compare/", matches.compare, name="compare"),
    path(f"{_desk}log/", home.log, name="log"),
]
