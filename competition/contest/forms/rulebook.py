"""Form for the organiser's own rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, repeat

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict

from competition.contest.rules.presets import PRESETS
from competition.contest.rules.ready_paragraphs import (
    PARAGRAPHS,
    READY_PARTS,
    ReadyPart,
    is_same,
    is_used,
    pieces,
    place_of,
    unfilled,
    with_missing,
    with_paragraphs,
)
from competition.contest.rules.rulebook import (
    LONGEST_HEADING,
    LONGEST_INTRODUCTION,
    LONGEST_PART,
    MOST_PARTS,
    OwnRules,
    Part,
)
from competition.web.fields import TextField
from scoring.rules.words import listed

_USUAL = len(READY_PARTS)


class PartField(TextField):
    """Field for the text of a part of the rules. It rejects words in brackets that were not filled in."""

    def __init__(self, **options) -> None:
        super().__init__(max_length=LONGEST_PART, widget=forms.Textarea({"rows": 6}), **options)

    def validate(self, value: str) -> None:
        """Raise ValidationError if the text is missing, or still has words in brackets from a ready paragraph."""
        super().validate(value)
        if blanks := unfilled(value):
            raise forms.ValidationError(f"Write your own words instead of {listed(blanks)}.")


@dataclass(frozen=True, slots=True)
class ReadyLine:
    """A ready paragraph next to the field for its part. The pieces to fill in are marked with True."""

    key: str
    pieces: Sequence[tuple[str, bool]]
    is_used: bool


@dataclass(frozen=True, slots=True)
class PartFields:
    """The fields of one part, with its ready paragraphs. A part that is not a usual one has a field for its heading."""

    number: int
    text: BoundField
    heading: BoundField | None
    ready: ReadyPart | None
    # The key of the ready paragraph inserted last, in any part. It is not saved yet.
    inserted: str

    @property
    def is_inserted(self) -> bool:
        """True if a ready paragraph was inserted into this part."""
        return self.ready is not None and self.inserted in self.ready.paragraphs

    @property
    def is_open(self) -> bool:
        """True unless the part is a usual one without text."""
        return self.ready is None or bool(self.text.value())

    @property
    def lines(self) -> list[ReadyLine]:
        """The ready paragraphs."""
        text = self.text.value() or ""
        paragraphs = self.ready.paragraphs.items() if self.ready else ()
        return [ReadyLine(key, pieces(paragraph), is_used(paragraph, text)) for key, paragraph in paragraphs]


class RulesForm(forms.Form):
    """Form for the organiser's own rules: the usual parts, followed by other parts with their headings."""

    introduction = TextField(
        label="Introduction",
        required=False,
        max_length=LONGEST_INTRODUCTION,
        widget=forms.Textarea({"rows": 3}),
        help_text="Shown above the list of entries, until the draw is published.",
    )

    def __init__(self, data: QueryDict | None, rules: OwnRules, *, more: int = 0, inserted: str = "") -> None:
        """Create the form with these rules and with `more` empty parts. `inserted` is the key of a new paragraph."""
        super().__init__(data, initial={"introduction": rules.introduction})
        self._inserted = inserted
        parts = _laid_out(rules.parts)
        asked = len(parts) + more if data is None else _USUAL + sum(name.startswith("heading_") for name in data)
        self.numbers = range(1, min(asked, MOST_PARTS) + 1)
        for number, part in zip(self.numbers, chain(parts, repeat(Part("", ""))), strict=False):
            self._add(number, part)

    def _add(self, number: int, part: Part) -> None:
        """Add the field for a text. Only a part that is not a usual one has a field for its heading."""
        if number > _USUAL:
            self.fields[f"heading_{number}"] = TextField(
                label="Heading", required=False, max_length=LONGEST_HEADING, initial=part.heading
            )
        label, help_text = (part.heading, READY_PARTS[number - 1].help_text) if number <= _USUAL else ("Text", "")
        self.fields[f"text_{number}"] = PartField(label=label, required=False, help_text=help_text, initial=part.text)

    @classmethod
    def proposed(cls, rules: OwnRules, preset: str) -> "RulesForm":
        """Return an unsaved form with these rules and the ready paragraphs of a preset."""
        keys = PRESETS[preset].paragraphs if preset in PRESETS else ()
        return cls(None, rules._replace(parts=tuple(with_missing(rules.parts, keys))))

    @classmethod
    def read(cls, data: QueryDict | None, rules: OwnRules) -> "RulesForm":
        """Return the submitted form.

        If the organiser asked for a paragraph or another part, return an unsaved form with it.
        """
        form = cls(data, rules)
        if data is None or not ("add" in data or data.get("insert") in PARAGRAPHS):
            return form
        parts, inserted = [form.typed(number) for number in form.numbers], data.get("insert", "")
        if inserted:
            parts = with_paragraphs(parts, [inserted])
        typed = OwnRules(data.get("introduction", ""), tuple(parts))
        return cls(None, typed, more="add" in data, inserted=inserted)

    def typed(self, number: int) -> Part:
        """Return the part with this number from the fields."""
        heading = self[f"heading_{number}"].value() if number > _USUAL else READY_PARTS[number - 1].heading
        return Part(heading or "", self[f"text_{number}"].value() or "")

    @property
    def parts(self) -> list[PartFields]:
        """The fields of each part."""
        return [
            PartFields(
                number,
                self[f"text_{number}"],
                self[f"heading_{number}"] if number > _USUAL else None,
                READY_PARTS[number - 1] if number <= _USUAL else None,
                self._inserted,
            )
            for number in self.numbers
        ]

    def clean(self) -> dict:
        """Check that each part with a text has its own heading."""
        data = super().clean() or self.cleaned_data
        known = [ready.heading for ready in READY_PARTS]
        for number in self.numbers[_USUAL:]:
            heading = data.get(f"heading_{number}", "")
            if data.get(f"text_{number}") and not heading:
                self.add_error(f"heading_{number}", "Give this part a heading.")
            elif any(is_same(heading, other) for other in known):
                self.add_error(f"heading_{number}", "Another part has this heading. Choose another heading.")
            known += [heading] if heading else []
        return data

    @property
    def rules(self) -> OwnRules:
        """The rules from the cleaned data, without empty parts."""
        data = self.cleaned_data
        headings = {
            number: data.get(f"heading_{number}", self.fields[f"text_{number}"].label) for number in self.numbers
        }
        parts = (Part(str(heading), data[f"text_{number}"]) for number, heading in headings.items())
        return OwnRules(data["introduction"], tuple(part for part in parts if part.text))


def _laid_out(parts: Sequence[Part]) -> list[Part]:
    """Return the usual parts in their order, empty if they are missing, followed by the other parts."""
    usual = [
        next((part for part in parts if is_same(part.heading, ready.heading)), Part(ready.heading, ""))
        for ready in READY_PARTS
    ]
    return [*usual, *(part for part in parts if place_of(part.heading) == _USUAL)]
