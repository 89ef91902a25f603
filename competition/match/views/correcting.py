"""Views for correcting the score sheet, with a preview of each change."""

from contextlib import suppress
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render

import scoring.queries
from competition.match.access import at_the_table
from competition.match.actions import play
from competition.match.forms.play import ReplyCodeForm
from competition.match.presenters.changes import requests
from competition.match.queries.changes import preview as preview_change
from competition.match.queries.passing import counts_at_once
from competition.match.queries.play import PairView
from competition.match.responses import address, back_to_match, fresh, reply
from competition.match.views.reply_codes import check_reply_code
from competition.web.posting import Request, bound_data, faults, form_page, refusal_as_error, wants_json
from scoring.forms import DealForm, HonoursForm, NextDealForm, UndoneDealForm
from scoring.models import Deal, DealCorrection
from scoring.queries import ChangePreview
from scoring.rules.consent import changes_honours
from scoring.rules.correcting import ChangeKind, DealChange
from scoring.rules.refusal import Refused

_KEYS = [name for name in DealForm.base_fields if name != "passed_in"]
_SAVED = {
    ChangeKind.CHANGE: "Deal {} is now {}.",
    ChangeKind.DELETE: "Deal {} has been deleted: {}.",
}
_ASKED = {
    ChangeKind.CHANGE: "The other pair has been asked to accept your change: deal {}, {}.",
    ChangeKind.INSERT: "The other pair has been asked to accept a forgotten deal {}: {}.",
    ChangeKind.DELETE: "The other pair has been asked to agree to delete deal {}: {}.",
}


def _recorded(request: Request, match: PairView, number: int) -> Deal:
    """Return the deal with this number from the score sheet.

    Raises Refused if the score sheet is closed, or if another phone has deleted the deal since this phone showed it.
    Raises Http404 if the request is for a page about a deal that does not exist.
    """
    if match.sheet and 1 <= number <= len(match.sheet.deals):
        if not match.is_writable:
            raise Refused(match.why_closed)
        return match.sheet.deals[number - 1]
    if request.method != "POST" or match.sheet is None:
        raise Http404
    raise Refused(f"Deal {number} is not on the score sheet. Another phone may have deleted it.")


@at_the_table
def deal(request: Request, match: PairView, number: int) -> HttpResponse:
    """Correct a deal. A change to an earlier deal needs the other pair's consent (Law 78).

    `ask` always asks the other pair, because the pairs have recorded the deal in different ways. `stood` is the deal
    before a correction that a phone stored while it was offline.
    """
    row = _recorded(request, match, number)
    if "stood" in request.POST:
        return _save_stored(request, match, row)
    form = DealForm(
        bound_data(request), initial=DealForm.data_of(row.facts(), row.misdeals, row.note), **match.opened.seating
    )
    return _save_or_preview(request, match, form, ChangeKind.CHANGE, row.number)


@at_the_table
def insert_deal(request: Request, match: PairView, number: int) -> HttpResponse:
    """Insert a forgotten deal before this deal. The other pair must agree."""
    row = _recorded(request, match, number)
    return _save_or_preview(
        request, match, DealForm(bound_data(request), **match.opened.seating), ChangeKind.INSERT, row.number
    )


def _save_or_preview(request: Request, match: PairView, form: DealForm, kind: ChangeKind, number: int) -> HttpResponse:
    """Save the deal in the form, or preview its effect. Reply to htmx requests with the preview only."""
    preview: ChangePreview | None = None
    is_complete = form.is_valid()
    if is_complete:
        change = DealChange(kind, number, **form.arguments())
        with refusal_as_error(form):
            preview = preview_change(match, change)
            if "ask" in request.POST:
                return _save_change(request, match, change, fingerprint=None, asks=True)
            if "save" in request.POST:
                _require_claim(request, preview)
                return _save_change(request, match, change, request.POST["save"])
        if form.errors:
            preview = _possible_preview(fresh(match), change)
    # htmx requests the preview while the form is still incomplete.
    visible_form = form if is_complete or not request.htmx else None
    context: dict[str, object] = {"match": match, "form": visible_form, "kind": kind, "preview": preview}
    context |= {"line": match.opened.scored.lines[number - 1], "asks_claim": _asks_claim(preview)}
    template = "competition/match/_second_look.html" if request.htmx else "competition/match/deal.html"
    return render(request, template, context, status=422 if visible_form and visible_form.errors else 200)


def _save_stored(request: Request, match: PairView, row: Deal) -> HttpResponse:
    """Save a correction that a phone stored while it was offline."""
    form = NextDealForm({**request.POST.dict(), "number": row.number}, **match.opened.seating)
    stood = DealForm(QueryDict(request.POST["stood"]), **match.opened.seating)
    if not (form.is_valid() and stood.is_valid() and form.cleaned_data["submission"]):
        return reply(request, match, form=form, status=422)
    with suppress(Refused):
        preview = preview_change(match, row.to_read(form.deal()))
        if _asks_claim(preview) and "claimed" not in request.POST:
            question = "Were these honours claimed before the next deal? Honours that nobody claimed are lost."
            return reply(request, match, message=question, again={"claimed": "on"}, status=409)
    form_data = form.arguments()
    values = {name: form_data[name] for name in ("number", "deal", "submission")}
    play.correct_stored(match, **values, stood=stood.deal(), sheet=form_data["sheet"] or "")
    return back_to_match(request, match)


def _possible_preview(match: PairView, change: DealChange) -> ChangePreview | None:
    """Return the effect of a change and the pair that must agree to it, or None if the change is impossible."""
    with suppress(Refused):
        return preview_change(match, change)
    return None


def _asks_claim(preview: ChangePreview | None) -> bool:
    """Return True if the change adds honours after the time limit.

    The leaflet allows a claim until the next deal is dealt or the rubber is scored.
    """
    return preview is not None and not preview.verdict.is_free and changes_honours(preview.effect)


def _require_claim(request: Request, preview: ChangePreview) -> None:
    """Raise Refused if the change adds honours after the time limit and the form does not say they were claimed."""
    if _asks_claim(preview) and "claimed" not in request.POST:
        raise Refused("Tick that the honours were claimed before the next deal. Honours that nobody claimed are lost.")


@at_the_table
def delete_deal(request: Request, match: PairView, number: int) -> HttpResponse:
    """Delete the last deal, or ask the other pair to agree to delete an earlier deal."""
    row = _recorded(request, match, number)
    refusal = ""
    is_sent = request.method == "POST"
    fingerprint = request.POST.get("save", "")
    preview: ChangePreview | None = None
    try:
        if is_sent:
            return _save_change(request, match, row.to_go(), fingerprint)
        preview = preview_change(match, row.to_go())
    except Refused as fault:
        match, refusal = fresh(match), str(fault)
        preview = _possible_preview(match, row.to_go())
    context = {"match": match, "row": row, "preview": preview, "refusal": refusal}
    return render(request, "competition/match/delete_deal.html", context, status=422 if is_sent else 200)


def _save_change(
    request: Request, match: PairView, change: DealChange, fingerprint: str | None, *, asks: bool = False
) -> HttpResponse:
    wish = play.correct_deal(match, change, fingerprint=fingerprint, asks=asks)
    words = (_SAVED if wish.was_made else _ASKED)[change.kind]
    return back_to_match(request, match, words.format(change.number, match.opened.card.deal(change.deal)))


@at_the_table(post_only=True)
def undo(request: Request, match: PairView) -> HttpResponse:
    """Undo the last recorded deal, and fill in the form so that the pair can record it again."""
    form = UndoneDealForm(QueryDict(request.POST.get("deal", "")), **match.opened.seating)
    if not form.is_valid():
        raise Refused("The app could not tell which deal to undo. Reload the match and try again.")
    number = form.cleaned_data["number"]
    undone = play.undo(match, number=number, deal=form.deal(), **form.keys())
    if undone and not undone.was_made:
        return back_to_match(
            request, match, _ASKED[ChangeKind.DELETE].format(number, match.opened.card.deal(form.deal()))
        )
    if wants_json(request):
        return back_to_match(request, match)
    messages.success(request, f"Deal {number} is undone. Correct it, then record it again.")
    keys = {name: form.data[name] for name in _KEYS if name in form.data}
    return redirect(f"{address(match)}?{urlencode(keys)}#table")


@at_the_table
def honours(request: Request, match: PairView, number: int) -> HttpResponse:
    """Add forgotten honours to a deal."""
    row = _recorded(request, match, number)
    form = HonoursForm(bound_data(request), recorded=row.facts(), reader=match.opened.reader)
    preview = None
    if form.is_valid():
        change = row.to_read(form.deal())
        with refusal_as_error(form):
            preview = preview_change(match, change)
            _require_claim(request, preview)
            return _save_change(request, match, change, fingerprint=None)
    page = {"line": match.opened.scored.lines[row.number - 1], "asks_claim": _asks_claim(preview)}
    return form_page(request, "competition/match/honours.html", form, match=match, **page)


@at_the_table
def correction(request: Request, match: PairView, change: int) -> HttpResponse:
    """Show a requested change, and let the pairs accept it, decline it, cancel it or mark the reply as read."""
    wish = scoring.queries.correction(match.sheet.row if match.sheet else None, change)
    if wish is None:
        raise Http404
    if request.method == "POST":
        return _save_reply(request, match, wish)
    proposal = next((row for row in match.opened.proposals if row.correction == wish), None)
    line = next((row for row in requests(match) if row.key == wish.pk), None)
    if proposal is None or line is None:
        return redirect(address(match))
    context = {"match": match, "proposal": proposal, "line": line}
    return render(request, "competition/match/correction.html", context)


_ANSWERS = {
    "agree": (play.answer, True),
    "decline": (play.answer, False),
    "agree-here": (play.answer_change_here, True),
    "decline-here": (play.answer_change_here, False),
}


def _save_reply(request: Request, match: PairView, wish: DealCorrection) -> HttpResponse:
    answer = request.POST.get("answer")
    if answer == "read":
        play.put_away(match, until=wish)
        return back_to_match(request, match)
    if answer not in _ANSWERS:
        raise Refused("Choose whether you accept the change.")
    if answer == "agree-here" and counts_at_once(match):
        form = ReplyCodeForm(request.POST)
        if not (form.is_valid() and check_reply_code(form, match)):
            raise Refused(faults(form))
    act, accept = _ANSWERS[answer]
    act(match, correction=wish, accept=accept)
    return back_to_match(request, match, f"The change to deal {wish.number} was {wish.answer}.")
