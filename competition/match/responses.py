"""Responses for a pair's pages: the match page, its card for the script, and redirects after an action."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse

from competition.draw.queries.draw import get_draw
from competition.draw.rules.result import Stage
from competition.match.presenters import changes
from competition.match.presenters.at_table import card
from competition.match.presenters.one_day import stopped
from competition.match.presenters.steps import PairTurn
from competition.match.presenters.story import ending, message
from competition.match.presenters.turn import turn_of
from competition.match.queries.passing import passing
from competition.match.queries.play import PairView, match_in, points_sheet, reader_of, wishes_privacy
from competition.web.posting import Request, faults, wants_json
from competition.web.svg import qr_code
from scoring.forms import NextDealForm
from scoring.presenters.json_sheet import TARIFF
from scoring.rules.words import BRIEFLY


def reply(
    request: Request,
    match: PairView,
    *,
    message: str = "",
    form: Form | None = None,
    again: dict | None = None,
    for_script: bool = False,
    status: int = 200,
) -> HttpResponse:
    """Return the match page, or its card as JSON if the script sent the request or `for_script` is set.

    `message` is a text such as a refusal. `form` is a submitted form. `again` is form data that the script can send
    instead.
    """
    if for_script or wants_json(request):
        message = message or (faults(form) if form else "")
        return _card_reply(request, match, message=message, again=again, status=status)
    if form is None and match.next_deal:
        again = {name: value for name, value in request.GET.items() if name in NextDealForm.base_fields}
        initial = {**again, "number": match.next_deal, "sheet": match.opened.name}
        form = NextDealForm(initial=initial, **match.opened.seating)
    context: dict[str, Any] = {"match": match, "form": form, "refusal": message, "undo": last_deal_data(match)}
    context |= {"wishes_privacy": wishes_privacy(match), "turn": _turn(match)}
    context |= {"stopped": stopped(match) if match.next_deal else None}
    context |= {"requests": changes.requests(match), "news": changes.news(match)}
    if match.sheet and (doubtful := match.sheet.doubtful):
        context["doubtful"] = match.sheet.card.deal(doubtful)
    context["changes"] = changes.changes_to_check(match) if match.awaits_us or match.may_object else []
    context |= {"facts": card(match), "tariff": {**TARIFF, "briefly": BRIEFLY}}
    context |= _ending_context(request, match) | _passing_context(request, match)
    if match.state.meeting and not (match.sheet and match.sheet.deals):
        context["points"] = points_sheet(match.state.meeting, match.state.conditions)
        context["points_reader"] = reader_of(match.pair, match.state.pairs)
    return render(request, "competition/match/match.html", context, status=status)


def _turn(match: PairView) -> PairTurn | None:
    """Return the pair's turn, or None while it records deals, because the keypad is then its next step."""
    return None if match.state.stage is Stage.IN_PLAY and match.next_deal else turn_of(match)


def last_deal_data(match: PairView) -> str:
    """Return the last recorded deal as form data, or "" if it cannot be undone."""
    if not (match.is_writable and match.opened.deals):
        return ""
    row = match.opened.deals[-1]
    form_data = NextDealForm.data_of(row.facts(), row.misdeals, row.note)
    filled = {name: value for name, value in form_data.items() if value not in (None, "")}
    return urlencode({"number": row.number, **filled})


def _ending_context(request: Request, match: PairView) -> dict:
    """Return the page context of a finished match, with its public URL. Empty while the match is open."""
    summary = ending(match)
    public = reverse("public:match", args=[match.competition.slug, match.code])
    return {"ending": summary, "public": request.build_absolute_uri(public)} if summary else {}


def _passing_context(request: Request, match: PairView) -> dict:
    """Return the page context for asking the other pair to confirm, on this phone or by message."""
    question = passing(match)
    if question is None:
        return {}
    mine = request.build_absolute_uri(reverse("play:home"))
    square = question.is_known and qr_code(mine)
    context = {"passing": question, "square": square, "passing_changes": passing_changes(match)}
    return context | ({"message": message(match, mine)} if question.is_sent else {})


def passing_changes(match: PairView) -> list[changes.ChangeLine]:
    """Return the changes that the other pair reads before confirming the result on this phone."""
    if match.opponents is None:
        return []
    return changes.changes_to_check(PairView(match.draw, match.code, match.opponents))


def back_to_match(request: Request, seen: PairView, message: str = "", *, now: PairView | None = None) -> HttpResponse:
    """Redirect to the match after an action, or return its card. `now` is the match after the action, if known.

    With a message, the page opens at its top, where messages appear. Otherwise it opens at the score.
    """
    if message:
        messages.success(request, message)
    if wants_json(request):
        return reply(request, now or fresh(seen))
    return redirect(address(seen) if message else f"{address(seen)}#table")


def _card_reply(request: Request, match: PairView, *, message: str, again: dict | None, status: int) -> JsonResponse:
    context = {"match": match, "undo": last_deal_data(match)}
    html = render_to_string("competition/match/_card.html", context, request) if match.sheet else ""
    return JsonResponse({**card(match), "html": html, "said": message, "again": again}, status=status)


def fresh(seen: PairView) -> PairView:
    """Return the current state of the match, or `seen` if the pair is no longer in it."""
    draw = get_draw(seen.competition.slug, match=seen.code)
    return (match_in(draw, seen.pair, seen.code) if draw else None) or seen


def address(match: PairView) -> str:
    """Return the URL of the match page."""
    return reverse("play:match", args=[match.competition.slug, match.code])
