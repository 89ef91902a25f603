"""Form for a substitute who plays for a pair in one match only."""

from django.core.validators import MaxLengthValidator

from competition.entries.forms.pair import SubstituteForm
from competition.entries.models import Pair
from competition.rulings.forms.decisions import PublicReasonForm
from competition.rulings.rules import NamedStandIn


class StandInForm(SubstituteForm, PublicReasonForm):
    """Form for a substitute in one match: the player to be replaced, the substitute and the reason."""

    because = None  # type: ignore[assignment]
    new_link = None  # type: ignore[assignment]
    forget = None  # type: ignore[assignment]

    def __init__(self, *args, pair: Pair, **kwargs):
        super().__init__(*args, pair=pair, **kwargs)
        self.fields["leaving"].label = "Player who does not play"
        # The reason is stored with the substitute, in a shorter column.
        self.fields["reason"].validators.append(MaxLengthValidator(300))
        self.order_fields(["leaving", "player", "phone", "email", "reason"])

    @property
    def named(self) -> NamedStandIn:
        """The substitute and the place."""
        data = self.cleaned_data
        return NamedStandIn(data["leaving"], data["player"], data["phone"], data["email"])
