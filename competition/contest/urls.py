"""URLs for creating a competition, its conditions and its organisers."""

from django.urls import path

from competition.contest.views import creating, deputies

_desk = "<slug:competition>/"

desk = [
    path("welcome/<str:invitation>/", deputies.welcome, name="welcome"),
    path("new/competition/", creating.new, name="new"),
    path(f"{_desk}conditions/", creating.conditions, name="conditions"),
    path(f"{_desk}organisers/", deputies.organisers, name="organisers"),
    path(f"{_desk}organisers/you/", deputies.contact, name="contact"),
    path(f"{_desk}organisers/invite/", deputies.invite, name="invite"),
    path(f"{_desk}organisers/<number:deputy>/", deputies.invitation, name="invitation"),
    path(f"{_desk}organisers/<number:deputy>/remove/", deputies.dismiss, name="dismiss"),
    path(f"{_desk}organisers/<number:deputy>/password/", deputies.renew_password, name="renew-password"),
    path(f"{_desk}organisers/<number:deputy>/hand-over/", deputies.hand_over, name="hand-over"),
]
