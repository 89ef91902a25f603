"""URLs for publishing a draw."""

from django.urls import path

from competition.knockout import views

desk = [
    path("<slug:competition>/draw/publish/", views.publish, name="publish"),
]
