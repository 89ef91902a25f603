"""URLs for bringing a running season to the site."""

from django.urls import path

from competition.adopt import views

_adopt = "<slug:competition>/adopt/"

desk = [
    path("new/", views.start, name="start"),
    path("new/running/", views.start_running, name="new-running"),
    path("new/running/conditions/", views.create, name="create-running"),
    path(_adopt, views.steps, name="adopt"),
    path(f"{_adopt}draw/", views.draw, name="adopt-draw"),
    path(f"{_adopt}hat/", views.hat, name="adopt-hat"),
    path(f"{_adopt}hat/byes/", views.byes, name="adopt-byes"),
    path(f"{_adopt}hat/screen/", views.screen, name="adopt-screen"),
    path(f"{_adopt}hat/screen/live/", views.screen_live, name="adopt-screen-live"),
    path(f"{_adopt}facts/", views.facts, name="adopt-facts"),
    path(f"{_adopt}results/", views.results, name="adopt-results"),
    path(f"{_adopt}dates/", views.dates, name="adopt-dates"),
    path(f"{_adopt}publish/", views.publish, name="adopt-publish"),
]
