"""URLs for messages and letters to pairs."""

from django.urls import path

from competition.notifications import views

_desk = "<slug:competition>/"

desk = [
    path("password/lost/", views.lost_password, name="lost-password"),
    path("password/lost/<str:key>/", views.new_password, name="new-password"),
    path(f"{_desk}pairs/forget-contacts/", views.forget_contacts, name="forget-contacts"),
    path(f"{_desk}messages/", views.all_messages, name="messages"),
    path(f"{_desk}messages/try-again/", views.try_again, name="try-again"),
    path(f"{_desk}messages/<slug:topic>/", views.topic, name="topic"),
    path(f"{_desk}messages/<slug:topic>/wording/", views.change_wording, name="wording"),
    path(f"{_desk}messages/<slug:topic>/tell/", views.tell, name="tell"),
    path(f"{_desk}messages/<slug:topic>/correct/", views.correct, name="correct"),
    path(f"{_desk}letters/", views.letters, name="letters"),
    path(f"{_desk}letters/merge/", views.merge, name="merge"),
    path(f"{_desk}letters/renew/", views.renew_links, name="renew-links"),
]
