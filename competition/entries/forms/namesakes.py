"""Questions about players who share a name: form fields for one pair, and questions about a whole list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from competition.contest.rules.names import distinguished, identity_of, is_first_name, key_of, person_key, split_name
from competition.entries.models import LONGEST_DISTINCTION, Pair
from competition.entries.queries.pairs import (
    DIFFERENT,
    SOMEBODY_ELSE,
    Beside,
    Entry,
    Namesake,
    Other,
    is_whole_pair,
    namesakes,
    of_elsewhere,
    suggestion,
)
from competition.web.fields import TextField
from scoring.rules.refusal import fingerprint
from scoring.rules.text import visible

LONGEST_FULL_NAME = 80
_NEEDED = "Type a word that tells them apart, such as senior, or the name of a town."


class WordField(TextField):
    """Field for the word that distinguishes a player from a namesake. It starts with a suggestion."""

    def __init__(self, namesake: Namesake):
        super().__init__(
            label=f"Which word distinguishes this {split_name(namesake.name)[0]}?",
            required=namesake.needs_word,
            initial=namesake.suggestion,
            max_length=LONGEST_DISTINCTION,
            help_text=f"A town, a club, or senior. Every page shows it: {split_name(namesake.name)[0]} (senior).",
            error_messages={"required": _NEEDED},
            widget=forms.TextInput({"autocomplete": "off"}),
        )
        self.name = split_name(namesake.name)[0]

    def bound_data(self, data: str | None, initial: str | None) -> str:
        """Return the submitted word, or the suggestion if the submitted page did not have the field."""
        return super().bound_data(initial if data is None else data, None)

    def clean(self, value: str) -> str:
        """Return the word without brackets. Raises ValidationError if it cannot follow the name."""
        word = super().clean(value).strip("()[] ")
        if not word:
            if self.required:
                raise ValidationError(_NEEDED)
            return ""
        return cleaned_word(self.name, word)


def cleaned_word(name: str, word: str) -> str:
    """Return the word if it can follow a name in brackets. Raises ValidationError if it cannot."""
    if len(word) > LONGEST_DISTINCTION:
        raise ValidationError(f"The word has more than {LONGEST_DISTINCTION} letters. Type a shorter word.")
    if split_name(distinguished(name, word)) != (name, word) or not word.isprintable():
        raise ValidationError("Use letters and digits, without ( and ).")
    if len(distinguished(name, word)) > LONGEST_FULL_NAME:
        raise ValidationError(
            f"Name and word together are longer than {LONGEST_FULL_NAME} letters. Type a shorter word."
        )
    return word


def fields_of(name: str) -> tuple[str, str]:
    """Return the names of the two form fields with questions about a player."""
    return f"different_{name}", f"word_{name}"


class NamesakeQuestions(forms.Form):
    """Form with player names that asks about each name that another player already has.

    `name_fields` maps the place of a player to the field with the name. The questions appear after the form is
    submitted. The cleaned names include the distinguishing words. Without `beside`, the players for comparison, the
    form asks nothing.
    """

    name_fields: Mapping[int, str] = {1: "player1", 2: "player2"}

    def __init__(self, *args: Any, beside: Beside | None = None, own: Pair | None = None, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.beside, self.own = beside, own

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data with the answers applied, and add a question for each open namesake."""
        super().clean()
        data = self.cleaned_data
        names = {place: data[name] for place, name in self.name_fields.items() if name in data}
        if self.beside is not None:
            self.ask(namesakes(names, data.get("club", self.club_of_pair), self.beside, self.own))
        return data

    @property
    def club_of_pair(self) -> str:
        """The club of the pair, for forms that do not ask for it."""
        return self.own.club if self.own else ""

    def ask(self, namesakes: Sequence[Namesake]) -> None:
        """Add the questions about these namesakes and apply the submitted answers."""
        if is_whole_pair(namesakes) and not all(self.data.get(fields_of(self.name_fields[n])[0]) for n in (1, 2)):
            fault = f"This pair is already entered as pair {namesakes[0].other.number}."
            self.add_error(None, f"{fault} If they are other people, answer below.")
        for namesake in namesakes:
            name = self.name_fields[namesake.place]
            self.add_questions(namesake)
            sent = self.data.get(self.add_prefix(fields_of(name)[0]), "")
            if namesake.elsewhere:
                self._take_choice(namesake, name, sent)
            elif sent:
                self._take_word(namesake, name)
            else:
                self.add_error(fields_of(name)[0], namesake.question)

    def _take_choice(self, namesake: Namesake, name: str, sent: str) -> None:
        if sent not in dict(namesake.choices):
            self.add_error(fields_of(name)[0], "Choose one.")
        elif sent != SOMEBODY_ELSE:
            self.cleaned_data[name] = sent

    def _take_word(self, namesake: Namesake, name: str) -> None:
        different, word = fields_of(name)
        self.fields[different].help_text = namesake.question
        try:
            typed = self.data.get(self.add_prefix(word), namesake.suggestion)
            answer = distinguished(split_name(namesake.name)[0], self.fields[word].clean(typed))
            if self._is_taken(name, answer):
                raise ValidationError(f"There is another {answer} already. Type another word.")
        except ValidationError as fault:
            self.add_error(word, fault)
        else:
            self.cleaned_data[name] = answer

    def add_questions(self, namesake: Namesake) -> None:
        """Add the fields with questions about one player, after the name field."""
        name = self.name_fields[namesake.place]
        different, word = fields_of(name)
        order = [field for field in self.fields if field not in (different, word)]
        if namesake.elsewhere:
            self.fields[different] = forms.ChoiceField(
                label=namesake.question, required=False, choices=namesake.choices, widget=forms.RadioSelect
            )
        else:
            self.fields[different] = forms.BooleanField(label=DIFFERENT, required=False)
            self.fields[word] = WordField(namesake)
        at = order.index(name) + 1 if name in order else len(order)
        self.order_fields([*order[:at], different, word, *order[at:]])

    def _is_taken(self, name: str, answer: str) -> bool:
        identity = identity_of(answer)
        entered = self.beside.taken if self.beside else {}
        partners = (self.cleaned_data.get(other, "") for other in self.name_fields.values() if other != name)
        is_others = identity in entered and (self.own is None or entered[identity].pair_id != self.own.pk)
        return is_others or identity in {identity_of(partner) for partner in partners if partner}


# Name of the checkbox that gives one answer for all players listed by first name only.
FIRST_NAMES = "different-first-names"


@dataclass(frozen=True, slots=True)
class NamesakeQuestion:
    """A question about a player on the list, with the organiser's answer so far.

    `word` distinguishes the player from a namesake in this competition. For a possible player from other competitions,
    it is the chosen full name or SOMEBODY_ELSE.
    """

    line: int
    namesake: Namesake
    pair: str
    is_different: bool
    word: str
    error: str

    @property
    def key(self) -> str:
        """A key that stays the same when the lines of the list move."""
        return fingerprint(self.pair, self.namesake.place, self.namesake.name)

    @property
    def bare(self) -> str:
        """The name without a word in brackets."""
        return split_name(self.namesake.name)[0]

    @property
    def by_first_name(self) -> bool:
        """True if the player is listed by first name only, so that one shared answer is enough."""
        return is_first_name(self.namesake.name)

    @property
    def is_open(self) -> bool:
        """True if the organiser has not answered completely."""
        return not self.is_different or bool(self.error)

    @property
    def name(self) -> str:
        """The name under which the player is entered."""
        if self.namesake.elsewhere:
            return self.word if self.word in self.namesake.elsewhere else self.namesake.name
        return distinguished(self.bare, self.word)


class Namesakes:
    """Comparison of a list with the entered players, line by line. `said` has the submitted answers."""

    def __init__(self, beside: Beside, answers: Mapping[str, str]):
        self.beside, self.said = beside, answers
        entered = beside.taken
        self.questions: list[NamesakeQuestion] = []
        self.standing = {identity: Other.of(player) for identity, player in entered.items()}
        self.by_key = {player.key: Other.of(player) for player in entered.values()}

    def told_apart(self, line: int, entry: Entry, asides: tuple[str, str] = ("", "")) -> Entry:
        """Return the entry on a line with the answers applied, and add questions about its namesakes.

        `asides` are words in brackets after the names of both players, which may distinguish them. If the pair is
        already entered or listed, return the entry unchanged, because it is a duplicate and not a namesake.
        """
        if not self._is_in_already(entry):
            names = [player.name for player in entry.players]
            for place, player in enumerate(entry.players, start=1):
                if question := self._question(line, place, asides[place - 1], entry, names[2 - place]):
                    self.questions.append(question)
                    names[place - 1] = player.name if question.is_open else question.name
            first, second = (replace(player, name=name) for player, name in zip(entry.players, names, strict=True))
            entry = replace(entry, players=(first, second))
        for player in entry.players:
            other = Other(player.name, f"is also on line {line}", entry.club)
            self.standing.setdefault(identity_of(player.name), other)
            self.by_key.setdefault(person_key(split_name(player.name)[0]), other)
        return entry

    def _is_in_already(self, entry: Entry) -> bool:
        first, second = (self.standing.get(key) for key in entry.keys)
        if not first or not second or first.where != second.where:
            return False
        by_first_names = any(is_first_name(player.name) for player in entry.players)
        return not by_first_names or key_of(first.club) == key_of(entry.club)

    def _question(self, line: int, place: int, aside: str, entry: Entry, partner: str) -> NamesakeQuestion | None:
        name = entry.players[place - 1].name
        bare, word = split_name(name)
        same = self.standing.get(identity_of(name))
        if place == 2 and same is None and identity_of(name) == identity_of(partner):
            same = Other(bare, "is the name of both players", entry.club)
        other = same or (None if word else self.by_key.get(person_key(bare)))
        if other:
            suggested = suggestion(distinguished(bare, word or aside), entry.club, partner, other, self.standing)
            namesake: Namesake | None = Namesake(place, name, other, same is not None, suggested)
        else:
            namesake = of_elsewhere(place, name, self.beside)
        if namesake is None:
            return None
        pair = " & ".join(player.name for player in entry.players)
        question = NamesakeQuestion(line, namesake, f"{pair}, {entry.club}", is_different=False, word="", error="")
        return self._apply_choice(question) if namesake.elsewhere else self._apply_word(question)

    def _apply_choice(self, question: NamesakeQuestion) -> NamesakeQuestion:
        sent = self.said.get(f"different-{question.key}", "")
        return replace(question, is_different=sent in dict(question.namesake.choices), word=sent)

    def _apply_word(self, question: NamesakeQuestion) -> NamesakeQuestion:
        together = question.by_first_name and FIRST_NAMES in self.said
        typed = self.said.get(f"word-{question.key}", question.namesake.suggestion)
        word = " ".join(visible(typed).strip("()[] ").split())
        is_different = together or f"different-{question.key}" in self.said
        fault = self._fault(question.bare, word, question.namesake) if is_different else ""
        return replace(question, is_different=is_different, word=word, error=fault)

    def _fault(self, bare: str, word: str, namesake: Namesake) -> str:
        if not word:
            return "Type a word that tells them apart." if namesake.needs_word else ""
        try:
            cleaned_word(bare, word)
        except ValidationError as fault:
            return str(fault.messages[0])
        answer = distinguished(bare, word)
        return f"There is another {answer} already. Type another word." if identity_of(answer) in self.standing else ""
