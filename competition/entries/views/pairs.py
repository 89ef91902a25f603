"""The pairs: entering, changing, taking off, withdrawing, and their private links."""

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.entries.actions import entering, substitutes
from competition.entries.formats import duplicate_warnings
from competition.entries.formats.substitutes import changes, returns
from competition.entries.forms.pair import PairForm, SubstituteForm
from competition.entries.models.pair import Pair
from competition.entries.private_links import link_key
from competition.entries.queries.pairs import entries, entry, known_places, players_by_key, waiting_applications
from competition.log.actions import note_look
from competition.pages.posting import accepted, by, sent, status
from competition.pictures.qr_code import qr_code
from competition.signing_in.doors import after_password


def _entry(competition: Competition, number: int) -> Pair:
    if pair := entry(competition, number):
        return pair
    raise Http404


def _shown(request: HttpRequest) -> str:
    """The fingerprint of the pair as the organiser was shown it."""
    return request.POST.get("shown", "")


@for_organiser
@require_safe
def pairs(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Every entry in a table."""
    entered, is_published = entries(competition), competition.is_published
    players, waiting = [player for pair in entered for player in pair.present], waiting_applications(competition)
    page = {
        "competition": competition,
        "pairs": entered,
        "is_published": is_published,
        "waiting": waiting,
        "twice": duplicate_warnings.sent_in_twice(waiting, players),
        "warnings": []
        if is_published
        else duplicate_warnings.duplicate_warnings(duplicate_warnings.names_entered(players)),
    }
    return render(request, "competition/entries/pairs.html", page)


@for_organiser
def new_pair(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Enter a pair, then show the empty form for the next one; after the draw, the way into it."""
    is_published = competition.is_published
    form = PairForm.new(sent(request), drawn=is_published)
    entered: list[Pair] = []
    if accepted(form, lambda: entered.append(entering.enter(competition, form.entry(), by=by(request)))):
        messages.success(request, f"{entered[0].name} are entered.")
        standing = duplicate_warnings.names_entered(players_by_key(competition).values())
        for warning in duplicate_warnings.duplicate_warnings(standing, of=[f"pair {entered[0].number}"]):
            messages.warning(request, warning)
        if is_published:
            return redirect("desk:place-pair", competition.slug, entered[0].number)
        return redirect("desk:new-pair" if "another" in request.POST else "desk:pairs", competition.slug)
    known = known_places(competition)
    page = {"competition": competition, "form": form, "known": known, "is_published": is_published}
    return render(request, "competition/entries/new_pair.html", page, status=status(form))


@for_organiser
def pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Change what is known of a pair."""
    known, is_published = _entry(competition, number), competition.is_published
    form = PairForm.of(known, sent(request), drawn=is_published)
    if accepted(form, lambda: entering.change(known, form.entry(), shown=_shown(request), by=by(request))):
        messages.success(request, f"Pair {number} is saved.")
        return redirect("desk:pairs", competition.slug)
    page = {
        "competition": competition,
        "pair": known,
        "form": form,
        "is_published": is_published,
        "was_drawn": is_published and (known.places.exists() or known.placings.exists()),
        "known": known_places(competition),
        "changes": changes(known),
        "returns": returns(known),
    }
    return render(request, "competition/entries/pair.html", page, status=status(form))


@for_organiser
def remove_pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Take an entry off before the draw, after asking."""
    known, form = _entry(competition, number), Form(sent(request))
    if accepted(form, lambda: entering.remove(known, shown=_shown(request), by=by(request))):
        messages.success(request, f"The entry of pair {number} is taken off.")
        return redirect("desk:pairs", competition.slug)
    page = {"competition": competition, "pair": known, "form": form}
    return render(request, "competition/entries/remove_pair.html", page, status=status(form))


@for_organiser
def substitute(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Put a player in the place of another; the pair keeps its number and its place in the draw."""
    known = _entry(competition, number)
    back = next((one for one in returns(known) if str(one.leaving) == request.GET.get("back")), None)
    form = SubstituteForm(sent(request), pair=known, initial=back._asdict() if back else None)
    if accepted(form, lambda: substitutes.substitute(known, **form.order(), shown=_shown(request), by=by(request))):
        messages.success(request, f"{form.cleaned_data['player']} is in pair {number} now.")
        return redirect("desk:pair-link" if form.cleaned_data["new_link"] else "desk:pair", competition.slug, number)
    page = {"competition": competition, "pair": known, "form": form, "back": back}
    return render(request, "competition/entries/substitute.html", page, status=status(form))


@for_organiser
@after_password
def pair_link(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """A pair's private link, as text and as a square to photograph; POST gives it a new one."""
    known = _entry(competition, number)
    if request.method == "POST":
        entering.renew_link(known, by=by(request))
        messages.success(request, "This is the new link. The old one no longer works.")
        return redirect("desk:pair-link", competition.slug, number)
    note_look(competition, by(request), f"Looked at the private link of pair {number}.")
    link = request.build_absolute_uri(reverse("link:open", args=[link_key(known)]))
    page = {"competition": competition, "pair": known, "link": link, "square": qr_code(link)}
    return render(request, "competition/entries/pair_link.html", page)
