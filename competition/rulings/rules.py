"""The content of decisions about a match or a late pair, and the list of stored texts about people."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

NO_PENALTY = (0, 0)


@dataclass(frozen=True, slots=True)
class Ruling:
    """The winner of a match by a ruling, with the totals or the margin if they are known.

    `totals` include the penalty points. `keep_progress` is set if the later rounds are kept although the other pair
    wins on the totals.
    """

    winner: int | None = None
    totals: tuple[int, int] | None = None
    penalty: tuple[int, int] = NO_PENALTY
    keep_progress: str = ""
    margin: int | None = None

    @property
    def played(self) -> tuple[int, int] | None:
        """The totals without the penalty points."""
        return self.totals and (self.totals[0] - self.penalty[0], self.totals[1] - self.penalty[1])


class AwardedBye(NamedTuple):
    """The place of a bye that the organiser awarded to the pair with this number."""

    pair: int


class NamedStandIn(NamedTuple):
    """A substitute in one match for the player in this place (1 or 2) of a pair."""

    place: int
    name: str
    phone: str = ""
    email: str = ""


class Removal(Enum):
    """A way of removing a personal text."""

    # The organiser removes the text, or any name in it.
    TEXT = "remove text"
    NAME = "remove a name"
    # The organiser deletes it after the competition, or the app does so three months later.
    CONTACT = "delete contact details"
    # The person who wrote the text changes or deletes it.
    OWN = "change it yourself"
    # The text is about an organiser of another site, in an imported competition. Deleting the competition deletes it.
    COMPETITION = "delete the competition"
    # The app deletes it automatically: a draft when its draw is published, and everything else after some days.
    EXPIRES = "nothing to do"


_TEXTS = {
    **dict.fromkeys(
        (
            *("Cancellation", "Extension", "HomePair", "NotedPenalty", "RoundClock", "RoundConditions", "RoundDraw"),
            *("PlaceChange", "Withdrawal", "ResultEntry", "NameCorrection"),
        ),
        ("reason", "note"),
    ),
    "FixedDay": ("reason", "note", "place"),
    **dict.fromkeys(("DetailsCorrection", "RulesChange"), ("reason", "note", "before", "after")),
    "RulesPart": ("text",),
    "Competition": ("introduction",),
    "Swap": ("reason",),
    "Publication": ("reason",),
    "Reply": ("reason",),
    "Offer": ("reason", "cancelled_because", "venue"),
    "Meeting": ("venue",),
    "PastSeason": ("note",),
    "DrawnElsewhere": ("how", "place", "drawn_by", "witnesses"),
    "Player": ("left_because",),
    "Pair": ("wishes", "decline_reason"),
    "Wording": ("before", "after"),
    "Deal": ("note",),
    "DealCorrection": ("note",),
    "LogEntry": ("text", "detail"),
}
_NAMES = {
    "Player": ("name", "key", "distinction"),
    "NameCorrection": ("before", "after"),
    "PastPair": ("first", "second"),
}
_CONTACTS = {"Player": ("phone", "email"), "Email": ("refused",)}
_OWN = {
    "Organiser": ("name", "phone", "email"),
    "User": ("username", "first_name", "last_name", "email"),
    "EmailTest": ("address", "sentence"),
}
_EXPIRING = {
    "AccountChange": ("address",),
    "Draft": ("lines", "answers", "how", "place", "drawn_by", "witnesses"),
    "PadSeats": ("north", "east", "south", "west"),
    "PadDeal": ("note",),
    "Session": ("session_data",),
    "UsedFormKey": ("answer",),
}
_IMPORTED = {
    "Competition": ("imports",),
    **dict.fromkeys(
        (
            *("Cancellation", "Extension", "NameCorrection", "PlaceChange", "Publication", "ResultEntry"),
            *(
                "RoundClock",
                "RoundConditions",
                "RoundDraw",
                "Withdrawal",
                "DetailsCorrection",
                "LogEntry",
                "FixedDay",
                "HomePair",
                "NotedPenalty",
                "RulesChange",
            ),
        ),
        ("author_in_file",),
    ),
}
# Every stored text that may contain information about a person. All other texts are public or technical.
PERSONAL_TEXTS = {
    f"{model}.{column}": removal
    for removal, columns in (
        (Removal.TEXT, _TEXTS),
        (Removal.NAME, _NAMES),
        (Removal.CONTACT, _CONTACTS),
        (Removal.OWN, _OWN),
        (Removal.COMPETITION, _IMPORTED),
        (Removal.EXPIRES, _EXPIRING),
    )
    for model, names in columns.items()
    for column in names
}
# A locked list has the names of its pairs, because the draw follows from it. Public pages hide removed names.
_PUBLIC = {
    "Competition": ("name", "slug", "region", "opening_place"),
    "Conditions": ("grades", "grade_prizes", "next_event"),
    "Pair": ("club", "area", "grade"),
    "PastSeason": ("name", "score"),
    "Round": ("name", "place"),
    "RulesChange": ("heading",),
    "RulesPart": ("heading",),
    "Site": ("name",),
    "LockedList": ("algorithm", "entries", "conditions", "fingerprint"),
}
_TECHNICAL = {
    "Conditions": ("left_out",),
    "Draft": ("places", "drawn", "results", "play_by", "extended"),
    "Draw": ("dice",),
    "DrawnElsewhere": ("places",),
    "LockedList": ("secret", "last_secret"),
    "RoundDraw": ("ways", "places"),
    "Email": ("topic", "about", "message_id", "fault"),
    "Told": ("topic", "about"),
    "Wording": ("topic",),
    "EmailTest": ("state", "remedy"),
    "LogEntry": ("match",),
    "NightlyTask": ("name", "done_by"),
    "Pair": ("link_secret", "reference"),
    "Player": ("left_link",),
    "HomePair": ("lot",),
    "PlaceChange": ("lot",),
    "RateLimitHit": ("asker",),
    "ResultEntry": ("seed",),
    "ScorePad": ("key",),
    "Session": ("session_key",),
    "SignedOutDevice": ("mark",),
    "Site": ("key_fingerprint", "time_zone"),
    "SummarySheet": ("standing", "leads", "credits", "doubtful"),
    "DealCorrection": ("was", "gone", "totals"),
    "UsedFormKey": ("digest",),
    "User": ("password",),
}
IMPERSONAL_TEXTS = {
    f"{model}.{column}" for columns in (_PUBLIC, _TECHNICAL) for model, names in columns.items() for column in names
}
