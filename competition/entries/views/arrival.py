"""Views for signing in by private link or entry code, and for signing out."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.accounts.access import entrance
from competition.audit.actions import Actor
from competition.entries import private_links
from competition.entries.access import for_pair, link_holder
from competition.entries.actions.attendance import opened
from competition.entries.actions.entering import be_told
from competition.entries.forms.code import CodeForm
from competition.entries.forms.pair import WayForm
from competition.entries.models.pair import Pair
from competition.web.errors import or_404
from competition.web.posting import bound_data, form_page, form_status, save_form

_NO_LETTER = "No letter has this code. Check each digit, or use your latest letter."


@link_holder
def link(request: HttpRequest, pair: Pair) -> HttpResponse:
    """Ask the visitor to continue as the pair. POST signs the pair in.

    GET does not sign in, because programs open links in messages.
    """
    if request.method == "POST":
        opened([pair])
        onward = redirect("play:home")
        private_links.remember(request, onward, pair)
        return onward
    is_others = private_links.has_come(request) and not private_links.is_signed_in(request, pair)
    return render(request, "competition/entries/link.html", {"pair": pair, "is_others": is_others})


@for_pair
def seen(request: HttpRequest, pairs: list[Pair]) -> HttpResponse:
    """Record that the pairs of this device have their pages open. The page sends this request itself."""
    if request.method == "POST":
        opened(pairs)
        return HttpResponse(status=204)
    return redirect("play:home")


@entrance
def code(request: HttpRequest) -> HttpResponse:
    """Ask for an entry code and redirect to its private link, which asks to continue."""
    wrong = private_links.wrong_codes(request)
    form = CodeForm(bound_data(request), asks_name=request.method == "POST" and wrong.too_many())
    if form.is_valid():
        pair = private_links.pair_for_code(form.cleaned_data["code"])
        if pair and form.is_of(pair):
            return redirect("link:open", private_links.link_key(pair))
        if not form.asks_name:
            wrong.note()
        form.add_error("code", _NO_LETTER)
    code = 429 if form.asks_name else form_status(form)
    return render(request, "competition/entries/code.html", {"form": form}, status=code)


@entrance
def sign_out(request: HttpRequest) -> HttpResponse:
    """Ask for confirmation. POST signs out every pair on this device. Their links stay valid."""
    if request.method != "POST":
        return render(request, "competition/entries/sign_out.html")
    onward = redirect("public:home")
    private_links.clear_cookie(onward)
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
