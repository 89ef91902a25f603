"""Single matches and pairs, as everybody may read them."""

import hashlib

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string

from competition.archive.formats.season import people
from competition.entries.formats.substitutes import changes
from competition.exports.formats import card_svg, draw_json, search_data
from competition.knockout.formats import listing, words
from competition.knockout.queries import finding
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.lineups import as_played, lineup
from competition.knockout.queries.polling import HEADER, holding, shows_the_same, still_holds
from competition.knockout.queries.states import MatchState
from competition.match.formats import headlines, official_sheet, story
from competition.match.queries.pair_match import PairMatch
from competition.match.queries.points import reader_of_numbers, sent_points
from competition.match.queries.privacy import keeps_deals, public_table, replaced
from competition.match.views.printing import deals_file
from competition.pages.cached_page import page, preview
from competition.pages.errors import or_404
from competition.pages.files import data, download, drawn
from competition.pictures.png import png
from competition.published.cached_draw import cached_draw_page, cached_match_page
from competition.published.formats.titles import match_title
from competition.rulings.formats.records import changes_of_pair
from competition.signing_in.doors import public
from scoring.formats import csv_sheet
from scoring.rules.sides import Reader


@public
@cached_draw_page(sort=listing.ORDERS, addressed=True)
def matches(draw: PublishedDraw, address: str, sort: str = "round") -> HttpResponse:
    """Every match as a table, in the order of the draw or of the column chosen."""
    rows = [listing.row(state) for state in listing.ordered(draw.matches.values(), sort)]
    return page(
        "competition/published/matches.html",
        competition=draw.competition,
        rows=rows,
        columns=listing.columns(sort),
        **preview(f"{address}matches/"),
    )


@public
@cached_match_page
def match(draw: PublishedDraw, state: MatchState, address: str) -> HttpResponse:
    """One match: how it stands, its summary sheet, every deal explained."""
    moving = _moving(draw, state)
    at = f"{address}matches/{state.code}/"
    about = preview(at, f"{address}matches/{state.code}.png", headlines.shared(state))
    about["event"] = search_data.event(draw, state, at)
    return page("competition/published/match.html", **moving, **about, title=match_title(state))


@public
def match_live(request: HttpRequest, competition: str, code: str) -> HttpResponse:
    """The part of a match's page that moves; 204 to a page that shows it already."""
    shown = request.GET.get("shown", "")
    if still_holds(competition, shown):
        return HttpResponse(status=204)
    answer = _live(request, competition, code=code)
    same = shows_the_same(shown, answer.get(HEADER, ""))
    return HttpResponse(status=204, headers={HEADER: answer[HEADER]}) if same else answer


@cached_match_page
def _live(draw: PublishedDraw, state: MatchState, address: str) -> HttpResponse:
    moving, change = _moving(draw, state), finding.last_change(draw, state.code)
    news = words.news(state, change.at, draw.now) if change else ""
    answer = page("competition/published/match_live.html", **moving, news=news)
    answer[HEADER] = moving["shown"]
    return answer


def _moving(draw: PublishedDraw, state: MatchState) -> dict:
    """What the page of a match is made of; the end of `shown` changes with everything it tells, and nothing else."""
    course = story.tell(draw, state, public_table(draw, state))
    sides = [people(draw.competition, lineup(state, pair)) for pair in state.pairs]
    context = {
        "competition": draw.competition,
        "story": course,
        "sides": sides,
        "kept": keeps_deals(draw, state),
        "points": sent_points(draw, state),
        "names": reader_of_numbers(state),
        "replaced": replaced(draw, state),
    }
    meeting = render_to_string("competition/published/_meeting.html", context)
    digest = hashlib.sha256(meeting.encode()).hexdigest()[:16]
    return {**context, "meeting": meeting, "shown": holding(draw, state, digest)}


def _match_at(draw: PublishedDraw, code: str) -> MatchState:
    try:
        return draw.matches[code]
    except KeyError:
        raise Http404 from None


def _sheet_at(draw: PublishedDraw, code: str) -> PairMatch:
    """The match of this code with its deals, where everybody may read them."""
    return or_404(public_table(draw, _match_at(draw, code)))


@public
@cached_draw_page()
def match_json(draw: PublishedDraw, code: str) -> HttpResponse:
    """One match with its scored sheet, for other programs."""
    state = _match_at(draw, code)
    match = public_table(draw, state)
    return data(draw_json.match(draw, state, match.sheet if match else None))


@public
@cached_draw_page()
def match_svg(draw: PublishedDraw, code: str) -> HttpResponse:
    """How one match stands, as a picture to send to people."""
    picture = card_svg.card(draw, as_played(_match_at(draw, code)))
    return HttpResponse(picture, content_type="image/svg+xml; charset=utf-8")


@public
@drawn("public:match-svg")
@cached_match_page
def match_png(draw: PublishedDraw, state: MatchState, address: str) -> HttpResponse:
    """The same as other programs know pictures; the SVG where it cannot be drawn."""
    return HttpResponse(png(card_svg.card(draw, as_played(state))), content_type="image/png")


@public
@cached_draw_page()
def match_csv(draw: PublishedDraw, code: str) -> HttpResponse:
    """The deals of one match as a sheet that can be scored again; 404 while there is none to read."""
    written = csv_sheet.write(story.rows(_sheet_at(draw, code)))
    # Without a byte-order mark, spreadsheets misread accents.
    return download(f"\ufeff{written}", "text/csv", f"{draw.competition.slug}-{code}.csv")


@public
@cached_draw_page(addressed=True)
def pair(draw: PublishedDraw, address: str, number: int) -> HttpResponse:
    """One pair's way through the draw: what it has played and whom it may meet; why one that stood there is gone."""
    found, is_in = or_404(draw.everybody.get(number)), number in draw.pairs
    sides = [people(draw.competition, found.present)]
    return page(
        "competition/published/pair.html",
        competition=draw.competition,
        pair=found,
        way=story.way(draw, found) if is_in else [],
        balance=story.balance(draw, found) if is_in else "No longer in the draw",
        champion=draw.champion,
        sides=sides,
        changes=[*changes_of_pair(draw, found), *changes(found)],
        **preview(f"{address}pairs/{found.number}/"),
    )


@public
@cached_draw_page()
def match_print(draw: PublishedDraw, code: str) -> HttpResponse:
    """The summary sheet of one match on one page of paper; 404 while there is none to read."""
    return page("competition/published/print.html", sheet=official_sheet.filled(_sheet_at(draw, code), Reader()))


@public
@cached_draw_page()
def match_pbn(draw: PublishedDraw, code: str) -> HttpResponse:
    """The deals of one match for bridge programs; 404 while there is none to read."""
    return deals_file(_sheet_at(draw, code))
