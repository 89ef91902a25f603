"""A new password by mail for whoever has lost theirs."""

from django.http import HttpRequest, HttpResponse

from competition.pages.posting import allowed, form_page, sent
from competition.pages.rate_limit import AN_HOUR, Limit, RateLimit, network
from competition.post.actions.mailing import ask_for_password
from competition.post.forms import LostPasswordForm
from competition.signing_in.doors import entrance

_IN_AN_HOUR = 10
_MANY = "This has been asked for often. Wait an hour, then try again."


@entrance
def lost_password(request: HttpRequest) -> HttpResponse:
    """Ask for a mail; the answer is the same whether anybody is known by that name or address."""
    form = LostPasswordForm(sent(request))
    name = form.cleaned_data["name"] if form.is_valid() else ""
    tries = RateLimit(
        Limit(f"password from {network(request)}", _IN_AN_HOUR, AN_HOUR),
        Limit(f"password of {name.casefold()}", 3, AN_HOUR),
    )
    asked = allowed(form, tries, _MANY)
    if asked:
        ask_for_password(name)
    return form_page(request, "competition/post/lost_password.html", form, asked=asked)
