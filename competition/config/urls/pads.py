"""URLs of score pads for friendly games, and of the scoring tables."""

from django.urls import path

from competition.pads import views

# /pads/
pads = [
    path("", views.home, name="home"),
    path("sw.js", views.worker, name="worker"),
    path("new/<slug:game>/", views.begin, name="begin"),
    path("join/<slug:secret>/", views.join, name="join"),
    path("<number:pad>/", views.pad, name="pad"),
    path("<number:pad>/card.json", views.news, name="card"),
    path("<number:pad>/deals/", views.record, name="record"),
    path("<number:pad>/undo/", views.undo, name="undo"),
    path("<number:pad>/deals/preview/", views.preview, name="preview"),
    path("<number:pad>/deals/<number:deal>/", views.deal, name="deal"),
    path("<number:pad>/deals/<number:deal>/delete/", views.delete, name="delete"),
    path("<number:pad>/players/", views.players, name="players"),
    path("<number:pad>/partners/", views.partners, name="partners"),
    path("<number:pad>/share/", views.share, name="share"),
    path("<number:pad>/print/", views.on_paper, name="print"),
    path("<number:pad>/leave/", views.leave, name="leave"),
]

# /tables/
tables = [
    path("", views.calculator, name="calculator"),
    path("duplicate/", views.duplicate, name="duplicate"),
    path("rubber/", views.rubber, name="rubber"),
]
