"""Forms for pairs: entries, applications, the organiser's answers, substitutes, days away, clubs and entry codes."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.forms.models import model_to_dict

from competition.contest.models import Competition
from competition.contest.presenters.draw import opening_day
from competition.contest.rules.conditions import MOST_PAIRS
from competition.contest.rules.names import person_key, split_name
from competition.entries.actions.pairs import Spans
from competition.entries.forms.namesakes import LONGEST_FULL_NAME, NamesakeQuestions, fields_of
from competition.entries.models import LONGEST_DISTINCTION, Pair, PreferredChannel
from competition.entries.queries.pairs import Beside, Entry, Namesake, PlayerEntry, namesakes
from competition.entries.rules.directory import is_same_name
from competition.web.fields import DayField, EmailField, NumberField, TextField
from scoring.rules.words import quantity

DRAWN_BY = ("seed", "given_bye")


class NameField(TextField):
    """Field for a player's name, as the draw should show it."""

    def __init__(self, **kwargs):
        super().__init__(
            max_length=LONGEST_FULL_NAME, error_messages={"required": "Give the names of both players."}, **kwargs
        )

    def clean(self, value: str) -> str:
        """Return the name on one line with single spaces. Raises ValidationError if it cannot be a name."""
        name = super().clean(value)
        bare, word = split_name(name)
        if not any(letter.isalpha() for letter in bare) or not name.isprintable():
            raise ValidationError("A name needs letters. Correct the name.")
        if len(person_key(bare)) > LONGEST_FULL_NAME:
            raise ValidationError("This name is too long. Shorten it.")
        if len(word) > LONGEST_DISTINCTION:
            raise ValidationError(f"The word after the name has more than {LONGEST_DISTINCTION} letters. Shorten it.")
        return name


def _phone(whose: str) -> TextField:
    return TextField(label=f"{whose} phone", required=False, max_length=40, widget=forms.TextInput({"type": "tel"}))


def _email(whose: str) -> EmailField:
    fault = {"invalid": "This is not an email address. It looks like name@example.org."}
    return EmailField(label=f"{whose} email", required=False, max_length=254, error_messages=fault)


def _place(list_id: str, help_text: str) -> TextField:
    """Return a field for a club or an area. `list_id` is the id of the datalist with suggestions."""
    widget = forms.TextInput({"list": list_id, "autocomplete": "off"})
    return TextField(required=False, max_length=80, help_text=help_text, widget=widget)


class EntryForm(NamesakeQuestions):
    """Form for the details of a pair and its two players."""

    player1 = NameField(label="First player’s name")
    phone1 = _phone("First player’s")
    email1 = _email("First player’s")
    player2 = NameField(label="Second player’s name")
    phone2 = _phone("Second player’s")
    email2 = _email("Second player’s")
    club = _place("clubs", "Choose a known club, or type a new one.")
    area = _place("areas", "The area where they live, so that opponents know the distance.")
    grade = forms.ChoiceField(
        required=False,
        help_text="The grade of the pair, as the organiser defines it.",
        error_messages={"invalid_choice": "“%(value)s” is not one of the grades of this competition. Choose a grade."},
    )
    opening_day = forms.BooleanField(required=False, label="They attend the opening day")
    way = forms.ChoiceField(
        label="How should we contact them?",
        required=False,
        initial=PreferredChannel.EMAIL,
        choices=PreferredChannel.choices,
        widget=forms.RadioSelect,
        help_text="Without an email address, they get letters on paper.",
    )

    def __init__(self, *args: Any, grades: Sequence[str] = (), **kwargs: Any):
        super().__init__(*args, **kwargs)
        if grades:
            choices = [("", "No grade"), *((grade, grade) for grade in grades)]
            cast(forms.ChoiceField, self.fields["grade"]).choices = choices
        else:
            del self.fields["grade"]

    @property
    def players(self) -> list[list[BoundField]]:
        """The fields of each player, including any questions about a namesake."""
        named = ((n, [f"player{n}", *fields_of(f"player{n}"), f"phone{n}", f"email{n}"]) for n in (1, 2))
        return [[self[name] for name in names if name in self.fields] for _, names in named]

    @property
    def kept_grade(self) -> str:
        """The pair's grade, for a competition without grades in its current conditions."""
        return self.own.grade if self.own else ""

    def entry(self) -> Entry:
        """Return the entry from the cleaned data."""
        data = self.cleaned_data
        first, second = (PlayerEntry(data[f"player{n}"], data[f"phone{n}"], data[f"email{n}"]) for n in (1, 2))
        return Entry(
            (first, second),
            club=data["club"],
            area=data["area"],
            grade=data.get("grade", self.kept_grade),
            attending=data.get("opening_day", False),
            seed=data.get("seed"),
            given_bye=data.get("given_bye", False),
            way=data["way"] or PreferredChannel.EMAIL,
        )


class PairForm(EntryForm):
    """Form with which the organiser enters or changes a pair. It includes the seed and the bye."""

    seed = NumberField(
        1,
        MOST_PAIRS,
        required=False,
        help_text="The rank of a seeded pair, 1 for the strongest. Most pairs have none.",
    )
    given_bye = forms.BooleanField(required=False, label="They have a bye in round 1")

    @classmethod
    def of(
        cls, pair: Pair, data=None, *, drawn: bool, beside: Beside | None = None, grades: Sequence[str] = ()
    ) -> "PairForm":
        """Return the form with a pair's details. If `drawn`, the names, seed and bye are read-only."""
        # A pair keeps its grade even if the conditions no longer include it.
        known = [*grades, pair.grade] if grades and pair.grade and pair.grade not in grades else grades
        form = cls.new(data, drawn=drawn, beside=beside, grades=known)
        form.own = pair
        form.initial = model_to_dict(pair, ["club", "area", "grade", "seed", "given_bye", "way"])
        form.initial["opening_day"] = pair.attending
        for n, player in enumerate(pair.present, start=1):
            form.initial |= {f"player{n}": player.display_name, f"phone{n}": player.phone, f"email{n}": player.email}
        for name in ("player1", "player2"):
            form.fields[name].disabled = drawn
        return form

    @classmethod
    def new(cls, data=None, *, drawn: bool, beside: Beside | None = None, grades: Sequence[str] = ()) -> "PairForm":
        """Return the form for a new pair.

        If `drawn`, the seed and the bye are read-only. The form asks about namesakes among the players in `beside`.
        """
        form = cls(data, beside=beside, grades=grades)
        for name in DRAWN_BY:
            form.fields[name].disabled = drawn
        if not settings.HAS_EMAIL:
            by_email = (PreferredChannel.EMAIL.value, "By your own email")
            cast(forms.ChoiceField, form.fields["way"]).choices = [by_email, *PreferredChannel.choices[1:]]
        return form

    @property
    def together(self) -> list[BoundField]:
        """The fields for the pair as a whole."""
        names = ("club", "area", "grade", "way", "opening_day", "seed", "given_bye")
        return [self[name] for name in names if name in self.fields]


class WayForm(forms.Form):
    """Form for the channel that a pair prefers."""

    way = forms.TypedChoiceField(
        label="How should we contact you?",
        choices=PreferredChannel.choices,
        coerce=PreferredChannel,
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose one."),
    )


class SubstituteForm(NamesakeQuestions):
    """Form for a substitute: the player who leaves, the new player, and the reason."""

    name_fields = {1: "player"}

    player = NameField(label="Name of the substitute")
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
    forget = forms.BooleanField(
        label="Delete the contact details of the player who leaves",
        required=False,
        help_text="Leave them stored if the player may return. They are deleted after the season.",
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
        """The club of the pair with the substitute."""
        return self.pair.club

    def arguments(self) -> dict:
        """Return the keyword arguments for `substitute`."""
        data = self.cleaned_data
        player = PlayerEntry(data["player"], data["phone"], data["email"])
        more = {name: data[name] for name in ("leaving", "because", "new_link", "forget")}
        return {"player": player, **more}


class RenameGroupForm(forms.Form):
    """Form for renaming a club or an area."""

    new = TextField(
        label="New name",
        max_length=80,
        error_messages={"required": "Type the new name."},
        widget=forms.TextInput({"list": "known", "autocomplete": "off"}),
        help_text="If another one already has this name, the two are joined.",
    )

    def __init__(self, *args, names: Sequence[str], **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["old"] = forms.ChoiceField(
            label="Current name",
            choices=[(name, name) for name in names],
            error_messages={"invalid_choice": "Choose one from the list."},
        )


class ApplicationForm(EntryForm):
    """Form for a pair that makes its own entry.

    `trap` is hidden from people, so any value in it shows that a program filled in the form.
    """

    wishes = TextField(
        label="Notes for the organiser",
        required=False,
        max_length=300,
        widget=forms.Textarea({"rows": 3}),
        help_text="For example, that you cannot climb stairs. Only the organisers see this.",
    )
    trap = TextField(required=False, max_length=200, label="Leave this empty")

    def __init__(self, *args, competition: Competition, **kwargs):
        # Do not compare with other entries, because only the organiser may see who else has entered.
        super().__init__(*args, beside=Beside({}, {}), grades=competition.conditions.known_grades, **kwargs)
        self.away = AwayForm(*args, season=competition.season)
        self.fields["way"].label = "How should we contact you?"
        self.fields["way"].help_text = "Without an email address, you get letters on paper."
        self.fields["area"].help_text = "The area where you live, so that your opponents know the distance."
        if competition.opening_day:
            self.fields["opening_day"].label = f"We want to play on the opening day, {opening_day(competition)}"
        else:
            del self.fields["opening_day"]

    @property
    def together(self) -> list[BoundField]:
        """The fields for the pair as a whole."""
        return [self[name] for name in ("club", "area", "grade", "way", "opening_day", "wishes") if name in self.fields]

    def clean(self) -> dict:
        """Validate the application.

        The application needs at least one phone number or email address, valid days away and an empty `trap`.
        """
        super().clean()
        data = self.cleaned_data
        if self.away.errors:
            raise ValidationError("Some of your days away are wrong. Correct them below.")
        if data.get("trap"):
            # Clear the field, so that a person can resend the form if their browser filled it in.
            self.data = {**dict(self.data.items()), "trap": ""}
            raise ValidationError("This form looked as if a program had sent it. If you are a person, send it again.")
        contacts = ("phone1", "email1", "phone2", "email2")
        if not self.errors and not any(data.get(name) for name in contacts):
            self.add_error("phone1", "Give at least one phone number or email address of the pair.")
        return data


class AcceptForm(NamesakeQuestions):
    """Form for accepting an application, with questions about namesakes."""

    def __init__(self, *args, pair: Pair, beside: Beside, **kwargs):
        super().__init__(*args, beside=beside, **kwargs)
        self.sent = pair
        if not self.is_bound:
            for namesake in self.found:
                self.add_questions(namesake)
                if not namesake.elsewhere:
                    self.fields[fields_of(self.name_fields[namesake.place])[0]].help_text = namesake.question

    @property
    def sent_names(self) -> dict[int, str]:
        """The names that the pair entered, by place."""
        return {player.place: player.display_name for player in self.sent.present}

    @property
    def found(self) -> list[Namesake]:
        """The players who share a name. A word in brackets written by the pair is only a suggestion."""
        return namesakes(self.sent_names, self.sent.club, self.beside or Beside({}, {}), words_count=False)

    def clean(self) -> dict:
        """Return the cleaned names, each distinguished from any namesake."""
        self.cleaned_data |= {self.name_fields[place]: name for place, name in self.sent_names.items()}
        self.ask(self.found)
        return self.cleaned_data

    @property
    def names(self) -> tuple[str, str]:
        """The names under which the two players are entered."""
        return self.cleaned_data["player1"], self.cleaned_data["player2"]


class DeclineForm(forms.Form):
    """Form for declining an application with a reason."""

    word = TextField(
        label="Reason for declining",
        max_length=300,
        widget=forms.Textarea({"rows": 3}),
        help_text="The pair sees it under its reference.",
        error_messages={"required": "The reason is missing. Give it for the pair."},
    )


_ROWS = range(1, 5)


class AwayForm(forms.Form):
    """Form for up to four absences, each with a first and a last day. An empty last day means one day."""

    def __init__(self, *args, spans: Spans = (), season: int | None = None, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        for row in _ROWS:
            for name, label in (("from", "Away from"), ("to", "to")):
                field = DayField(label=label if row == 1 else f"{label} ({row})", required=False)
                field.season = season
                self.fields[f"{name}{row}"] = field
        for row, (first, last) in zip(_ROWS, spans, strict=False):
            self.initial[f"from{row}"], self.initial[f"to{row}"] = first, last

    @property
    def rows(self) -> list[tuple[BoundField, BoundField]]:
        """The fields for the first and the last day of each absence."""
        return [(self[f"from{row}"], self[f"to{row}"]) for row in _ROWS]

    @property
    def spans(self) -> Spans:
        """The first and last day of each absence."""
        days = ((self.cleaned_data.get(f"from{row}"), self.cleaned_data.get(f"to{row}")) for row in _ROWS)
        return [(first, last or first) for first, last in days if first]

    def clean(self) -> dict:
        """Check that each absence has a first day and does not end before it."""
        form_data = super().clean() or {}
        for row in _ROWS:
            first, last = form_data.get(f"from{row}"), form_data.get(f"to{row}")
            if last and not first and f"from{row}" not in self.errors:
                self.add_error(f"from{row}", "Give the first day.")
            if first and last and last < first:
                self.add_error(f"to{row}", ValidationError("The last day comes before the first. Correct the days."))
        return cast(dict, form_data)


def digits_of(typed: str, number: int, words: str) -> str:
    """Return the digits of a typed code. Raises ValidationError unless it has this number of digits.

    `words` is the number in words.
    """
    digits = "".join(sign for sign in typed if sign in "0123456789")
    if len(digits) != number:
        raise ValidationError(f"You typed {quantity(len(digits), 'digit')}. The code has {words}.")
    return digits


class CodeForm(forms.Form):
    """Form for a pair's entry code.

    The form also asks for a name after many wrong codes from one network or from all networks. It never blocks a pair,
    so a pair with a letter can always sign in. Nobody can guess a code together with the right name.
    """

    code = forms.CharField(
        label="Entry code",
        max_length=40,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
        help_text="Twelve digits, such as 4821 0937 7725. Spaces do not matter.",
        error_messages={"required": "Type the entry code from your letter."},
    )
    name = TextField(
        label="Your name, or your partner’s",
        max_length=80,
        help_text="Your first name and surname, as in the letter.",
        error_messages={"required": "There were too many wrong codes recently. Type your name from the letter too."},
    )

    def __init__(self, *args, asks_name: bool, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.asks_name = asks_name
        if not asks_name:
            del self.fields["name"]

    def clean_code(self) -> str:
        """Return the twelve digits without other characters. Raises ValidationError unless there are twelve."""
        return digits_of(self.cleaned_data["code"], 12, "twelve. Check your letter")

    def is_of(self, pair: Pair) -> bool:
        """Return True if the name belongs to this pair, or if the form does not ask for a name."""
        names = (player.name for player in pair.present)
        return not self.asks_name or any(is_same_name(self.cleaned_data["name"], name) for name in names)
