"""What pairs are to be told, and what has become of it."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.knockout.queries.reading import snapshot_of
from competition.log.actions import note_look
from competition.pages.posting import by
from competition.post.formats.by_way import ByWay, by_occasion
from competition.post.formats.ways import written
from competition.post.models import Occasion
from competition.post.queries import tellings
from competition.post.queries.entries import ENTRIES
from competition.post.queries.entry_tellings import entry_tellings
from competition.post.queries.tellings import Telling
from competition.post.queries.wordings import wording
from competition.signing_in.doors import after_password


@for_organiser
@require_safe
def post(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Each occasion there is something to tell of, and how many have still to be told."""
    snapshot, entries = snapshot_of(competition), entry_tellings(competition)
    found = by_occasion([*entries, *(tellings.tellings(snapshot) if snapshot else ())])
    page = {
        "competition": competition,
        "drawn": snapshot,
        "to_tell": [told for told in found if told.left],
        "done": [told for told in found if not told.left],
        "entries": ENTRIES,
        "has_mail": settings.HAS_MAIL,
    }
    return render(request, "competition/post/post.html", page)


# The private link of a pair is on this page: whoever looks at it is written down, and it is not packed.
@for_organiser
@after_password
@require_safe
def occasion(request: HttpRequest, competition: Competition, occasion: str) -> HttpResponse:
    """Who gets what, by way; `?pair=7` reads the message of that pair."""
    about = as_occasion(occasion)
    found, who = _told_of(competition, about), request.GET.get("pair", "")
    chosen = min(found, key=lambda one: (one.message.who != who, not one.to_do), default=None)
    site = request.build_absolute_uri("/")[:-1]
    reads = written(chosen.message, site, wording(competition, about)) if chosen else None
    if reads and reads.is_secret:
        note_look(competition, by(request), "Looked at messages to pairs, with their private links.")
    page = {
        "competition": competition,
        "told": ByWay(about, found),
        "returned": tellings.returned(found),
        "chosen": chosen,
        "reads": reads,
    }
    return render(request, "competition/post/occasion.html", page)


def _told_of(competition: Competition, about: Occasion) -> list[Telling]:
    if about in ENTRIES:
        return [one for one in entry_tellings(competition) if one.message.occasion is about]
    snapshot = snapshot_of(competition)
    return [*tellings.tellings(snapshot, about)] if snapshot else []


def as_occasion(name: str) -> Occasion:
    """The occasion of this name of which pairs are told, or whoever sent in an entry; 404 for any other."""
    if name in tellings.TO_PAIRS:
        return Occasion(name)
    raise Http404
