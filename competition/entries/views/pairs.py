"""Views for pairs and their players, private links, and attendance."""

from collections.abc import Iterable
from datetime import date
from urllib.parse import urlencode

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from competition.accounts.access import after_password, entrance
from competition.audit.actions import Actor, log_view
from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.entries import private_links
from competition.entries.access import for_pair, link_holder
from competition.entries.actions import pairs as actions
from competition.entries.actions.pairs import be_told, change_reply_code, keep_away, opened, rename, tick
from competition.entries.forms.pair import (
    AwayForm,
    CodeForm,
    PairForm,
    RenameGroupForm,
    SubstituteForm,
    WayForm,
)
from competition.entries.forms.spreadsheet import ImportForm, ListPreview
from competition.entries.models import Pair, Player
from competition.entries.presenters import (
    changes,
    duplicate_warnings,
    names_entered,
    returns,
    sent_in_twice,
)
from competition.entries.private_links import link_key
from competition.entries.queries.applications import unconfirmed_applications, waiting_applications
from competition.entries.queries.pairs import (
    away,
    beside,
    beside_pair,
    by_name,
    entries,
    entry,
    known_places,
    players_by_key,
    players_elsewhere,
    read_attendance,
    spellings,
)
from competition.entries.rules.addresses import count_hosts, spelling_question
from competition.web.errors import or_404
from competition.web.posting import (
    Request,
    bound_data,
    by,
    form_page,
    form_status,
    save_and_return,
    save_form,
)
from competition.web.svg import qr_code

_NO_LETTER = "No letter has this code. Check each digit, or use your latest letter."


@link_holder
def link(request: HttpRequest, pair: Pair) -> HttpResponse:
    """Ask the visitor to continue as the pair. POST signs the pair in.

    GET does not sign in, because some programs open links in messages.
    """
    if request.method == "POST":
        opened([pair])
        onward = redirect("play:home")
        private_links.remember(request, onward, pair)
        return onward
    is_others = private_links.has_come(request) and not private_links.is_signed_in(request, pair)
    page = {"pair": pair, "is_others": is_others, "replaces": private_links.replaced_pairs(request, pair)}
    return render(request, "competition/entries/link.html", page)


@for_pair
def seen(request: HttpRequest, pairs: list[Pair]) -> HttpResponse:
    """Record that the pairs on this device have their pages open. The page sends this request automatically."""
    if request.method == "POST":
        opened(pairs)
        return HttpResponse(status=204)
    return redirect("play:home")


@entrance
def code(request: HttpRequest) -> HttpResponse:
    """Ask for an entry code and redirect to the pair's private link, which asks to continue."""
    wrong = private_links.wrong_codes(request)
    form = CodeForm(bound_data(request), asks_name=request.method == "POST" and not wrong.take())
    if form.is_valid():
        pair = private_links.pair_for_code(form.cleaned_data["code"])
        if pair and form.is_of(pair):
            wrong.refund()
            return redirect("link:open", private_links.link_key(pair))
        form.add_error("code", _NO_LETTER)
    else:
        wrong.refund()
    code = 429 if form.asks_name else form_status(form)
    return render(request, "competition/entries/code.html", {"form": form}, status=code)


@entrance
def sign_out(request: HttpRequest) -> HttpResponse:
    """Ask for confirmation. POST signs out every pair on this device. Their links stay valid."""
    if request.method != "POST":
        return render(request, "competition/entries/sign_out.html")
    onward = redirect("public:home")
    private_links.sign_out(request, onward)
    return onward


@for_pair
def told(request: HttpRequest, pairs: list[Pair], competition: str) -> HttpResponse:
    """Show the form for the pair's preferred channel: email, letter or phone. POST saves it."""
    pair = or_404(next((pair for pair in pairs if pair.competition.slug == competition), None))
    form = WayForm(bound_data(request), initial={"way": pair.way})
    if save_form(form, lambda: be_told(pair, form.cleaned_data["way"], by=Actor(pair=pair))):
        messages.success(request, "Saved. We will contact you in this way.")
        return redirect("play:home")
    return form_page(request, "competition/entries/told.html", form, competition=pair.competition, pair=pair)


@for_pair
def new_reply_code(request: HttpRequest, pairs: list[Pair], competition: str) -> HttpResponse:
    """Give the pair a new reply code. Only POST changes it."""
    pair = or_404(next((pair for pair in pairs if pair.competition.slug == competition), None))
    if request.method == "POST":
        change_reply_code(pair)
        messages.success(request, "You have a new reply code. The old one no longer works.")
    return redirect("play:home")


@for_organiser
@require_safe
def attendance(request: Request, competition: Competition) -> HttpResponse:
    """List the pairs, with a tick for each pair that is present. `?find=` filters them by name."""
    return _attendance_page(request, competition, request.GET.get("find", ""))


@for_organiser
@require_POST
def tick_pair(request: Request, competition: Competition, number: int) -> HttpResponse:
    """Tick a pair as present, or remove the tick."""
    tick(or_404(entry(competition, number)), here="here" in request.POST, by=by(request))
    if request.POST.get("back") == "desk":
        return redirect("desk:competition", competition.slug)
    text = request.POST.get("find", "")
    address = reverse("desk:attendance", args=[competition.slug])
    if text:
        address += f"?{urlencode({'find': text})}"
    if request.htmx:
        page = _attendance_page(request, competition, text)
        page["Content-Location"] = address
        return page
    return redirect(f"{address}#pair-{number}")


def _attendance_page(request: Request, competition: Competition, text: str) -> HttpResponse:
    text = " ".join(text[:80].split())
    page = {"competition": competition, "attendance": read_attendance(competition, text), "wanted": text}
    template = "competition/entries/_attendance.html" if request.htmx else "competition/entries/attendance.html"
    return render(request, template, page)


def _fingerprint(request: HttpRequest) -> str:
    """Return the fingerprint of the pair on the organiser's page."""
    return request.POST.get("shown", "")


@for_organiser
@require_safe
def pairs(request: HttpRequest, competition: Competition) -> HttpResponse:
    """List the pairs by surname. `?find=` filters them by name, and `?still=in` hides pairs that are out."""
    entered = entries(competition)
    wanted = request.GET.get("find", "")[:80].strip()
    is_published = competition.is_published
    players = [player for pair in entered for player in pair.present]
    waiting = waiting_applications(competition)
    unconfirmed = {sent.pk for sent in waiting} & {sent.pk for sent in unconfirmed_applications()}
    page = {
        "competition": competition,
        "pairs": by_name(entered, wanted),
        "wanted": wanted,
        "only_in": request.GET.get("still") == "in" and is_published,
        "takes_attendance": bool(entered) and timezone.localdate() <= (competition.opening_day or date.min),
        "is_published": is_published,
        "waiting": waiting,
        "unconfirmed": unconfirmed,
        "to_accept": len(waiting) - len(unconfirmed),
        "twice": sent_in_twice(waiting, players),
        "warnings": [] if is_published else duplicate_warnings(names_entered(players)),
    }
    return render(request, "competition/entries/pairs.html", page)


def _grades(competition: Competition) -> list[str]:
    return competition.conditions.known_grades


@for_organiser
def new_pair(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the form for a new pair. POST enters the pair.

    After the draw, redirect to the page for placing a late pair.
    """
    is_published = competition.is_published
    form = PairForm.new(
        bound_data(request), drawn=is_published, beside=beside(competition), grades=_grades(competition)
    )
    if new := save_and_return(form, lambda: actions.enter(competition, form.entry(), by=by(request))):
        messages.success(request, f"{new.name} are entered.")
        players = [*players_by_key(competition).values()]
        _ask_about_addresses(request, new, players)
        for warning in duplicate_warnings(names_entered(players), of=[f"pair {new.number}"]):
            messages.warning(request, warning)
        if is_published:
            return redirect("desk:place-pair", competition.slug, new.number)
        return redirect("desk:new-pair" if "another" in request.POST else "desk:pairs", competition.slug)
    page = {"competition": competition, "known": known_places(competition), "is_published": is_published}
    return form_page(request, "competition/entries/new_pair.html", form, **page)


@for_organiser
def pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Show the form for a pair's details. POST saves them."""
    pair = or_404(entry(competition, number))
    is_published = competition.is_published
    form = PairForm.of(
        pair, bound_data(request), drawn=is_published, beside=beside(competition), grades=_grades(competition)
    )
    if save_form(form, lambda: actions.change(pair, form.entry(), fingerprint=_fingerprint(request), by=by(request))):
        messages.success(request, f"Pair {number} is saved.")
        _ask_about_addresses(request, pair, players_by_key(competition).values())
        return redirect("desk:pairs", competition.slug)
    page = {
        "competition": competition,
        "pair": pair,
        "is_published": is_published,
        "was_drawn": is_published and (pair.places.exists() or pair.placings.exists()),
        "known": known_places(competition),
        "changes": changes(pair),
        "returns": returns(pair),
    }
    return form_page(request, "competition/entries/pair.html", form, **page)


def _ask_about_addresses(request: HttpRequest, pair: Pair, players: Iterable[Player]) -> None:
    """Ask about each of the pair's addresses with a host that is probably misspelt, judging by the other players'."""
    everybody = [*players]
    hosts = count_hosts(player.email for player in everybody)
    for player in everybody:
        if player.pair_id == pair.pk and (question := spelling_question(player.email, hosts)):
            messages.warning(request, question)


@for_organiser
def remove_pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Ask for confirmation. POST removes the pair before the draw."""
    pair = or_404(entry(competition, number))
    form = Form(bound_data(request))
    if save_form(form, lambda: actions.remove(pair, fingerprint=_fingerprint(request), by=by(request))):
        messages.success(request, f"Pair {number} is removed.")
        return redirect("desk:pairs", competition.slug)
    return form_page(request, "competition/entries/remove_pair.html", form, competition=competition, pair=pair)


@for_organiser
def substitute(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Show the form for a substitute. POST replaces the player.

    `?back=` fills in the form to undo a substitution.
    """
    pair = or_404(entry(competition, number))
    back = next((change for change in returns(pair) if str(change.leaving) == request.GET.get("back")), None)
    form = SubstituteForm(
        bound_data(request), pair=pair, beside=beside_pair(pair), initial=back._asdict() if back else None
    )
    if save_form(
        form, lambda: actions.substitute(pair, **form.arguments(), fingerprint=_fingerprint(request), by=by(request))
    ):
        messages.success(request, f"{form.cleaned_data['player']} is now in pair {number}.")
        return redirect("desk:pair-link" if form.cleaned_data["new_link"] else "desk:pair", competition.slug, number)
    page = {"competition": competition, "pair": pair, "back": back}
    return form_page(request, "competition/entries/substitute.html", form, **page)


@for_organiser
@after_password
def pair_link(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Show a pair's private link as text and as a QR code. POST renews the link."""
    pair = or_404(entry(competition, number))
    if request.method == "POST":
        actions.renew_link(pair, by=by(request))
        messages.success(request, "This is the new link. The old link no longer works.")
        return redirect("desk:pair-link", competition.slug, number)
    log_view(competition, by(request), f"Looked at the private link of pair {number}.")
    link = request.build_absolute_uri(reverse("link:open", args=[link_key(pair)]))
    page = {"competition": competition, "pair": pair, "link": link, "square": qr_code(link)}
    return render(request, "competition/entries/pair_link.html", page)


@for_organiser
def import_pairs(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Preview a list of pairs with its errors and remarks. POST with `enter` enters the checked pairs.

    The rejected lines stay in the form.
    """
    form = ImportForm(bound_data(request), request.FILES or None)
    preview = form.preview(players_by_key(competition), players_elsewhere(competition), _grades(competition))
    if preview and "enter" in request.POST and _enter_list(request, competition, form, preview):
        messages.success(request, preview.done)
        if not preview.faulty:
            return redirect("desk:adopt" if hasattr(competition, "draft") else "desk:pairs", competition.slug)
        form = ImportForm({"text": preview.rest})
        preview = form.preview(players_by_key(competition), players_elsewhere(competition))
    page = {"competition": competition, "form": form, "preview": preview}
    faulty = form.errors or (preview and preview.faulty)
    return render(request, "competition/entries/import_pairs.html", page, status=422 if faulty else 200)


def _enter_list(request: HttpRequest, competition: Competition, form: ImportForm, preview: ListPreview) -> bool:
    if not (preview.entries or preview.different) or (preview.faulty and request.POST["enter"] != "good"):
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
    if not preview.are_ticks_known:
        form.add_error(None, "A pair has changed since the list was shown. Check its details, then send again.")
        return False
    changed = {match.pair.number: match.entry for match in preview.changes}
    return save_form(form, lambda: actions.take_list(competition, preview.entries, changed, by=by(request)))


@for_organiser
def pair_away(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Show the form for the days on which a pair cannot play. POST saves them."""
    pair = or_404(entry(competition, number))
    spans = [(row.first, row.last) for row in away([pair], since=timezone.localdate())[pair.pk]]
    form = AwayForm(bound_data(request), spans=spans, season=competition.season)
    if save_form(form, lambda: keep_away(pair, form.spans, by=by(request))):
        messages.success(request, f"Saved the days on which {pair.name} are away.")
        return redirect("desk:pair", competition.slug, number)
    return form_page(request, "competition/entries/pair_away.html", form, competition=competition, pair=pair)


@for_organiser
def clubs(request: HttpRequest, competition: Competition, kind: str) -> HttpResponse:
    """List the clubs or areas with similar spellings. POST renames a club or an area."""
    options = spellings(competition, kind)
    initial = {name: request.GET.get(name, "")[:80] for name in ("old", "new")}
    form = RenameGroupForm(bound_data(request), initial=initial, names=[spelling.name for spelling in options])
    if save_form(form, lambda: rename(competition, kind, **form.cleaned_data, by=by(request))):
        messages.success(request, f"“{form.cleaned_data['old']}” is now called “{form.cleaned_data['new']}”.")
        return redirect(request.path)
    page = {"competition": competition, "kind": kind, "spellings": options}
    return form_page(request, "competition/entries/clubs.html", form, **page)
