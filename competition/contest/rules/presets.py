"""Presets of conditions of contest from several regions."""

from collections.abc import Mapping
from typing import NamedTuple

from competition.contest.rules import silence
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
        f"{_USUAL.deals} deals, tie-breaks of {_USUAL.extra_deals} in which the unfinished rubber goes on, "
        f"{_USUAL.only_partscore} for the only part-score; the other pair "
        f"confirms a result, and silence agrees after {silence.in_words(USUAL_SILENCE_HOURS)}.",
        {},
    ),
    "fifty": Preset(
        "50 for the only part-score",
        "As usual, but a side that alone has a part-score when play stops gets 50 points, as in one region.",
        {"only_partscore": 50},
    ),
    "fresh": Preset(
        "A new rubber in every tie-break",
        "As usual, but the unfinished rubber is settled after the last deal, and each tie-break begins a new one.",
        {"tie_break": "fresh"},
    ),
    "trusting": Preset(
        "The winners report",
        "As usual, but what a pair sends in is final at once: nobody needs to confirm it.",
        {"confirmation": "final"},
    ),
    "strict": Preset(
        "Both pairs confirm",
        "As usual, but no result counts before the other pair has confirmed it or you have settled it.",
        {"confirmation": "both"},
    ),
}
