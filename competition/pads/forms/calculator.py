"""What somebody asks the calculator."""

from django import forms

from scoring.forms import ResultForm


class CalculatorForm(ResultForm):
    """A contract, its result, and whether declarer's side was vulnerable."""

    vulnerable = forms.TypedChoiceField(
        label="Declarer’s side",
        choices=[("no", "not vulnerable"), ("yes", "vulnerable")],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
        initial="no",
        error_messages={
            "required": "Say whether declarer’s side was vulnerable.",
            "invalid_choice": "A side is vulnerable or not vulnerable.",
        },
    )

    def asked(self) -> dict:
        """The question, as the rules take it."""
        said = self.cleaned_data
        return {"contract": self.contract(), "tricks": said["tricks"], "vulnerable": said["vulnerable"]}
