"""Addresses of the other score pads and of the tables to consult."""

from django.urls import path

from competition.pads.views import amending, beginning, evening, sharing
from competition.pads.views import tables as consulted
from competition.pages.worker import worker

pads = [
    path("", beginning.home, name="home"),
    path("sw.js", worker, name="worker"),
    path("new/<slug:game>/", beginning.begin, name="begin"),
    path("join/<str:secret>/", beginning.join, name="join"),
    path("<int:evening>/", evening.evening, name="evening"),
    path("<int:evening>/live/", evening.live, name="live"),
    path("<int:evening>/deals/", evening.record, name="record"),
    path("<int:evening>/deals/preview/", evening.preview, name="preview"),
    path("<int:evening>/deals/<int:deal>/", amending.deal, name="deal"),
    path("<int:evening>/deals/<int:deal>/delete/", amending.delete, name="delete"),
    path("<int:evening>/players/", amending.players, name="players"),
    path("<int:evening>/partners/", amending.partners, name="partners"),
    path("<int:evening>/share/", sharing.share, name="share"),
    path("<int:evening>/print/", sharing.on_paper, name="print"),
    path("<int:evening>/leave/", beginning.leave, name="leave"),
]

tables = [
    path("", consulted.calculator, name="calculator"),
    path("duplicate/", consulted.duplicate, name="duplicate"),
    path("rubber/", consulted.rubber, name="rubber"),
]
