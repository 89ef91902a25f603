"""Addresses of the other score pads and of the tables to consult."""

from django.urls import path

from competition.pads.views import tables as consulted

tables = [
    path("", consulted.calculator, name="calculator"),
    path("duplicate/", consulted.duplicate, name="duplicate"),
    path("rubber/", consulted.rubber, name="rubber"),
]
