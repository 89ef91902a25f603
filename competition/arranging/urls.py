"""Addresses of matches that are not played."""

from django.urls import path

from competition.arranging.views import late

desk = [path("<slug:competition>/matches/<code:code>/late/", late.late, name="late")]
