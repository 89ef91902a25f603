"""Presenters for the steps of bringing a running season to the site."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.urls import reverse

from competition.contest.models import Competition
from competition.draw.rules.layout import round_names
from competition.draw.rules.sections import rounds_for
from competition.entries.models import Pair
from competition.transfer.models import Draft
from competition.transfer.rules.places import fault_of_places
from scoring.rules.words import few, quantity

_NAME, _PAIRS, _DRAW = "Name and conditions", "The pairs", "The draw"
_RESULTS, _DATES = "The results so far", "The dates of the rounds"
_WINNERS = "The winner of each match, with totals and dates where you know them."
_ON_PAPER = "Paste it as it is on paper, one match on each line."


@dataclass(frozen=True, slots=True)
class Link:
    """A link in the text of a step."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class SetupStep:
    """A step with its button. `state` is "done", "now", "open", or "later" with a `reason` for waiting."""

    title: str
    text: str
    address: str = ""
    button: str = ""
    state: str = "open"
    reason: str = ""
    also: Link | None = None


def first_steps() -> list[SetupStep]:
    """Return the steps before the competition is created."""
    name = SetupStep(_NAME, "The name, the season and the conditions of contest.", button="Enter the name", state="now")
    return [
        replace(name, address=reverse("desk:create-running")),
        _later(_PAIRS, "Paste the list, or add the pairs one at a time.", "after the name"),
        _later(_DRAW, _ON_PAPER, "after the pairs"),
        _later(_RESULTS, _WINNERS, "after the draw"),
        _later(_DATES, "The play-by date of each round.", "after the draw"),
    ]


def _later(title: str, text: str, reason: str) -> SetupStep:
    return SetupStep(title, text, state="later", reason=reason)


def steps_of(draft: Draft, pairs: Sequence[Pair]) -> list[SetupStep]:
    """Return the steps for a competition. The first unfinished step is "now"."""
    competition = draft.competition
    steps = [_name(competition), _pairs(competition, pairs), _draw(draft, pairs), _results(draft), _dates(draft)]
    now = next((step for step in steps if step.state == "open"), None)
    return [replace(step, state="now") if step is now else step for step in steps]


def count_done(steps: Sequence[SetupStep]) -> str:
    """Return the number of finished steps in words, such as "two are done"."""
    count = sum(step.state == "done" for step in steps)
    verb = "is" if count == 1 else "are"
    return f"{few(count)} {verb} done" if count else ""


def _address(name: str, competition: Competition) -> str:
    return reverse(f"desk:{name}", args=[competition.slug])


def _name(competition: Competition) -> SetupStep:
    text = f"{competition}, matches of {quantity(competition.conditions.deals, 'deal')}."
    return SetupStep(_NAME, text, _address("conditions", competition), "", "done")


def _pairs(competition: Competition, pairs: Sequence[Pair]) -> SetupStep:
    if len(pairs) < 2:
        text = "Paste the list, or add the pairs one at a time."
        also = Link("Add one pair", _address("new-pair", competition))
        return SetupStep(_PAIRS, text, _address("import", competition), "Paste the pairs", also=also)
    clubs = len({pair.club for pair in pairs if pair.club})
    of_clubs = f" from {quantity(clubs, 'club')}" if clubs else ""
    without = sum(not any(player.email for player in pair.present) for pair in pairs)
    text = f"{quantity(len(pairs), 'pair')}{of_clubs}."
    if without:
        text += f" {quantity(without, 'pair has', 'pairs have')} no email address. You can add it later."
    return SetupStep(_PAIRS, text, _address("pairs", competition), "", "done")


def _draw(draft: Draft, pairs: Sequence[Pair]) -> SetupStep:
    competition = draft.competition
    address = _address("adopt-draw", draft.competition)
    if len(pairs) < 2:
        return _later(_DRAW, _ON_PAPER, "after the pairs")
    hat = Link("draw the names from a hat", _address("adopt-hat", competition))
    if draft.is_drawn and (fault := fault_of_places(draft.places, {pair.number for pair in pairs})):
        return SetupStep(_DRAW, fault, address, "Correct the draw", also=hat)
    if draft.is_drawn:
        byes = draft.places.count(None)
        matches = len(draft.places) // 2 - byes
        text = f"{quantity(matches, 'match', 'matches')} and {quantity(byes, 'bye')} in round 1."
        return SetupStep(_DRAW, text, _address("adopt-hat", competition) if draft.drawn else address, "", "done")
    if draft.drawn:
        text = f"{len(draft.drawn)} of {quantity(len(pairs), 'pair')} are drawn from the hat. You can also"
        return SetupStep(_DRAW, text, hat.address, "Continue the draw", also=Link("paste a draw", address))
    text = f"{_ON_PAPER} Or"
    return SetupStep(_DRAW, text, address, "Enter the draw", also=hat)


def _results(draft: Draft) -> SetupStep:
    if not draft.is_drawn:
        return _later(_RESULTS, _WINNERS, "after the draw")
    address = _address("adopt-results", draft.competition)
    if draft.results:
        return SetupStep(_RESULTS, f"{quantity(len(draft.results), 'result')} entered.", address, "", "done")
    return SetupStep(_RESULTS, _WINNERS, address, "Enter results")


def _dates(draft: Draft) -> SetupStep:
    text = "The play-by date of each round."
    if not draft.is_drawn:
        return _later(_DATES, text, "after the draw")
    address = _address("adopt-dates", draft.competition)
    if all(draft.play_by) and draft.play_by:
        names = round_names(rounds_for(len(draft.places)))
        return SetupStep(_DATES, f"{names[0]} to {names[-1]}: every round has a date.", address, "", "done")
    return SetupStep(_DATES, text, address, "Set the dates")
