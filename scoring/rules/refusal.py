"""How a rule says no."""


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """What was asked cannot be done; the message is a sentence a club player understands."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else "That cannot be done."


class Stale(Refused):
    """What was asked rests on something that somebody has changed since it was looked at; asked again it may do."""


def quoted(typed: str) -> str:
    """What somebody typed, short and on one line, fit to be shown back inside a sentence."""
    line = "".join(letter if letter.isprintable() else " " for letter in typed).strip()
    return f"“{line[:20]}…”" if len(line) > 20 else f"“{line}”"
