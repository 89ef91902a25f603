"""Coming by the private link, finding one's matches, leaving again."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from competition import access, queries
from competition.access import entrance, for_pair, link_holder, public
from competition.forms.pair import CodeForm
from competition.models import Pair


@link_holder
def link(request: HttpRequest, pair: Pair) -> HttpResponse:
    """Offer to continue as the pair: whatever opens links in messages must not sign anybody in."""
    if request.method == "POST":
        access.remember(request, pair)
        return redirect("play:home")
    return render(request, "competition/pair/link.html", {"pair": pair})


@entrance
def code(request: HttpRequest) -> HttpResponse:
    """Lead from the code of a letter to the private link it stands for, which then asks to continue."""
    form, attempts = CodeForm(request.POST or None), access.Attempts(request, "code", limit=access.CODES_IN_TEN_MINUTES)
    if request.method == "POST" and attempts.too_many():
        return _code_page(request, form, status=429)
    if not form.is_valid():
        return _code_page(request, form, status=422 if request.method == "POST" else 200)
    if pair := access.pair_for_code(form.cleaned_data["code"]):
        return redirect("link:open", access.link_key(pair))
    attempts.note()
    form.add_error("code", "No letter has this code. Look at each digit again; an old letter may have been replaced.")
    return _code_page(request, form, status=422)


def _code_page(request: HttpRequest, form: CodeForm, *, status: int) -> HttpResponse:
    page = {"form": form, "is_locked": status == 429}
    return render(request, "competition/pair/code.html", page, status=status)


@for_pair
def home(request: HttpRequest, pairs: list[Pair]) -> HttpResponse:
    """Every competition of the reader: the match to play, those played, what comes after."""
    return render(request, "competition/pair/home.html", {"paths": [queries.path(pair) for pair in pairs]})


@entrance
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Forget the pairs on this device; their links stay good."""
    access.forget(request)
    return redirect("public:home")


@public
def worker(request: HttpRequest) -> HttpResponse:
    """The script that opens a match without signal, from an address that lets it stand before the pairs' pages."""
    script = (settings.BASE_DIR / "static" / "js" / "worker.js").read_text(encoding="utf-8")
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})
