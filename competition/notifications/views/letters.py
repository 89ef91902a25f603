"""Pages for letters to pairs and for new private links."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from competition.accounts.access import after_password
from competition.audit.actions import log_view
from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.entries import actions
from competition.entries.models import Pair
from competition.entries.private_links import link_key
from competition.notifications.presenters import Letter, mail_merge, message_text
from competition.notifications.queries.letters import addressees, round_names
from competition.notifications.queries.message_states import by_letter, wording
from competition.web.files import download
from competition.web.posting import by
from competition.web.rules import whole_number
from scoring.rules.spoken import quantity


# The page is compressed although it contains private links and phone numbers. It repeats no input of the request, so
# its length cannot reveal them (BREACH).
@for_organiser
@after_password
@require_safe
def letters(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the letters to the pairs that are still in.

    `?pair=7` selects one pair, `?to=paper` the pairs without email, and `?round=2` the pairs in that round. `?for=draw`
    adds the message about the draw and selects the pairs that get it by letter.
    """
    number, to, asked, topic = (request.GET.get(name, "") for name in ("pair", "to", "round", "for"))
    rounds = round_names(competition)
    round = next((at for at, _ in rounds if at == whole_number(asked)), None)
    found = addressees(competition, number=whole_number(number), on_paper=to == "paper", round=round)
    told = by_letter(competition, topic) if topic else []
    own = wording(competition, told[0].topic) if told else None
    said = {message.pair: message_text(message, own) for message in told}
    found = [one for one in found if not topic or one.pair in said]
    what = f"the letter of pair {found[0].pair.number}" if number and found else "the letters of all pairs"
    log_view(competition, by(request), f"Looked at {what}, with the private link and the entry code.")
    page = {
        "competition": competition,
        "letters": [Letter(pair, match, _make_link(request, pair), said.get(pair)) for pair, match in found],
        "number": number,
        "to": to or topic,
        "round": round,
        "rounds": rounds,
        "site": request.build_absolute_uri(reverse("link:code")),
    }
    return render(request, "competition/notifications/letters.html", page)


def _make_link(request: HttpRequest, pair: Pair) -> str:
    return request.build_absolute_uri(reverse("link:open", args=[link_key(pair)]))


@for_organiser
@after_password
@require_POST
def merge(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Export contact details, codes and private links for mail merge. Every export is logged."""
    found = addressees(competition)
    count = quantity(len(found), "pair")
    log_view(
        competition, by(request), f"Exported the contact details, entry codes and private links of {count}.", each=True
    )
    table = mail_merge(Letter(pair, match, _make_link(request, pair)) for pair, match in found)
    return download(table, "text/csv", f"{competition.slug}-SECRET-links.csv")


@for_organiser
@after_password
def renew_links(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Ask for confirmation, then give every pair a new private link."""
    if request.method == "POST":
        actions.renew_links(competition, by=by(request))
        messages.success(request, "Every pair has a new link. The old links no longer work. Give out the new letters.")
        return redirect("desk:letters", competition.slug)
    return render(request, "competition/notifications/renew_links.html", {"competition": competition})
