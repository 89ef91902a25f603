"""How a pair’s pages answer: what was refused, the way on after what was done, a form with its faults."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from competition.knockout.queries.draw import get_draw
from competition.match.formats.card import card
from competition.match.formats.ending import ending, message
from competition.match.queries.pair_match import PairMatch, match_in
from competition.match.queries.passing import passing
from competition.match.queries.points import points_sheet, reader_of
from competition.pages.posting import Request, faults, refusal_shown_by, wants_json
from competition.pictures.qr_code import qr_code
from scoring.formats.json_card import TARIFF
from scoring.forms import NextDealForm
from scoring.rules.refusal import Refused
from scoring.rules.words import BRIEFLY

RESULT_IS_IN = "Nothing was taken: a result of this match has been sent in."


def show(request: Request, match: PairMatch, *, form: Form | None = None, refusal: str = "", status: int = 200):
    """The match page, or the card alone for its script, with a form that was sent and why it was refused."""
    if wants_json(request):
        return answer(match, said=refusal or (faults(form) if form else ""), status=status)
    if form is None and match.next_deal:
        again = {name: said for name, said in request.GET.items() if name in NextDealForm.base_fields}
        initial = {**again, "number": match.next_deal, "sheet": match.sheet_name}
        form = NextDealForm(initial=initial, **match.seating)
    context: dict[str, Any] = {"match": match, "form": form, "refusal": refusal, "undo": last_said(match)}
    context |= {"facts": card(match), "tariff": {**TARIFF, "briefly": BRIEFLY}}
    context |= _ended(request, match) | _asked(request, match)
    if match.meeting and not match.deals:
        context["points"] = points_sheet(match.meeting, match.state.conditions)
        context["points_reader"] = reader_of(match.pair, match.state.pairs)
    return render(request, "competition/match/match.html", context, status=status)


def last_said(match: PairMatch) -> str:
    """The deal recorded last as the form would send it, while it may be taken back."""
    if not (match.is_writable and match.deals):
        return ""
    row = match.deals[-1]
    said = NextDealForm.said(row.facts(), row.misdeals, row.note)
    return urlencode({"number": row.number, **{name: value for name, value in said.items() if value not in (None, "")}})


def _ended(request: Request, match: PairMatch) -> dict:
    """What the page of a match that is over tells and shares, with the address everybody reads it at."""
    told = ending(match)
    public = reverse("public:match", args=[match.competition.slug, match.code])
    return {"ending": told, "public": request.build_absolute_uri(public)} if told else {}


def _asked(request: Request, match: PairMatch) -> dict:
    """What the other pair is asked on this phone, and by a message once the result has been sent in."""
    asked = passing(match)
    if asked is None:
        return {}
    mine = request.build_absolute_uri(reverse("play:home"))
    found = {"passing": asked, "square": asked.is_known and qr_code(mine)}
    return found | ({"message": message(match, mine)} if asked.is_sent else {})


def moved_on(request: Request, seen: PairMatch, message: str = "", *, now: PairMatch | None = None) -> HttpResponse:
    """Lead on to the match as it stands after an order was carried out; `now`, where the order has given it."""
    if message:
        messages.success(request, message)
    if wants_json(request):
        return show(request, now or fresh(seen))
    return redirect(f"{address(seen)}#table")


def answer(match: PairMatch, *, said: str = "", again: dict | None = None, status: int) -> JsonResponse:
    """The match as it stands as JSON; what was said to what was sent, and what may be sent instead."""
    return JsonResponse({**card(match), "said": said, "again": again}, status=status)


def refused(request: Request, seen: PairMatch, refusal: Refused, form: Form | None = None) -> HttpResponse:
    """The match as it stands now, and why an order was not carried out."""
    return show(request, fresh(seen), form=form, refusal=str(refusal), status=422)


shows_refusals = refusal_shown_by(refused)


def closed(request: Request, match: PairMatch, why: str) -> HttpResponse:
    """The way back to the match from a form that takes nothing any more; what was sent is told why."""
    return refused(request, match, Refused(why)) if request.method == "POST" else redirect(address(match))


def fresh(seen: PairMatch) -> PairMatch:
    """The table as it stands now; as it was seen when the draw has been corrected and the match is another's."""
    draw = get_draw(seen.competition.slug, match=seen.code)
    return (match_in(draw, seen.pair, seen.code) if draw else None) or seen


def address(match: PairMatch) -> str:
    """Where the match's page is."""
    return reverse("play:match", args=[match.competition.slug, match.code])


def posted(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view that only takes what is sent, and shows refusals; whoever opens its address is led to the match."""

    @shows_refusals
    @wraps(view)
    def keep(request: Request, match: PairMatch, **rest) -> HttpResponse:
        return view(request, match, **rest) if request.method == "POST" else redirect(address(match))

    return keep
