"""URLs for score pads and scoring tables."""

from django.urls import path

from competition.social import views

pads = [
    path("", views.home, name="home"),
    path("sw.js", views.worker, name="worker"),
    path("new/<slug:game>/", views.begin, name="begin"),
    path("join/<slug:secret>/", views.join, name="join"),
    path("<number:evening>/", views.evening, name="evening"),
    path("<number:evening>/card.json", views.news, name="card"),
    path("<number:evening>/deals/", views.record, name="record"),
    path("<number:evening>/deals/preview/", views.preview, name="preview"),
    path("<number:evening>/deals/<number:deal>/", views.deal, name="deal"),
    path("<number:evening>/deals/<number:deal>/delete/", views.delete, name="delete"),
    path("<number:evening>/players/", views.players, name="players"),
    path("<number:evening>/partners/", views.partners, name="partners"),
    path("<number:evening>/share/", views.share, name="share"),
    path("<number:evening>/print/", views.on_paper, name="print"),
    path("<number:evening>/leave/", views.leave, name="leave"),
]

tables = [
    path("", views.calculator, name="calculator"),
    path("duplicate/", views.duplicate, name="duplicate"),
    path("rubber/", views.rubber, name="rubber"),
]
