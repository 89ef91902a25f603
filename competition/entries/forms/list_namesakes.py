"""Questions about players on a pasted list who share a name with another player."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.core.exceptions import ValidationError

from competition.contest.rules.names import distinguished, identity_of, is_first_name, key_of, person_key, split_name
from competition.entries.forms.namesakes import cleaned_word
from competition.entries.queries.entry import Entry
from competition.entries.queries.namesakes import Beside, Namesake, Other, of_elsewhere, suggestion
from scoring.rules.refusal import fingerprint
from scoring.rules.text import visible

# Name of the checkbox that answers for all players listed by first name only.
FIRST_NAMES = "different-first-names"


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a player on the list, with the organiser's answer so far.

    `word` distinguishes the player from a namesake in this competition. For a possible player of other competitions it
    is the chosen whole name or SOMEBODY_ELSE.
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
    """Comparison of a list with the entered players, line by line.

    `said` holds the submitted answers.
    """

    def __init__(self, beside: Beside, said: Mapping[str, str]):
        self.beside, self.said = beside, said
        taken = beside.taken
        self.questions: list[Question] = []
        self.standing = {identity: Other.of(player) for identity, player in taken.items()}
        self.by_key = {player.key: Other.of(player) for player in taken.values()}

    def told_apart(self, line: int, entry: Entry) -> Entry:
        """Return the entry of a line with the answers applied, and add questions about its namesakes.

        If the pair is already entered or listed, return the entry unchanged. It is a duplicate and not a namesake.
        """
        if not self._is_in_already(entry):
            names = [player.name for player in entry.players]
            for place, player in enumerate(entry.players, start=1):
                if question := self._question(line, place, player.name, entry, names[2 - place]):
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

    def _question(self, line: int, place: int, name: str, entry: Entry, partner: str) -> Question | None:
        bare, word = split_name(name)
        same = self.standing.get(identity_of(name))
        other = same or (None if word else self.by_key.get(person_key(bare)))
        if other:
            suggested = suggestion(name, entry.club, partner, other, self.standing)
            namesake: Namesake | None = Namesake(place, name, other, same is not None, suggested)
        else:
            namesake = of_elsewhere(place, name, self.beside)
        if namesake is None:
            return None
        pair = " & ".join(player.name for player in entry.players)
        question = Question(line, namesake, f"{pair}, {entry.club}", is_different=False, word="", error="")
        return self._apply_choice(question) if namesake.elsewhere else self._apply_word(question)

    def _apply_choice(self, question: Question) -> Question:
        sent = self.said.get(f"different-{question.key}", "")
        return replace(question, is_different=sent in dict(question.namesake.choices), word=sent)

    def _apply_word(self, question: Question) -> Question:
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
