"""Addresses of what is sent to pairs."""

from django.urls import path

from competition.post.views import contacts, letters, reminding

_desk = "<slug:competition>/"

desk = [
    path(f"{_desk}pairs/forget-contacts/", contacts.forget_contacts, name="forget-contacts"),
    path(f"{_desk}letters/", letters.letters, name="letters"),
    path(f"{_desk}letters/merge/", letters.merge, name="merge"),
    path(f"{_desk}letters/renew/", letters.renew_links, name="renew-links"),
    path(f"{_desk}remind/", reminding.remind, name="remind"),
]
