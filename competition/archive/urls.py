"""URLs for pages about all seasons."""

from django.urls import path

from competition.archive.views import archive, players

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
]
