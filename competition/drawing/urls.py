"""URLs for the draw before it is published."""

from django.urls import path

from competition.drawing import views

_desk = "<slug:competition>/"

desk = [
    path(f"{_desk}rehearsal/", views.rehearsal, name="rehearsal"),
    path(f"{_desk}draw/", views.draw, name="draw"),
    path(f"{_desk}draw/lock/", views.lock_list, name="lock-list"),
    path(f"{_desk}draw/swap/", views.swap, name="swap"),
    path(f"{_desk}draw/reveal/", views.reveal, name="reveal"),
]
