"""Rule for which side must agree to a change to the score (Laws 76 and 78, and the competition leaflet for honours)."""

from collections.abc import Collection
from datetime import timedelta
from enum import StrEnum
from typing import NamedTuple

from scoring.rules.correcting import ChangeKind, Effect
from scoring.rules.deal import DealResult
from scoring.rules.sheet import ScoredDeal
from scoring.rules.sides import NS, BySide

# A pair may change the deal recorded last for this long, or until the next deal is recorded.
FREE_FOR = timedelta(minutes=10)


class Consent(StrEnum):
    """The agreement that a change needs."""

    NOBODY = "nobody"
    OPPONENTS = "opponents"
    ORGANISER = "organiser"


class Verdict(NamedTuple):
    """The agreement that a change needs, and the reason with its Law."""

    needs: Consent
    why: str

    @property
    def is_free(self) -> bool:
        """True if a pair may make the change alone."""
        return self.needs is Consent.NOBODY


class Circumstances(NamedTuple):
    """The facts about a match, apart from its deals, on which the rule depends.

    `age` is the time since the last deal was recorded, or None if it was typed in from paper. `is_retaken` is True if
    deals have been undone, inserted or deleted since then. `unseen` has the numbers of deals that were typed in from
    paper and that the other pair has not seen. `disputed` has the numbers of the deals named in a dispute, and is None
    without a dispute. `is_agreed` is True once both pairs have agreed the result.
    """

    age: timedelta | None = None
    is_retaken: bool = False
    unseen: Collection[int] = ()
    disputed: Collection[int] | None = None
    is_agreed: bool = False


_AGREED = "Both pairs have agreed the result, so only the organiser can change the score (Law 78)."
_DISPUTED = "This deal is disputed, so only the organiser can change it (Law 78)."
_NO_FIGURE = "The change alters no points and no tricks (Law 76)."
_PAPER = "The other pair has not seen this score sheet yet."
_LAST = "The next deal has not been recorded yet (Law 78)."
_TRICKS = "The tricks of an earlier deal change only if both pairs agree (Law 78)."
_HONOURS = "Honours that were claimed in time but not entered are added if the other pair agrees (Law 78)."
_RECORDING = "An earlier deal that was recorded wrongly is corrected if the other pair agrees (Law 78)."


def verdict(effect: Effect, match: Circumstances) -> Verdict:
    """Return the agreement that a change needs, and the reason."""
    if match.is_agreed:
        return Verdict(Consent.ORGANISER, _AGREED)
    if match.disputed is not None and effect.change.number in match.disputed:
        return Verdict(Consent.ORGANISER, _DISPUTED)
    if _alters_no_figure(effect):
        return Verdict(Consent.NOBODY, _NO_FIGURE)
    if match.disputed is None:
        if _altered(effect) <= set(match.unseen):
            return Verdict(Consent.NOBODY, _PAPER)
        if _is_last(effect, match):
            return Verdict(Consent.NOBODY, _LAST)
    return Verdict(Consent.OPPONENTS, law_of(effect))


def law_of(effect: Effect) -> str:
    """Return the reason why a change needs the other pair's agreement, with the Law."""
    recorded = effect.stands
    deal = effect.change.deal
    if effect.change.moves_deals or recorded is None or tricks_by_side(recorded) != tricks_by_side(deal):
        return _TRICKS
    return _HONOURS if changes_honours(effect) else _RECORDING


def changes_honours(effect: Effect) -> bool:
    """Return True if a change adds honours that were not on the score sheet."""
    change, recorded = effect.change, effect.stands
    is_change = change.kind is ChangeKind.CHANGE and recorded is not None
    return is_change and change.deal.honours not in (None, recorded and recorded.honours)


def tricks_by_side(deal: DealResult) -> BySide[int]:
    """Return the tricks that each side won. A passed-in deal has none."""
    if deal.declarer is None or deal.tricks is None:
        return BySide(0, 0)
    won = deal.tricks
    lost = 13 - deal.tricks
    return BySide(won, lost) if deal.side is NS else BySide(lost, won)


def _altered(effect: Effect) -> set[int]:
    """Return the numbers of the deals on the score sheet that get another dealer, vulnerability, result or score."""
    if effect.change.moves_deals:
        return set(range(effect.change.number, len(effect.before.lines) + 1))
    return {was.number for was, now in effect.lines if was and (now is None or _figures(was) != _figures(now))}


def _figures(line: ScoredDeal) -> tuple[object, ...]:
    return line.deal, line.vulnerable, line.entries


def _is_last(effect: Effect, match: Circumstances) -> bool:
    is_last = effect.change.number == len(effect.before.lines) and effect.change.kind is not ChangeKind.INSERT
    in_time = match.age is not None and match.age < FREE_FOR and not match.is_retaken
    return is_last and in_time


def _alters_no_figure(effect: Effect) -> bool:
    if effect.change.kind is not ChangeKind.CHANGE or effect.stands is None:
        return False
    if tricks_by_side(effect.stands) != tricks_by_side(effect.change.deal):
        return False
    before, after = ([(line.below, line.above) for line in sheet.lines] for sheet in (effect.before, effect.after))
    return before == after
