"""URLs of the site, in one list for each audience."""

from django.urls import include, path

from competition.config.urls.desk import desk
from competition.config.urls.links import links
from competition.config.urls.pads import pads, tables
from competition.config.urls.play import play
from competition.config.urls.public import entry, guide, public

# The public URLs come last, because a competition's address can be any word.
urlpatterns = [
    path("p/", include((links, "link"))),
    path("play/", include((play, "play"))),
    path("pads/", include((pads, "pads"))),
    path("tables/", include((tables, "tables"))),
    path("guide/", include((guide, "guide"))),
    path("desk/", include((desk, "desk"))),
    path("", include((entry, "entry"))),
    path("", include((public, "public"))),
]
handler400 = "competition.web.errors.bad_request"
handler404 = "competition.web.errors.not_found"
handler500 = "competition.web.errors.server_error"
