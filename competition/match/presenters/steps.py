"""The parts of a pair's turn: the state of its match in one sentence, and the next step as a link or button."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from competition.draw.presenters.overview import past_due
from competition.entries.models import Pair, Player
from competition.match.models import Offer
from competition.match.presenters.dates import DateButton
from competition.match.queries.play import PairView


@dataclass(frozen=True, slots=True)
class Step:
    """A next step: a link, or a button that sends `fields`. `note` is a second line, such as a phone number."""

    label: str
    address: str
    note: str = ""
    fields: Sequence[tuple[str, object]] | None = None


@dataclass(frozen=True, slots=True)
class PairTurn:
    """The state of a match for one of its pairs, and that pair's next step.

    `kind` is "ours" if the pair must act, "wait" if it need not, "done" after the match, "off" after a cancelled date
    and "late" if the match is overdue. `bar` says whose turn it is, and `round` names the round. `sentence` gives the
    state of the match, and `line` adds one fact. `step` is the next step, and `others` are at most two more. `offer`
    and `dates` are the other pair's dates to choose from. If there are any, `step` is not set. `score` has both pairs
    with any totals, this pair first.
    """

    kind: str
    bar: str
    sentence: str
    line: str
    step: Step | None
    others: Sequence[Step] = ()
    offer: Offer | None = None
    dates: Sequence[DateButton] = ()
    round: str = ""
    score: Sequence[tuple[str, int]] = ()

    @property
    def addresses(self) -> set[str]:
        """The pages that the steps open. Other parts of the page do not repeat them."""
        return {step.address.partition("#")[0] for step in (self.step, *self.others) if step}


def days_late(match: PairView) -> str:
    """Return text such as "8 days past its date", or "" until the match is overdue."""
    return past_due(match.state, match.draw.now) if match.state.overdue else ""


def opponents_phones(match: PairView) -> list[Step]:
    """Return a link for each phone number of the opponents."""
    return [_phone(player) for player in _present(match.opponents) if player.phone]


def organisers_phone(match: PairView) -> list[Step]:
    """Return a link to phone the organiser, or an empty list without a public number (one query)."""
    organiser = next((person for person in match.competition.to_ask if person.phone), None)
    return [Step(f"Phone {organiser.name}", telephone(organiser.phone), "the organiser")] if organiser else []


def play(match: PairView, name: str, *rest: object) -> str:
    """Return the address of a page about this match."""
    return reverse(f"play:{name}", args=[match.competition.slug, match.code, *rest])


def say_away(match: PairView) -> Step:
    """Return the step to the page on which a pair says when it is away."""
    return Step("Say when you are away", play(match, "away"))


def public(match: PairView, name: str) -> str:
    """Return the address of a public page of the competition."""
    return reverse(f"public:{name}", args=[match.competition.slug])


def telephone(number: str) -> str:
    """Return the link for phoning this number."""
    return f"tel:{number.replace(' ', '')}"


def _phone(player: Player) -> Step:
    return Step(f"Phone {player.display_name}", telephone(player.phone), player.phone)


def _present(pair: Pair | None) -> Sequence[Player]:
    return pair.present if pair else ()
