"""Forms for pairs: details, preferred channel, substitutes, and names of clubs and areas."""

from collections.abc import Sequence

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.forms.models import model_to_dict

from competition.contest.rules.conditions import MOST_PAIRS
from competition.contest.rules.names import person_key, split_name
from competition.entries.forms.namesakes import LONGEST, NamesakeQuestions, fields_of
from competition.entries.models.pair import LONGEST_DISTINCTION, Pair, Way
from competition.entries.queries.entry import Entry, PlayerEntry
from competition.entries.queries.namesakes import Beside
from competition.web.fields import EmailField, NumberField, TextField

DRAWN_BY = ("seed", "given_bye")


class Name(TextField):
    """Field for a player's name, as the draw will show it."""

    def __init__(self, **kwargs):
        super().__init__(max_length=LONGEST, error_messages={"required": "Give the names of both players."}, **kwargs)

    def clean(self, value: str) -> str:
        """Return the name on one line with single spaces. Raises ValidationError if it is not a name."""
        name = super().clean(value)
        bare, word = split_name(name)
        if not any(letter.isalpha() for letter in bare) or not name.isprintable():
            raise ValidationError("A name needs letters. Correct the name.")
        if len(person_key(bare)) > LONGEST:
            raise ValidationError("This name is too long. Shorten it.")
        if len(word) > LONGEST_DISTINCTION:
            raise ValidationError(f"The word after the name has more than {LONGEST_DISTINCTION} letters. Shorten it.")
        return name


def _phone(whose: str) -> TextField:
    return TextField(label=f"{whose} phone", required=False, max_length=40, widget=forms.TextInput({"type": "tel"}))


def _email(whose: str) -> EmailField:
    fault = {"invalid": "This is not an email address. It looks like name@example.org."}
    return EmailField(label=f"{whose} email", required=False, max_length=254, error_messages=fault)


def _place(known: str, help_text: str) -> TextField:
    """Return a field for a club or an area. `known` is the id of the datalist with suggestions."""
    widget = forms.TextInput({"list": known, "autocomplete": "off"})
    return TextField(required=False, max_length=80, help_text=help_text, widget=widget)


class EntryForm(NamesakeQuestions):
    """Form for the details of a pair and its two players."""

    player1 = Name(label="First player’s name")
    phone1 = _phone("First player’s")
    email1 = _email("First player’s")
    player2 = Name(label="Second player’s name")
    phone2 = _phone("Second player’s")
    email2 = _email("Second player’s")
    club = _place("clubs", "Choose a known club, or type a new one.")
    area = _place("areas", "The area where they live, so that opponents know the distance.")
    opening_day = forms.BooleanField(required=False, label="They attend the opening day")
    way = forms.ChoiceField(
        label="How should we contact them?",
        required=False,
        initial=Way.EMAIL,
        choices=Way.choices,
        widget=forms.RadioSelect,
        help_text="Without an email address, they get letters on paper.",
    )

    @property
    def players(self) -> list[list[BoundField]]:
        """The fields of each player, including any questions about a namesake."""
        named = ((n, [f"player{n}", *fields_of(f"player{n}"), f"phone{n}", f"email{n}"]) for n in (1, 2))
        return [[self[name] for name in names if name in self.fields] for _, names in named]

    def entry(self) -> Entry:
        """Return the entry from the cleaned data."""
        data = self.cleaned_data
        first, second = (PlayerEntry(data[f"player{n}"], data[f"phone{n}"], data[f"email{n}"]) for n in (1, 2))
        return Entry(
            (first, second),
            club=data["club"],
            area=data["area"],
            attending=data.get("opening_day", False),
            seed=data.get("seed"),
            given_bye=data.get("given_bye", False),
            way=data["way"] or Way.EMAIL,
        )


class PairForm(EntryForm):
    """Form for the organiser to enter or change a pair. It includes the seed and the bye."""

    seed = NumberField(
        1,
        MOST_PAIRS,
        required=False,
        help_text="The rank of a seeded pair, 1 for the strongest. Most pairs have none.",
    )
    given_bye = forms.BooleanField(required=False, label="They have a bye in round 1")

    @classmethod
    def of(cls, pair: Pair, data=None, *, drawn: bool, beside: Beside | None = None) -> "PairForm":
        """Return the form with the details of a pair. If `drawn`, the names, seed and bye are read-only."""
        form = cls.new(data, drawn=drawn, beside=beside)
        form.own = pair
        form.initial = model_to_dict(pair, ["club", "area", "seed", "given_bye", "way"])
        form.initial["opening_day"] = pair.attending
        for n, player in enumerate(pair.present, start=1):
            form.initial |= {f"player{n}": player.display_name, f"phone{n}": player.phone, f"email{n}": player.email}
        for name in ("player1", "player2"):
            form.fields[name].disabled = drawn
        return form

    @classmethod
    def new(cls, data=None, *, drawn: bool, beside: Beside | None = None) -> "PairForm":
        """Return the form for a new pair.

        If `drawn`, the seed and the bye are read-only. The form asks about namesakes among the players in `beside`.
        """
        form = cls(data, beside=beside)
        for name in DRAWN_BY:
            form.fields[name].disabled = drawn
        return form

    @property
    def together(self) -> list[BoundField]:
        """The fields of the pair as a whole."""
        return [self[name] for name in ("club", "area", "way", "opening_day", "seed", "given_bye")]


class WayForm(forms.Form):
    """Form for the channel that a pair prefers."""

    way = forms.TypedChoiceField(
        label="How should we contact you?",
        choices=Way.choices,
        coerce=Way,
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose one."),
    )


class SubstituteForm(NamesakeQuestions):
    """Form for a substitute: the player who leaves, the new player, and the reason."""

    name_fields = {1: "player"}

    player = Name(label="Name of the substitute")
    phone = _phone("The substitute’s")
    email = _email("The substitute’s")
    because = TextField(
        label="Reason",
        max_length=300,
        widget=forms.Textarea({"rows": 3}),
        help_text="Shown on the public pages. Leave out private details.",
        error_messages={"required": "The reason is missing. Give a reason for the public pages."},
    )
    new_link = forms.BooleanField(
        label="Give the pair a new private link",
        required=False,
        initial=True,
        help_text="The old link stops working, so the player who left cannot edit the score sheet.",
    )

    def __init__(self, *args, pair: Pair, **kwargs):
        super().__init__(*args, **kwargs)
        self.pair = pair
        self.fields["leaving"] = forms.TypedChoiceField(
            label="Player who leaves",
            widget=forms.RadioSelect,
            coerce=int,
            choices=[(player.place, player.display_name) for player in pair.present],
            error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose the player who leaves."),
        )
        self.order_fields(["leaving"])

    @property
    def club_of_pair(self) -> str:
        """The club of the pair."""
        return self.pair.club

    def order(self) -> dict:
        """Return the keyword arguments for `substitute`."""
        data = self.cleaned_data
        player = PlayerEntry(data["player"], data["phone"], data["email"])
        return {"leaving": data["leaving"], "player": player, "because": data["because"], "new_link": data["new_link"]}


class RenameForm(forms.Form):
    """Form for renaming a club or an area."""

    new = TextField(
        label="New name",
        max_length=80,
        error_messages={"required": "Type the new name."},
        widget=forms.TextInput({"list": "known", "autocomplete": "off"}),
        help_text="If another one already has this name, the two are joined.",
    )

    def __init__(self, *args, known: Sequence[str], **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["old"] = forms.ChoiceField(
            label="Current name",
            choices=[(name, name) for name in known],
            error_messages={"invalid_choice": "Choose one from the list."},
        )
