"""The books of the guide, their chapters, and the pages explained in each chapter."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Chapter:
    """A chapter of a book. `explains` has the names of the views that link to it."""

    template: str
    title: str
    explains: tuple[str, ...] = ()

    @property
    def slug(self) -> str:
        """The last part of the chapter's URL."""
        return self.template.partition("/")[2].removesuffix(".html")


@dataclass(frozen=True)
class Book:
    """A book for one kind of reader."""

    slug: str
    readers: str
    title: str
    about: str
    chapters: tuple[Chapter, ...]

    def number(self, slug: str) -> int | None:
        """Return the number of the chapter with this slug, from 1, or None if there is none."""
        return next((number for number, chapter in enumerate(self.chapters, 1) if chapter.slug == slug), None)


_ORGANISER = Book(
    "organiser",
    "For organisers",
    "Running a competition",
    "Set it up, make the draw and run the season.",
    (
        Chapter(
            "organiser/first-competition.html",
            "Your first competition in ten steps",
            ("desk:home", "desk:first-run", "desk:site-ready"),
        ),
        Chapter(
            "organiser/set-up.html",
            "Set up a competition",
            (
                "desk:start",
                "desk:new",
                "desk:new-running",
                "desk:create-running",
                "desk:adopt",
                "desk:conditions",
                "desk:rules",
                "desk:contact",
                "desk:site-name",
            ),
        ),
        Chapter(
            "organiser/entries.html",
            "Accept entries",
            (
                "desk:pairs",
                "desk:new-pair",
                "desk:import",
                "desk:pair",
                "desk:pair-away",
                "desk:remove-pair",
                "desk:application",
                "desk:accept-all",
                "desk:merge",
                "desk:clubs",
                "desk:areas",
            ),
        ),
        Chapter(
            "organiser/draw.html",
            "Make the draw",
            (
                "desk:draw",
                "desk:lock-list",
                "desk:swap",
                "desk:reveal",
                "desk:rehearsal",
                "desk:adopt-draw",
                "desk:adopt-hat",
                "desk:adopt-byes",
                "desk:adopt-screen",
                "desk:adopt-screen-live",
                "desk:adopt-facts",
                "desk:adopt-results",
            ),
        ),
        Chapter(
            "organiser/publish.html",
            "Publish the draw",
            (
                "desk:publish",
                "desk:undo-draw",
                "desk:rounds",
                "desk:draw-round",
                "desk:undo-round-draw",
                "desk:adopt-dates",
                "desk:adopt-publish",
            ),
        ),
        Chapter(
            "organiser/links.html",
            "Give pairs their links",
            ("desk:pair-link", "desk:letters", "desk:renew-links"),
        ),
        Chapter(
            "organiser/opening-day.html",
            "Run the opening day",
            ("desk:attendance", "desk:tick", "desk:today", "desk:today-live", "desk:set-clock"),
        ),
        Chapter(
            "organiser/desk.html",
            "Use your desk",
            (
                "desk:competition",
                "desk:more",
                "desk:matches",
                "desk:match",
                "desk:log",
                "desk:overdue",
                "desk:extend",
                "desk:dates",
                "desk:undo-extension",
                "desk:fix-day",
                "desk:undo-fixed-day",
                "desk:deals",
                "desk:undo-deals",
                "desk:home-pair",
                "desk:undo-home-pair",
                "desk:note-penalty",
                "desk:undo-note-penalty",
            ),
        ),
        Chapter(
            "organiser/results.html",
            "Confirm results",
            (
                "desk:results",
                "desk:by-phone",
                "desk:round-results",
                "desk:confirm",
                "desk:told",
                "desk:type-in",
                "desk:type-in-points",
                "desk:type-in-totals",
                "desk:compare",
                "desk:print-blank",
            ),
        ),
        Chapter(
            "organiser/rulings.html",
            "Decide a dispute and make a ruling",
            ("desk:rule", "desk:decide-dispute", "desk:correct-deals", "desk:undo"),
        ),
        Chapter(
            "organiser/changes.html",
            "Change the pairs after publication",
            (
                "desk:substitute",
                "desk:stand-in",
                "desk:undo-stand-in",
                "desk:withdraw-pair",
                "desk:bring-back-pair",
                "desk:late-pairs",
                "desk:place-pair",
                "desk:enter-plate",
                "desk:join-later",
                "desk:undo-placing",
                "desk:entered-twice",
                "desk:respell",
                "desk:undo-spelling",
                "desk:details",
                "desk:undo-details",
                "desk:correct-conditions",
                "desk:undo-conditions",
                "desk:change-rules",
                "desk:add-rules",
                "desk:undo-rules",
            ),
        ),
        Chapter(
            "organiser/messages.html",
            "Send messages",
            ("desk:messages", "desk:topic", "desk:tell", "desk:wording", "desk:try-again", "desk:correct"),
        ),
        Chapter(
            "organiser/finish.html",
            "Finish the season",
            (
                "desk:past-winners",
                "desk:past-season",
                "desk:remove-past-season",
                "desk:start-from",
                "desk:cancel",
                "desk:play-on",
                "desk:delete",
            ),
        ),
        Chapter(
            "organiser/privacy.html",
            "Protect personal data",
            ("desk:forget-contacts", "desk:redact", "desk:remove-name", "desk:file", "desk:open-file"),
        ),
        Chapter(
            "organiser/deputies.html",
            "Share the work",
            (
                "desk:organisers",
                "desk:invite",
                "desk:invitation",
                "desk:dismiss",
                "desk:renew-password",
                "desk:hand-over",
                "desk:site-accounts",
                "desk:welcome",
                "desk:sign-in",
                "desk:sign-ins",
                "desk:password",
                "desk:password-again",
                "desk:lost-password",
                "desk:new-password",
            ),
        ),
        Chapter("organiser/versions.html", "What is new in each version"),
    ),
)

_PAIR = Book(
    "pair",
    "For pairs",
    "Playing a match",
    "Enter, agree a date, record and confirm.",
    (
        Chapter("pair/enter.html", "Enter a competition", ("entry:enter", "entry:confirm", "entry:sent")),
        Chapter(
            "pair/private-link.html",
            "Open your private link",
            (
                "link:code",
                "link:lost",
                "link:open",
                "play:home",
                "play:reply-code",
                "play:sign-out",
                "play:on-this-phone",
            ),
        ),
        Chapter(
            "pair/date.html",
            "Agree a date",
            (
                "play:arrange",
                "play:take-date",
                "play:withdraw-dates",
                "play:read-dates",
                "play:cancel",
                "play:number-of-deals",
                "play:answer-deals",
                "play:away",
            ),
        ),
        Chapter("pair/record.html", "Record a match", ("play:match", "play:open", "play:record", "play:seats")),
        Chapter(
            "pair/correct.html",
            "Correct a deal",
            (
                "play:undo",
                "play:deal",
                "play:honours",
                "play:insert-deal",
                "play:delete-deal",
                "play:correction",
                "play:history",
                "play:table-rules",
            ),
        ),
        Chapter(
            "pair/result.html",
            "Finish and confirm",
            ("play:submit", "play:pass", "play:confirm", "play:seen", "play:withdraw-result", "link:answer"),
        ),
        Chapter(
            "pair/dispute.html", "If you disagree", ("play:dispute", "play:object", "play:compare", "play:own-sheet")
        ),
        Chapter(
            "pair/paper.html",
            "Score on paper",
            (
                "play:paper",
                "play:points",
                "play:send-points",
                "play:totals",
                "play:print",
                "play:print-blank",
                "play:pad",
            ),
        ),
        Chapter("pair/concede.html", "Concede or withdraw", ("play:concede",)),
        Chapter("pair/privacy.html", "Messages and privacy", ("play:told", "play:privacy")),
    ),
)

_READER = Book(
    "reader",
    "For readers",
    "Following a competition",
    "Read the draw, check that it was fair, look up a score.",
    (
        Chapter("reader/draw.html", "Follow the draw"),
        Chapter("reader/match.html", "Read a match"),
        Chapter("reader/check.html", "Check the draw"),
        Chapter("reader/archive.html", "Look up past seasons"),
        Chapter("reader/share.html", "Use the draw elsewhere"),
        Chapter(
            "reader/friendly.html",
            "Play with friends",
            (
                "pads:home",
                "pads:begin",
                "pads:join",
                "pads:pad",
                "pads:record",
                "pads:deal",
                "pads:delete",
                "pads:undo",
                "pads:players",
                "pads:partners",
                "pads:share",
            ),
        ),
        Chapter("reader/scoring.html", "How rubber bridge is scored here"),
        Chapter("reader/words.html", "Words"),
    ),
)

BOOKS = {book.slug: book for book in (_PAIR, _ORGANISER, _READER)}
_PLACES = {f"{book.slug}/{chapter.slug}": chapter for book in BOOKS.values() for chapter in book.chapters}
_EXPLAINED = {page: place for place, chapter in _PLACES.items() for page in chapter.explains}


def chapter_at(place: str) -> Chapter:
    """Return the chapter at this place, such as "pair/record". Raises KeyError if there is none."""
    return _PLACES[place]


def chapter_of(page: str) -> str:
    """Return the place of the chapter that explains this view's page, or "" if there is none."""
    return _EXPLAINED.get(page, "")


def places() -> list[str]:
    """Return the place of every chapter, in order."""
    return list(_PLACES)
