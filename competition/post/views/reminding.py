"""Ready texts for the pairs of matches that are still to be played."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from competition.contest.doors import for_organiser
from competition.entries.formats import recipients
from competition.knockout.views.selection import Selection
from competition.knockout.views.together import _of_those_ticked
from competition.post.formats import reminder


@for_organiser
@require_safe
@_of_those_ticked
def remind(request: HttpRequest, those: Selection) -> HttpResponse:
    """A ready text for the pairs of each match, to be copied or mailed."""
    slug, texts = those.competition.slug, []
    # Where nobody can play yet, or ever, there is nothing to remind anybody of.
    for state in (state for state in those.states if state.is_open or state.outcome):
        address = request.build_absolute_uri(reverse("public:match", args=[slug, state.code]))
        text, subject = reminder.reminder(those.snapshot, state, address), f"{those.competition}, {state.code}"
        to, everybody = recipients.recipients(state.pairs, subject, text), recipients.mail(state.pairs, subject, text)
        texts.append((state, text, to, everybody))
    page = {"competition": those.competition, "texts": texts, "back": those.back}
    return render(request, "competition/post/remind.html", page)
