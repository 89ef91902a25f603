"""Single matches and pairs, as everybody may read them."""

from django.http import Http404, HttpResponse, JsonResponse

from competition.access import public
from competition.formats import draw_json as json
from competition.formats import story
from competition.formats.season import people
from competition.queries import Knockout, MatchState, Table
from competition.views.public.kept import kept, page
from scoring.formats import csv_sheet


@public
@kept()
def matches(now: Knockout) -> HttpResponse:
    """Every match as a table."""
    rows = [story.row(state) for state in now.by_code.values()]
    return page("matches.html", competition=now.competition, rows=rows)


@public
@kept()
def match(now: Knockout, code: str) -> HttpResponse:
    """One match: how it stands, its summary sheet, every deal explained."""
    state = _state(now, code)
    told, sides = story.tell(now, state, _table(now, state)), [people(now.competition, pair) for pair in state.pairs]
    return page("match.html", competition=now.competition, story=told, sides=sides)


@public
@kept()
def match_json(now: Knockout, code: str) -> HttpResponse:
    """One match with its scored sheet, for other programs."""
    state = _state(now, code)
    table = _table(now, state)
    return JsonResponse(json.match(now, state, table.sheet if table else None))


@public
@kept()
def match_csv(now: Knockout, code: str) -> HttpResponse:
    """The deals of one match as a sheet that can be scored again; 404 while there is none."""
    if (table := _table(now, _state(now, code))) is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="{now.competition.slug}-{code}.csv"'}
    return HttpResponse(csv_sheet.write(story.rows(table)), content_type="text/csv; charset=utf-8", headers=headers)


@public
@kept()
def pair(now: Knockout, number: int) -> HttpResponse:
    """One pair's way through the draw: what it has played and whom it may meet."""
    if (found := now.pairs.get(number)) is None:
        raise Http404
    way, sides = story.way(now, found), [people(now.competition, found)]
    return page("pair.html", competition=now.competition, pair=found, way=way, champion=now.champion, sides=sides)


def _state(now: Knockout, code: str) -> MatchState:
    if (state := now.by_code.get(code)) is None:
        raise Http404
    return state


def _table(now: Knockout, state: MatchState) -> Table | None:
    """The match with its sheet; None while no sheet is open."""
    return Table(now, state, state.pairs[0]) if state.meeting and state.meeting.sheet else None
