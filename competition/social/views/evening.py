"""Views for one score pad: its page, its update for scripts, printing, sharing and new deals."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from competition.graphics.svg import qr_code
from competition.social import actions
from competition.social.access import at_the_pad
from competition.social.presenters import parts
from competition.social.queries import Table, fresh
from competition.social.views.responses import about, answer, moved_on, next_form, refused, show
from competition.web.posting import Request, wants_json
from scoring.rules.refusal import Refused


@at_the_pad
def evening(request: Request, table: Table) -> HttpResponse:
    """Show the score, the form for the next deal, the pads and all deals."""
    return show(request, table)


@at_the_pad
def news(request: Request, table: Table) -> HttpResponse:
    """Return the pad as JSON if it has changed since version `shown`, otherwise status 204."""
    if request.GET.get("shown") == str(table.row.version):
        return HttpResponse(status=204)
    return answer(table)


@at_the_pad
def share(request: Request, table: Table) -> HttpResponse:
    """Show the private link as text and as a QR code for joining with other phones."""
    link = request.build_absolute_uri(reverse("pads:join", args=[table.row.key]))
    return render(request, "competition/social/share.html", {"table": table, "link": link, "square": qr_code(link)})


@at_the_pad
def on_paper(request: Request, table: Table) -> HttpResponse:
    """Show the whole pad for printing."""
    return render(request, "competition/social/print.html", about(table))


@at_the_pad
def record(request: Request, table: Table) -> HttpResponse:
    """Write the next deal. If another deal has its number, show both deals (409)."""
    if request.method != "POST":
        return redirect("pads:evening", table.row.pk)
    form = next_form(table, request.POST)
    if not form.is_valid():
        return show(request, table, form=form, status=422)
    try:
        actions.record(table, **form.order())
    except actions.Clash as clash:
        return _clash(request, table, clash)
    except Refused as refusal:
        return refused(request, table, refusal, form)
    return moved_on(request, table)


@at_the_pad
def preview(request: Request, table: Table) -> HttpResponse:
    """Return what the deal in the form would score, as plain text. Write nothing."""
    form, words = next_form(table, request.GET), ""
    if form.is_valid() and form.cleaned_data["number"] == table.next_number:
        words = _would_write(table, form.deal())
    return HttpResponse(words, content_type="text/plain; charset=utf-8")


def _would_write(table: Table, deal) -> str:
    try:
        after = table.with_deals([*table.deals, deal])
    except Refused as refusal:
        return str(refusal)
    row = next(part.rows[-1] for part in reversed(parts.parts(table, after)) if part.rows)
    return f"{row.said}: {row.written or 'no score'}."


def _clash(request: Request, seen: Table, clash: actions.Clash) -> HttpResponse:
    """Show the stored deal, the sent deal and the two possible next steps (409)."""
    table = fresh(seen)
    if wants_json(request):
        return answer(table, said=str(clash), status=409)
    again = next_form(table, {**request.POST.dict(), "number": table.next_number})
    rows = [row for part in parts.parts(table) for row in part.rows]
    sent = [*table.deals[: clash.number - 1], clash.sent]
    last = [row for part in parts.parts(table, table.with_deals(sent)) for row in part.rows][-1]
    context = {"table": table, "number": clash.number, "stands": rows[clash.number - 1].said, "sent": last.said}
    return render(request, "competition/social/clash.html", {**context, "again": again}, status=409)
