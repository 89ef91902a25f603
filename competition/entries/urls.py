"""URLs for entries, pairs and private links."""

from django.urls import path

from competition.entries.views import applications, arrival, attendance, pairs

_desk = "<slug:competition>/"

entry = [
    path("<slug:competition>/enter/", applications.enter, name="enter"),
    path("<slug:competition>/enter/<slug:reference>/", applications.entered, name="sent"),
]

link = [
    path("", arrival.code, name="code"),
    path("<str:key>/", arrival.link, name="open"),
]

play = [
    path("sign-out/", arrival.sign_out, name="sign-out"),
    path("opened/", arrival.seen, name="opened"),
    path("<slug:competition>/told/", arrival.told, name="told"),
]

desk = [
    path(f"{_desk}pairs/", pairs.pairs, name="pairs"),
    path(f"{_desk}pairs/new/", pairs.new_pair, name="new-pair"),
    path(f"{_desk}pairs/import/", pairs.import_pairs, name="import"),
    path(f"{_desk}pairs/<number:number>/", pairs.pair, name="pair"),
    path(f"{_desk}pairs/<number:number>/away/", pairs.pair_away, name="pair-away"),
    path(f"{_desk}pairs/<number:number>/remove/", pairs.remove_pair, name="remove-pair"),
    path(f"{_desk}pairs/<number:number>/substitute/", pairs.substitute, name="substitute"),
    path(f"{_desk}pairs/<number:number>/link/", pairs.pair_link, name="pair-link"),
    path(f"{_desk}applications/accept/", applications.accept_all, name="accept-all"),
    path(f"{_desk}applications/<slug:reference>/", applications.application, name="application"),
    path(f"{_desk}attendance/", attendance.attendance, name="attendance"),
    path(f"{_desk}attendance/<number:number>/", attendance.tick_pair, name="tick"),
    path(f"{_desk}clubs/", pairs.clubs, {"kind": "club"}, name="clubs"),
    path(f"{_desk}areas/", pairs.clubs, {"kind": "area"}, name="areas"),
]
