"""URLs for the published draw."""

from django.urls import path

from competition.public.views import about, draw, feeds, matches, site

link = [
    path("<str:own>/calendar.ics", feeds.own_ics, name="calendar"),
]

public = [
    path("healthz", site.healthz, name="healthz"),
    path("favicon.ico", site.favicon, name="favicon"),
    path("site.webmanifest", site.manifest, name="manifest"),
    path("robots.txt", site.robots, name="robots"),
    path("sitemap.xml", site.sitemap, name="sitemap"),
    path(".well-known/security.txt", site.security_txt, name="security-txt"),
    path(".well-known/change-password", site.change_password, name="change-password"),
    path("players/<slug:one>/<slug:partner>/calendar.ics", feeds.follow_by_names, {"file": "ics"}, "names-calendar"),
    path("players/<slug:one>/<slug:partner>/feed.atom", feeds.follow_by_names, {"file": "atom"}, "names-feed"),
    path("<slug:competition>/", draw.draw, name="draw"),
    path("<slug:competition>/live/", draw.live, name="live"),
    path("<slug:competition>/embed/", draw.embed, name="embed"),
    path("<slug:competition>/draw.json", draw.draw_json, name="draw-json"),
    path("<slug:competition>/draw.csv", feeds.csv, name="draw-csv"),
    path("<slug:competition>/draw.svg", feeds.svg, name="draw-svg"),
    path("<slug:competition>/draw.png", feeds.png, name="draw-png"),
    path("<slug:competition>/feed.atom", feeds.atom, name="feed"),
    path("<slug:competition>/calendar.ics", feeds.ics, name="calendar"),
    path("<slug:competition>/conditions/", about.conditions, name="conditions"),
    path("<slug:competition>/record/", about.record, name="record"),
    path("<slug:competition>/reveal/", about.reveal, name="reveal"),
    path("<slug:competition>/record/record.json", about.record_json, name="record-json"),
    path("<slug:competition>/record/locked-list.txt", about.locked_list, name="locked-list"),
    path("<slug:competition>/pairs/<number:number>/", matches.pair, name="pair"),
    path("<slug:competition>/pairs/<number:number>/calendar.ics", feeds.pair_ics, name="pair-calendar"),
    path("<slug:competition>/pairs/<number:number>/feed.atom", feeds.pair_atom, name="pair-feed"),
    path("<slug:competition>/pairs/<number:number>/seasons.ics", feeds.followed_ics, name="follow-calendar"),
    path("<slug:competition>/pairs/<number:number>/seasons.atom", feeds.followed_atom, name="follow-feed"),
    path("<slug:competition>/matches/", matches.matches, name="matches"),
    path("<slug:competition>/matches/<code:code>/", matches.match, name="match"),
    path("<slug:competition>/matches/<code:code>/live/", matches.match_live, name="match-live"),
    path("<slug:competition>/matches/<code:code>.pbn", matches.match_pbn, name="match-pbn"),
    path("<slug:competition>/matches/<code:code>/print/", matches.match_print, name="match-print"),
    path("<slug:competition>/matches/<code:code>.json", matches.match_json, name="match-json"),
    path("<slug:competition>/matches/<code:code>.svg", matches.match_svg, name="match-svg"),
    path("<slug:competition>/matches/<code:code>.png", matches.match_png, name="match-png"),
    path("<slug:competition>/matches/<code:code>.csv", matches.match_csv, name="match-csv"),
]
