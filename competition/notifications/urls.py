"""URLs for messages and letters to pairs."""

from django.urls import path

from competition.notifications.views import letters, lost_password, post

_desk = "<slug:competition>/"

desk = [
    path("password/lost/", lost_password.lost_password, name="lost-password"),
    path("password/lost/<str:key>/", lost_password.new_password, name="new-password"),
    path(f"{_desk}pairs/forget-contacts/", post.forget_contacts, name="forget-contacts"),
    path(f"{_desk}post/", post.post, name="post"),
    path(f"{_desk}post/try-again/", post.try_again, name="try-again"),
    path(f"{_desk}post/<slug:occasion>/", post.occasion, name="occasion"),
    path(f"{_desk}post/<slug:occasion>/wording/", post.change_wording, name="wording"),
    path(f"{_desk}post/<slug:occasion>/tell/", post.tell, name="tell"),
    path(f"{_desk}post/<slug:occasion>/correct/", post.correct, name="correct"),
    path(f"{_desk}letters/", letters.letters, name="letters"),
    path(f"{_desk}letters/merge/", letters.merge, name="merge"),
    path(f"{_desk}letters/renew/", letters.renew_links, name="renew-links"),
]
