"""Entering by oneself: a pair sends in its entry and looks up the organiser's answer."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from competition.contest.models import Competition
from competition.contest.queries import found, organiser_names
from competition.entries.actions import applications
from competition.entries.forms.applying import ApplicationForm
from competition.entries.queries.pairs import application, known_places
from competition.pages.cached_page import own_preview
from competition.pages.posting import allowed, sent, status
from competition.pages.rate_limit import AN_HOUR, Limit, RateLimit, network
from competition.signing_in.doors import entrance
from scoring.rules.refusal import Refused

# An evening on which a whole club enters from one address.
IN_AN_HOUR = 40
_MANY = "Many entries have come from here. Wait an hour, then send yours again."


@entrance
def enter(request: HttpRequest, competition: str) -> HttpResponse:
    """The entry form while pairs can enter by themselves; else why not, and whom to ask."""
    entered = found(competition)
    if entered is None:
        raise Http404
    ask, drawn = _either(entered), entered.is_published
    if drawn or not entered.takes_entries:
        page = {"competition": entered, "ask": ask, "drawn": drawn, "is_open": entered.is_open and not drawn}
        code = 422 if request.method == "POST" else 200
        return render(request, "competition/entries/entries_closed.html", page | own_preview(request), status=code)
    form = ApplicationForm(sent(request), competition=entered)
    attempts = RateLimit(Limit(f"enter {competition} from {network(request)}", IN_AN_HOUR, AN_HOUR))
    if allowed(form, attempts, _MANY):
        try:
            new = applications.apply(entered, form.entry(), wishes=form.cleaned_data["wishes"], away=form.away.spans)
        except Refused as fault:
            form.add_error(None, str(fault))
        else:
            return redirect("entry:sent", competition, new.reference)
    page = {"competition": entered, "form": form, "known": known_places(entered)}
    return render(request, "competition/entries/enter.html", page | own_preview(request), status=status(form))


@entrance
@require_safe
def entered(request: HttpRequest, competition: str, reference: str) -> HttpResponse:
    """What has become of the entry sent in under this reference, with no contacts."""
    known = application(competition, reference)
    if known is None:
        raise Http404
    page = {"competition": known.competition, "sent": known, "ask": _either(known.competition)}
    return render(request, "competition/entries/entered.html", page)


def _either(competition: Competition) -> str:
    """Whom to ask; organisers may have given no name."""
    return " or ".join(organiser_names(competition)) or "the organiser"
