"""URLs for creating a competition, its conditions and its organisers."""

from django.urls import path

from competition.contest import views

_desk = "<slug:competition>/"

desk = [
    path("welcome/<str:invitation>/", views.welcome, name="welcome"),
    path("new/competition/", views.new, name="new"),
    path(f"{_desk}conditions/", views.conditions, name="conditions"),
    path(f"{_desk}organisers/", views.organisers, name="organisers"),
    path(f"{_desk}organisers/you/", views.contact, name="contact"),
    path(f"{_desk}organisers/invite/", views.invite, name="invite"),
    path(f"{_desk}organisers/<number:deputy>/", views.invitation, name="invitation"),
    path(f"{_desk}organisers/<number:deputy>/remove/", views.dismiss, name="dismiss"),
    path(f"{_desk}organisers/<number:deputy>/password/", views.renew_password, name="renew-password"),
    path(f"{_desk}organisers/<number:deputy>/hand-over/", views.hand_over, name="hand-over"),
]
