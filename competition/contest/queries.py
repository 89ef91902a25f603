"""Queries for competitions and their organisers."""

from datetime import datetime
from itertools import groupby

from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from competition.audit.events import Event
from competition.contest.models import Cancellation, Competition, Conditions, Organiser, RulesPart
from competition.contest.rules.rulebook import OwnRules, Part
from competition.web.cached_page import Version
from scoring.rules.refusal import fingerprint

OPENING = ("opening_day", "opening_hour", "opening_place")
_COUNTERS = ("version", "facts_version")
DETAILS = ("name", "slug", "season", "region", "closing_date", *OPENING, "entry_form", "is_practice")


def organisers_of(competition: Competition) -> list[User]:
    """Return the organisers: the owner first, followed by the deputies by name."""
    theirs = competition.organisers.order_by("first_name", "last_name", "username")
    return sorted(theirs, key=lambda user: user.pk != competition.owner_id)


def find_deputy(competition: Competition, number: int) -> User | None:
    """Return the deputy with this primary key, or None. The owner is not a deputy."""
    return competition.organisers.exclude(pk=competition.owner_id or 0).filter(pk=number).first()


# Plain SQL, because every public page runs this query and Django takes longer to build it than to run it.
_VERSION = f"SELECT id, version, facts_version FROM {Competition._meta.db_table} WHERE slug = %s"  # noqa: S608 (no outside text)


def is_account_for(competition: Competition, deputy: User) -> bool:
    """Return True if an invitation created this deputy's account, only for this owner's competitions.

    Otherwise the owner could use a new-password link to sign in elsewhere.
    """
    desks = Organiser.objects.filter(user=deputy)
    made_here = desks.filter(invited=True).exists()
    return made_here and not deputy.is_staff and not desks.exclude(competition__owner=competition.owner_id).exists()


def read_version(slug: str) -> Version | None:
    """Return the version of the competition with this slug, or None."""
    with connection.cursor() as cursor:
        cursor.execute(_VERSION, [slug])
        row = cursor.fetchone()
    return Version(*row) if row else None


def versions() -> tuple[Version, ...]:
    """Return the version of every competition."""
    return tuple(Version(*row) for row in Competition.objects.order_by("pk").values_list("pk", *_COUNTERS))


def versions_without_deals() -> tuple[Version, ...]:
    """Return the version of every competition, for pages that show no deals."""
    return tuple(version.without_deals for version in versions())


def cancellations(competition: Competition) -> list[Cancellation]:
    """Return all cancellations of the competition and their reversals, earliest first."""
    return list(Cancellation.objects.filter(competition=competition))


def organiser_names(competition: Competition) -> list[str]:
    """Return the organisers' names. Omit organisers without a name, because usernames are private."""
    organisers = Organiser.objects.filter(competition=competition).select_related("user").order_by("pk")
    return [name for organiser in organisers if (name := organiser.name or organiser.user.get_full_name())]


def public_name(user: User) -> str:
    """Return an account's name for files and public pages. Usernames are private."""
    return user.get_full_name()[:80].strip() or "an organiser"


def competitions_to_ask_about() -> list[Competition]:
    """Return this and last season's competitions with organisers who can be contacted, latest first (one query)."""
    named = Organiser.objects.exclude(name="").exclude(phone="", email="").select_related("competition")
    recent = named.filter(competition__in=Competition.objects.filter(season__gte=timezone.localdate().year - 1))
    rows = recent.order_by("-competition__season", "competition__name", "competition", "name")
    competitions = []
    for competition, organisers in groupby(rows, lambda row: row.competition):
        competition.to_ask = [*organisers]
        competitions.append(competition)
    return competitions


def competitions_to_enter() -> list[Competition]:
    """Return the competitions that pairs can enter today, by closing date (one query)."""
    drawn = Competition.objects.filter(draws__publication__isnull=False, draws__publication__followed_by=None)
    open_today = Competition.objects.filter(closing_date__gte=timezone.localdate(), cancellation=None)
    return list(open_today.exclude(pk__in=drawn).order_by("closing_date", "name", "pk"))


def organiser_row(competition: Competition, user: User) -> Organiser:
    """Return an organiser's row in a competition. Raises Organiser.DoesNotExist if there is none."""
    return Organiser.objects.select_related("user", "competition").get(competition=competition, user=user)


def find_competition(slug: str) -> Competition | None:
    """Return the competition with this slug and its conditions, or None."""
    return Competition.objects.select_related("conditions").filter(slug=slug).first()


def greeting_name(user: User) -> str:
    """Return the name for greeting an organiser: the public name, the account's name, or "organiser"."""
    named = Organiser.objects.filter(user=user).exclude(name="").order_by("-pk").values_list("name", flat=True)
    return named.first() or user.get_full_name() or "organiser"


def rules_parts(competition: Competition) -> list[RulesPart]:
    """Return the parts of the organiser's own rules, including those removed after the draw (one query)."""
    return list(competition.rules_parts.all())


def text_of_part(competition: Competition, heading: str) -> str:
    """Return the text under this heading in the organiser's own rules, or "" (one query)."""
    return competition.rules_parts.filter(heading__iexact=heading).values_list("text", flat=True).first() or ""


def rules_changed_at(competition: Competition) -> datetime | None:
    """Return the time when the organiser last changed the rules, or None (one query)."""
    events = (Event.RULES_WRITTEN, Event.RULES_CHANGED)
    return competition.log.filter(event__in=events).values_list("at", flat=True).order_by("-pk").first()


def own_rules(competition: Competition) -> OwnRules:
    """Return the organiser's own rules, with the introduction on the entries page (two queries)."""
    (introduction,) = Competition.objects.filter(pk=competition.pk).values_list("introduction", flat=True)
    return OwnRules(
        introduction, tuple(Part(part.heading, part.text) for part in rules_parts(competition) if part.text)
    )


def fingerprint_of(competition: Competition) -> str:
    """Return the fingerprint of the current details and conditions."""
    return fingerprint(current_values(competition, competition.conditions))


def current_values(competition: Competition, conditions: Conditions) -> dict[str, str]:
    """Return the details and conditions by their names in the log."""
    details = [field for field in competition._meta.concrete_fields if field.name in DETAILS]
    rest = [field for field in conditions._meta.concrete_fields if field.name not in ("id", "competition")]
    values = {**vars(competition), **vars(conditions), "season": competition.season_name}
    return {str(field.verbose_name): str(values[field.attname]) for field in details + rest}
