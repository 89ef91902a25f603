"""Addresses of what calls a competition off, or its draw."""

from django.urls import path

from competition.calling_off import views

_desk = "<slug:competition>/"

desk = [
    path(f"{_desk}draw/take-back/", views.take_back_draw, name="take-back-draw"),
]
