"""Pages about one competition: its conditions, how the draw was made."""

from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.templatetags.static import static

from competition.access import public
from competition.formats import conditions as rules
from competition.formats import draw_record
from competition.formats import record as notes
from competition.formats import reveal as lots
from competition.queries import Knockout, shown
from competition.queries.shown import Entries
from competition.views.public.kept import kept, page


@public
def healthz(request: HttpRequest) -> HttpResponse:
    """Whether this worker answers and reaches the database, for whoever watches the server."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok", content_type="text/plain", headers={"Cache-Control": "no-store"})


@public
def favicon(request: HttpRequest) -> HttpResponse:
    """The way to the site's sign, for browsers that open a picture or a feed, which can name none itself."""
    return redirect(static("favicon.svg"))


def _conditions(now: Knockout | Entries) -> HttpResponse:
    drawn = isinstance(now, Knockout)
    sentences = rules.sentences(now.competition)
    return page("conditions.html", competition=now.competition, sentences=sentences, drawn=drawn)


conditions = public(kept(before=_conditions)(_conditions))


@public
@kept()
def record(now: Knockout) -> HttpResponse:
    """How the draw was made, and what the organiser has decided since and why."""
    attempts = shown.attempts(now.draw)
    return page(
        "record.html",
        competition=now.competition,
        now=now,
        attempts=attempts,
        made=notes.making(attempts[-1]),
        commitments=shown.commitments(now.competition),
        method=notes.method(),
        decisions=notes.decisions(now),
    )


@public
@kept()
def record_json(now: Knockout) -> HttpResponse:
    """The record of the draw as one file, for `verify_draw` and for anybody's own program."""
    facts = draw_record.record(now, shown.attempts(now.draw), shown.commitments(now.competition))
    return JsonResponse(facts, json_dumps_params={"ensure_ascii": False, "indent": 1})


@public
@kept()
def committed(now: Knockout) -> HttpResponse:
    """The text whose fingerprint was shown before the draw."""
    text = draw_record.committed_text(shown.attempts(now.draw)[-1].commitment)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@public
@kept("lot")
def reveal(now: Knockout, lot: int = 0) -> HttpResponse:
    """The draw after so many lots, for those who want to see it drawn once more."""
    draw = shown.attempts(now.draw)[-1]
    return page("reveal.html", competition=now.competition, now=now, reveal=lots.reveal(draw, lot))
