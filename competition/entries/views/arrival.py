"""Coming by the private link, finding one's matches, leaving again."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from competition.entries import private_links
from competition.entries.doors import link_holder
from competition.entries.forms.code import CodeForm
from competition.entries.models.pair import Pair
from competition.pages import rate_limit
from competition.pages.doors import entrance


@link_holder
def link(request: HttpRequest, pair: Pair) -> HttpResponse:
    """Offer to continue as the pair: whatever opens links in messages must not sign anybody in."""
    if request.method == "POST":
        private_links.remember(request, pair)
        return redirect("play:home")
    return render(request, "competition/entries/link.html", {"pair": pair})


@entrance
def code(request: HttpRequest) -> HttpResponse:
    """Lead from the code of a letter to the private link it stands for, which then asks to continue."""
    form, attempts = (
        CodeForm(request.POST or None),
        rate_limit.RateLimit(request, "code", limit=private_links.CODES_IN_TEN_MINUTES),
    )
    if request.method == "POST" and attempts.too_many():
        return _code_page(request, form, status=429)
    if not form.is_valid():
        return _code_page(request, form, status=422 if request.method == "POST" else 200)
    if pair := private_links.pair_for_code(form.cleaned_data["code"]):
        return redirect("link:open", private_links.link_key(pair))
    attempts.note()
    form.add_error("code", "No letter has this code. Look at each digit again; an old letter may have been replaced.")
    return _code_page(request, form, status=422)


def _code_page(request: HttpRequest, form: CodeForm, *, status: int) -> HttpResponse:
    page = {"form": form, "is_locked": status == 429}
    return render(request, "competition/entries/code.html", page, status=status)


@entrance
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Forget the pairs on this device; their links stay good."""
    private_links.forget(request)
    return redirect("public:home")
