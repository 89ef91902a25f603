"""URLs for pages about all seasons."""

from django.urls import path

from competition.archive.views import archive, past_seasons, players

_desk = "<slug:competition>/past-winners/"

desk = [
    path(_desk, past_seasons.past_winners, name="past-winners"),
    path(f"{_desk}player/", past_seasons.remove_past_player, name="remove-past-player"),
    path(f"{_desk}<number:past>/", past_seasons.past_season, name="past-season"),
    path(f"{_desk}<number:past>/remove/", past_seasons.remove_past_season, name="remove-past-season"),
]

public = [
    path("", archive.home, name="home"),
    path("archive/live/", archive.home_live, name="home-live"),
    path("archive/", archive.archive, name="archive"),
    path("archive.csv", archive.archive_csv, name="archive-csv"),
    path("archive.json", archive.archive_json, name="archive-json"),
    path("players/", players.players, name="players"),
    path("players/<slug:player>/", players.player, name="player"),
    path("players/<slug:one>/v/<slug:other>/", players.head_to_head, name="head-to-head"),
    path("players/<slug:one>/<slug:partner>/v/<slug:other>/<slug:others>/", players.head_to_head, name="head-to-head"),
    path("<slug:competition>/honours/", archive.honours, name="honours"),
    path("<slug:competition>/honours.csv", archive.honours_csv, name="honours-csv"),
]
