"""URLs for exporting, importing and copying competitions."""

from django.urls import path

from competition.transfer import views

desk = [
    path("new/file/", views.open_file, name="open-file"),
    path("<slug:competition>/start-from/", views.start_from, name="start-from"),
    path("<slug:competition>/file/", views.file, name="file"),
]
