"""URLs of the public pages."""

from django.urls import URLPattern, URLResolver, include, path

from competition.archive.views import archive, players
from competition.entries.views import applications
from competition.public.views import about, draw, feeds, matches, screen, site
from competition.public.views import guide as guide_pages

# /guide/
guide = [
    path("", guide_pages.home, name="home"),
    path("<slug:book>/", guide_pages.book, name="book"),
    path("<slug:book>/<slug:chapter>/", guide_pages.chapter, name="chapter"),
]

entry = [
    path("<slug:competition>/enter/", applications.enter, name="enter"),
    path("<slug:competition>/enter/<slug:reference>/", applications.entered, name="sent"),
    # The key contains a character that no reference contains.
    path("<slug:competition>/enter/<str:key>/", applications.confirm, name="confirm"),
]

_SITE = [
    path("healthz", site.healthz, name="healthz"),
    path("favicon.ico", site.favicon, name="favicon"),
    path("site.webmanifest", site.manifest, name="manifest"),
    path("robots.txt", site.robots, name="robots"),
    path("sitemap.xml", site.sitemap, name="sitemap"),
    path(".well-known/security.txt", site.security_txt, name="security-txt"),
    path(".well-known/change-password", site.change_password, name="change-password"),
]

_ALL_SEASONS = [
    path("", archive.home, name="home"),
    path("archive/live/", archive.home_live, name="home-live"),
    path("archive/", archive.archive, name="archive"),
    path("archive.csv", archive.archive_csv, name="archive-csv"),
    path("archive.json", archive.archive_json, name="archive-json"),
    path("players/", players.players, name="players"),
    path("players/<slug:player>/", players.player, name="player"),
    path("players/<slug:one>/v/<slug:other>/", players.head_to_head, name="head-to-head"),
    path("players/<slug:one>/<slug:partner>/v/<slug:other>/<slug:others>/", players.head_to_head, name="head-to-head"),
    path("players/<slug:one>/<slug:partner>/calendar.ics", feeds.follow_by_names, {"file": "ics"}, "names-calendar"),
    path("players/<slug:one>/<slug:partner>/feed.atom", feeds.follow_by_names, {"file": "atom"}, "names-feed"),
]

_PAIR = [
    path("", matches.pair, name="pair"),
    path("calendar.ics", feeds.pair_ics, name="pair-calendar"),
    path("feed.atom", feeds.pair_atom, name="pair-feed"),
    path("seasons.ics", feeds.followed_ics, name="follow-calendar"),
    path("seasons.atom", feeds.followed_atom, name="follow-feed"),
]

_MATCH = [
    path("", matches.match, name="match"),
    path("live/", matches.match_live, name="match-live"),
    path("print/", matches.match_print, name="match-print"),
    path("pad/", matches.match_pad, name="match-pad"),
]

_COMPETITION: list[URLPattern | URLResolver] = [
    path("", draw.draw, name="draw"),
    path("live/", draw.live, name="live"),
    path("plate/", draw.plate, name="plate"),
    path("plate/live/", draw.plate_live, name="plate-live"),
    path("embed/", draw.embed, name="embed"),
    path("screen/", screen.screen, name="screen"),
    path("screen/live/", screen.screen_live, name="screen-live"),
    path("draw.json", draw.draw_json, name="draw-json"),
    path("draw.csv", feeds.csv, name="draw-csv"),
    path("draw.svg", feeds.svg, name="draw-svg"),
    path("draw.png", feeds.png, name="draw-png"),
    path("feed.atom", feeds.atom, name="feed"),
    path("calendar.ics", feeds.ics, name="calendar"),
    path("conditions/", about.conditions, name="conditions"),
    path("record/", about.record, name="record"),
    path("record/record.json", about.record_json, name="record-json"),
    path("record/locked-list.txt", about.locked_list, name="locked-list"),
    path("reveal/", about.reveal, name="reveal"),
    path("honours/", archive.honours, name="honours"),
    path("honours.csv", archive.honours_csv, name="honours-csv"),
    path("pairs/<number:number>/", include(_PAIR)),
    path("matches/", matches.matches, name="matches"),
    path("matches/<code:code>/", include(_MATCH)),
    path("matches/<code:code>.json", matches.match_json, name="match-json"),
    path("matches/<code:code>.csv", matches.match_csv, name="match-csv"),
    path("matches/<code:code>.pbn", matches.match_pbn, name="match-pbn"),
    path("matches/<code:code>.svg", matches.match_svg, name="match-svg"),
    path("matches/<code:code>.png", matches.match_png, name="match-png"),
]

# The fixed URLs come first, because a competition's address can be any word.
public: list[URLPattern | URLResolver] = [
    *_SITE,
    *_ALL_SEASONS,
    path("<slug:competition>/", include(_COMPETITION)),
]
