"""Rules for naming a device from its user agent, and the table of sensitive actions."""

from datetime import timedelta
from enum import StrEnum
from typing import NamedTuple

# The first match counts, because most user agents also contain the names of other browsers.
_BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS = {
    "iPhone": "an iPhone",
    "iPad": "an iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "a Mac",
    "CrOS": "a Chromebook",
    "Linux": "Linux",
}


def device(user_agent: str) -> str:
    """Return a browser and its operating system, such as "Firefox on Windows"."""
    browser = next((name for sign, name in _BROWSERS.items() if f"{sign}/" in user_agent), "")
    system = next((name for sign, name in _SYSTEMS.items() if sign in user_agent), "")
    return f"{browser or 'A browser'} on {system}" if system else browser or "An unknown browser"


class Informed(StrEnum):
    """The people whom the app tells about an action, or whom it asks the organiser to tell."""

    NOBODY = "nobody"
    PAIRS = "pairs"
    ACCOUNT = "account"


# Time for which a confirmed password counts. A visit is for pages that an organiser often needs and that log each use.
# Permanent actions, giving access to others and exporting all data need a fresher confirmation.
BRIEFLY, A_VISIT = timedelta(minutes=30), timedelta(hours=4)


class SensitiveAction(NamedTuple):
    """An action that needs the password again, or that only an owner may take.

    `purpose` completes "You need it to". `check` is the access check of its pages. `event` is the name of the event in
    the log, or "" if the page only shows the state of the site. `undo` says how and until when it can be undone.
    """

    purpose: str
    event: str
    undo: str
    check: str = "organiser"
    asks_password: bool = True
    informed: Informed = Informed.NOBODY
    password_counts_for: timedelta = BRIEFLY


_NO_CHANGE = "This changes nothing. The log shows that you did it."
_FOR_GOOD = "You cannot undo this."
_INVITE = SensitiveAction("invite a deputy", "DEPUTY_NAMED", "You can remove the deputy at any time.", "owner")
_SITE = SensitiveAction("check the site", "", "This changes nothing.", "site-owner", asks_password=False)

# The sensitive actions, by the name of their page under /desk/.
SENSITIVE_ACTIONS = {
    "invite": _INVITE,
    "invitation": _INVITE,
    "renew-password": SensitiveAction(
        "give a deputy a link for a new password", "LINK_GIVEN", "The link works once, for two weeks.", "owner"
    ),
    "hand-over": SensitiveAction(
        "hand the competition over", "HANDED_OVER", "Only the new owner can hand it back.", "owner"
    ),
    "dismiss": SensitiveAction("remove a deputy", "DEPUTY_REMOVED", "You can invite the deputy again.", "owner"),
    "delete": SensitiveAction("delete the competition", "COMPETITION_DELETED", _FOR_GOOD, "owner"),
    "cancel": SensitiveAction(
        "cancel the competition", "CANCELLED", "You can undo the cancellation at any time.", informed=Informed.PAIRS
    ),
    "remove-name": SensitiveAction("remove a player’s name", "NAME_REMOVED", _FOR_GOOD),
    "redact": SensitiveAction("remove text", "REDACTED", _FOR_GOOD),
    "file": SensitiveAction("export the competition", "EXPORTED", _NO_CHANGE),
    "topic": SensitiveAction("see messages with private links", "LOOKED", _NO_CHANGE, password_counts_for=A_VISIT),
    "letters": SensitiveAction("see letters with private links", "LOOKED", _NO_CHANGE, password_counts_for=A_VISIT),
    "merge": SensitiveAction("export contact details and private links", "LOOKED", _NO_CHANGE),
    "pair-link": SensitiveAction(
        "see or renew a private link",
        "LINK_RENEWED",
        "An old link never works again.",
        informed=Informed.PAIRS,
        password_counts_for=A_VISIT,
    ),
    "renew-links": SensitiveAction(
        "renew all private links", "LINKS_RENEWED", "The old links never work again.", informed=Informed.PAIRS
    ),
    "forget-contacts": SensitiveAction("delete the contact details", "CONTACTS_DELETED", _FOR_GOOD),
    "site": _SITE,
    "site-ready": _SITE,
    "site-test-email": _SITE,
    "site-accounts": SensitiveAction(
        "change who may create competitions",
        "PERMISSION_CHANGED",
        "You can change it again at any time.",
        "site-owner",
        informed=Informed.ACCOUNT,
    ),
    "site-name": SensitiveAction(
        "rename the site", "SITE_NAMED", "You can rename it again at any time.", "site-owner", asks_password=False
    ),
}
