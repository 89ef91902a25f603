"""URLs for score sheets kept on paper."""

from django.urls import path

from competition.paper.views import comparing, paper, round_results, typing_in

_match = "<slug:competition>/<code:code>/"

play = [
    path(f"{_match}paper/", paper.paper, name="paper"),
    path(f"{_match}points/", paper.points, name="points"),
    path(f"{_match}points/send/", paper.send_points, name="send-points"),
    path(f"{_match}own-sheet/", comparing.own_sheet, name="own-sheet"),
    path(f"{_match}compare/", comparing.compare, name="compare"),
]

desk = [
    path("<slug:competition>/results/", round_results.first_round, name="results"),
    path("<slug:competition>/results/<number:round>/", round_results.round_results, name="round-results"),
    path("<slug:competition>/matches/<code:code>/type-in/", typing_in.type_in, name="type-in"),
    path("<slug:competition>/matches/<code:code>/type-in/points/", typing_in.type_in_points, name="type-in-points"),
    path("<slug:competition>/matches/<code:code>/type-in/totals/", typing_in.type_in_totals, name="type-in-totals"),
]
