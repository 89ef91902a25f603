"""Addresses of what one competition gives to another."""

from django.urls import path

from competition.transfer.views import files, starting

desk = [
    path("new/file/", files.open_file, name="open-file"),
    path("<slug:competition>/start-from/", starting.start_from, name="start-from"),
    path("<slug:competition>/file/", files.file, name="file"),
]
