"""Presets of conditions of contest from several regions."""

from collections.abc import Mapping
from typing import NamedTuple

from competition.contest.rules import reply_time
from competition.contest.rules.limits import USUAL_SILENCE_HOURS
from scoring.rules.conditions import Conditions

_USUAL = Conditions()


class Preset(NamedTuple):
    """A preset: its name, a description, and the values that differ from the usual conditions."""

    name: str
    sentence: str
    unlike: Mapping[str, object]


PRESETS: Mapping[str, Preset] = {
    "usual": Preset(
        "The usual conditions",
        f"{_USUAL.deals} deals. In a tie-break of {_USUAL.extra_deals} deals the unfinished rubber continues. "
        f"The only part-score scores {_USUAL.only_partscore}. The other pair confirms a result, or the result is "
        f"final after {reply_time.in_words(USUAL_SILENCE_HOURS)} without a reply.",
        {},
    ),
    "fifty": Preset(
        "50 for the only part-score",
        "The usual conditions, but the only part-score scores 50 points, as in one region.",
        {"only_partscore": 50},
    ),
    "fresh": Preset(
        "A new rubber in every tie-break",
        "The usual conditions, but the unfinished rubber is scored after the last deal. Each tie-break begins a new "
        "rubber.",
        {"tie_break": "fresh"},
    ),
    "trusting": Preset(
        "The winners report",
        "The usual conditions, but a reported result is final at once. Nobody needs to confirm it.",
        {"confirmation": "final"},
    ),
    "strict": Preset(
        "Both pairs confirm",
        "The usual conditions, but a result counts only once the other pair confirms it or you decide it.",
        {"confirmation": "both"},
    ),
}
