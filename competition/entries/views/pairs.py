"""Views for entering, importing, changing and removing pairs, substitutes, clubs, days away and private links."""

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from competition.accounts.access import after_password
from competition.audit.actions import log_view
from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.entries.actions import entering, substitutes
from competition.entries.actions.attendance import keep_away
from competition.entries.actions.entering import rename
from competition.entries.forms.applying import AwayForm
from competition.entries.forms.pair import PairForm, RenameForm, SubstituteForm
from competition.entries.forms.spreadsheet import ImportForm, Preview
from competition.entries.presenters import changes, duplicate_warnings, names_entered, returns, sent_in_twice
from competition.entries.private_links import link_key
from competition.entries.queries.namesakes import beside, beside_pair
from competition.entries.queries.pairs import (
    away,
    entries,
    entry,
    known_places,
    players_by_key,
    players_elsewhere,
    spellings,
    waiting_applications,
)
from competition.graphics.svg import qr_code
from competition.web.errors import or_404
from competition.web.posting import bound_data, by, form_page, save_and_return, save_form
from scoring.rules.spoken import quantity


def _shown_fingerprint(request: HttpRequest) -> str:
    """Return the fingerprint of the pair on the organiser's page."""
    return request.POST.get("shown", "")


@for_organiser
@require_safe
def pairs(request: HttpRequest, competition: Competition) -> HttpResponse:
    """List the pairs."""
    entered, is_published = entries(competition), competition.is_published
    players, waiting = [player for pair in entered for player in pair.present], waiting_applications(competition)
    page = {
        "competition": competition,
        "pairs": entered,
        "is_published": is_published,
        "waiting": waiting,
        "twice": sent_in_twice(waiting, players),
        "warnings": [] if is_published else duplicate_warnings(names_entered(players)),
    }
    return render(request, "competition/entries/pairs.html", page)


@for_organiser
def new_pair(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the form for a new pair. POST enters the pair.

    After the draw, redirect to the page that places a late pair.
    """
    is_published = competition.is_published
    form = PairForm.new(bound_data(request), drawn=is_published, beside=beside(competition))
    if new := save_and_return(form, lambda: entering.enter(competition, form.entry(), by=by(request))):
        messages.success(request, f"{new.name} are entered.")
        standing = names_entered(players_by_key(competition).values())
        for warning in duplicate_warnings(standing, of=[f"pair {new.number}"]):
            messages.warning(request, warning)
        if is_published:
            return redirect("desk:place-pair", competition.slug, new.number)
        return redirect("desk:new-pair" if "another" in request.POST else "desk:pairs", competition.slug)
    page = {"competition": competition, "known": known_places(competition), "is_published": is_published}
    return form_page(request, "competition/entries/new_pair.html", form, **page)


@for_organiser
def pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Show the form for the details of a pair. POST saves them."""
    known, is_published = or_404(entry(competition, number)), competition.is_published
    form = PairForm.of(known, bound_data(request), drawn=is_published, beside=beside(competition))
    if save_form(form, lambda: entering.change(known, form.entry(), shown=_shown_fingerprint(request), by=by(request))):
        messages.success(request, f"Pair {number} is saved.")
        return redirect("desk:pairs", competition.slug)
    page = {
        "competition": competition,
        "pair": known,
        "is_published": is_published,
        "was_drawn": is_published and (known.places.exists() or known.placings.exists()),
        "known": known_places(competition),
        "changes": changes(known),
        "returns": returns(known),
    }
    return form_page(request, "competition/entries/pair.html", form, **page)


@for_organiser
def remove_pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Ask for confirmation. POST removes the pair before the draw."""
    known, form = or_404(entry(competition, number)), Form(bound_data(request))
    if save_form(form, lambda: entering.remove(known, shown=_shown_fingerprint(request), by=by(request))):
        messages.success(request, f"Pair {number} is removed.")
        return redirect("desk:pairs", competition.slug)
    return form_page(request, "competition/entries/remove_pair.html", form, competition=competition, pair=known)


@for_organiser
def substitute(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Show the form for a substitute. POST replaces the player.

    `?back=` fills in the form to undo a substitution.
    """
    known = or_404(entry(competition, number))
    back = next((one for one in returns(known) if str(one.leaving) == request.GET.get("back")), None)
    form = SubstituteForm(
        bound_data(request), pair=known, beside=beside_pair(known), initial=back._asdict() if back else None
    )
    if save_form(
        form, lambda: substitutes.substitute(known, **form.order(), shown=_shown_fingerprint(request), by=by(request))
    ):
        messages.success(request, f"{form.cleaned_data['player']} is now in pair {number}.")
        return redirect("desk:pair-link" if form.cleaned_data["new_link"] else "desk:pair", competition.slug, number)
    page = {"competition": competition, "pair": known, "back": back}
    return form_page(request, "competition/entries/substitute.html", form, **page)


@for_organiser
@after_password
def pair_link(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Show a pair's private link as text and as a QR code. POST renews the link."""
    known = or_404(entry(competition, number))
    if request.method == "POST":
        entering.renew_link(known, by=by(request))
        messages.success(request, "This is the new link. The old link no longer works.")
        return redirect("desk:pair-link", competition.slug, number)
    log_view(competition, by(request), f"Looked at the private link of pair {number}.")
    link = request.build_absolute_uri(reverse("link:open", args=[link_key(known)]))
    page = {"competition": competition, "pair": known, "link": link, "square": qr_code(link)}
    return render(request, "competition/entries/pair_link.html", page)


@for_organiser
def import_pairs(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Preview a list of pairs with its errors and remarks. POST with `enter` enters the checked pairs.

    The rejected lines stay in the form.
    """
    form = ImportForm(bound_data(request), request.FILES or None)
    preview = form.preview(players_by_key(competition), players_elsewhere(competition))
    if preview and "enter" in request.POST and _enter_list(request, competition, form, preview):
        messages.success(request, f"{quantity(len(preview.entries), 'pair is', 'pairs are')} entered.")
        if not preview.faulty:
            return redirect("desk:adopt" if hasattr(competition, "draft") else "desk:pairs", competition.slug)
        form = ImportForm({"text": preview.rest})
        preview = form.preview(players_by_key(competition), players_elsewhere(competition))
    page = {"competition": competition, "form": form, "preview": preview}
    faulty = form.errors or (preview and preview.faulty)
    return render(request, "competition/entries/import_pairs.html", page, status=422 if faulty else 200)


def _enter_list(request: HttpRequest, competition: Competition, form: ImportForm, preview: Preview) -> bool:
    if not preview.entries or (preview.faulty and request.POST["enter"] != "good"):
        return False
    if preview.unanswered:
        form.add_error(None, "Some players have the name of another player. Answer the questions below.")
        return False
    if not form.was_seen:
        form.add_error(None, "The list has changed since it was shown. Check it, then add the pairs.")
        return False
    if left := len(preview.unchecked):
        has, each = ("pair has a remark", "it") if left == 1 else ("pairs have remarks", "each")
        form.add_error(None, f"{left} {has} that you have not ticked. Tick {each}, or correct the list.")
        return False
    return save_form(form, lambda: entering.enter_all(competition, preview.entries, by=by(request)))


@for_organiser
def pair_away(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Show the form for the days on which a pair cannot play. POST saves them."""
    pair = or_404(entry(competition, number))
    known = [(row.first, row.last) for row in away([pair], since=timezone.localdate())[pair.pk]]
    form = AwayForm(bound_data(request), spans=known, season=competition.season)
    if save_form(form, lambda: keep_away(pair, form.spans, by=by(request))):
        messages.success(request, f"Saved the days on which {pair.name} are away.")
        return redirect("desk:pair", competition.slug, number)
    return form_page(request, "competition/entries/pair_away.html", form, competition=competition, pair=pair)


@for_organiser
def clubs(request: HttpRequest, competition: Competition, kind: str) -> HttpResponse:
    """List the clubs or areas with similar spellings. POST renames a club or an area."""
    found = spellings(competition, kind)
    wanted = {name: request.GET.get(name, "")[:80] for name in ("old", "new")}
    form = RenameForm(bound_data(request), initial=wanted, known=[spelling.name for spelling in found])
    if save_form(form, lambda: rename(competition, kind, **form.cleaned_data, by=by(request))):
        messages.success(request, f"“{form.cleaned_data['old']}” is now called “{form.cleaned_data['new']}”.")
        return redirect(request.path)
    page = {"competition": competition, "kind": kind, "spellings": found}
    return form_page(request, "competition/entries/clubs.html", form, **page)
