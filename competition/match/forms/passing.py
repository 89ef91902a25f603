"""The answer of the other pair on the phone that holds the sheet."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.crypto import constant_time_compare

from competition.entries.forms.code import CodeForm
from competition.entries.models.pair import Pair
from competition.entries.private_links import pair_code, sealed
from competition.pages.fields import KeyField, PointsField, TextField

AGREE, WRONG = "agree", "wrong"
_NOT_CLEAR = "It was not clear which totals are meant: look at them together, then pass the phone again."


class AnswerHereForm(forms.Form):
    """Whether the other pair agrees to the totals it was shown."""

    ours = PointsField(label="The totals", fault=_NOT_CLEAR, required=False)
    theirs = PointsField(label="The totals", fault=_NOT_CLEAR, required=False)
    outcome = KeyField(required=False)
    answer = forms.ChoiceField(
        choices=[(AGREE, AGREE), (WRONG, WRONG)],
        error_messages=dict.fromkeys(("required", "invalid_choice"), _NOT_CLEAR),
    )
    reason = TextField(label="What is wrong?", required=False, max_length=200)

    def clean(self) -> dict:
        """An answer that says what is wrong, if it says that something is."""
        said = self.cleaned_data
        has_totals = said.get("ours") is not None and said.get("theirs") is not None
        if not has_totals and not said.get("outcome") and not self.errors:
            self.add_error("ours", _NOT_CLEAR)
        if said.get("answer") == WRONG and not said.get("reason"):
            self.add_error(
                "reason", ValidationError("Say in a few words what is wrong, such as “deal 17 went two light”.")
            )
        return said

    def order(self) -> dict:
        """The totals that were shown, or the number of a result without totals, and what is wrong, if anything."""
        said = self.cleaned_data
        totals = None if said["outcome"] else (said["ours"], said["theirs"])
        wrong = said["reason"] if said["answer"] == WRONG else ""
        return {"totals": totals, "outcome": said["outcome"], "wrong": wrong}


class PassForm(AnswerHereForm, CodeForm):
    """The same, with the code of its letter that says who answers.

    A phone that kept the answer has not kept the code, only the answer `sealed` with it.
    """

    sealed = forms.RegexField(r"^[0-9a-f]{64}$", required=False)

    def __init__(self, data, *, about: str) -> None:
        super().__init__(data, asks_name=False)
        self._about = about
        self.fields["code"].required = not (data or {}).get("sealed")

    def clean_code(self) -> str:
        """The twelve digits, unless the answer came sealed."""
        return super().clean_code() if self.cleaned_data["code"] else ""

    def is_of(self, pair: Pair) -> bool:
        """Whether this pair's code was typed."""
        code = pair_code(pair)
        if typed := self.cleaned_data["code"]:
            return constant_time_compare(typed, code.replace(" ", ""))
        shown = ("ours", "theirs", *(["outcome"] if self.data.get("outcome") else []))
        words = (self._about, *(self.data.get(name, "") for name in (*shown, "answer", "reason")))
        return constant_time_compare(self.cleaned_data["sealed"], sealed(code, "\n".join(words)))
