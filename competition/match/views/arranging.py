"""Views for agreeing the date and venue of a match."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from competition.audit.actions import Actor
from competition.entries.actions.pairs import keep_away, opened
from competition.entries.forms.pair import AwayForm
from competition.entries.models import Away
from competition.entries.private_links import calendar_key
from competition.entries.queries.pairs import away
from competition.match.access import at_the_table
from competition.match.actions import arranging
from competition.match.actions.arranging import PairInMatch
from competition.match.forms.arranging import EVENING, OTHER, TIMES, DateReasonForm, OfferForm, ReadForm, TakeForm
from competition.match.presenters.calendar import calendar
from competition.match.presenters.dates import keys, so_far
from competition.match.presenters.offer_days import remark
from competition.match.queries.dates import moments
from competition.match.queries.offer_days import offer_days
from competition.match.queries.play import PairView
from competition.web.posting import Request, bound_data, faults, form_page, save_form
from scoring.rules.refusal import Refused


@at_the_table
def arrange(request: Request, match: PairView) -> HttpResponse:
    """Show the offered and agreed dates, and offer new dates or decline the dates of the other pair."""
    if match.state.is_to_play and match.state.set_day:
        raise Refused("The organiser has set the day of this match. If you cannot play then, ask the organiser.")
    if not match.state.may_be_arranged:
        raise Refused(
            "You cannot agree a date here. The match has a result already, or one pair is not known yet. "
            "See My matches."
        )
    offers = match.offers
    now = match.draw.now
    ours, theirs = _days_away(match)
    form = _form(request, match, theirs)
    action = arranging.add_dates if form.adds else arranging.reply_to_dates
    if save_form(form, lambda: action(_place(match), **form.arguments())):
        return _redirect(request, match, f"Saved. The other pair can see it now. {_remark(match, form)}".strip())
    page: dict[str, object] = {"offer": offers.open, "keys": keys(offers.open, ours, now) if offers.open else ()}
    page["calendar"] = reverse("link:calendar", args=[calendar_key(match.pair)])
    opening = match.state.opening
    page["opening"] = opening if opening and opening > now else None
    page["months"] = calendar(timezone.localdate(now), match.state.play_by, ours, theirs, form["days"].value() or ())
    page |= {"lines": so_far(offers.all, match.state.pairs, match.pair), "ours": ours, "theirs": theirs}
    return form_page(request, "competition/match/arrange.html", form, match=match, **page)


@at_the_table(post_only=True)
def accept(request: Request, match: PairView) -> HttpResponse:
    """Accept one of the dates that the other pair offers."""
    return _run_action(
        request,
        match,
        TakeForm(request.POST),
        arranging.accept_date,
        "The date is agreed, and it is in the calendars of both pairs.",
    )


@at_the_table(post_only=True)
def withdraw(request: Request, match: PairView) -> HttpResponse:
    """Cancel this pair's offer before the other pair replies."""
    return _run_action(
        request, match, ReadForm(request.POST), arranging.cancel_offer, "Your offered dates are cancelled."
    )


@at_the_table(post_only=True)
def read(request: Request, match: PairView) -> HttpResponse:
    """Record that the pair has read the offered dates. The page sends this request while it is visible."""
    opened([match.pair])
    answer = _run_action(request, match, ReadForm(request.POST), arranging.mark_as_read)
    return HttpResponse(status=204) if request.headers.get("X-Seen") else answer


@at_the_table
def cancel_date(request: Request, match: PairView) -> HttpResponse:
    """Cancel the agreed date and give the other pair a reason."""
    if not (match.state.may_be_arranged and match.state.meeting and match.state.meeting.plays_at):
        raise Refused("There is no agreed date to cancel. See My matches.")
    form = DateReasonForm(bound_data(request))
    if save_form(form, lambda: arranging.cancel_date(_place(match), reason=form.cleaned_data["reason"])):
        return _redirect(
            request, match, "The date is cancelled, and the other pair can see the reason. Offer them another date."
        )
    return form_page(request, "competition/match/cancel.html", form, match=match)


@at_the_table
def say_away(request: Request, match: PairView) -> HttpResponse:
    """Edit the days on which the pair is away, which its opponents can see."""
    since = timezone.localdate(match.draw.now)
    spans = [(row.first, row.last) for row in away([match.pair], since=since)[match.pair.pk]]
    form = AwayForm(bound_data(request), spans=spans, season=match.competition.season)
    if save_form(form, lambda: keep_away(match.pair, form.spans, by=Actor(pair=match.pair))):
        return _redirect(request, match, "Saved. Your opponents can see it now.")
    return form_page(request, "competition/match/away.html", form, match=match)


def _form(request: Request, match: PairView, theirs: list[Away]) -> OfferForm:
    """Return the form for offering dates, for replying to an offer, or for adding dates to the pair's own offer."""
    last = match.offers.open
    return OfferForm(
        bound_data(request),
        initial={**_last_offer(match), "offered": last and last.pk},
        play_by=match.state.play_by,
        answers=last is not None and last.by_id != match.pair.pk,
        adds=last is not None and last.by_id == match.pair.pk,
        is_guest=match.state.home not in (None, match.pair),
        theirs=theirs,
    )


def _remark(match: PairView, form: OfferForm) -> str:
    """Return a sentence about an offer with fewer dates than the conditions require, or "" if it has enough."""
    earlier = moments(match.offers.open) if match.offers.open and form.adds else []
    return remark(offer_days(match.competition.conditions), len({*earlier, *form.dates})) if form.dates else ""


def _run_action(
    request: Request, match: PairView, form: ReadForm, order: Callable[..., None], news: str = ""
) -> HttpResponse:
    if not form.is_valid():
        raise Refused(faults(form))
    order(_place(match), **form.arguments())
    return _redirect(request, match, news)


def _place(match: PairView) -> PairInMatch:
    return PairInMatch(match.pair, match.code)


def _days_away(match: PairView) -> tuple[list[Away], list[Away]]:
    """Return the days on which this pair and the other pair are away, from today."""
    days_away = away(match.state.pairs, since=timezone.localdate(match.draw.now))
    theirs = days_away[match.opponents.pk] if match.opponents else []
    return days_away[match.pair.pk], theirs


def _last_offer(match: PairView) -> dict[str, object]:
    """Return the time and the venue that this pair offered last, as initial form data."""
    own = match.offers.by(match.pair)
    if not own:
        return {"hour": EVENING}
    start = timezone.localtime(moments(own[-1])[-1]).time()
    hour = f"{start:%H:%M}"
    return {"venue": own[-1].venue, **({"hour": hour} if hour in dict(TIMES) else {"hour": OTHER, "clock": start})}


def _redirect(request: Request, match: PairView, news: str) -> HttpResponse:
    if news:
        messages.success(request, news)
    return redirect("play:arrange", match.competition.slug, match.code)
