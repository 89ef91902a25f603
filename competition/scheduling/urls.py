"""URLs for unplayed matches."""

from django.urls import path

from competition.scheduling import views

desk = [path("<slug:competition>/matches/<code:code>/overdue/", views.overdue, name="overdue")]
