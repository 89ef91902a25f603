"""URLs for score sheets kept on paper."""

from django.urls import path

from competition.paper import views

_match = "<slug:competition>/<code:code>/"

play = [
    path(f"{_match}paper/", views.paper, name="paper"),
    path(f"{_match}points/", views.points, name="points"),
    path(f"{_match}points/send/", views.send_points, name="send-points"),
    path(f"{_match}own-sheet/", views.own_sheet, name="own-sheet"),
    path(f"{_match}compare/", views.compare, name="compare"),
]

desk = [
    path("<slug:competition>/results/", views.first_round, name="results"),
    path("<slug:competition>/results/<number:round>/", views.round_results, name="round-results"),
    path("<slug:competition>/matches/<code:code>/type-in/", views.type_in, name="type-in"),
    path("<slug:competition>/matches/<code:code>/type-in/points/", views.type_in_points, name="type-in-points"),
    path("<slug:competition>/matches/<code:code>/type-in/totals/", views.type_in_totals, name="type-in-totals"),
]
