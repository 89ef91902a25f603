"""That this pair has the page with the other's result before its eyes."""

from django.http import HttpResponse

from competition.entries.actions.opening import opened
from competition.knockout.actions.telling import tell
from competition.knockout.models.meeting import Outcome
from competition.log.actions import Actor
from competition.match.doors import at_the_table
from competition.match.forms.pair import AnswerForm
from competition.match.queries.pair_match import PairMatch
from competition.match.views.responses import moved_on, posted, refused
from competition.pages.posting import Request
from scoring.rules.refusal import Refused


@at_the_table
@posted
def seen(request: Request, match: PairMatch) -> HttpResponse:
    """Keep that the pair has read what the other sent in; the page itself says so while it is looked at."""
    form = AnswerForm(request.POST)
    opened([match.pair])
    try:
        if not form.is_valid() or not match.awaits_us:
            raise Refused("No result of the other pair waits for you here.")
        number, by = form.cleaned_data["outcome"], Actor(pair=match.pair)
        tell(match.competition, match.code, number, how=Outcome.Told.PAGE, by=by)
    except Refused as refusal:
        return refused(request, match, refusal)
    return HttpResponse(status=204) if request.headers.get("X-Seen") else moved_on(request, match)
