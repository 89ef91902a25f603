"""Forms for a pair that replies to a result on its opponents' phone."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.crypto import constant_time_compare

from competition.entries.forms.pair import CodeForm
from competition.entries.models import Pair
from competition.entries.private_links import pair_code, sealed
from competition.web.fields import KeyField, PointsField, TextField

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
        """Require the totals or the result number, and a reason for every dispute."""
        said = self.cleaned_data
        has_totals = said.get("ours") is not None and said.get("theirs") is not None
        if not has_totals and not said.get("outcome") and not self.errors:
            self.add_error("ours", _NOT_CLEAR)
        if said.get("answer") == WRONG and not said.get("reason"):
            self.add_error("reason", ValidationError("Say what is wrong, for example “deal 17 went two light”."))
        return said

    def order(self) -> dict:
        """Return the arguments for `answer_here`: the totals or the result number, and the reason for a dispute."""
        said = self.cleaned_data
        totals = None if said["outcome"] else (said["ours"], said["theirs"])
        wrong = said["reason"] if said["answer"] == WRONG else ""
        return {"totals": totals, "outcome": said["outcome"], "wrong": wrong}


class PassForm(AnswerHereForm, CodeForm):
    """Form for a reply that is authorised by the entry code of the pair.

    A phone without a connection stores the reply `sealed` with the code. It does not store the code.
    """

    sealed = forms.RegexField(r"^[0-9a-f]{64}$", required=False)

    def __init__(self, data, *, about: str) -> None:
        super().__init__(data, asks_name=False)
        self._about = about
        self.fields["code"].required = not (data or {}).get("sealed")

    def clean_code(self) -> str:
        """Return the twelve digits, or "" if the reply is sealed."""
        return super().clean_code() if self.cleaned_data["code"] else ""

    def is_of(self, pair: Pair) -> bool:
        """Return True if the entry code or the seal belongs to this pair."""
        code = pair_code(pair)
        if typed := self.cleaned_data["code"]:
            return constant_time_compare(typed, code.replace(" ", ""))
        shown = ("ours", "theirs", *(["outcome"] if self.data.get("outcome") else []))
        words = (self._about, *(self.data.get(name, "") for name in (*shown, "answer", "reason")))
        return constant_time_compare(self.cleaned_data["sealed"], sealed(code, "\n".join(words)))
