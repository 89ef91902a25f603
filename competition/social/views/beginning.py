"""Views for starting, joining and leaving a score pad."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from competition.accounts.access import entrance
from competition.social import access, actions, queries
from competition.social.access import at_the_pad, link_holder
from competition.social.forms.players import BeginForm
from competition.social.models import GAMES, Evening
from competition.social.presenters.games import ABOUT
from competition.social.queries import KEPT_DAYS, Table
from competition.web.cached_page import own_preview
from competition.web.posting import Request, bound_data, form_page, is_allowed
from competition.web.rate_limit import AN_HOUR, Limit, RateLimit, network
from scoring.pads.game import Game

# Limit of new pads per network. It is generous, because everybody at a club shares one address.
IN_AN_HOUR = 20
_MANY = f"Your network has started {IN_AN_HOUR} pads in an hour. Try again later, or join a pad by its link."


@entrance
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the games that have a score pad, and the pads that this device has joined."""
    context = {"games": ABOUT.items(), "tables": queries.tables(access.keys_of(request)), "days": KEPT_DAYS}
    return render(request, "competition/social/home.html", context | own_preview(request))


@entrance
def begin(request: HttpRequest, game: str) -> HttpResponse:
    """Ask for the players and create a score pad. Limit new pads by network."""
    if game not in GAMES:
        raise Http404
    form = BeginForm(bound_data(request), game=Game(game))
    attempts = RateLimit(Limit(f"pad from {network(request)}", IN_AN_HOUR, AN_HOUR))
    if is_allowed(form, attempts, _MANY):
        row = actions.begin(**form.order())
        return _redirect_to_pad(request, row)
    page = {"about": ABOUT[Game(game)], "days": KEPT_DAYS, **own_preview(request)}
    return form_page(request, "competition/social/begin.html", form, **page)


def _redirect_to_pad(request: HttpRequest, row: Evening) -> HttpResponse:
    """Redirect to the pad and give this device access to it."""
    response = redirect("pads:evening", row.pk)
    access.remember(request, response, row.key)
    return response


@link_holder
def join(request: HttpRequest, table: Table) -> HttpResponse:
    """Offer to join the pad. GET must not join, because programs open the links in messages."""
    if request.method == "POST":
        return _redirect_to_pad(request, table.row)
    return render(request, "competition/social/join.html", {"table": table, "about": ABOUT[table.game]})


@at_the_pad
@require_POST
def leave(request: Request, table: Table) -> HttpResponse:
    """Remove this device's access to the pad. The pad and its link stay valid."""
    response = redirect("pads:home")
    access.clear_cookie(request, response, table.row.key)
    return response
