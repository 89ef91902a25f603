"""Rules for email addresses with a host that is probably misspelt."""

from collections import Counter
from collections.abc import Iterable
from difflib import get_close_matches

# Two hosts are similar from this ratio upwards: one wrong letter, or two swapped letters, in an ordinary name.
_LIKENESS = 0.8


def count_hosts(emails: Iterable[str]) -> Counter[str]:
    """Return the number of players for each host, such as "lakemail.example"."""
    return Counter(_find_host(email) for email in emails if email)


def likely(email: str, hosts: Counter[str]) -> str:
    """Return the email address with a misspelt host corrected.

    A host counts as misspelt if more players have a very similar host.
    """
    name = email.rpartition("@")[0]
    host = _find_host(email)
    meant = get_close_matches(host, [other for other in hosts if hosts[other] > hosts[host]], n=1, cutoff=_LIKENESS)
    return f"{name}@{meant[0]}" if meant else email


def spelling_question(email: str, hosts: Counter[str]) -> str:
    """Return a question about the spelling of this address, or "" if it looks right."""
    meant = likely(email, hosts) if email else ""
    if meant == email:
        return ""
    return f"{email}: did you mean {meant}? The address is as you typed it."


def _find_host(email: str) -> str:
    return email.rpartition("@")[2].lower()
