"""URLs for messages and letters to pairs."""

from django.urls import path

from competition.notifications.views import letters, lost_password, messages

_desk = "<slug:competition>/"

desk = [
    path("password/lost/", lost_password.lost_password, name="lost-password"),
    path("password/lost/<str:key>/", lost_password.new_password, name="new-password"),
    path(f"{_desk}pairs/forget-contacts/", messages.forget_contacts, name="forget-contacts"),
    path(f"{_desk}messages/", messages.all_messages, name="messages"),
    path(f"{_desk}messages/try-again/", messages.try_again, name="try-again"),
    path(f"{_desk}messages/<slug:topic>/", messages.topic, name="topic"),
    path(f"{_desk}messages/<slug:topic>/wording/", messages.change_wording, name="wording"),
    path(f"{_desk}messages/<slug:topic>/tell/", messages.tell, name="tell"),
    path(f"{_desk}messages/<slug:topic>/correct/", messages.correct, name="correct"),
    path(f"{_desk}letters/", letters.letters, name="letters"),
    path(f"{_desk}letters/merge/", letters.merge, name="merge"),
    path(f"{_desk}letters/renew/", letters.renew_links, name="renew-links"),
]
