"""How a rule says no."""


class Refused(Exception):
    """What was asked cannot be done; the message is a sentence a club player understands."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else "That cannot be done."
