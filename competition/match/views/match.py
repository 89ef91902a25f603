"""Views for a pair's matches: the list, one match, its score sheet, and the result with the reply to it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.audit.actions import Actor
from competition.contest.presenters.conditions import changes_of_score
from competition.contest.queries import text_of_part
from competition.contest.rules.ready_paragraphs import ETHICS
from competition.contest.rules.rulebook import clauses
from competition.draw.actions.meetings import record_notice
from competition.draw.forms import known_score
from competition.draw.models.result_entry import Notice
from competition.entries.access import for_pair, link_holder
from competition.entries.actions.pairs import opened
from competition.entries.models import Pair
from competition.entries.private_links import is_signed_in
from competition.match.access import at_the_table
from competition.match.actions import play
from competition.match.actions import seats as seats_actions
from competition.match.actions.play import answer_here, keep_deals
from competition.match.forms.play import (
    AGREE,
    AnswerForm,
    AnswerHereForm,
    DisputeForm,
    MatchSeatsForm,
    ObjectionForm,
    PassForm,
    ReportMarginForm,
    ReportWinnerForm,
    TotalsForm,
    as_next,
    form_for_seats,
)
from competition.match.presenters import bridge_file, official_sheet
from competition.match.presenters.one_day import stopped
from competition.match.presenters.turn import turn_on_path
from competition.match.presenters.whole_pad import whole_pad
from competition.match.queries.history import history_of
from competition.match.queries.passing import passing
from competition.match.queries.play import PairView, match_in, path_of
from competition.match.responses import address, back_to_match, fresh, passing_changes, reply
from competition.match.views.reply_codes import check_reply_code
from competition.web.files import download
from competition.web.posting import Request, bound_data, faults, form_page, form_status, save_form, wants_json
from scoring.actions import Clash
from scoring.forms import NextDealForm
from scoring.presenters.scoring_table import honour_rows
from scoring.queries import has_arrived
from scoring.rules.refusal import Refused
from scoring.rules.words import question


@for_pair
def home(request: HttpRequest, pairs: list[Pair]) -> HttpResponse:
    """Show the reader's matches in every competition."""
    paths = [path_of(pair) for pair in pairs]
    page: dict[str, object] = {"paths": [(path, turn_on_path(path)) for path in paths]}
    page["opened_lately"] = all(pair.opened_lately for pair in pairs)
    return render(request, "competition/match/home.html", page)


@at_the_table
def match(request: Request, match: PairView) -> HttpResponse:
    """Show the match: the score, the opponents, the next deal and the score sheet."""
    return reply(request, match)


@at_the_table(polled=True)
def news(request: Request, match: PairView) -> HttpResponse:
    """Return the card if the match has changed since the version `shown`, otherwise return 204."""
    return reply(request, match, for_script=True)


@at_the_table
def history(request: Request, match: PairView) -> HttpResponse:
    """Show every action in the match, with its author and time."""
    return render(request, "competition/match/history.html", {"match": match, "steps": history_of(match)})


@at_the_table
def table_rules(request: Request, match: PairView) -> HttpResponse:
    """Show what the Laws and conditions say about a misdeal, a revoke, honours and other incidents during play."""
    conditions = match.state.conditions
    changes = changes_of_score(match.competition.conditions)
    context = {"match": match, "conditions": conditions, "honours": honour_rows(), "changes": changes}
    context["ethics"] = clauses(text_of_part(match.competition, ETHICS))
    return render(request, "competition/match/table_rules.html", context)


@at_the_table(post_only=True)
def privacy(request: Request, match: PairView) -> HttpResponse:
    """Save this pair's request for private deals."""
    private = request.POST.get("private") == "yes"
    message = "The deals stay private until the match is over." if private else "You no longer keep the deals private."
    keep_deals(match, private=private)
    return back_to_match(request, match, message)


@at_the_table
def open_sheet(request: Request, match: PairView) -> HttpResponse:
    """Choose the seats and the first dealer, and start the score sheet."""
    if match.opponents is None or match.sheet:
        return redirect(address(match))
    form = MatchSeatsForm(bound_data(request), we=match.players[0], they=match.players[1])
    if save_form(form, lambda: seats_actions.open_sheet(match, **form.arguments())):
        return back_to_match(request, match)
    return form_page(request, "competition/match/open_sheet.html", form, match=match)


@at_the_table
def seats(request: Request, match: PairView) -> HttpResponse:
    """Correct the seats and the first dealer, or mark the other pair's correction as read."""
    if match.opponents is None or match.sheet is None:
        return redirect(address(match))
    if not match.is_writable:
        raise Refused(match.why_closed)
    if "read" in request.POST:
        seats_actions.mark_seats_read(match)
        return back_to_match(request, match)
    form = MatchSeatsForm(bound_data(request), we=match.players[0], they=match.players[1], sheet=match.sheet)
    sheet_name = request.POST.get("sheet", "")
    if save_form(form, lambda: seats_actions.correct_seats(match, **form.arguments(), sheet_name=sheet_name)):
        return back_to_match(request, match, "The seats are corrected. Each deal keeps its declarer and its points.")
    return form_page(request, "competition/match/seats.html", form, match=fresh(match))


@at_the_table(post_only=True)
def record(request: Request, match: PairView) -> HttpResponse:
    """Record the next deal. If another deal already has its number, show both deals."""
    form = NextDealForm(request.POST, **match.opened.seating)
    if not form.is_valid():
        return reply(request, match, form=form, status=422)
    if question := request.POST.get("asks") and _question(match, form):
        return reply(request, fresh(match), message=question, again={**form.repeated_data(), "asks": ""}, status=409)
    try:
        sheet = play.record_deal(match, **form.arguments())
    except Clash as clash:
        return _show_clash(request, match, clash)
    except play.OtherSheet as other:
        return _show_other_sheet(request, match, other)
    return back_to_match(request, match, now=sheet)


def _question(match: PairView, form: NextDealForm) -> str:
    """Return the question to ask before recording the next deal, or "".

    It is about an unusual deal, or about a deal that differs from the one questioned on the other phone.
    """
    number, deal = (form.arguments()[name] for name in ("number", "deal"))
    doubtful = match.opened.doubtful
    question_text = question(deal)
    is_other = doubtful not in (None, deal)
    if not (is_other or question_text) or number != match.next_deal:
        return ""
    if has_arrived(match.opened.row, form.cleaned_data["submission"]):
        return ""
    if doubtful and is_other:
        return (
            f"Deal {number} was entered on the other phone: {match.opened.card.deal(doubtful)}. A question about it "
            f"waits there, so answer it first. Record your deal only if it is deal {number} too."
        )
    play.note_doubtful(match, number=number, deal=deal)
    return question_text


def _show_clash(request: Request, seen: PairView, clash: Clash) -> HttpResponse:
    """Return both deals with the same number and the ways to continue (409)."""
    match = fresh(seen)
    if wants_json(request):
        return reply(request, match, message=str(clash), status=409)
    mine = NextDealForm(request.POST, **match.opened.seating)
    context = {"match": match, "clash": clash, "again": as_next(match, request.POST), "mine": mine}
    return render(request, "competition/match/clash.html", context, status=409)


def _show_other_sheet(request: Request, seen: PairView, other: play.OtherSheet) -> HttpResponse:
    """Return the deal for another score sheet, the current seats and two ways to continue (409)."""
    match = fresh(seen)
    form = form_for_seats(match, request.POST) if match.next_deal else None
    again = form if form and form.is_valid() else None
    if wants_json(request):
        return reply(request, match, message=str(other), again=again.repeated_data() if again else None, status=409)
    context = {"match": match, "other": other, "again": again}
    return render(request, "competition/match/other_sheet.html", context, status=409)


@at_the_table
def print_sheet(request: Request, match: PairView) -> HttpResponse:
    """Show the score sheet for printing. Redirect to a blank sheet if the match has none."""
    if match.sheet is None:
        return redirect("play:print-blank", match.competition.slug, match.code)
    return render(request, "competition/match/print.html", {"sheet": official_sheet.filled(match, match.opened.reader)})


@at_the_table
def print_blank(request: Request, match: PairView) -> HttpResponse:
    """Show a blank score sheet for printing."""
    sheet = official_sheet.blank(match.draw, match.state, match)
    return render(request, "competition/match/print.html", {"sheet": sheet})


@at_the_table
def pad(request: Request, match: PairView) -> HttpResponse:
    """Show the score pad with all rubbers, also for printing. Redirect to the match before the first deal."""
    return render(request, "competition/match/pad.html", {"pad": whole_pad(match, match.opened.reader)})


@at_the_table
def pbn(request: Request, match: PairView) -> HttpResponse:
    """Download the deals for bridge programs. Raises Http404 if the match has no score sheet."""
    if match.sheet is None:
        raise Http404
    return deals_file(match)


def deals_file(match: PairView) -> HttpResponse:
    """Return the deals of a match as a download for bridge programs. Raises Refused without a score sheet."""
    name = f"{match.competition.slug}-{match.code}.pbn"
    return download(bridge_file.of_match(match), "text/x-pbn", name, charset="iso-8859-1")


_SCORES: dict[str, type[TotalsForm | ReportWinnerForm]] = {
    "totals": TotalsForm,
    "margin": ReportMarginForm,
    "winner": ReportWinnerForm,
}


@at_the_table
def totals(request: Request, match: PairView) -> HttpResponse:
    """Report a result without a score sheet: two totals, the margin, or only the winner."""
    known_part = known_score(request)
    totals_now = stopped(match)
    initial = dict(zip(("ours", "theirs"), totals_now or (), strict=False))
    form = _SCORES[known_part](bound_data(request), match=match, initial=initial)
    if not match.is_playable:
        raise Refused(f"Nothing was saved. {match.why_closed} You typed: {form.typed}.")
    if save_form(form, form.send):
        return back_to_match(request, match, "The result has been reported.")
    return form_page(request, "competition/match/totals.html", form, match=match, known=known_part, stopped=totals_now)


@at_the_table
def submit(request: Request, match: PairView) -> HttpResponse:
    """Show the result of the score sheet, and report it after confirmation."""
    if request.method != "POST":
        if match.result is None or not match.is_writable or match.opened.corrections:
            return redirect(address(match))
        return render(request, "competition/match/submit.html", {"match": match})
    play.submit_sheet(match)
    return back_to_match(request, match, "The result has been reported.")


@at_the_table(post_only=True)
def confirm(request: Request, match: PairView) -> HttpResponse:
    """Confirm the result that was shown."""
    form = AnswerForm(request.POST)
    if not form.is_valid():
        raise Refused("The app could not tell which result you meant. Check the result, then confirm it.")
    play.confirm(match, outcome=form.cleaned_data["outcome"])
    return back_to_match(request, match, "You have confirmed the result. It is final.")


@at_the_table
def dispute(request: Request, match: PairView) -> HttpResponse:
    """Dispute the result that was shown, with a reason."""
    if request.method != "POST" and not match.awaits_us:
        return redirect(address(match))
    initial = {"outcome": match.state.last and match.state.last.number}
    form = DisputeForm(bound_data(request), initial=initial, deals=_deals_to_dispute(match))
    if save_form(form, lambda: play.dispute(match, **form.arguments())):
        return back_to_match(
            request, match, "You have disputed the result. The organiser has been asked to look at it."
        )
    return form_page(request, "competition/match/dispute.html", form, match=match)


@at_the_table(post_only=True)
def object_to_result(request: Request, match: PairView) -> HttpResponse:
    """Object to a result that was final at once, with an optional reason."""
    form = ObjectionForm(request.POST)
    if not form.is_valid():
        raise Refused(faults(form))
    play.object_to_result(match, reason=form.cleaned_data["reason"])
    return back_to_match(request, match, "You have objected to the result. The organiser has been asked to decide.")


@at_the_table(post_only=True)
def withdraw_result(request: Request, match: PairView) -> HttpResponse:
    """Withdraw the result that this pair reported."""
    play.withdraw_result(match)
    return back_to_match(request, match, "The result has been withdrawn.")


@at_the_table(post_only=True)
def seen(request: Request, match: PairView) -> HttpResponse:
    """Record that the pair has read the other pair's result. The page sends this request while it is visible."""
    form = AnswerForm(request.POST)
    opened([match.pair])
    if not form.is_valid() or not match.awaits_us:
        raise Refused("There is no result here for you to confirm. Reload the match.")
    number = form.cleaned_data["outcome"]
    by = Actor(pair=match.pair)
    record_notice(match.competition, match.code, number, how=Notice.Channel.PAGE, by=by)
    return HttpResponse(status=204) if request.headers.get("X-Seen") else back_to_match(request, match)


@at_the_table
def concede(request: Request, match: PairView) -> HttpResponse:
    """Explain the effect of conceding, and concede the match after confirmation."""
    if request.method != "POST":
        if not match.is_playable:
            return redirect(address(match))
        # Show the totals with the Law 80 credits, because conceding the match stores them.
        totals = match.opened.scored.total.seen_from(match.opened.side) if match.state.recorded else None
        return render(request, "competition/match/concede.html", {"match": match, "totals": totals})
    play.concede(match)
    return back_to_match(request, match, "You have conceded the match.")


def _deals_to_dispute(match: PairView) -> list[tuple[int, str]]:
    """Return the deals that a dispute can name: those on the score sheet, if it gave the result."""
    if match.sheet is None or match.state.reported is None or not match.state.reported.deals:
        return []
    return [(line.number, match.opened.card.deal(line.deal)) for line in match.sheet.scored.lines]


@at_the_table
def pass_phone(request: Request, match: PairView) -> HttpResponse:
    """Save the other pair's reply to the result from the score sheet."""
    if request.method != "POST" or match.opponents is None:
        return redirect(f"{address(match)}#pass")
    form = PassForm(request.POST, about=f"{match.competition.slug} {match.code}")
    if form.is_valid() and check_reply_code(form, match) and _save_reply(match, match.opponents, form):
        return back_to_match(request, match, _reply_message(match.opponents, form))
    if wants_json(request):
        return reply(request, fresh(match), message=faults(form), status=form_status(form))
    page = {"match": match, "passing": passing(fresh(match)), "passing_changes": passing_changes(match)}
    return form_page(request, "competition/match/pass.html", form, **page)


@link_holder
def answer_by_link(request: HttpRequest, pair: Pair) -> HttpResponse:
    """Save the reply of a pair that opened its private link on its opponents' phone, without signing it in."""
    match = _match_to_answer(request, pair)
    question = passing(match) if match else None
    if match is None or question is None or not question.is_known:
        return render(request, "competition/match/pass.html", {"pair": pair})
    form = AnswerHereForm(bound_data(request))
    if form.is_valid() and _save_reply(match, pair, form):
        messages.success(request, _reply_message(pair, form))
        return redirect(address(match))
    page: dict[str, object] = {"match": match, "form": form if form.is_bound else None, "passing": question}
    page |= {"by_link": True, "passing_changes": passing_changes(match)}
    return render(request, "competition/match/pass.html", page, status=form_status(form))


def _match_to_answer(request: HttpRequest, pair: Pair) -> PairView | None:
    """Return this pair's match as its opponents see it, if they are signed in on this phone."""
    match = path_of(pair).current
    if match is None or match.opponents is None:
        return None
    return match_in(match.draw, match.opponents, match.code) if is_signed_in(request, match.opponents) else None


def _save_reply(match: PairView, by: Pair, form: AnswerHereForm) -> bool:
    return save_form(form, lambda: answer_here(match, by=by, **form.arguments()))


def _reply_message(by: Pair, form: AnswerHereForm) -> str:
    if form.cleaned_data["answer"] == AGREE:
        return f"{by} confirmed the result. It is final."
    return f"{by} disputed the result. The organiser has been asked to look at it."
