"""URLs of the site, grouped by their readers. Each package defines its own."""

from django.urls import include, path

from competition.accounts import urls as signing_in
from competition.adopt import urls as adopt
from competition.archive import urls as archive
from competition.contest import urls as contest
from competition.desk import urls as desk
from competition.drawing import urls as lots
from competition.entries import urls as entries
from competition.guide import urls as guide
from competition.knockout import urls as knockout
from competition.match import urls as match
from competition.notifications import urls as post
from competition.paper import urls as paper
from competition.public import urls as published
from competition.rulings import urls as rulings
from competition.scheduling import urls as arranging
from competition.site import urls as site
from competition.social import urls as pads
from competition.transfer import urls as transfer

# The fixed addresses must come first, because the address of a competition can be any word.
DESK = site.desk + signing_in.desk + adopt.desk + contest.desk + desk.desk + entries.desk + post.desk + lots.desk
DESK += knockout.desk + rulings.desk + arranging.desk + paper.desk + transfer.desk + archive.desk
PUBLIC = archive.public + published.public

urlpatterns = [
    path("p/", include((entries.link + match.link + published.link, "link"))),
    path("play/", include((entries.play + match.play + paper.play, "play"))),
    path("pads/", include((pads.pads, "pads"))),
    path("tables/", include((pads.tables, "tables"))),
    path("guide/", include((guide.guide, "guide"))),
    path("desk/", include((DESK, "desk"))),
    path("", include((entries.entry, "entry"))),
    path("", include((PUBLIC, "public"))),
]
handler400 = "competition.web.errors.bad_request"
handler404 = "competition.web.errors.not_found"
handler500 = "competition.web.errors.server_error"
