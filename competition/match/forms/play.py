"""Forms for a pair: the seats, the totals, and the reply to a result, including on its opponents' phone."""

from collections.abc import Sequence
from typing import cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.crypto import constant_time_compare
from django.utils.html import format_html

from competition.draw.forms import ask_about
from competition.draw.models.result_entry import ResultEntry
from competition.entries.forms.pair import digits_of
from competition.entries.models import Pair, Player
from competition.entries.private_links import reply_code, sealed
from competition.match.actions import play
from competition.match.queries.disputes import OWN_TOTALS
from competition.match.queries.play import PairSheet, PairView
from competition.web.fields import KeyField, MarginField, PointsField, TextField
from scoring.forms import NextDealForm
from scoring.rules.sides import Seat
from scoring.rules.words import number


def _players(label: str, **options) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose one of the four players.", "invalid_choice": "Choose one of the players."},
        **options,
    )


class MatchSeatsForm(forms.Form):
    """Form for choosing North, East and the first dealer. Partners sit opposite each other.

    It starts with the seats of the score sheet, if there is one.
    """

    north = _players("North", help_text="The partner sits South.")
    east = _players("East", help_text="A player from the other pair. The partner sits West.")
    dealer = _players("First dealer", help_text="Cut the cards to choose. The deal then passes clockwise.")

    def __init__(
        self, *args, we: Sequence[Player], they: Sequence[Player], sheet: PairSheet | None = None, **kwargs
    ) -> None:
        super().__init__(*args, **kwargs)
        self._players = {str(player.pk): player for player in (*we, *they)}
        self._partners = {player: partner for pair in (we, they) for player, partner in (pair, pair[::-1])}
        choices = [
            (key, format_html("{} <small data-{}>{}</small>", player.display_name, side.lower(), side))
            for key, player in self._players.items()
            for side in ["We" if player in we else "They"]
        ]
        for field in self.fields.values():
            cast(forms.ChoiceField, field).choices = choices
        self.initial = {"north": str(we[0].pk), "east": str(they[0].pk)}
        if sheet:
            sitting = dict(zip(Seat, map(str, sheet.meeting.seats), strict=True))
            dealer = sitting[Seat(sheet.row.first_dealer)]
            self.initial = {"north": sitting[Seat.N], "east": sitting[Seat.E], "dealer": dealer}

    def clean_east(self) -> str:
        """Return East. Raises ValidationError if East is North's partner."""
        north = self.cleaned_data.get("north")
        east = self.cleaned_data["east"]
        if north and self._players[north].pair_id == self._players[east].pair_id:
            raise forms.ValidationError("North and East are opponents: choose one player from each pair.")
        return east

    def arguments(self) -> dict:
        """Return the four seats and the first dealer as arguments for `open_sheet`."""
        north, east, dealer = (self._players[self.cleaned_data[name]] for name in ("north", "east", "dealer"))
        seats = {Seat.N: north, Seat.E: east, Seat.S: self._partners[north], Seat.W: self._partners[east]}
        return {"seats": seats, "first_dealer": next(seat for seat, player in seats.items() if player == dealer)}


def as_next(match: PairView, sent: QueryDict) -> NextDealForm | None:
    """Return the submitted deal as the next deal of this match, or None if deals cannot be recorded."""
    if not match.next_deal:
        return None
    return NextDealForm({**sent.dict(), "number": match.next_deal, "sheet": match.opened.name}, **match.opened.seating)


def form_for_seats(match: PairView, sent: QueryDict) -> NextDealForm:
    """Return the form for a deal that was entered for another score sheet, adapted to the seats on this sheet.

    Declarer and honours stay with the same player and pair. Declarer is empty if that player is unknown or not in this
    match.
    """
    sat = dict(zip("NESW", sent.get("sheet", "").split("-")[1:], strict=False))
    sits = {str(key): seat for seat, key in zip(Seat, match.opened.name.split("-")[1:], strict=True)}
    seat = {was: sits[key] for was, key in sat.items() if key in sits}
    form_data = {**sent.dict(), "number": match.next_deal, "sheet": match.opened.name}
    form_data["declarer"] = seat.get(sent.get("declarer", ""), "")
    side, _, points = sent.get("honours", "").partition("-")
    if points:
        form_data["honours"] = next((f"{seat[was].side}-{points}" for was in seat if Seat(was).side == side), "")
    return NextDealForm(form_data, **match.opened.seating)


class TotalsForm(forms.Form):
    """Form for reporting both totals of a match that has no score sheet."""

    ours = PointsField(label="Our total")
    theirs = PointsField(label="Their total")

    def __init__(self, *args, match: PairView, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self._match = match

    def clean(self) -> dict:
        """Ask the user once to confirm very unlikely totals."""
        form_data = self.cleaned_data
        if {"ours", "theirs"} <= form_data.keys():
            ask_about(self, self._match.state, (form_data["ours"], form_data["theirs"]))
        return form_data

    @property
    def typed(self) -> str:
        """The typed totals in words, even if they are invalid."""
        return f"we {self.data.get('ours', '')[:20]}, they {self.data.get('theirs', '')[:20]}"

    def send(self) -> ResultEntry:
        """Report both totals."""
        return play.submit_totals(self._match, **self.cleaned_data)


class ReportWinnerForm(forms.Form):
    """Form for reporting the winner of a match without known totals."""

    winner = forms.ChoiceField(
        label="Who won?",
        widget=forms.RadioSelect,
        choices=[("we", "We won"), ("they", "They won")],
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose who won."),
    )

    def __init__(self, *args, match: PairView, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self._match = match

    def clean(self) -> dict:
        """Ask the user once to confirm a very unlikely margin."""
        if margin := self.cleaned_data.get("margin"):
            ask_about(self, self._match.state, None, margin)
        return self.cleaned_data

    @property
    def typed(self) -> str:
        """The typed result in words, even if it is invalid."""
        margin = f" by {self.data['margin'][:20]}" if self.data.get("margin") else ""
        return f"{self.data.get('winner', '')[:4]} won{margin}"

    def send(self) -> ResultEntry:
        """Report the winner, and the margin if the form has a margin."""
        form_data = self.cleaned_data
        return play.submit_winner(self._match, we_won=form_data["winner"] == "we", margin=form_data.get("margin"))


class ReportMarginForm(ReportWinnerForm):
    """Form for reporting the winner and the margin of a match without known totals."""

    margin = MarginField()


class AnswerForm(forms.Form):
    """Form with the number of the result that was shown."""

    outcome = KeyField()


_LIGHT = [f"{number(count)} light" for count in range(1, 8)]
_MADE = ["made", "made with an overtrick", *(f"made with {number(count)} overtricks" for count in range(2, 5))]


class DisputeForm(AnswerForm):
    """Form for disputing the result that was shown. `deals` pairs each deal number with its description.

    Without deals, it asks for the totals according to this pair.
    """

    deal = forms.TypedChoiceField(
        label="Which deal is it about?",
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": "Choose one of the deals on the score sheet."},
    )
    result = forms.ChoiceField(
        label="What is the correct result of this deal?",
        required=False,
        choices=[("", "Not in this list"), *((text, text.capitalize()) for text in (*_MADE, *_LIGHT, "passed in"))],
    )
    ours = PointsField(label="Our total, as we have it", required=False)
    theirs = PointsField(label="Their total, as we have it", required=False)
    reason = TextField(
        label="What is wrong?",
        help_text="For example “deal 17 went two light”. Shown to the other pair and the organiser.",
        max_length=440,
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={"required": "Say what is wrong."},
    )

    def __init__(self, *args, deals: Sequence[tuple[int, str]] = (), **kwargs) -> None:
        super().__init__(*args, **kwargs)
        choices = [(number, f"Deal {number}: {words}") for number, words in deals]
        cast(forms.ChoiceField, self.fields["deal"]).choices = [("", "No deal in particular"), *choices]
        for name in ("ours", "theirs") if choices else ("deal", "result"):
            del self.fields[name]

    def clean(self) -> dict:
        """Require a deal with its result, and both totals or neither."""
        form_data = self.cleaned_data
        if form_data.get("result") and not form_data.get("deal") and "deal" not in self.errors:
            self.add_error("deal", "Choose the deal with this result.")
        missing = [name for name in ("ours", "theirs") if name in self.fields and form_data.get(name) is None]
        if len(missing) == 1 and missing[0] not in self.errors:
            self.add_error(missing[0], "Enter both totals, or neither.")
        return form_data

    def arguments(self) -> dict:
        """Return the result number and the reason, which starts with this pair's account."""
        form_data = self.cleaned_data
        deal = f"Deal {form_data['deal']}: " if form_data.get("deal") else ""
        result = f"{form_data['result']}. " if form_data.get("result") else ""
        has_totals = form_data.get("ours") is not None
        totals = OWN_TOTALS.format(form_data["ours"], form_data["theirs"]) if has_totals else ""
        return {"outcome": form_data["outcome"], "reason": deal + result + totals + form_data["reason"]}


AGREE, WRONG = "agree", "wrong"
_NOT_CLEAR = "The app could not tell which totals you meant. Check them together, then pass the phone again."


class AnswerHereForm(forms.Form):
    """Form for confirming or disputing the totals that were shown."""

    ours = PointsField(label="The totals", fault=_NOT_CLEAR, required=False)
    theirs = PointsField(label="The totals", fault=_NOT_CLEAR, required=False)
    outcome = KeyField(required=False)
    answer = forms.ChoiceField(
        choices=[(AGREE, AGREE), (WRONG, WRONG)],
        error_messages=dict.fromkeys(("required", "invalid_choice"), _NOT_CLEAR),
    )
    reason = TextField(label="What is wrong?", required=False, max_length=200)

    def clean(self) -> dict:
        """Require either the totals or the result number, and a reason for every dispute."""
        form_data = self.cleaned_data
        has_totals = form_data.get("ours") is not None and form_data.get("theirs") is not None
        if not has_totals and not form_data.get("outcome") and not self.errors:
            self.add_error("ours", _NOT_CLEAR)
        if form_data.get("answer") == WRONG and not form_data.get("reason"):
            self.add_error("reason", ValidationError("Say what is wrong, for example “deal 17 went two light”."))
        return form_data

    def arguments(self) -> dict:
        """Return the arguments for `answer_here`: the totals or the result number, and the reason for a dispute."""
        form_data = self.cleaned_data
        totals = None if form_data["outcome"] else (form_data["ours"], form_data["theirs"])
        wrong = form_data["reason"] if form_data["answer"] == WRONG else ""
        return {"totals": totals, "outcome": form_data["outcome"], "wrong": wrong}


class ObjectionForm(forms.Form):
    """Form for an objection to a result that was final at once."""

    reason = TextField(label="What is wrong?", required=False, max_length=200)


class ReplyCodeForm(forms.Form):
    """Form for the reply code of a pair on its opponents' phone."""

    code = forms.CharField(
        label="Your reply code",
        max_length=40,
        error_messages={"required": "Type the four digits of your reply code."},
    )

    def clean_code(self) -> str:
        """Return the four digits. Raises ValidationError if the code has any other number of digits."""
        return digits_of(self.cleaned_data["code"], 4, "four. It is on your page My matches, and in your letter")

    def is_of(self, pair: Pair) -> bool:
        """Return True if the code is this pair's reply code."""
        return constant_time_compare(self.cleaned_data["code"], reply_code(pair))


class PassForm(AnswerHereForm, ReplyCodeForm):
    """Form for a reply that the pair authorises with its reply code.

    An offline phone stores the reply `sealed` with the code, but not the code itself.
    """

    sealed = forms.RegexField(r"^[0-9a-f]{64}$", required=False)

    def __init__(self, data, *, about: str) -> None:
        super().__init__(data)
        self._about = about
        self.fields["code"].required = not (data or {}).get("sealed")

    def clean_code(self) -> str:
        """Return the four digits, or "" if the reply is sealed."""
        return super().clean_code() if self.cleaned_data["code"] else ""

    def is_of(self, pair: Pair) -> bool:
        """Return True if the reply code or the seal belongs to this pair."""
        code = reply_code(pair)
        if typed := self.cleaned_data["code"]:
            return constant_time_compare(typed, code)
        totals = ("ours", "theirs", *(["outcome"] if self.data.get("outcome") else []))
        words = (self._about, *(self.data.get(name, "") for name in (*totals, "answer", "reason")))
        return constant_time_compare(self.cleaned_data["sealed"], sealed(code, "\n".join(words)))
