"""Views for score pads of friendly games, the calculator and the scoring tables."""

from collections.abc import Callable, Mapping
from functools import wraps
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from competition.accounts.access import entrance, public
from competition.pads import access, actions, queries
from competition.pads.access import at_the_pad, link_holder
from competition.pads.forms import (
    BeginForm,
    CalculatorForm,
    NextPadDealForm,
    PadDealForm,
    PadSeatsForm,
    RenamePlayersForm,
    UndonePadDealForm,
    data_of,
)
from competition.pads.models import GAMES, PadDeal, ScorePad
from competition.pads.presenters import games, standing
from competition.pads.presenters.games import ABOUT
from competition.pads.presenters.standing import PlayedPart, compared, parts
from competition.pads.queries import KEPT_DAYS, PadView, fresh
from competition.web.cached_page import own_preview
from competition.web.posting import (
    Request,
    bound_data,
    faults,
    form_page,
    is_allowed,
    refusal_as_error,
    refusal_shown_by,
    save_form,
    wants_json,
)
from competition.web.rate_limit import AN_HOUR, Limit, RateLimit, network
from competition.web.svg import qr_code
from scoring.forms import DealForm
from scoring.pads.calculator import worth
from scoring.pads.papers import PadGame
from scoring.presenters.scoring_table import sections
from scoring.rules import tariff
from scoring.rules.refusal import Refused
from scoring.rules.sides import Seat


def about(table: PadView) -> dict:
    """Return the template context for all pages of a score pad."""
    pad_parts = parts(table)
    begun = [part for part in pad_parts if part.rows] or pad_parts
    return {
        "table": table,
        "about": ABOUT[table.game],
        "parts": pad_parts,
        "part": pad_parts[-1],
        # A blank pad would hide the deal that has just ended a rubber.
        "shown": begun[-1],
        "earlier": begun[-2::-1],
        "is_between": bool(table.rows) and not pad_parts[-1].rows,
        "strip": standing.strip(table, pad_parts[-1]),
        "score": standing.score(table.played, pad_parts[-1]),
        "standings": standing.standings(table),
        "awards": standing.awards(table),
        "last": begun[-1].rows[-1] if table.rows else None,
        "undo": last_deal_data(table),
    }


def seating(table: PadView) -> dict:
    """Return the arguments for the form for the next deal: the game, the players and the rubber."""
    pad_parts = parts(table)
    return {"game": table.game, "names": pad_parts[-1].called, "rubber": len(pad_parts)}


def next_form(table: PadView, data=None, *, again: dict | None = None) -> NextPadDealForm:
    """Return the form for the next deal, bound to any `data`. The buttons in `again` are chosen initially."""
    return NextPadDealForm(data, initial={**(again or {}), "number": table.next_number}, **seating(table))


def last_deal_data(table: PadView) -> str:
    """Return the deal recorded last as form data, or "" if the pad has no deal."""
    if not table.rows:
        return ""
    form_data = next_form(table, again=data_of(table.rows[-1])).initial
    filled = {name: value for name, value in form_data.items() if value not in (None, "")}
    return urlencode({**filled, "number": len(table.rows)})


def show(
    request: Request, table: PadView, *, form: Form | None = None, refusal: str = "", status: int = 200
) -> HttpResponse:
    """Return the page of the pad, or JSON for scripts, with any submitted form and refusal."""
    if wants_json(request):
        return answer(request, table, message=refusal or (faults(form) if form else ""), status=status)
    form = form or next_form(table, again=_chosen(request.GET))
    context = {**about(table), "form": form, "refusal": refusal, "card": card(table)}
    return render(request, "competition/pads/pad.html", context, status=status)


def _chosen(sent: Mapping[str, str]) -> dict:
    """Return the buttons chosen in this form data, without hidden fields."""
    return {name: value for name, value in sent.items() if name in DealForm.base_fields and name != "passed_in"}


def card(table: PadView) -> dict:
    """Return the data for the page's script: the version, the deals in words and the next dealers.

    The script replaces the parts of the page that change with each deal. If `page` differs, it reloads the page.
    """
    pad_parts = parts(table)
    deals = [row.words for part in pad_parts for row in part.rows]
    version = table.row.version
    page = "|".join([*pad_parts[-1].names.values(), "in play" if table.is_moving else ""])
    dealers = standing.next_dealers(table, pad_parts[-1])
    told = {"shown": str(version), "page": page, "version": version}
    return {**told, "sheet": "pad", "deals": deals, "dealers": dealers}


def answer(request: Request, table: PadView, *, message: str = "", status: int = 200) -> JsonResponse:
    """Return the pad as JSON, with its changing parts as HTML and a message about the request."""
    html = render_to_string("competition/pads/_card.html", about(table), request)
    return JsonResponse({**card(table), "html": html, "writable": True, "said": message}, status=status)


def reply_after_change(request: Request, seen: PadView, message: str = "") -> HttpResponse:
    """Return the pad after a successful change: JSON for scripts, otherwise a redirect with a message at the top."""
    if message:
        messages.success(request, message)
    if wants_json(request):
        return answer(request, fresh(seen))
    pad = reverse("pads:pad", args=[seen.row.pk])
    return redirect(pad if message else f"{pad}#table")


def show_refusal(request: Request, seen: PadView, refusal: Refused, form: Form | None = None) -> HttpResponse:
    """Return the current pad with the reason for the refusal (422)."""
    return show(request, fresh(seen), form=form, refusal=str(refusal), status=422)


shows_refusals = refusal_shown_by(show_refusal)


# The limit on new pads for each network. It is generous, because everybody at a club shares one address.
MOST_PADS_IN_AN_HOUR = 20
_MANY = f"Your network has started {MOST_PADS_IN_AN_HOUR} pads in an hour. Try again later, or join a pad by its link."


@entrance
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the games with a score pad, and the pads that this device has joined."""
    context = {"games": ABOUT.items(), "tables": queries.tables(access.keys_of(request)), "days": KEPT_DAYS}
    return render(request, "competition/pads/home.html", context | own_preview(request))


@entrance
def begin(request: HttpRequest, game: str) -> HttpResponse:
    """Ask for the players and create a score pad. New pads are limited by network."""
    if game not in GAMES:
        raise Http404
    form = BeginForm(bound_data(request), game=PadGame(game))
    attempts = RateLimit(Limit(f"pad from {network(request)}", MOST_PADS_IN_AN_HOUR, AN_HOUR))
    if is_allowed(form, attempts, _MANY):
        row = actions.begin(**form.arguments())
        return _redirect_to_pad(request, row)
    page = {"about": ABOUT[PadGame(game)], "days": KEPT_DAYS, **own_preview(request)}
    return form_page(request, "competition/pads/begin.html", form, **page)


def _redirect_to_pad(request: HttpRequest, row: ScorePad) -> HttpResponse:
    """Redirect to the pad and give this device access to it."""
    response = redirect("pads:pad", row.pk)
    access.remember(request, response, row.key)
    return response


@link_holder
def join(request: HttpRequest, table: PadView) -> HttpResponse:
    """Offer to join the pad. GET must not join, because some programs open the links in messages."""
    if request.method == "POST":
        return _redirect_to_pad(request, table.row)
    return render(request, "competition/pads/join.html", {"table": table, "about": ABOUT[table.game]})


@at_the_pad
@require_POST
def leave(request: Request, table: PadView) -> HttpResponse:
    """Remove this device's access to the pad. The pad and its link stay valid."""
    response = redirect("pads:home")
    access.clear_cookie(request, response, table.row.key)
    return response


@at_the_pad
def pad(request: Request, table: PadView) -> HttpResponse:
    """Show the score, the form for the next deal, the pads and all deals."""
    return show(request, table)


@at_the_pad
def news(request: Request, table: PadView) -> HttpResponse:
    """Return the pad as JSON if it has changed since the version `shown`, otherwise status 204."""
    if request.GET.get("shown") == str(table.row.version):
        return HttpResponse(status=204)
    return answer(request, table)


@at_the_pad
def share(request: Request, table: PadView) -> HttpResponse:
    """Show the private link as text and as a QR code, for joining with other phones."""
    link = request.build_absolute_uri(reverse("pads:join", args=[table.row.key]))
    return render(request, "competition/pads/share.html", {"table": table, "link": link, "square": qr_code(link)})


@at_the_pad
def on_paper(request: Request, table: PadView) -> HttpResponse:
    """Show the whole pad for printing."""
    return render(request, "competition/pads/print.html", about(table))


@at_the_pad
def record(request: Request, table: PadView) -> HttpResponse:
    """Write the next deal. If another deal has its number, show both deals (409)."""
    if request.method != "POST":
        return redirect("pads:pad", table.row.pk)
    form = next_form(table, request.POST)
    if not form.is_valid():
        return show(request, table, form=form, status=422)
    try:
        actions.record(table, **form.arguments())
    except actions.PadClash as clash:
        return _clash(request, table, clash)
    except Refused as refusal:
        return show_refusal(request, table, refusal, form)
    return reply_after_change(request, table)


@at_the_pad
@require_POST
@shows_refusals
def undo(request: Request, table: PadView) -> HttpResponse:
    """Delete the deal recorded last, and fill in the form so that the players can record it again."""
    form = UndonePadDealForm(QueryDict(request.POST.get("deal", "")), **seating(table))
    if not form.is_valid():
        raise Refused("The app could not tell which deal to undo. Reload the pad and try again.")
    number = form.cleaned_data["number"]
    actions.undo(table, number=number, deal=form.deal(), **form.keys())
    if wants_json(request):
        return answer(request, fresh(table))
    messages.success(request, f"Deal {number} is undone. Correct it, then record it again.")
    keys = urlencode(_chosen(form.data))
    return redirect(f"{reverse('pads:pad', args=[table.row.pk])}?{keys}#table")


@at_the_pad
def preview(request: Request, table: PadView) -> HttpResponse:
    """Return the points of the deal in the form as plain text. Save nothing."""
    form = next_form(table, request.GET)
    words = ""
    if form.is_valid() and form.cleaned_data["number"] == table.next_number:
        words = _would_write(table, form.deal())
    return HttpResponse(words, content_type="text/plain; charset=utf-8")


def _would_write(table: PadView, deal) -> str:
    try:
        after = table.with_deals([*table.deals, deal])
    except Refused as refusal:
        return str(refusal)
    row = next(part.rows[-1] for part in reversed(parts(table, after)) if part.rows)
    return f"{row.words}: {row.written or 'no score'}."


def _clash(request: Request, seen: PadView, clash: actions.PadClash) -> HttpResponse:
    """Show the stored deal, the submitted deal and two possible next steps (409)."""
    table = fresh(seen)
    if wants_json(request):
        return answer(request, table, message=str(clash), status=409)
    again = next_form(table, {**request.POST.dict(), "number": table.next_number})
    rows = [row for part in parts(table) for row in part.rows]
    sent = [*table.deals[: clash.number - 1], clash.sent]
    last = [row for part in parts(table, table.with_deals(sent)) for row in part.rows][-1]
    context = {"table": table, "number": clash.number, "stands": rows[clash.number - 1].words, "sent": last.words}
    return render(request, "competition/pads/clash.html", {**context, "again": again}, status=409)


def _of_the_pad(view: Callable[[Request, PadView, PadDeal], HttpResponse]) -> Callable[..., HttpResponse]:
    """Pass the deal with this number to a view. If the deal has been deleted since, show the pad and the reason."""

    @shows_refusals
    @wraps(view)
    def check_deal(request: Request, table: PadView, deal: int) -> HttpResponse:
        if 1 <= deal <= len(table.rows):
            return view(request, table, table.rows[deal - 1])
        if request.method != "POST":
            raise Http404
        raise Refused(f"Deal {deal} is not on the pad. Reload the pad to see its deals.")

    return check_deal


@at_the_pad
@_of_the_pad
def deal(request: Request, table: PadView, row: PadDeal) -> HttpResponse:
    """Correct a deal. Show the effect first, and save it after confirmation."""
    number = row.number
    place, part = _part_of(table, number)
    form = PadDealForm(bound_data(request), initial=data_of(row), game=table.game, names=part.called, rubber=place)
    data = {"number": number, "version": request.POST.get("save", ""), **(form.arguments() if form.is_valid() else {})}
    if "save" in request.POST and save_form(form, lambda: actions.change(table, **data)):
        return reply_after_change(request, table, f"Deal {number} is corrected.")
    if form.non_field_errors():
        table = fresh(table)
        if number > len(table.rows):
            raise Refused(f"Deal {number} is not on the pad. Reload the pad to see its deals.")
        place, part = _part_of(table, number)
    effect = None
    if form.is_valid():
        with refusal_as_error(form):
            deals = [*table.deals[: number - 1], form.deal(), *table.deals[number:]]
            effect = compared(table, table.with_deals(deals))
    context = {"table": table, "deal": part.rows[number - part.rows[0].number], "effect": effect}
    return form_page(request, "competition/pads/deal.html", form, **context)


def _part_of(table: PadView, number: int) -> tuple[int, PlayedPart]:
    """Return the rubber or chukker that includes a deal, with its number."""
    for place, part in enumerate(parts(table), start=1):
        if part.rows and part.rows[0].number <= number <= part.rows[-1].number:
            return place, part
    raise Http404


@at_the_pad
@_of_the_pad
def delete(request: Request, table: PadView, row: PadDeal) -> HttpResponse:
    """Delete a deal. Show the effect first, and delete after confirmation."""
    refusal = ""
    number = row.number
    if request.method == "POST":
        try:
            actions.delete(table, number=number, version=request.POST.get("save", ""))
            return reply_after_change(request, table, f"Deal {number} is removed from the pad.")
        except Refused as fault:
            table, refusal = fresh(table), str(fault)
            if number > len(table.rows):
                raise
    _, part = _part_of(table, number)
    effect = compared(table, table.with_deals([*table.deals[: number - 1], *table.deals[number:]]))
    context = {"table": table, "deal": part.rows[number - part.rows[0].number], "effect": effect, "refusal": refusal}
    return render(request, "competition/pads/delete_deal.html", context, status=422 if refusal else 200)


@at_the_pad
def players(request: Request, table: PadView) -> HttpResponse:
    """Rename the players."""
    form = RenamePlayersForm(bound_data(request), players=table.players)
    if save_form(form, lambda: actions.rename(table, **form.arguments())):
        return reply_after_change(request, table, "The names are saved.")
    return form_page(request, "competition/pads/players.html", form, table=table)


@at_the_pad
def partners(request: Request, table: PadView) -> HttpResponse:
    """Set the seats for the next chukker. The form suggests that three players move by one seat."""
    form = PadSeatsForm(bound_data(request), game=table.game, names=_rotate(table.chairs))
    if save_form(form, lambda: actions.change_partners(table, names=form.names())):
        return reply_after_change(request, table, "The partners are changed.")
    return form_page(request, "competition/pads/partners.html", form, table=table, about=ABOUT[table.game])


def _rotate(names: dict[Seat, str]) -> dict[Seat, str]:
    """Return the names with three players moved by one seat.

    After three chukkers, each player has partnered every other player.
    """
    seats = (Seat.S, Seat.E, Seat.W)
    return names | {seat: names.get(seats[place - 1], "") for place, seat in enumerate(seats)}


@public
def calculator(request: HttpRequest) -> HttpResponse:
    """Show the value of one result in rubber bridge, at duplicate and in Chicago, item by item."""
    form = CalculatorForm(request.GET or None)
    context: dict = {}
    if form.is_valid():
        arguments = form.worth_arguments()
        context |= {**arguments, "worth": worth(**arguments)}
        context["results"] = games.of_contract(arguments["contract"], arguments["vulnerable"])
    return form_page(request, "competition/pads/calculator.html", form, **context, **own_preview(request))


@public
def duplicate(request: HttpRequest) -> HttpResponse:
    """Show all duplicate scores in a table that prints on one page."""
    context = {"table": games.lines(), "overtricks": games.OVERTRICKS}
    return render(request, "competition/pads/duplicate.html", context | own_preview(request))


@public
def rubber(request: HttpRequest) -> HttpResponse:
    """Show the points in rubber bridge with their Laws."""
    prices = sections(tariff.ONLY_PART_SCORE, games.MOST_TRICKS)
    return render(request, "competition/pads/rubber.html", {"prices": prices} | own_preview(request))


@public
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. Its header lets a page register it for the whole site."""
    script = (settings.BASE_DIR / "static" / "js" / "worker.js").read_text(encoding="utf-8")
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=headers)
