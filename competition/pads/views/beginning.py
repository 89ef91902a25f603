"""An evening is begun, joined and left."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from competition.pads import actions, doors, queries
from competition.pads.doors import at_the_pad, link_holder
from competition.pads.formats.games import ABOUT
from competition.pads.forms.players import BeginForm
from competition.pads.models import GAMES
from competition.pads.queries import KEPT_DAYS, Table
from competition.pages.doors import entrance
from competition.pages.posting import Request, sent, status
from competition.pages.rate_limit import AN_HOUR, RateLimit
from scoring.pads.game import Game

# All of a club share an address.
IN_AN_HOUR = 20


@entrance
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The games there are pads for, and the pads that are open on this device."""
    context = {"games": ABOUT.items(), "tables": queries.tables(doors.keys_of(request)), "days": KEPT_DAYS}
    return render(request, "competition/pads/home.html", context)


@entrance
def begin(request: HttpRequest, game: str) -> HttpResponse:
    """Say who plays, and begin; so many an hour from one address."""
    if game not in GAMES:
        raise Http404
    form, attempts = (
        BeginForm(sent(request), game=Game(game)),
        RateLimit(request, "pad", limit=IN_AN_HOUR, within=AN_HOUR),
    )
    is_locked = request.method == "POST" and attempts.too_many()
    if not is_locked and form.is_valid():
        attempts.note()
        row = actions.begin(**form.order())
        doors.remember(request, row.key)
        return redirect("pads:evening", row.pk)
    context = {"form": form, "about": ABOUT[Game(game)], "days": KEPT_DAYS, "limit": IN_AN_HOUR, "is_locked": is_locked}
    return render(request, "competition/pads/begin.html", context, status=429 if is_locked else status(form))


@link_holder
def join(request: HttpRequest, table: Table) -> HttpResponse:
    """Offer to write on the pad: whatever opens links in messages must not join it."""
    if request.method == "POST":
        doors.remember(request, table.row.key)
        return redirect("pads:evening", table.row.pk)
    return render(request, "competition/pads/join.html", {"table": table, "about": ABOUT[table.game]})


@at_the_pad
@require_POST
def leave(request: Request, table: Table) -> HttpResponse:
    """Forget the pad on this device; the others go on, and the link stays good."""
    doors.forget(request, table.row.key)
    return redirect("pads:home")
