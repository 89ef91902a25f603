"""Mails in words: plain, short, with the pair's own link and the opponents' contacts."""

from competition.entries.models.pair import Pair, Player
from competition.knockout.formats import words
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from scoring.templatetags.bridge import moment


def result_sent_in(snapshot: Snapshot, state: MatchState, player: Player, link: str) -> tuple[str, str]:
    """Subject and text of the mail that tells a player what the other pair sent in."""
    pair = state.to_answer
    others = next(other for other in state.pairs if other != pair)
    subject = f"{snapshot.competition}: {others} have sent in the result of your match"
    parts = [
        f"Dear {player.name},",
        f"{others} have sent in the result of your match in {state.round_name}: {words.sentence(state)}",
        f"Please confirm it, or dispute it and say why, on your page. {_silence(state)}",
        link,
        "Keep this link between the two of you: whoever has it can write on your sheet.",
        "Your opponents:\n" + _reached(others),
        *_to_ask(snapshot),
    ]
    return subject, "\n\n".join(parts) + "\n"


def _silence(state: MatchState) -> str:
    last = state.last
    if last is None or not last.silence_may_agree:
        return "It counts once you have confirmed it."
    if last.silence_agrees_at:
        return f"If you do neither by {moment(last.silence_agrees_at)}, it stands."
    hours = f"{last.silence_hours} hour{'' if last.silence_hours == 1 else 's'}"
    return f"If you do neither within {hours} of this mail, it stands."


def _reached(pair: Pair) -> str:
    return "\n".join(", ".join(filter(None, (one.name, one.phone, one.email))) for one in pair.present)


def _to_ask(snapshot: Snapshot) -> list[str]:
    asked = [", ".join(filter(None, (one.name, one.phone, one.email))) for one in snapshot.competition.to_ask]
    return ["Who to ask:\n" + "\n".join(asked)] if asked else []
