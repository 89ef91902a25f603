"""Addresses of what one competition gives to another."""

from django.urls import path

from competition.transfer import views

desk = [
    path("<slug:competition>/start-from/", views.start_from, name="start-from"),
]
