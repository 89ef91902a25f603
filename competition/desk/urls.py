"""URLs of the organiser's desk."""

from django.urls import path

from competition.desk import views

_desk = "<slug:competition>/"

desk = [
    path("", views.home, name="home"),
    path(_desk, views.competition, name="competition"),
    path(f"{_desk}more/", views.more, name="more"),
    path(f"{_desk}matches/", views.all_matches, name="matches"),
    path(f"{_desk}matches/<code:code>/", views.match, name="match"),
    path(f"{_desk}matches/<code:code>/told/", views.told, name="told"),
    path(f"{_desk}matches/<code:code>/print/blank/", views.print_blank, name="print-blank"),
    path(f"{_desk}matches/<code:code>/compare/", views.compare, name="compare"),
    path(f"{_desk}log/", views.log, name="log"),
]
