"""Addresses of what calls a competition off, or its draw."""

from django.urls import path

from competition.calling_off import views

_desk = "<slug:competition>/"

desk = [
    path(f"{_desk}draw/take-back/", views.take_back_draw, name="take-back-draw"),
    path(f"{_desk}cancel/", views.cancel, name="cancel"),
    path(f"{_desk}play-on/", views.play_on, name="play-on"),
    path(f"{_desk}delete/", views.delete, name="delete"),
]
