"""Where the words stand that somebody wrote for others to read, and which of them there are."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import CharField, F, Model, Q, QuerySet, Value

from competition.arranging.models import Offer
from competition.contest.models import Cancellation, Competition
from competition.correcting.models import Particulars, Respelling
from competition.entries.models.pair import Player
from competition.knockout.models.draw import Extension, Placing, RoundConditions, Withdrawal
from competition.knockout.models.meeting import Meeting
from competition.knockout.models.result_entry import ResultEntry
from competition.log.append_only import REDACTED
from competition.lots.models import Draw, Swap
from competition.match.models import OwnSheet
from scoring.models import Amendment, Deal
from scoring.rules.fingerprint import fingerprint

# A model with words in it: by what its rows are known to be of a competition, and what each column of words is.
_DECIDED = {"reason": "the reason of a decision", "note": "the private note on a decision"}
_OF_A_DRAW = "draw__competition"
_OF_A_MATCH = "match__round__draw__competition"
_WORDS: dict[type[Model], tuple[str, dict[str, str]]] = {
    ResultEntry: (f"meeting__{_OF_A_MATCH}", {**_DECIDED, "answer_reason": "why a result was disputed"}),
    Extension: (f"round__{_OF_A_DRAW}", _DECIDED),
    RoundConditions: (f"round__{_OF_A_DRAW}", _DECIDED),
    Placing: (f"place__{_OF_A_DRAW}", _DECIDED),
    Withdrawal: ("pair__competition", _DECIDED),
    Respelling: ("player__competition", _DECIDED),
    Particulars: ("competition", _DECIDED),
    Cancellation: ("competition", _DECIDED),
    Swap: (_OF_A_DRAW, {"reason": "why two pairs changed places"}),
    Draw: ("competition", {"taken_back_because": "why the draw was taken back"}),
    Player: ("competition", {"left_because": "why somebody was replaced"}),
    Offer: (
        f"meeting__{_OF_A_MATCH}",
        {"reason": "why a date was declined", "called_off_because": "why a date was called off"},
    ),
}


class Written(NamedTuple):
    """The rows of one kind in a competition that hold words, and what these are in each column."""

    rows: QuerySet
    words: dict[str, str]


class Wording(NamedTuple):
    """What somebody wrote, where it stands, and what it is known by without being told."""

    text: str
    places: list[str]

    @property
    def key(self) -> str:
        """What the wording is known by in an address."""
        return fingerprint(self.text)


def written(competition: Competition) -> Iterator[Written]:
    """Whatever in this competition holds words."""
    for model, (lookup, words) in _WORDS.items():
        yield Written(model._default_manager.filter(**{lookup: competition}), words)
    met, own = Meeting.objects.filter(**{_OF_A_MATCH: competition}), {f"meeting__{_OF_A_MATCH}": competition}
    sheets = Q(sheet__in=met.values("sheet")) | Q(sheet__in=OwnSheet.objects.filter(**own).values("sheet"))
    for deals in (Deal, Amendment):
        yield Written(deals._default_manager.filter(sheets), {"note": "the note on a deal"})


def wordings(competition: Competition) -> list[Wording]:
    """Everything somebody wrote in a competition that has not been taken out, each wording once (one query)."""
    texts = [
        kind.rows.exclude(**{name: ""}).order_by().values_list(F(name), Value(what, CharField()))
        for kind in written(competition)
        for name, what in kind.words.items()
    ]
    found: dict[str, list[str]] = {}
    for text, what in texts[0].union(*texts[1:], all=True):
        if not text.startswith(REDACTED):
            found.setdefault(text, []).append(what)
    return [Wording(text, places) for text, places in found.items()]
