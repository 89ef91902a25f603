"""Public views for single matches and pairs."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string

from competition.accounts.access import public
from competition.archive.presenters.season import ArchivedSeason, people, with_matches
from competition.archive.views.seasons import seasons
from competition.contest.queries import versions_without_deals
from competition.draw.presenters import words
from competition.draw.queries.draw import PublishedDraw, last_change
from competition.draw.queries.later_rounds import is_drawn
from competition.draw.queries.polling import polling_value, still_holds
from competition.draw.queries.results import lineup
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Stage
from competition.entries.presenters import changes
from competition.match.presenters import listing, official_sheet, story
from competition.match.presenters.whole_pad import whole_pad
from competition.match.queries.play import (
    PairView,
    earlier_sheets,
    keeps_deals,
    public_table,
    reader_of_numbers,
    sent_points,
)
from competition.match.views.match import deals_file
from competition.public.cached_draw import cached_draw_page, cached_match_page
from competition.public.presenters import card_svg, draw_json, search_data
from competition.public.presenters.disputed import disputed_matter
from competition.public.presenters.match_page import in_play, match_title, to_come
from competition.public.presenters.plate import continues_in_plate
from competition.public.presenters.rounds import drawn_later_for
from competition.rulings.presenters.records import changes_of_pair
from competition.web.cached_page import page, preview
from competition.web.errors import or_404
from competition.web.files import data, download, picture_view
from competition.web.png import draw_png
from scoring.presenters import csv_sheet
from scoring.rules.sides import Reader


@public
@cached_draw_page(show=listing.GROUPS, addressed=True)
def matches(draw: PublishedDraw, address: str, show: str = "") -> HttpResponse:
    """List all matches by round, or only the matches of one group (`?show=`)."""
    return page(
        "competition/public/matches.html",
        competition=draw.competition,
        show=show,
        filters=listing.filters(draw),
        sections=listing.sections(draw, listing.Filter(show)),
        **preview(f"{address}matches/"),
    )


@public
@cached_match_page(byes=False)
def match(draw: PublishedDraw, state: PublishedMatch, address: str) -> HttpResponse:
    """Show one match with its score sheet and an explanation of each deal. Redirect from a bye to its pair."""
    moving = _moving(draw, state)
    at = f"{address}matches/{state.code}/"
    about = preview(at, f"{address}matches/{state.code}.png", moving["story"].shared)
    about["event"] = search_data.event(draw, state, at)
    plate = continues_in_plate(draw, state)
    return page("competition/public/match.html", **moving, **about, title=match_title(draw, state), plate=plate)


@public
def match_live(request: HttpRequest, competition: str, code: str) -> HttpResponse:
    """Return the changing part of a match page, or 204 if the page is up to date."""
    if still_holds(competition, code, request.GET.get("shown", "")):
        return HttpResponse(status=204)
    return _live(request, competition, code=code)


@cached_match_page(with_news=True)
def _live(draw: PublishedDraw, state: PublishedMatch, address: str) -> HttpResponse:
    moving = _moving(draw, state)
    change = last_change(draw, state.code)
    news = words.news(state, change.at, draw.now) if change else ""
    return page("competition/public/match_live.html", **moving, news=news)


def _moving(draw: PublishedDraw, state: PublishedMatch) -> dict:
    """Return the context for a match page."""
    context: dict[str, Any] = {
        "competition": draw.competition,
        "story": story.make_story(draw, state, public_table(draw, state)),
        "sides": [people(draw.competition, lineup(state, pair)) for pair in state.pairs],
        "replaced": [] if keeps_deals(draw, state) else earlier_sheets(state),
    }
    if state.is_to_come:
        context["coming"] = to_come(
            draw, state, [season for season, _ in seasons(versions_without_deals(), with_results)]
        )
        headline = context["coming"].headline
        context["story"] = replace(context["story"], headline=headline)
        if not is_drawn(draw, state.round):
            context["story"] = replace(context["story"], sentence=f"{headline}.", shared=f"{headline}.", title=headline)
        meeting = render_to_string("competition/public/_to_come.html", context)
    else:
        course = context["story"].course if state.stage is Stage.IN_PLAY else None
        context["now"] = in_play(course) if course else None
        kept = keeps_deals(draw, state)
        more = {
            "points": sent_points(draw, state),
            "names": reader_of_numbers(state),
            "kept": kept,
            "matter": None if kept else disputed_matter(draw, state),
        }
        meeting = render_to_string("competition/public/_meeting.html", context | more)
    return {**context, "meeting": meeting, "shown": polling_value(draw, state.code)}


def with_results(draws: Iterable[PublishedDraw]) -> Iterator[tuple[ArchivedSeason, None]]:
    """Yield each competition with its players and matches. Only decided matches are used, so deals do not matter."""
    return ((with_matches(draw), None) for draw in draws)


def _match_at(draw: PublishedDraw, code: str) -> PublishedMatch:
    try:
        return draw.matches[code]
    except KeyError:
        raise Http404 from None


def _sheet_at(draw: PublishedDraw, code: str) -> PairView:
    """Return the match with its deals. Raises Http404 if the deals are not public."""
    return or_404(public_table(draw, _match_at(draw, code)))


@public
@cached_draw_page()
def match_json(draw: PublishedDraw, code: str) -> HttpResponse:
    """Return one match with its score sheet as JSON for other programs."""
    state = _match_at(draw, code)
    match = public_table(draw, state)
    return data(draw_json.match(draw, state, match.opened.scored if match else None))


@public
@cached_draw_page()
def match_svg(draw: PublishedDraw, code: str) -> HttpResponse:
    """Return the state of one match as an SVG picture to share."""
    state = _match_at(draw, code)
    picture = card_svg.card(draw, state, public_table(draw, state))
    return HttpResponse(picture, content_type="image/svg+xml; charset=utf-8")


@public
@picture_view("public:match-svg")
@cached_match_page()
def match_png(draw: PublishedDraw, state: PublishedMatch, address: str) -> HttpResponse:
    """Return the state of one match as a PNG picture. Redirect to the SVG if PNG is not available."""
    return HttpResponse(draw_png(card_svg.card(draw, state, public_table(draw, state))), content_type="image/png")


@public
@cached_draw_page()
def match_csv(draw: PublishedDraw, code: str) -> HttpResponse:
    """Return the deals of one match as a CSV file for scoring again. Raises Http404 if the deals are not public."""
    text = csv_sheet.write(story.rows(_sheet_at(draw, code)))
    # Without a byte-order mark, spreadsheets misread accents.
    return download(f"\ufeff{text}", "text/csv", f"{draw.competition.slug}-{code}.csv")


@public
@cached_draw_page(addressed=True)
def pair(draw: PublishedDraw, address: str, number: int) -> HttpResponse:
    """Show one pair's matches. If the pair has left the draw, show the reason."""
    row = or_404(draw.everybody.get(number))
    is_in = number in draw.pairs
    sides = [people(draw.competition, row.present)]
    return page(
        "competition/public/pair.html",
        competition=draw.competition,
        pair=row,
        way=listing.of_pair(draw, row) if is_in else [],
        balance=story.balance(draw, row) if is_in else "No longer in the draw",
        later=drawn_later_for(draw, row) if is_in else "",
        out=story.out_in(draw, row) if is_in and not row.withdrawn_at else "",
        champion=draw.champion,
        sides=sides,
        changes=[*changes_of_pair(draw, row), *changes(row)],
        **preview(f"{address}pairs/{row.number}/"),
    )


@public
@cached_draw_page()
def match_print(draw: PublishedDraw, code: str) -> HttpResponse:
    """Show the score sheet of one match for printing on one page. Raises Http404 if the deals are not public."""
    return page("competition/public/print.html", sheet=official_sheet.filled(_sheet_at(draw, code), Reader()))


@public
@cached_draw_page()
def match_pad(draw: PublishedDraw, code: str) -> HttpResponse:
    """Show the score pad of one match with all rubbers. Raises Http404 if the deals are not public."""
    match = _sheet_at(draw, code)
    if not match.opened.deals:
        raise Http404
    return page("competition/public/pad.html", pad=whole_pad(match, Reader()))


@public
@cached_draw_page()
def match_pbn(draw: PublishedDraw, code: str) -> HttpResponse:
    """Return the deals of one match as PBN for bridge programs. Raises Http404 if the deals are not public."""
    return deals_file(_sheet_at(draw, code))
