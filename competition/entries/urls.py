"""URLs for entries, pairs and private links."""

from django.urls import path

from competition.entries import views

_desk = "<slug:competition>/"

entry = [
    path("<slug:competition>/enter/", views.enter, name="enter"),
    path("<slug:competition>/enter/<slug:reference>/", views.entered, name="sent"),
]

link = [
    path("", views.code, name="code"),
    path("<str:key>/", views.link, name="open"),
]

play = [
    path("sign-out/", views.sign_out, name="sign-out"),
    path("opened/", views.seen, name="opened"),
    path("<slug:competition>/told/", views.told, name="told"),
]

desk = [
    path(f"{_desk}pairs/", views.pairs, name="pairs"),
    path(f"{_desk}pairs/new/", views.new_pair, name="new-pair"),
    path(f"{_desk}pairs/import/", views.import_pairs, name="import"),
    path(f"{_desk}pairs/<number:number>/", views.pair, name="pair"),
    path(f"{_desk}pairs/<number:number>/away/", views.pair_away, name="pair-away"),
    path(f"{_desk}pairs/<number:number>/remove/", views.remove_pair, name="remove-pair"),
    path(f"{_desk}pairs/<number:number>/substitute/", views.substitute, name="substitute"),
    path(f"{_desk}pairs/<number:number>/link/", views.pair_link, name="pair-link"),
    path(f"{_desk}applications/accept/", views.accept_all, name="accept-all"),
    path(f"{_desk}applications/<slug:reference>/", views.application, name="application"),
    path(f"{_desk}attendance/", views.attendance, name="attendance"),
    path(f"{_desk}attendance/<number:number>/", views.tick_pair, name="tick"),
    path(f"{_desk}clubs/", views.clubs, {"kind": "club"}, name="clubs"),
    path(f"{_desk}areas/", views.clubs, {"kind": "area"}, name="areas"),
]
