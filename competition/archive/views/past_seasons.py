"""Views for the organiser's past winners: paste a table, correct or remove a season, and remove a player's name."""

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from competition.accounts.access import after_password
from competition.archive import actions, queries
from competition.archive.forms import PlayerForm, SeasonForm, TableForm
from competition.archive.presenters.board import groups, period, summary
from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.web.errors import or_404
from competition.web.posting import bound_data, by, form_page, save_and_return, save_form
from scoring.rules.words import quantity


@for_organiser
def past_winners(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the past winners and the box for a table. POST previews the table, or adds its seasons with `add`."""
    series = queries.series_of(competition)
    here, past = queries.seasons_known(series)
    names = queries.names_known(series) if request.method == "POST" else ()
    form = TableForm(bound_data(request), name=competition.name, players=names, here=here, past=past)
    if form.is_valid() and "add" in request.POST and form.table:
        lines = form.table.lines
        if rows := save_and_return(form, lambda: actions.add_seasons(competition, lines, by=by(request))):
            messages.success(request, f"{quantity(len(rows), 'season is', 'seasons are')} on the honours board.")
            return redirect("desk:past-winners", competition.slug)
    page: dict = {"competition": competition, "table": form.table}
    if form.table:
        lines = form.table.lines
        page["groups"] = groups(lines, present=competition.name)
        page |= {"summary": summary(lines), "period": period(lines)} if lines else {}
    else:
        rows = queries.past_seasons(competition)
        stored = [queries.as_line(row) for row in rows]
        page["groups"] = groups(stored, present=competition.name, keys=[row.pk for row in rows])
        page["elsewhere"] = queries.with_past_seasons(series, competition) if len(past) > len(rows) else []
    return form_page(request, "competition/archive/past_winners.html", form, **page)


@for_organiser
def past_season(request: HttpRequest, competition: Competition, past: int) -> HttpResponse:
    """Show the form for a past season. POST saves it."""
    row = or_404(queries.past_season(competition, past))
    before = queries.as_line(row)
    form = SeasonForm(bound_data(request), present=competition.name, before=before)
    if form.is_valid() and form.line and form.cleaned_data["shown"] != form.initial["shown"]:
        form.add_error(None, actions.CHANGED)
    line = form.line if form.is_valid() else None
    if line and save_form(form, lambda: actions.correct_season(row, line, before=before, by=by(request))):
        messages.success(request, f"The season {line.season.name} is saved.")
        return redirect("desk:past-winners", competition.slug)
    return form_page(request, "competition/archive/past_season.html", form, competition=competition, row=row)


@for_organiser
def remove_past_season(request: HttpRequest, competition: Competition, past: int) -> HttpResponse:
    """Ask for confirmation. POST removes the season from the honours board."""
    row = or_404(queries.past_season(competition, past))
    form = Form(bound_data(request))
    if save_form(form, lambda: actions.remove_season(row, by=by(request))):
        messages.success(request, f"The season {row} is removed from the honours board.")
        return redirect("desk:past-winners", competition.slug)
    return form_page(request, "competition/archive/remove_past_season.html", form, competition=competition, row=row)


@for_organiser
@after_password
def remove_name(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the names of the players and the past winners. POST removes one name everywhere."""
    names = queries.names_shown(competition)
    form = PlayerForm(bound_data(request), players=names)
    if save_form(form, lambda: actions.remove_name(competition, form.cleaned_data["player"], by=by(request))):
        messages.success(request, "The name is removed. Delete older backups, because they still contain it.")
        return redirect("desk:remove-name", competition.slug)
    page = {"competition": competition, "players": names}
    return form_page(request, "competition/archive/remove_name.html", form, **page)
