"""Files that more than one door gives out."""

from django.http import HttpResponse

from competition.match.formats import bridge_file
from competition.match.queries.pair_match import PairMatch
from competition.pages.files import download


def pbn(match: PairMatch) -> HttpResponse:
    """The deals of a match for bridge programs, to be kept as a file; only with an open sheet."""
    name = f"{match.competition.slug}-{match.code}.pbn"
    return download(bridge_file.of_match(match), "text/x-pbn", name, charset="iso-8859-1")
