"""Addresses of what is put right once the draw is published."""

from django.urls import path

from competition.correcting import views

_desk = "<slug:competition>/"

desk = [
    path(f"{_desk}pairs/<number:number>/spelling/", views.respell, name="respell"),
    path(f"{_desk}spelling/<number:respelling>/take-back/", views.take_back_spelling, name="take-back-spelling"),
    path(f"{_desk}particulars/", views.particulars, name="particulars"),
    path(
        f"{_desk}particulars/<number:correction>/take-back/",
        views.take_back_particulars,
        name="take-back-particulars",
    ),
]
