"""Who may come in: one of the two pairs of a match."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page

from competition.entries.models.pair import Pair
from competition.entries.private_links import pairs_of
from competition.knockout.queries.reading import snapshot_of
from competition.match.queries.pair_match import match_in
from competition.pages.doors import View, behind


def at_the_table(view: View) -> View:
    """A view for one of the two pairs of a match; it gets the match as this pair sees it, and answers packed."""

    @gzip_page
    @never_cache
    def keep(request: HttpRequest, competition: str, code: str, **rest) -> HttpResponse:
        for pair in pairs_of(request, Pair.objects.filter(competition__slug=competition)):
            snapshot = snapshot_of(pair.competition)
            if snapshot and (match := match_in(snapshot, pair, code)):
                return view(request, match, **rest)
        raise Http404

    return behind("pair", view, keep)
