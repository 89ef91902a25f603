"""Who may come in: one of the two pairs of a match."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page

from competition.entries.private_links import pairs_of
from competition.match.queries.pair_match import pair_match
from competition.pages.doors import View, behind


def at_the_table(view: View) -> View:
    """A view for one of the two pairs of a match; it gets the match as this pair sees it, and answers packed."""

    @gzip_page
    @never_cache
    def keep(request: HttpRequest, competition: str, code: str, **rest) -> HttpResponse:
        for pair in pairs_of(request):
            if pair.competition.slug == competition and (match := pair_match(pair, code)):
                return view(request, match, **rest)
        raise Http404

    return behind("pair", view, keep)
