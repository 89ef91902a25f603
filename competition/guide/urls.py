"""URLs of the guide."""

from django.urls import path

from competition.guide import views

guide = [
    path("", views.home, name="home"),
    path("<slug:book>/", views.book, name="book"),
    path("<slug:book>/<slug:chapter>/", views.chapter, name="chapter"),
]
