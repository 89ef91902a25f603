"""Pages about one competition: its conditions, how the draw was made."""

from django.http import HttpResponse, JsonResponse

from competition.contest import formats as rules
from competition.knockout.queries.competitions import Entries
from competition.knockout.queries.snapshot import Snapshot
from competition.lots import queries as lots_queries
from competition.lots.formats import reveal as lots
from competition.pages.cached_page import page
from competition.pages.doors import public
from competition.published.cached_draw import cached_draw_page
from competition.published.formats import draw_record
from competition.published.formats import record as notes


def _conditions(now: Snapshot | Entries) -> HttpResponse:
    drawn = isinstance(now, Snapshot)
    sentences = rules.sentences(now.competition)
    return page("competition/published/conditions.html", competition=now.competition, sentences=sentences, drawn=drawn)


conditions = public(cached_draw_page(before=_conditions)(_conditions))


@public
@cached_draw_page()
def record(now: Snapshot) -> HttpResponse:
    """How the draw was made, and what the organiser has decided since and why."""
    attempts = lots_queries.attempts(now.draw)
    return page(
        "competition/published/record.html",
        competition=now.competition,
        now=now,
        attempts=attempts,
        made=notes.making(attempts[-1]),
        commitments=lots_queries.commitments(now.competition),
        method=notes.method(),
        decisions=notes.decisions(now),
    )


@public
@cached_draw_page()
def record_json(now: Snapshot) -> HttpResponse:
    """The record of the draw as one file, for `verify_draw` and for anybody's own program."""
    facts = draw_record.record(now, lots_queries.attempts(now.draw), lots_queries.commitments(now.competition))
    return JsonResponse(facts, json_dumps_params={"ensure_ascii": False, "indent": 1})


@public
@cached_draw_page()
def committed(now: Snapshot) -> HttpResponse:
    """The text whose fingerprint was shown before the draw."""
    text = draw_record.committed_text(lots_queries.attempts(now.draw)[-1].commitment)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@public
@cached_draw_page("lot")
def reveal(now: Snapshot, lot: int = 0) -> HttpResponse:
    """The draw after so many lots, for those who want to see it drawn once more."""
    draw = lots_queries.attempts(now.draw)[-1]
    return page(
        "competition/published/reveal.html", competition=now.competition, now=now, reveal=lots.reveal(draw, lot)
    )
