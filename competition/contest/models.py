"""Models for competitions, their organisers and their conditions of contest."""

from datetime import datetime

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.functional import cached_property

from competition.audit.models import OrganisersDecision
from competition.contest.rules import conditions, imports
from competition.contest.rules.conditions import MINUTES, OFFER_DATES, OFFER_DAYS, REPLY_HOURS, REPORT_DAYS
from competition.contest.rules.division import BY_ROUND, JOIN_LEFT, SECTIONS, WHOLE, Division
from competition.contest.rules.imports import Import
from competition.contest.rules.plate import PlateRules
from competition.contest.rules.rulebook import LONGEST_HEADING, LONGEST_INTRODUCTION, LONGEST_PART, MOST_PARTS
from competition.contest.rules.seasons import DAYS, SEASONS, Season
from scoring.models import ConditionsOfPlay, MomentField

ADDRESSES_TAKEN = {"archive", "desk", "guide", "healthz", "new", "p", "pads", "password", "play", "players"}
ADDRESSES_TAKEN |= {"sign-in", "sign-ins", "sign-out", "site", "static", "tables", "welcome"}


# First character of a hidden competition's slug. No URL contains it.
HIDDEN = "~"


def not_an_address_of_ours(slug: str) -> None:
    """Raise ValidationError if this slug would hide a page of the site."""
    if slug in ADDRESSES_TAKEN:
        raise ValidationError(f"The site itself uses the address “{slug}”. Choose another.")


class VisibleCompetitions(models.Manager["Competition"]):
    """Manager for competitions that are not hidden."""

    def get_queryset(self) -> models.QuerySet["Competition"]:
        """Return all competitions except those with rows still being imported or deleted."""
        return super().get_queryset().filter(hidden_since=None)


class Competition(models.Model):
    """A knockout competition of one season.

    `Competition.objects` leaves out hidden competitions.

    The lock of each action increases `version`. Unless the action changes only deals, it also increases
    `facts_version`.
    """

    name = models.CharField(max_length=80)
    slug = models.SlugField(unique=True, max_length=60, validators=[not_an_address_of_ours])
    # First year of the season.
    season = models.PositiveSmallIntegerField()
    over_two_years = models.BooleanField(default=False)
    region = models.CharField(max_length=80, blank=True)
    closing_date = models.DateField()
    opening_day = models.DateField(null=True, blank=True)
    # If the time is set, round 1 matches between attending pairs are scheduled for it. The venue is public.
    opening_hour = models.TimeField(null=True, blank=True)
    opening_place = models.CharField(max_length=120, blank=True)
    # Shown on the entries page until the draw is published.
    introduction = models.TextField(max_length=LONGEST_INTRODUCTION, blank=True)
    # True if pairs can use the entry form.
    entry_form = models.BooleanField(default=True)
    # True if the app sends the emails about new matches as soon as both pairs are known.
    sends_new_matches = models.BooleanField(default=True)
    is_demo = models.BooleanField(default=False)
    # True if the owner may delete the competition at any time, even after matches have been played.
    is_practice = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    facts_version = models.PositiveIntegerField(default=0)
    # The imports, earliest first, in the format of `rules.imports`. Empty if the competition was created here.
    imports = models.JSONField(default=list, blank=True)
    # Set while rows are being imported or deleted. The competition is invisible during this time.
    hidden_since = MomentField(null=True, editable=False)
    # The organiser who owns the competition. All other organisers are deputies.
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    # The current cancellation, if there is one.
    cancellation = models.ForeignKey("Cancellation", models.RESTRICT, null=True, related_name="+")
    organisers = models.ManyToManyField(settings.AUTH_USER_MODEL, through="Organiser", related_name="competitions")

    objects = VisibleCompetitions()
    with_hidden = models.Manager["Competition"]()

    class Meta:
        ordering = ["-season", "-over_two_years", "name", "region", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(season__range=SEASONS), name="competition_season"),
            models.CheckConstraint(condition=Q(closing_date__range=DAYS), name="competition_closing_date"),
            models.CheckConstraint(condition=Q(opening_day__range=DAYS), name="competition_opening_day"),
            models.CheckConstraint(
                condition=Q(opening_day__isnull=False) | Q(opening_hour=None, opening_place=""),
                name="competition_opening_day_has_its_hour",
            ),
            models.CheckConstraint(condition=~Q(slug__in=["", *sorted(ADDRESSES_TAKEN)]), name="competition_address"),
            models.CheckConstraint(condition=~Q(name=""), name="competition_named"),
            models.CheckConstraint(
                condition=Q(hidden_since=None) & ~Q(slug__startswith=HIDDEN)
                | Q(hidden_since__isnull=False, slug__startswith=HIDDEN),
                name="competition_hidden_at_no_address",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.season_name}"

    @property
    def season_name(self) -> str:
        """The name of the season: 2026 or 2026/27."""
        return Season(self.season, self.over_two_years).name

    @property
    def provenance(self) -> str:
        """Sentences about the imports of this competition, or "" if it was created here (no query)."""
        return imports.sentence([Import(*row) for row in self.imports])

    @property
    def remark(self) -> str:
        """A short sentence for pictures if the competition is a demo or was imported, otherwise ""."""
        return "Demo: every player is invented." if self.is_demo else imports.brief([Import(*i) for i in self.imports])

    @property
    def is_published(self) -> bool:
        """True if a draw is published, which locks the entries and conditions (one query)."""
        return self.draws.filter(publication__isnull=False, publication__followed_by=None).exists()

    @property
    def is_open(self) -> bool:
        """True until the end of the closing date in the local time zone."""
        return timezone.localdate() <= self.closing_date

    @property
    def opening_at(self) -> datetime | None:
        """The start time of the opening day, or None without a date or a time."""
        if self.opening_day is None or self.opening_hour is None:
            return None
        return timezone.make_aware(datetime.combine(self.opening_day, self.opening_hour))

    @property
    def takes_entries(self) -> bool:
        """True if pairs can use the entry form today. It does not check for a published draw."""
        return self.is_open and self.entry_form and not self.is_cancelled

    @property
    def is_cancelled(self) -> bool:
        """True if the competition is cancelled (no query)."""
        return self.cancellation_id is not None

    @cached_property
    def to_ask(self) -> list["Organiser"]:
        """The organisers with a public name, with the owner first (one query)."""
        named = Organiser.objects.filter(competition=self).exclude(name="")
        return sorted(named, key=lambda organiser: (organiser.user_id != self.owner_id, organiser.name))

    @property
    def can_be_phoned(self) -> bool:
        """True if an organiser has a public phone number."""
        return any(organiser.phone for organiser in self.to_ask)

    @property
    def can_be_asked(self) -> bool:
        """True if an organiser has a public phone number or email address."""
        return self.can_be_phoned or any(organiser.email for organiser in self.to_ask)


class Cancellation(OrganisersDecision):
    """A decision to cancel a competition, or to undo a cancellation."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="cancellations")

    def __str__(self) -> str:
        return "cancellation undone" if self.undoes_id else "cancelled"


class Organiser(models.Model):
    """A user who organises a competition. `invited` is set if the owner created the account."""

    class News(models.TextChoices):
        EACH = "each", "At once, one email each"
        DAY = "day", "One email a day"
        NONE = "none", "No emails"

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    invited = models.BooleanField(default=False)
    # Public contact details, chosen by the organiser.
    name = models.CharField(max_length=80, blank=True)
    phone = models.CharField(max_length=40, blank=True)
    email = models.EmailField(blank=True)
    # Frequency of emails about entries, disputes, overdue matches and failed emails. They go to the account's address.
    news = models.CharField(max_length=4, choices=News.choices, default=News.DAY.value)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "user"], name="organiser_once")]

    def __str__(self) -> str:
        return f"{self.user} of {self.competition}"


class Conditions(ConditionsOfPlay):
    """The conditions of contest. They are locked once the draw is published."""

    class Confirmation(models.TextChoices):
        AUTOMATIC = "automatic", "The other pair confirms, or the reply time below passes (automatic confirmation)"
        BOTH = "both", "The other pair must confirm, and the organiser decides unanswered results"
        FINAL = "final", "A reported result is final at once"

    class FirstOffer(models.TextChoices):
        UPPER = "upper", "The pair listed first in the draw"
        HOME = "home", "The pair that plays at home"
        AWAY = "away", "The pair that does not play at home"
        EITHER = "either", "Either pair"

    class Home(models.TextChoices):
        UPPER = "upper", "At the home of the pair listed first in the draw"
        LOT = "lot", "At the home of one of the pairs, chosen at random for each match"
        TURNS = "turns", "At the home of the pair that travelled to its last match"
        NEUTRAL = "neutral", "At a venue that the pairs agree on"

    class Reporter(models.TextChoices):
        EITHER = "either", "Either pair"
        WINNERS = "winners", "The winners"
        UPPER = "upper", "The pair listed first in the draw"

    class Unplayed(models.TextChoices):
        ORGANISER = "organiser", "The organiser decides"
        OFFERS = "offers", "The pair that must offer dates first is out"
        ON_THE_DAY = "on the day", "The match is played on its play-by date, and a pair that does not come is out"
        OFFERED = "offered", "The pair that offered dates goes through, or neither if neither did"
        NEITHER = "neither", "Neither pair goes through"
        LOT = "lot", "A pair picked at random goes through"
        DEFAULT = "default", "The match is a default for both pairs, without exceptions"

    class CountedFrom(models.TextChoices):
        START = "start", "The day on which both opponents are known"
        END = "end", "The play-by date, counted back"

    class Plate(models.TextChoices):
        NONE = "none", "No plate"
        FIRST_MATCH = "first match", "Pairs that lose the first match they play, in round 1 or 2"
        ROUND_1 = "round 1", "Pairs that lose in round 1"

    class JoinLeft(models.IntegerChoices):
        TWO = 2, "When 2 pairs are left, in the final"
        FOUR = 4, "When 4 pairs are left, in the semi-finals"
        EIGHT = 8, "When 8 pairs are left, in the quarter-finals"
        SIXTEEN = 16, "When 16 pairs are left"
        THIRTY_TWO = 32, "When 32 pairs are left"
        SIXTY_FOUR = 64, "When 64 pairs are left"

    class Qualifiers(models.IntegerChoices):
        CHAMPIONS = 1, "The champions"
        FINALISTS = 2, "Both pairs in the final"
        SEMI_FINALISTS = 4, "All pairs in the semi-finals"

    class Spectators(models.TextChoices):
        DEALS = "deals", "Every deal while the match is played"
        TOTALS = "totals", "The totals while the match is played, the deals after it"
        AFTER = "after", "Totals and deals only after the match"
        RESULTS = "results", "Only the draw and the results"

    competition = models.OneToOneField(Competition, models.CASCADE, related_name="conditions")
    reporter = models.CharField(max_length=7, choices=Reporter.choices, default=Reporter.EITHER)
    # True if a pair must report the deals of a match. Otherwise the two totals are enough.
    deals_required = models.BooleanField(default=False)
    confirmation = models.CharField(max_length=10, choices=Confirmation.choices, default=Confirmation.AUTOMATIC)
    reply_hours = models.PositiveSmallIntegerField(default=conditions.USUAL_REPLY_HOURS)
    report_days = models.PositiveSmallIntegerField(default=conditions.USUAL_REPORT_DAYS)
    # The consequence if a match is not played or reported in time. The organiser carries it out.
    unplayed = models.CharField(max_length=10, choices=Unplayed.choices, default=Unplayed.ORGANISER)
    # The hour of play if an overdue match is played on its play-by date.
    last_hour = models.TimeField(null=True, blank=True)
    # True if a single match can be extended.
    extensions = models.BooleanField(default=True)
    opening_day_together = models.BooleanField(default=True)
    clubs_apart = models.BooleanField(default=False)
    areas_together = models.BooleanField(default=False)
    first_offer = models.CharField(max_length=6, choices=FirstOffer.choices, default=FirstOffer.UPPER)
    # Deadlines and numbers of dates when the pairs arrange a match. They are not enforced. Empty if there are none.
    first_offer_days = models.PositiveSmallIntegerField(null=True, blank=True)
    offer_dates = models.PositiveSmallIntegerField(null=True, blank=True)
    answer_days = models.PositiveSmallIntegerField(null=True, blank=True)
    send_days = models.PositiveSmallIntegerField(null=True, blank=True)
    counted_from = models.CharField(max_length=5, choices=CountedFrom.choices, default=CountedFrom.START)
    home = models.CharField(max_length=7, choices=Home.choices, default=Home.UPPER)
    spectators = models.CharField(max_length=7, choices=Spectators.choices, default=Spectators.DEALS)
    # The grades of pairs and those with their own prize, separated by commas. Empty if pairs have no grade.
    grades = models.CharField(max_length=120, blank=True)
    grade_prizes = models.CharField(max_length=120, blank=True)
    # The pairs that enter the plate. A pair that gave a walkover or conceded its match may be excluded.
    plate = models.CharField(max_length=11, choices=Plate.choices, default=Plate.NONE)
    plate_walkover = models.BooleanField(default=False)
    plate_conceded = models.BooleanField(default=True)
    # The last day on which pairs outside the draw can enter the plate. Empty if they cannot.
    plate_open_until = models.DateField(null=True, blank=True)
    # The number of places kept for pairs that join a later round, the number of pairs left when they join (these pairs
    # included), and the last day on which they can be entered. All empty if every pair plays from the start.
    join_places = models.PositiveSmallIntegerField(null=True, blank=True)
    join_left = models.PositiveSmallIntegerField(choices=JoinLeft.choices, null=True, blank=True)
    join_until = models.DateField(null=True, blank=True)
    # The number of sections whose winners qualify for the next event without a final. Empty if there is one final.
    sections = models.PositiveSmallIntegerField(null=True, blank=True)
    # True if only round 1 is drawn at first, and each later round by itself. The preferences then count in this number
    # of rounds. On one day, the closest losers may play on, or the two closest in a repechage of so many deals.
    drawn_by_round = models.BooleanField(default=False)
    preference_rounds = models.PositiveSmallIntegerField(default=1)
    closest_losers = models.BooleanField(default=False)
    repechage_deals = models.PositiveSmallIntegerField(null=True, blank=True)
    # The minutes for a match, if the competition is played at one venue on one day. Otherwise empty.
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    # The event after this one, such as "the national final", and the pairs that qualify. Empty if there is none.
    next_event = models.CharField(max_length=60, blank=True)
    qualifiers = models.PositiveSmallIntegerField(choices=Qualifiers.choices, default=Qualifiers.CHAMPIONS)
    # The names of the OPTIONAL_SENTENCES that the rules page leaves out.
    left_out = models.JSONField(default=list, blank=True)

    class Meta(ConditionsOfPlay.Meta):
        abstract = False
        constraints = [
            *ConditionsOfPlay.Meta.constraints,
            models.CheckConstraint(condition=Q(reply_hours__range=REPLY_HOURS), name="conditions_reply_hours"),
            models.CheckConstraint(condition=Q(report_days__range=REPORT_DAYS), name="conditions_report_days"),
            models.CheckConstraint(
                condition=Q(unplayed="on the day", last_hour__isnull=False)
                | ~Q(unplayed="on the day") & Q(last_hour=None),
                name="conditions_on_the_day_at_its_hour",
            ),
            models.CheckConstraint(condition=Q(qualifiers__in=[1, 2, 4]), name="conditions_qualifiers"),
            models.CheckConstraint(condition=Q(plate_open_until__range=DAYS), name="conditions_plate_open_until"),
            models.CheckConstraint(condition=Q(plate_open_until=None) | ~Q(plate="none"), name="conditions_open_plate"),
            models.CheckConstraint(condition=Q(join_until__range=DAYS), name="conditions_join_until"),
            # At most every second place joins later, so two of these pairs never meet in their first match.
            models.CheckConstraint(
                name="conditions_join_later",
                condition=Q(join_places=None, join_left=None, join_until=None)
                | Q(join_places__gte=1, join_left__gte=F("join_places") * 2, join_until__isnull=False)
                & Q(join_left__in=JOIN_LEFT),
            ),
            models.CheckConstraint(
                name="conditions_sections",
                condition=Q(sections=None) | Q(sections__range=SECTIONS, join_places=None) & ~Q(next_event=""),
            ),
            models.CheckConstraint(
                name="conditions_drawn_by_round",
                condition=Q(drawn_by_round=False, preference_rounds=1, closest_losers=False, repechage_deals=None)
                | Q(drawn_by_round=True, preference_rounds__range=conditions.PREFERENCE_ROUNDS, plate="none")
                & Q(join_places=None, sections=None)
                & (Q(repechage_deals=None) | Q(repechage_deals__range=conditions.REPECHAGE_DEALS, closest_losers=False))
                & (Q(closest_losers=False, repechage_deals=None) | Q(minutes__isnull=False)),
            ),
            models.CheckConstraint(
                condition=Q(minutes=None) | Q(minutes__range=MINUTES, plate="none"), name="conditions_minutes"
            ),
            # Without extensions there are no exceptions. Without home pairs, the home or away pair cannot have to
            # offer first. If either pair may offer first, the conditions cannot penalise the pair that had to.
            models.CheckConstraint(
                condition=~Q(unplayed="default") | Q(extensions=False), name="conditions_without_exceptions"
            ),
            models.CheckConstraint(
                condition=~Q(home="neutral") | Q(first_offer__in=["upper", "either"]),
                name="conditions_first_offer_of_a_home_pair",
            ),
            models.CheckConstraint(
                condition=~Q(unplayed="offers") | ~Q(first_offer="either"), name="conditions_a_pair_had_to_offer"
            ),
            models.CheckConstraint(
                name="conditions_numbers_of_offers",
                condition=Q(
                    Q(first_offer_days=None) | Q(first_offer_days__range=OFFER_DAYS),
                    Q(offer_dates=None) | Q(offer_dates__range=OFFER_DATES),
                    Q(answer_days=None) | Q(answer_days__range=OFFER_DAYS),
                    Q(send_days=None) | Q(send_days__range=OFFER_DAYS),
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"conditions of {self.competition}"

    @property
    def known_grades(self) -> list[str]:
        """The possible grades of pairs. Empty if pairs have no grade."""
        return conditions.split_grades(self.grades)

    @property
    def plate_rules(self) -> PlateRules | None:
        """The rules for entering the plate, or None without a plate."""
        if self.plate == self.Plate.NONE:
            return None
        until = 1 if self.plate == self.Plate.ROUND_1 else 2
        return PlateRules(until, walkover=self.plate_walkover, conceded=self.plate_conceded)

    @property
    def division(self) -> Division:
        """The sections of the draw, with the places kept for pairs that join a later round, or its single rounds."""
        if self.drawn_by_round:
            return BY_ROUND
        if self.sections:
            return Division(0, self.sections, has_final=False)
        return Division(self.join_places, self.join_left) if self.join_places and self.join_left else WHOLE

    @property
    def from_each_section(self) -> int:
        """The number of pairs that qualify for the next event from each section. A draw with one final is one."""
        return 1 if self.sections else self.qualifiers

    @property
    def deals_public(self) -> bool:
        """True if the public can see the deals while a match is played."""
        return self.spectators == self.Spectators.DEALS

    @property
    def reply_time(self) -> str:
        """The reply time for a result, such as "48 hours"."""
        return conditions.reply_time_in_words(self.reply_hours)

    @property
    def hours_to_confirm(self) -> int | None:
        """The hours until an unanswered result is confirmed. 0: at once. None: only the other pair confirms it."""
        if self.confirmation == self.Confirmation.BOTH:
            return None
        return self.reply_hours if self.confirmation == self.Confirmation.AUTOMATIC else 0


class RulesPart(models.Model):
    """A part of the organiser's own rules. After the draw is published, only a decision can change it.

    The text is empty if it was removed after the draw, so that the other parts keep their numbers.
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="rules_parts")
    number = models.PositiveSmallIntegerField()
    heading = models.CharField(max_length=LONGEST_HEADING)
    text = models.TextField(max_length=LONGEST_PART, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="rulespart_number"),
            models.CheckConstraint(condition=Q(number__range=(1, MOST_PARTS)), name="rulespart_number_in_range"),
            models.CheckConstraint(condition=~Q(heading=""), name="rulespart_heading"),
        ]

    def __str__(self) -> str:
        return self.heading
