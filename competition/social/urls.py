"""URLs for score pads and scoring tables."""

from django.urls import path

from competition.social.views import amending, beginning, evening
from competition.social.views import tables as consulted
from competition.social.views.worker import worker

pads = [
    path("", beginning.home, name="home"),
    path("sw.js", worker, name="worker"),
    path("new/<slug:game>/", beginning.begin, name="begin"),
    path("join/<slug:secret>/", beginning.join, name="join"),
    path("<number:evening>/", evening.evening, name="evening"),
    path("<number:evening>/card.json", evening.news, name="card"),
    path("<number:evening>/deals/", evening.record, name="record"),
    path("<number:evening>/deals/preview/", evening.preview, name="preview"),
    path("<number:evening>/deals/<number:deal>/", amending.deal, name="deal"),
    path("<number:evening>/deals/<number:deal>/delete/", amending.delete, name="delete"),
    path("<number:evening>/players/", amending.players, name="players"),
    path("<number:evening>/partners/", amending.partners, name="partners"),
    path("<number:evening>/share/", evening.share, name="share"),
    path("<number:evening>/print/", evening.on_paper, name="print"),
    path("<number:evening>/leave/", beginning.leave, name="leave"),
]

tables = [
    path("", consulted.calculator, name="calculator"),
    path("duplicate/", consulted.duplicate, name="duplicate"),
    path("rubber/", consulted.rubber, name="rubber"),
]
