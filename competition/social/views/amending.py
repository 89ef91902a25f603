"""Views for correcting a score pad: deals, names and partners. Pages show the effect of a change before saving."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpResponse
from django.shortcuts import render

from competition.social import actions
from competition.social.access import at_the_pad
from competition.social.forms.deals import EveningDealForm, said
from competition.social.forms.players import RenameForm, SeatsForm
from competition.social.models import EveningDeal
from competition.social.presenters.games import ABOUT
from competition.social.presenters.parts import Part, parts
from competition.social.presenters.standing import compared
from competition.social.queries import Table, fresh
from competition.social.views.responses import moved_on, shows_refusals
from competition.web.posting import Request, bound_data, form_page, refusal_as_error, save_form
from scoring.rules.refusal import Refused
from scoring.rules.sides import Seat


def _of_the_pad(view: Callable[[Request, Table, EveningDeal], HttpResponse]) -> Callable[..., HttpResponse]:
    """Give a view the deal with this number. If the deal has been deleted since, show the pad and the reason."""

    @shows_refusals
    @wraps(view)
    def keep(request: Request, table: Table, deal: int) -> HttpResponse:
        if 1 <= deal <= len(table.rows):
            return view(request, table, table.rows[deal - 1])
        if request.method != "POST":
            raise Http404
        raise Refused(f"Deal {deal} is not on the pad. Reload the pad to see its deals.")

    return keep


@at_the_pad
@_of_the_pad
def deal(request: Request, table: Table, row: EveningDeal) -> HttpResponse:
    """Correct a deal. Show the effect first, and save after confirmation."""
    number = row.number
    place, found = _part_of(table, number)
    form = EveningDealForm(bound_data(request), initial=said(row), game=table.game, names=found.names, rubber=place)
    order = {"number": number, "shown": request.POST.get("save", ""), **(form.order() if form.is_valid() else {})}
    if "save" in request.POST and save_form(form, lambda: actions.change(table, **order)):
        return moved_on(request, table, f"Deal {number} is corrected.")
    if form.non_field_errors():
        table = fresh(table)
        if number > len(table.rows):
            raise Refused(f"Deal {number} is not on the pad. Reload the pad to see its deals.")
        place, found = _part_of(table, number)
    effect = None
    if form.is_valid():
        with refusal_as_error(form):
            deals = [*table.deals[: number - 1], form.deal(), *table.deals[number:]]
            effect = compared(table, table.with_deals(deals))
    context = {"table": table, "deal": found.rows[number - found.rows[0].number], "effect": effect}
    return form_page(request, "competition/social/deal.html", form, **context)


def _part_of(table: Table, number: int) -> tuple[int, Part]:
    """Return the number of the rubber or chukker that includes a deal, and the rubber or chukker itself."""
    for place, part in enumerate(parts(table), start=1):
        if part.rows and part.rows[0].number <= number <= part.rows[-1].number:
            return place, part
    raise Http404


@at_the_pad
@_of_the_pad
def delete(request: Request, table: Table, row: EveningDeal) -> HttpResponse:
    """Delete a deal. Show the effect first, and delete after confirmation."""
    refusal, number = "", row.number
    if request.method == "POST":
        try:
            actions.delete(table, number=number, shown=request.POST.get("save", ""))
            return moved_on(request, table, f"Deal {number} is removed from the pad.")
        except Refused as fault:
            table, refusal = fresh(table), str(fault)
            if number > len(table.rows):
                raise
    _, found = _part_of(table, number)
    effect = compared(table, table.with_deals([*table.deals[: number - 1], *table.deals[number:]]))
    context = {"table": table, "deal": found.rows[number - found.rows[0].number], "effect": effect, "refusal": refusal}
    return render(request, "competition/social/delete_deal.html", context, status=422 if refusal else 200)


@at_the_pad
def players(request: Request, table: Table) -> HttpResponse:
    """Rename the players."""
    form = RenameForm(bound_data(request), players=table.players)
    if save_form(form, lambda: actions.rename(table, **form.order())):
        return moved_on(request, table, "The names are saved.")
    return form_page(request, "competition/social/players.html", form, table=table)


@at_the_pad
def partners(request: Request, table: Table) -> HttpResponse:
    """Set the seats for the next chukker. The form suggests that three players move by one seat."""
    form = SeatsForm(bound_data(request), game=table.game, names=_moved_on(table.chairs))
    if save_form(form, lambda: actions.change_partners(table, names=form.names())):
        return moved_on(request, table, "The partners are changed.")
    return form_page(request, "competition/social/partners.html", form, table=table, about=ABOUT[table.game])


def _moved_on(names: dict[Seat, str]) -> dict[Seat, str]:
    """Move three players by one seat. After three chukkers each player has partnered every other player."""
    seats = (Seat.S, Seat.E, Seat.W)
    return names | {seat: names.get(seats[place - 1], "") for place, seat in enumerate(seats)}
