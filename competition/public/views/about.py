"""Views about one competition: its conditions and the draw record."""

from operator import attrgetter

from django.http import Http404, HttpResponse

from competition.accounts.access import public
from competition.contest.presenters.conditions import conditions_in_short, conditions_in_words
from competition.contest.queries import rules_changed_at, rules_parts
from competition.draw.presenters import making
from competition.draw.queries.attempts import (
    attempts_until,
    entries_in,
    likelihood_of,
    locked_lists,
    reasons_of,
    seed_of,
    taken_back,
)
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.later_rounds import drawings, round_to_draw
from competition.draw.rules import description
from competition.public.cached_draw import cached_draw_page
from competition.public.presenters import draw_json
from competition.public.presenters.conditions import about_draw
from competition.public.presenters.rulebook import rulebook
from competition.rulings.presenters.records import decisions, standing_conditions
from competition.rulings.queries import rules_changes
from competition.web.cached_page import page, preview
from competition.web.files import data


def _conditions(draw: PublishedDraw, address: str) -> HttpResponse:
    return page(
        "competition/public/conditions.html",
        competition=draw.competition,
        short=conditions_in_short(draw.competition.conditions),
        rounds=draw.rounds,
        rules=rulebook(
            rules_parts(draw.competition),
            rules_changes(draw.competition),
            conditions_in_words(draw.competition, draw=about_draw(draw)),
        ),
        changed_at=rules_changed_at(draw.competition),
        corrected=list(standing_conditions(draw)),
        drawn=bool(draw.rounds),
        **preview(f"{address}conditions/"),
    )


conditions = public(cached_draw_page(before=_conditions, addressed=True)(_conditions))


@public
@cached_draw_page(addressed=True)
def record(draw: PublishedDraw, address: str) -> HttpResponse:
    """Show how the draw was made and the organiser's decisions. Raises Http404 before publication."""
    attempts, fixed = attempts_until(draw.row), locked_lists(draw.competition)
    attempt = attempts[-1]
    return page(
        "competition/public/record.html",
        competition=draw.competition,
        draw=draw,
        drawings=drawings(draw),
        next_round=round_to_draw(draw),
        attempts=attempts,
        attempt=attempt,
        method=description,
        seed=seed_of(attempt),
        likelihood=likelihood_of(attempt),
        reasons=reasons_of(attempt),
        taken_back=taken_back(draw.competition),
        locked_lists=fixed,
        entries=entries_in(attempt),
        decisions=sorted(decisions(draw), key=attrgetter("at"), reverse=True),
        **preview(f"{address}record/"),
    )


@public
@cached_draw_page()
def record_json(draw: PublishedDraw) -> HttpResponse:
    """Return the draw record as JSON for `verify_draw` and other programs."""
    facts = draw_json.record(draw, attempts_until(draw.row), locked_lists(draw.competition))
    return data(facts, ensure_ascii=False, indent=1)


@public
@cached_draw_page()
def locked_list(draw: PublishedDraw) -> HttpResponse:
    """Return the text behind the fingerprint that was published before the draw.

    Raises Http404 for a draw made elsewhere.
    """
    attempt = attempts_until(draw.row)[-1]
    if attempt.locked_list is None:
        raise Http404
    text = draw_json.locked_text(attempt.locked_list)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@public
@cached_draw_page("lot", addressed=True)
def reveal(draw: PublishedDraw, address: str, lot: int = 0) -> HttpResponse:
    """Show the draw after `lot` pairs have been drawn, step by step. Raises Http404 for a draw made elsewhere."""
    attempt = attempts_until(draw.row)[-1]
    if attempt.is_elsewhere:
        raise Http404
    return page(
        "competition/public/reveal.html",
        competition=draw.competition,
        draw=attempt,
        reveal=making.reveal(attempt, lot),
        **preview(f"{address}reveal/"),
    )
