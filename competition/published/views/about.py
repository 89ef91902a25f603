"""Pages about one competition: its conditions, how the draw was made."""

from django.http import HttpResponse

from competition.contest import formats as rules
from competition.decisions.formats import conditions as corrected
from competition.exports.formats import draw_json
from competition.knockout.queries.competitions import Entries
from competition.knockout.queries.snapshot import Snapshot
from competition.lots import queries as lots_queries
from competition.lots.formats import reveal as lots
from competition.pages.cached_page import page, preview
from competition.pages.files import data
from competition.published.cached_draw import cached_draw_page
from competition.published.formats.record import decided
from competition.signing_in.doors import public


def _conditions(snapshot: Snapshot | Entries, address: str) -> HttpResponse:
    drawn = isinstance(snapshot, Snapshot)
    sentences = rules.sentences(snapshot.competition)
    return page(
        "competition/published/conditions.html",
        competition=snapshot.competition,
        sentences=sentences,
        corrected=list(corrected.standing(snapshot)) if isinstance(snapshot, Snapshot) else [],
        drawn=drawn,
        **preview(f"{address}conditions/"),
    )


conditions = public(cached_draw_page(before=_conditions, addressed=True)(_conditions))


@public
@cached_draw_page(addressed=True)
def record(snapshot: Snapshot, address: str) -> HttpResponse:
    """How the draw was made, and what the organiser has decided since and why."""
    attempts, fixed = lots_queries.attempts(snapshot.draw), lots_queries.commitments(snapshot.competition)
    draw = attempts[-1]
    return page(
        "competition/published/record.html",
        competition=snapshot.competition,
        snapshot=snapshot,
        attempts=attempts,
        draw=draw,
        method=lots_queries.method_of(draw),
        seed=lots_queries.seed_of(draw),
        likelihood=lots_queries.likelihood_of(draw),
        reasons=lots_queries.reasons_of(draw),
        taken_back=lots_queries.taken_back(fixed),
        commitments=fixed,
        decisions=decided(snapshot),
        **preview(f"{address}record/"),
    )


@public
@cached_draw_page()
def record_json(snapshot: Snapshot) -> HttpResponse:
    """The record of the draw as one file, for `verify_draw` and for anybody's own program."""
    facts = draw_json.record(
        snapshot, lots_queries.attempts(snapshot.draw), lots_queries.commitments(snapshot.competition)
    )
    return data(facts, ensure_ascii=False, indent=1)


@public
@cached_draw_page()
def committed(snapshot: Snapshot) -> HttpResponse:
    """The text whose fingerprint was shown before the draw."""
    text = draw_json.committed_text(lots_queries.attempts(snapshot.draw)[-1])
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@public
@cached_draw_page("lot", addressed=True)
def reveal(snapshot: Snapshot, address: str, lot: int = 0) -> HttpResponse:
    """The draw after so many lots, for those who want to see it drawn once more."""
    draw = lots_queries.attempts(snapshot.draw)[-1]
    return page(
        "competition/published/reveal.html",
        competition=snapshot.competition,
        snapshot=snapshot,
        reveal=lots.reveal(draw, lot),
        **preview(f"{address}reveal/"),
    )
