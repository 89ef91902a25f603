"""URLs of private links, below /p/. A pair needs no password for them."""

from django.urls import path

from competition.entries.views import pairs as entries
from competition.match.views import match
from competition.notifications import views as notifications
from competition.public.views import feeds

links = [
    path("", entries.code, name="code"),
    path("lost/", notifications.lost_link, name="lost"),
    path("<str:key>/", entries.link, name="open"),
    path("<str:key>/answer/", match.answer_by_link, name="answer"),
    path("<str:own>/calendar.ics", feeds.own_ics, name="calendar"),
]
