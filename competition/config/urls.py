"""URLs of the site, grouped by their readers. Each package defines its own."""

from django.urls import include, path

import competition.accounts.urls
import competition.adopt.urls
import competition.archive.urls
import competition.contest.urls
import competition.desk.urls
import competition.drawing.urls
import competition.entries.urls
import competition.guide.urls
import competition.knockout.urls
import competition.match.urls
import competition.notifications.urls
import competition.pads.urls
import competition.paper.urls
import competition.public.urls
import competition.rulings.urls
import competition.scheduling.urls
import competition.site.urls
import competition.transfer.urls

# The fixed addresses must come first, because the address of a competition can be any word.
DESK = (
    competition.site.urls.desk
    + competition.accounts.urls.desk
    + competition.adopt.urls.desk
    + competition.contest.urls.desk
    + competition.desk.urls.desk
    + competition.entries.urls.desk
    + competition.notifications.urls.desk
    + competition.drawing.urls.desk
)
DESK += (
    competition.knockout.urls.desk
    + competition.rulings.urls.desk
    + competition.scheduling.urls.desk
    + competition.paper.urls.desk
    + competition.transfer.urls.desk
    + competition.archive.urls.desk
)
PUBLIC = competition.archive.urls.public + competition.public.urls.public

urlpatterns = [
    path(
        "p/",
        include((competition.entries.urls.link + competition.match.urls.link + competition.public.urls.link, "link")),
    ),
    path(
        "play/",
        include((competition.entries.urls.play + competition.match.urls.play + competition.paper.urls.play, "play")),
    ),
    path("pads/", include((competition.pads.urls.pads, "pads"))),
    path("tables/", include((competition.pads.urls.tables, "tables"))),
    path("guide/", include((competition.guide.urls.guide, "guide"))),
    path("desk/", include((DESK, "desk"))),
    path("", include((competition.entries.urls.entry, "entry"))),
    path("", include((PUBLIC, "public"))),
]
handler400 = "competition.web.errors.bad_request"
handler404 = "competition.web.errors.not_found"
handler500 = "competition.web.errors.server_error"
