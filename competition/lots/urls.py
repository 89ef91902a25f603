"""Addresses of the lots, before a draw is published."""

from django.urls import path

from competition.lots.views import drawing, rehearsing

_desk = "<slug:competition>/"

desk = [
    path(f"{_desk}rehearsal/", rehearsing.rehearsal, name="rehearsal"),
    path(f"{_desk}draw/", drawing.draw, name="draw"),
    path(f"{_desk}draw/commit/", drawing.commit, name="commit"),
    path(f"{_desk}draw/swap/", drawing.swap, name="swap"),
    path(f"{_desk}draw/reveal/", drawing.reveal, name="reveal"),
]
