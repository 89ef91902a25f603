"""Events in the log."""

from typing import NamedTuple, Self

from django.db.models import TextChoices


class _Reading(NamedTuple):
    is_news: bool = True
    is_sentence: bool = False


_NEWS = _Reading()
_QUIET = _Reading(is_news=False)
_SENTENCE = _Reading(is_sentence=True)
_QUIET_SENTENCE = _Reading(is_news=False, is_sentence=True)


class Event(TextChoices):
    """A kind of log entry. If readers must distinguish two actions, they are separate events.

    The desk lists an event under "What happened last" if it `is_news`. Single deals and remarks about them are not
    news. If an event `is_sentence`, its text has its own subject. Otherwise the text follows the name of the person or
    pair.
    """

    is_news: bool
    is_sentence: bool

    def __new__(cls, value: str, reading: _Reading = _NEWS) -> Self:
        event = str.__new__(cls, value)
        event._value_ = value
        event.is_news, event.is_sentence = reading
        return event

    # The site and its accounts.
    SITE_NAMED = "named the site"
    PASSWORD_CHANGED = "changed password"  # noqa: S105 - this is not a password
    EMAIL_CHANGED = "changed email address"
    PERMISSION_CHANGED = "changed permission"
    COMPETITION_DELETED = "deleted"
    # A competition and its organisers.
    CREATED = "created"
    STARTED = "started"
    OPENED_FROM_FILE = "opened from file"
    CONDITIONS_CHANGED = "changed conditions"
    RULES_WRITTEN = "wrote rules"
    RULES_CHANGED = "changed rules"
    DETAILS_CORRECTED = "corrected details"
    DEPUTY_NAMED = "named deputy"
    DEPUTY_REMOVED = "removed deputy", _SENTENCE
    INVITATION_TAKEN_UP = "took up invitation", _SENTENCE
    LINK_GIVEN = "gave link"
    CONTACT_CHANGED = "changed contact"
    HANDED_OVER = "handed over", _SENTENCE
    CANCELLED = "cancelled"
    PLAYED_ON = "played on", _SENTENCE
    CONTACTS_DELETED = "deleted contacts"
    REDACTED = "redacted"
    PAST_SEASONS_ADDED = "added past seasons"
    PAST_SEASON_CORRECTED = "corrected past season"
    PAST_SEASON_REMOVED = "removed past season"
    NAME_REMOVED = "removed name"
    LOOKED = "looked at links", _QUIET
    EXPORTED = "exported"
    REPLY_CODE_CHANGED = "changed reply code", _QUIET
    # Entries and pairs.
    APPLIED = "applied", _SENTENCE
    ENTRY_CONFIRMED = "confirmed entry", _QUIET_SENTENCE
    ENTRY_DELETED = "deleted entry", _SENTENCE
    ENTRIES_LIMITED = "limited entries", _SENTENCE
    ENTRY_DECLINED = "declined entry"
    ENTERED = "entered"
    TICKED = "ticked", _SENTENCE
    AWAY = "away", _SENTENCE
    PAIR_CHANGED = "changed pair"
    CHANNEL_CHANGED = "changed channel", _SENTENCE
    CLUB_RENAMED = "renamed"
    PAIR_REMOVED = "removed"
    LINK_RENEWED = "renewed link"
    LINKS_RENEWED = "renewed links"
    SUBSTITUTED = "substituted", _SENTENCE
    NAME_CORRECTED = "corrected name", _SENTENCE
    WITHDREW = "withdrew", _SENTENCE
    BROUGHT_BACK = "brought back", _SENTENCE
    # Events of the draw.
    LIST_LOCKED = "locked list"
    DRAW_MADE = "made draw"
    SWAPPED = "swapped"
    PUBLISHED = "published"
    DRAW_UNDONE = "undid draw"
    PLACED = "placed"
    DRAFT_SAVED = "saved draft", _QUIET
    EXTENDED = "extended"
    CONDITIONS_CORRECTED = "corrected conditions"
    HOME_PAIR_NAMED = "named home pair"
    PENALTY_NOTED = "noted penalty"
    DAY_FIXED = "fixed day"
    ROUND_TIMED = "timed round"
    ROUND_DRAWN = "drew round"
    # Messages.
    EMAILS_QUEUED = "queued emails"
    EMAIL_TRIED_AGAIN = "tried again"
    WORDING_CHANGED = "changed wording"
    PAIRS_TOLD = "told"
    RESULT_TOLD = "told result", _SENTENCE
    # Dates of a match.
    DATES_OFFERED = "offered", _QUIET
    DATES_READ = "read", _QUIET
    DATES_DECLINED = "declined dates"
    DATES_WITHDRAWN = "withdrew dates", _QUIET
    DATE_AGREED = "agreed"
    DATE_CANCELLED = "cancelled date"
    # Numbers of deals of a match.
    DEALS_OFFERED = "offered deals", _QUIET
    DEALS_AGREED = "agreed deals"
    DEALS_DECLINED = "declined deals"
    DEALS_WITHDRAWN = "withdrew deals", _QUIET
    # Play.
    SHEET_OPENED = "opened"
    SEATS_CORRECTED = "corrected seats", _QUIET
    PRIVACY_CHANGED = "privacy", _QUIET
    DEAL_RECORDED = "recorded", _QUIET
    DEAL_CORRECTED = "corrected deal", _QUIET
    DEAL_UNDONE = "undid deal", _QUIET
    CORRECTION_ASKED = "asked to correct", _QUIET
    CORRECTION_ANSWERED = "replied to correction", _QUIET
    DEALS_TYPED_IN = "typed in deals", _QUIET
    DEAL_AGREED = "agreed deal", _QUIET
    DEAL_UPHELD = "upheld", _QUIET
    PHONE_PASSED = "passed", _QUIET
    WRONG_REPLY_CODE = "wrong reply code", _QUIET
    # Results and rulings.
    CONCEDED = "conceded"
    RESULT_SENT_IN = "submitted"
    RESULT_WITHDRAWN = "withdrew result"
    RESULT_CONFIRMED = "confirmed"
    RESULT_DISPUTED = "disputed"
    RESULT_TYPED_IN = "typed in"
    REPLY_TIME_INTERRUPTED = "interrupted", _QUIET
    RULED = "ruled"
    RULING_UNDONE = "undid ruling"
