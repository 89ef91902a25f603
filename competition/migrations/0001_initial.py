import datetime

import django.db.models.deletion
import django.db.models.functions.math
import django.db.models.functions.text
import django.db.models.lookups
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import competition.contest.models
import competition.entries.models
import competition.social.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "__first__"),
        ("scoring", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Competition",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                (
                    "slug",
                    models.SlugField(
                        max_length=60, unique=True, validators=[competition.contest.models.not_an_address_of_ours]
                    ),
                ),
                ("season", models.PositiveSmallIntegerField()),
                ("over_two_years", models.BooleanField(default=False)),
                ("region", models.CharField(blank=True, max_length=80)),
                ("closing_date", models.DateField()),
                ("opening_day", models.DateField(blank=True, null=True)),
                ("opening_hour", models.TimeField(blank=True, null=True)),
                ("opening_place", models.CharField(blank=True, max_length=120)),
                ("entry_form", models.BooleanField(default=True)),
                ("is_demo", models.BooleanField(default=False)),
                ("is_practice", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField(default=0)),
                ("facts_version", models.PositiveIntegerField(default=0)),
                (
                    "owner",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-season", "-over_two_years", "name", "region", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("season__range", (1900, 2200))), name="competition_season"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("closing_date__range", (datetime.date(1895, 1, 1), datetime.date(2205, 12, 31)))
                        ),
                        name="competition_closing_date",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("opening_day__range", (datetime.date(1895, 1, 1), datetime.date(2205, 12, 31)))
                        ),
                        name="competition_opening_day",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("opening_day__isnull", False),
                            models.Q(("opening_hour", None), ("opening_place", "")),
                            _connector="OR",
                        ),
                        name="competition_opening_day_has_its_hour",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "slug__in",
                                [
                                    "archive",
                                    "desk",
                                    "guide",
                                    "healthz",
                                    "new",
                                    "p",
                                    "pads",
                                    "password",
                                    "play",
                                    "players",
                                    "sign-in",
                                    "sign-ins",
                                    "sign-out",
                                    "site",
                                    "static",
                                    "tables",
                                    "welcome",
                                ],
                            ),
                            _negated=True,
                        ),
                        name="competition_address",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LockedList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("algorithm", models.CharField(max_length=20)),
                ("entries", models.JSONField()),
                ("conditions", models.JSONField()),
                ("secret", models.CharField(max_length=64)),
                ("fingerprint", models.CharField(max_length=64)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="locked_lists",
                        to="competition.competition",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("competition", "number"), name="locked_list_number_once")
                ],
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Draw",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="draws", to="competition.competition"
                    ),
                ),
                (
                    "locked_list",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draws",
                        to="competition.lockedlist",
                    ),
                ),
                ("attempt", models.PositiveSmallIntegerField()),
                ("dice", models.CharField(blank=True, max_length=60)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("competition", "attempt"), name="draw_attempt_once"),
                    models.CheckConstraint(
                        condition=models.Q(("locked_list__isnull", False), ("dice", ""), _connector="OR"),
                        name="draw_dice_with_its_list",
                    ),
                ],
                "ordering": ["attempt"],
            },
        ),
        migrations.CreateModel(
            name="DrawnElsewhere",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "draw",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="elsewhere", to="competition.draw"
                    ),
                ),
                ("places", models.JSONField()),
                ("day", models.DateField(null=True)),
                ("how", models.CharField(blank=True, max_length=120)),
                ("place", models.CharField(blank=True, max_length=120)),
                ("drawn_by", models.CharField(blank=True, max_length=120)),
                ("witnesses", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("day__range", (datetime.date(1895, 1, 1), datetime.date(2205, 12, 31)))),
                        name="drawn_elsewhere_day",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "competition",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="draft", to="competition.competition"
                    ),
                ),
                ("lines", models.TextField(blank=True)),
                ("answers", models.JSONField(default=dict)),
                ("places", models.JSONField(default=list)),
                ("drawn", models.JSONField(default=list)),
                ("results", models.JSONField(default=dict)),
                ("play_by", models.JSONField(default=list)),
                ("extended", models.JSONField(default=dict)),
                ("day", models.DateField(null=True)),
                ("how", models.CharField(blank=True, default="out of a hat", max_length=60)),
                ("place", models.CharField(blank=True, max_length=120)),
                ("drawn_by", models.CharField(blank=True, max_length=120)),
                ("witnesses", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("day__range", (datetime.date(1895, 1, 1), datetime.date(2205, 12, 31)))),
                        name="draft_day",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Publication",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("at", models.DateTimeField()),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="publications",
                        to="competition.competition",
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "draw",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="publication",
                        to="competition.draw",
                    ),
                ),
                (
                    "follows",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="followed_by",
                        to="competition.publication",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("competition", "number"), name="publication_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("follows", None), ("number", 1)),
                            models.Q(("follows__isnull", False), ("number__gt", 1)),
                            _connector="OR",
                        ),
                        name="publication_follows_the_last",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                django.db.models.lookups.Exact(django.db.models.functions.math.Mod("number", 2), 1),
                                ("decided_by", None),
                                ("draw__isnull", False),
                                ("reason", ""),
                            ),
                            models.Q(
                                django.db.models.lookups.Exact(django.db.models.functions.math.Mod("number", 2), 0),
                                models.Q(("reason", ""), _negated=True),
                                ("decided_by__isnull", False),
                                ("draw", None),
                            ),
                            _connector="OR",
                        ),
                        name="publication_alternates",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=40)),
                ("play_by", models.DateField()),
                (
                    "draw",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="competition.draw"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("draw", "number"), name="round_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("play_by__range", (datetime.date(1895, 1, 1), datetime.date(2205, 12, 31)))
                        ),
                        name="round_play_by",
                    ),
                ],
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="matches", to="competition.round"
                    ),
                ),
            ],
            options={
                "ordering": ["round", "position"],
                "constraints": [models.UniqueConstraint(fields=("round", "position"), name="match_position_once")],
            },
        ),
        migrations.CreateModel(
            name="Cancellation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.TextField(max_length=500)),
                ("note", models.TextField(blank=True, max_length=500)),
                ("at", models.DateTimeField()),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cancellations",
                        to="competition.competition",
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="undone_by",
                        to="competition.cancellation",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("decided_by", None), models.Q(("reason", ""), _negated=True), _connector="OR"
                        ),
                        name="cancellation_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("decided_by__isnull", False)), name="cancellation_decided"
                    ),
                ],
                "ordering": ["pk"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Conditions",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("deals", models.PositiveSmallIntegerField(default=30)),
                ("extra_deals", models.PositiveSmallIntegerField(default=2)),
                (
                    "tie_break",
                    models.CharField(
                        choices=[("continues", "continues"), ("fresh", "fresh")], default="continues", max_length=10
                    ),
                ),
                ("only_partscore", models.PositiveSmallIntegerField(default=100)),
                (
                    "confirmation",
                    models.CharField(
                        choices=[
                            (
                                "automatic",
                                "The other pair confirms, or the reply time below passes (automatic confirmation)",
                            ),
                            ("both", "The other pair must confirm, and the organiser decides unanswered results"),
                            ("final", "A reported result is final at once"),
                        ],
                        default="automatic",
                        max_length=10,
                    ),
                ),
                ("reply_hours", models.PositiveSmallIntegerField(default=48)),
                ("report_days", models.PositiveSmallIntegerField(default=7)),
                ("extensions", models.BooleanField(default=True)),
                ("opening_day_together", models.BooleanField(default=True)),
                ("clubs_apart", models.BooleanField(default=False)),
                ("areas_together", models.BooleanField(default=False)),
                (
                    "first_offer",
                    models.CharField(
                        choices=[("upper", "The pair listed first in the draw"), ("either", "Either pair")],
                        default="upper",
                        max_length=6,
                    ),
                ),
                (
                    "home",
                    models.CharField(
                        choices=[
                            ("upper", "At the home of the pair listed first in the draw"),
                            ("lot", "At the home of one of the pairs, chosen at random for each match"),
                            ("neutral", "At a venue that the pairs agree on"),
                        ],
                        default="upper",
                        max_length=7,
                    ),
                ),
                ("deals_public", models.BooleanField(default=True)),
                (
                    "competition",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="conditions",
                        to="competition.competition",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("deals__range", (2, 60)), ("extra_deals__range", (1, 12))),
                        name="conditions_lengths",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("only_partscore__in", (50, 100))), name="conditions_partscore"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reply_hours__range", (1, 720))), name="conditions_reply_hours"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("report_days__range", (0, 365))), name="conditions_report_days"
                    ),
                ],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="ScorePad",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "game",
                    models.CharField(
                        choices=[
                            ("rubber", "rubber bridge"),
                            ("chicago", "Chicago"),
                            ("singles", "singles"),
                            ("nullos", "nullos"),
                        ],
                        max_length=9,
                    ),
                ),
                ("key", models.CharField(default=competition.social.models.new_key, max_length=32, unique=True)),
                (
                    "first_dealer",
                    models.CharField(choices=[("N", "N"), ("E", "E"), ("S", "S"), ("W", "W")], max_length=1),
                ),
                ("version", models.PositiveIntegerField(default=0)),
                ("used_at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("game__in", ["rubber", "chicago", "singles", "nullos"])), name="pad_game"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first_dealer__in", ["N", "E", "S", "W"])), name="pad_dealer"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PadDeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "declarer",
                    models.CharField(
                        blank=True, choices=[("N", "N"), ("E", "E"), ("S", "S"), ("W", "W")], max_length=1
                    ),
                ),
                ("level", models.PositiveSmallIntegerField(null=True)),
                ("doubling", models.PositiveSmallIntegerField(null=True)),
                ("tricks", models.PositiveSmallIntegerField(null=True)),
                ("honours_side", models.CharField(blank=True, choices=[("ns", "NS"), ("ew", "EW")], max_length=2)),
                ("honours_points", models.PositiveSmallIntegerField(null=True)),
                ("misdeals", models.PositiveSmallIntegerField(default=0)),
                ("note", models.CharField(blank=True, max_length=200)),
                (
                    "denomination",
                    models.CharField(
                        blank=True,
                        choices=[("C", "C"), ("D", "D"), ("N0", "N0"), ("H", "H"), ("S", "S"), ("NT", "NT")],
                        max_length=2,
                    ),
                ),
                (
                    "pad",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rows", to="competition.scorepad"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("pad", "number"), name="pad_deal_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("declarer__in", ["N", "E", "S", "W"]),
                                ("denomination__in", ["C", "D", "N0", "H", "S", "NT"]),
                                ("doubling__in", [1, 2, 4]),
                                ("level__range", (1, 7)),
                                ("tricks__range", (0, 13)),
                            ),
                            models.Q(
                                ("declarer", ""),
                                ("denomination", ""),
                                ("doubling", None),
                                ("honours_points", None),
                                ("honours_side", ""),
                                ("level", None),
                                ("tricks", None),
                            ),
                            _connector="OR",
                        ),
                        name="pad_deal_played_or_passed_in",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("honours_points", None), ("honours_side", "")),
                            models.Q(
                                ("honours_side__in", ["ns", "ew"]),
                                models.Q(
                                    ("honours_points__in", (150,)),
                                    models.Q(
                                        ("honours_points__in", (100, 150)),
                                        models.Q(("denomination", "NT"), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="pad_deal_honours",
                    ),
                    models.CheckConstraint(condition=models.Q(("number__range", (1, 400))), name="pad_deal_number"),
                ],
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="PadSeats",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first_deal", models.PositiveSmallIntegerField(default=1)),
                ("north", models.CharField(max_length=30)),
                ("east", models.CharField(max_length=30)),
                ("south", models.CharField(blank=True, max_length=30)),
                ("west", models.CharField(blank=True, max_length=30)),
                (
                    "pad",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seatings", to="competition.scorepad"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("pad", "first_deal"), name="seats_once_a_deal"),
                    models.CheckConstraint(condition=models.Q(("first_deal__gte", 1)), name="seats_deal"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("north", ""), _negated=True),
                            models.Q(("east", ""), _negated=True),
                            models.Q(("north", models.F("east")), _negated=True),
                        ),
                        name="seats_of_two_players",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("south", ""), ("west", "")),
                            models.Q(
                                models.Q(("south", ""), _negated=True),
                                models.Q(("west", ""), _negated=True),
                                models.Q(("south", models.F("west")), _negated=True),
                                models.Q(("south__in", [models.F("north"), models.F("east")]), _negated=True),
                                models.Q(("west__in", [models.F("north"), models.F("east")]), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="seats_of_four_players",
                    ),
                ],
                "ordering": ["first_deal"],
            },
        ),
        migrations.CreateModel(
            name="PadSubmission",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.UUIDField()),
                (
                    "pad",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="submissions",
                        to="competition.scorepad",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("pad", "key"), name="pad_submission_once")],
            },
        ),
        migrations.CreateModel(
            name="Pair",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("entered", "Entered"),
                            ("declined", "Declined"),
                            ("removed", "Removed"),
                        ],
                        default="entered",
                        max_length=8,
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(null=True)),
                ("club", models.CharField(blank=True, max_length=80)),
                ("area", models.CharField(blank=True, max_length=80)),
                ("attending", models.BooleanField(default=False)),
                ("seed", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("given_bye", models.BooleanField(default=False)),
                ("here_since", models.DateTimeField(blank=True, null=True)),
                ("entered_on", models.DateField(blank=True, null=True)),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("email", "By email"),
                            ("letter", "On paper, without email"),
                            ("telephone", "By phone"),
                        ],
                        default="email",
                        max_length=9,
                    ),
                ),
                ("opened_at", models.DateTimeField(editable=False, null=True)),
                (
                    "link_secret",
                    models.CharField(default=competition.entries.models.new_link_secret, max_length=22, blank=True),
                ),
                ("reference", models.CharField(blank=True, max_length=12)),
                ("sent_at", models.DateTimeField(null=True)),
                ("wishes", models.CharField(blank=True, max_length=300)),
                ("decline_reason", models.CharField(blank=True, max_length=300)),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pairs", to="competition.competition"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("number__isnull", False),
                                ("status", "entered"),
                                models.Q(("link_secret", ""), _negated=True),
                            ),
                            models.Q(
                                ("entered_on", None),
                                ("given_bye", False),
                                ("here_since", None),
                                ("link_secret", ""),
                                ("number", None),
                                ("opened_at", None),
                                ("seed", None),
                                ("sent_at__isnull", False),
                                ("status__in", ["waiting", "declined", "removed"]),
                            ),
                            _connector="OR",
                        ),
                        name="pair_status",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("reference", ""), ("sent_at", None)),
                            models.Q(models.Q(("reference", ""), _negated=True), ("sent_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="pair_sent",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status", "waiting"), ("wishes", ""), _connector="OR"),
                        name="pair_wishes_while_waiting",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "declined"), models.Q(("decline_reason", ""), _negated=True)),
                            models.Q(models.Q(("status", "declined"), _negated=True), ("decline_reason", "")),
                            _connector="OR",
                        ),
                        name="pair_declined_with_a_reason",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("reference", ""), _negated=True),
                        fields=("reference",),
                        name="pair_reference_once",
                    ),
                    models.UniqueConstraint(fields=("competition", "number"), name="pair_number_once"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="pair_number"),
                    models.UniqueConstraint(fields=("competition", "seed"), name="pair_seed_once"),
                    models.CheckConstraint(condition=models.Q(("seed__gte", 1)), name="pair_seed"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("entered_on__range", (datetime.date(1895, 1, 1), datetime.date(2205, 12, 31)))
                        ),
                        name="pair_entered_on",
                    ),
                ],
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=80)),
                ("key", models.CharField(max_length=80)),
                ("distinction", models.CharField(blank=True, max_length=40)),
                ("phone", models.CharField(blank=True, max_length=40)),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("joined_at", models.DateTimeField(blank=True, null=True)),
                ("left_at", models.DateTimeField(blank=True, null=True)),
                ("left_because", models.CharField(blank=True, max_length=300)),
                (
                    "competition",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="competition.competition",
                    ),
                ),
                (
                    "pair",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="players", to="competition.pair"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("competition"),
                        models.F("key"),
                        django.db.models.functions.text.Lower("distinction"),
                        condition=models.Q(("left_at", None)),
                        name="player_once_a_competition",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("left_at", None)), fields=("pair", "place"), name="player_place_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("left_at", None), ("left_because", "")),
                            models.Q(("left_at__isnull", False), models.Q(("left_because", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="player_left_because",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("left_at__gte", models.F("joined_at"))), name="player_left_after_joining"
                    ),
                    models.CheckConstraint(condition=models.Q(("place__in", (1, 2))), name="player_place"),
                    models.CheckConstraint(condition=models.Q(("key", ""), _negated=True), name="player_named"),
                ],
                "ordering": ["pair", "place", "pk"],
                "default_manager_name": "of_any_pair",
            },
            managers=[
                ("of_any_pair", models.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Meeting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(default=1)),
                ("plays_at", models.DateTimeField(null=True)),
                ("venue", models.CharField(blank=True, max_length=120)),
                ("upper_private", models.BooleanField(default=False)),
                ("lower_private", models.BooleanField(default=False)),
                ("upper_side", models.CharField(blank=True, choices=[("ns", "NS"), ("ew", "EW")], max_length=2)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="meetings", to="competition.match"
                    ),
                ),
                (
                    "sheet",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.summarysheet",
                    ),
                ),
                (
                    "lower",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="competition.pair"
                    ),
                ),
                (
                    "upper",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="competition.pair"
                    ),
                ),
                (
                    "offered_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="competition.pair"
                    ),
                ),
                (
                    "taken_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="competition.pair"
                    ),
                ),
                (
                    "east",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="competition.player",
                    ),
                ),
                (
                    "north",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="competition.player",
                    ),
                ),
                (
                    "south",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="competition.player",
                    ),
                ),
                (
                    "west",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="competition.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("match", "upper", "lower", "number"), name="meeting_once"),
                    models.CheckConstraint(
                        condition=models.Q(("upper", models.F("lower")), _negated=True), name="meeting_of_two"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("offered_by", None), ("plays_at", None), ("taken_by", None), ("venue", "")),
                            models.Q(
                                ("offered_by__isnull", False),
                                ("plays_at__isnull", False),
                                ("taken_by__isnull", False),
                                models.Q(
                                    models.Q(("offered_by", models.F("upper")), ("taken_by", models.F("lower"))),
                                    models.Q(("offered_by", models.F("lower")), ("taken_by", models.F("upper"))),
                                    _connector="OR",
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="meeting_agreed_by_both",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                models.Q(
                                    ("east__isnull", True),
                                    ("north__isnull", True),
                                    ("sheet__isnull", True),
                                    ("south__isnull", True),
                                    ("west__isnull", True),
                                ),
                                models.Q(
                                    ("east__isnull", False),
                                    ("north__isnull", False),
                                    ("sheet__isnull", False),
                                    ("south__isnull", False),
                                    ("west__isnull", False),
                                ),
                                _connector="OR",
                            ),
                            models.Q(
                                models.Q(("sheet__isnull", True), ("upper_side", "")),
                                models.Q(("sheet__isnull", False), models.Q(("upper_side", ""), _negated=True)),
                                _connector="OR",
                            ),
                        ),
                        name="meeting_seated_with_its_sheet",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Organiser",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("invited", models.BooleanField(default=False)),
                ("name", models.CharField(blank=True, max_length=80)),
                ("phone", models.CharField(blank=True, max_length=40)),
                ("email", models.EmailField(blank=True, max_length=254)),
                (
                    "news",
                    models.CharField(
                        choices=[
                            ("each", "At once, one email each"),
                            ("day", "One email a day"),
                            ("none", "No emails"),
                        ],
                        default="day",
                        max_length=4,
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="competition.competition"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("competition", "user"), name="organiser_once")],
            },
        ),
        migrations.CreateModel(
            name="OwnSheet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kept_by", models.CharField(choices=[("upper", "Upper"), ("lower", "Lower")], max_length=6)),
                (
                    "meeting",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="competition.meeting"
                    ),
                ),
                (
                    "sheet",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="scoring.summarysheet"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kept_by__in", ["upper", "lower"])), name="own_sheet_of_a_pair"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ResultEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("note", models.TextField(blank=True, max_length=500)),
                ("at", models.DateTimeField()),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="undone_by",
                        to="competition.resultentry",
                    ),
                ),
                (
                    "meeting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="result_entries",
                        to="competition.meeting",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("played", "played"),
                            ("conceded", "conceded"),
                            ("walkover", "walkover"),
                            ("double default", "double default"),
                            ("ruling", "ruling"),
                            ("lots", "lots"),
                            ("reopened", "reopened"),
                            ("replay", "replay"),
                            ("undone", "undone"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "winner",
                    models.CharField(blank=True, choices=[("upper", "Upper"), ("lower", "Lower")], max_length=6),
                ),
                ("total_upper", models.PositiveIntegerField(null=True)),
                ("total_lower", models.PositiveIntegerField(null=True)),
                ("margin", models.PositiveIntegerField(null=True)),
                ("from_sheet", models.BooleanField(default=False)),
                (
                    "keep_progress",
                    models.CharField(blank=True, choices=[("ruled", "ruled"), ("agreed", "agreed")], max_length=6),
                ),
                (
                    "source",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("paper", "Paper"),
                            ("telephone", "Telephone"),
                            ("letter", "Letter"),
                            ("email", "Email"),
                        ],
                        max_length=10,
                    ),
                ),
                ("played_on", models.DateField(null=True)),
                (
                    "begins",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="begun_by",
                        to="competition.meeting",
                    ),
                ),
                ("reason", models.TextField(blank=True, max_length=500)),
                (
                    "by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="competition.pair"
                    ),
                ),
                ("reply_hours", models.PositiveSmallIntegerField(null=True)),
                ("penalty_upper", models.IntegerField(default=0)),
                ("penalty_lower", models.IntegerField(default=0)),
                ("seed", models.CharField(blank=True, max_length=64)),
            ],
            options={
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("decided_by", None), models.Q(("reason", ""), _negated=True), _connector="OR"
                        ),
                        name="resultentry_reason",
                    ),
                    models.UniqueConstraint(fields=("meeting", "number"), name="result_entry_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("total_lower__isnull", True), ("total_upper__isnull", True)),
                            models.Q(("total_lower__isnull", False), ("total_upper__isnull", False)),
                            _connector="OR",
                        ),
                        name="result_entry_totals",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind__in", ["double default", "reopened", "replay", "undone"]), ("winner", "")),
                            models.Q(
                                models.Q(
                                    ("kind__in", ["double default", "reopened", "replay", "undone"]), _negated=True
                                ),
                                models.Q(("winner", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="result_entry_winner",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "played"), _negated=True),
                            models.Q(
                                ("total_lower__isnull", False),
                                ("total_upper__isnull", False),
                                models.Q(
                                    models.Q(("total_upper__gt", models.F("total_lower")), ("winner", "upper")),
                                    models.Q(("total_lower__gt", models.F("total_upper")), ("winner", "lower")),
                                    _connector="OR",
                                ),
                            ),
                            models.Q(
                                ("from_sheet", False),
                                ("penalty_lower", 0),
                                ("penalty_upper", 0),
                                ("total_lower", None),
                                ("total_upper", None),
                            ),
                            _connector="OR",
                        ),
                        name="result_entry_played_by_totals",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("margin", None),
                            models.Q(
                                ("kind", "played"),
                                ("margin__gt", 0),
                                ("from_sheet", False),
                                ("penalty_lower", 0),
                                ("penalty_upper", 0),
                                ("total_lower", None),
                                ("total_upper", None),
                            ),
                            _connector="OR",
                        ),
                        name="result_entry_margin",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("played_on__range", (datetime.date(1895, 1, 1), datetime.date(2205, 12, 31)))
                        ),
                        name="result_entry_played_on",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("by__isnull", False),
                                ("decided_by", None),
                                ("kind", "played"),
                                ("penalty_lower", 0),
                                ("penalty_upper", 0),
                            ),
                            models.Q(
                                ("reply_hours", None),
                                models.Q(("reason", ""), _negated=True),
                                ("by__isnull", False),
                                ("decided_by", None),
                                ("kind", "conceded"),
                            ),
                            models.Q(
                                ("reply_hours", None),
                                models.Q(("reason", ""), _negated=True),
                                ("by", None),
                                ("decided_by__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="result_entry_sent_or_ruled",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "undone"), ("undoes", None), _connector="OR"),
                            models.Q(("kind", "lots"), ("seed", ""), _connector="OR"),
                            models.Q(
                                ("source", ""),
                                ("kind__in", ["played", "conceded", "walkover", "double default"]),
                                _connector="OR",
                            ),
                            models.Q(("played_on", None), ("kind__in", ["played", "conceded"]), _connector="OR"),
                            models.Q(
                                ("kind", "played"),
                                models.Q(("keep_progress", ""), ("penalty_lower", 0), ("penalty_upper", 0)),
                                _connector="OR",
                            ),
                            models.Q(("keep_progress", ""), ("decided_by__isnull", False), _connector="OR"),
                            models.Q(
                                models.Q(("kind", "undone"), _negated=True), ("undoes__isnull", False), _connector="OR"
                            ),
                            models.Q(
                                models.Q(("kind", "replay"), _negated=True), ("begins__isnull", False), _connector="OR"
                            ),
                        ),
                        name="result_entry_as_its_kind_has_it",
                    ),
                ],
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Reply",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)s",
                        to="competition.resultentry",
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("confirmed", "confirmed"), ("disputed", "disputed"), ("taken back", "taken back")],
                        max_length=10,
                    ),
                ),
                ("reason", models.TextField(blank=True, max_length=500)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["confirmed", "taken back"]),
                            models.Q(("kind", "disputed"), models.Q(("reason", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="reply_kind",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)s",
                        to="competition.resultentry",
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "channel",
                    models.CharField(
                        choices=[
                            ("email", "by email"),
                            ("page", "by opening its page"),
                            ("organiser", "by the organiser"),
                        ],
                        max_length=9,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("channel__in", ["email", "page", "organiser"])), name="notice_channel"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Interruption",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)s",
                        to="competition.resultentry",
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("match", models.CharField(blank=True, max_length=10)),
                (
                    "event",
                    models.CharField(
                        choices=[
                            ("named the site", "Site Named"),
                            ("changed password", "Password Changed"),
                            ("changed email address", "Email Changed"),
                            ("deleted", "Competition Deleted"),
                            ("created", "Created"),
                            ("started", "Started"),
                            ("opened from file", "Opened From File"),
                            ("changed conditions", "Conditions Changed"),
                            ("corrected details", "Details Corrected"),
                            ("named deputy", "Deputy Named"),
                            ("removed deputy", "Deputy Removed"),
                            ("took up invitation", "Invitation Taken Up"),
                            ("gave link", "Link Given"),
                            ("changed contact", "Contact Changed"),
                            ("handed over", "Handed Over"),
                            ("cancelled", "Cancelled"),
                            ("played on", "Played On"),
                            ("deleted contacts", "Contacts Deleted"),
                            ("redacted", "Redacted"),
                            ("added past seasons", "Past Seasons Added"),
                            ("corrected past season", "Past Season Corrected"),
                            ("removed past season", "Past Season Removed"),
                            ("removed past player", "Past Player Removed"),
                            ("looked at links", "Looked"),
                            ("applied", "Applied"),
                            ("declined entry", "Entry Declined"),
                            ("entered", "Entered"),
                            ("ticked", "Ticked"),
                            ("away", "Away"),
                            ("changed pair", "Pair Changed"),
                            ("changed channel", "Channel Changed"),
                            ("renamed", "Club Renamed"),
                            ("removed", "Pair Removed"),
                            ("renewed link", "Link Renewed"),
                            ("renewed links", "Links Renewed"),
                            ("substituted", "Substituted"),
                            ("corrected name", "Name Corrected"),
                            ("withdrew", "Withdrew"),
                            ("brought back", "Brought Back"),
                            ("locked list", "List Locked"),
                            ("made draw", "Draw Made"),
                            ("swapped", "Swapped"),
                            ("published", "Published"),
                            ("undid draw", "Draw Undone"),
                            ("placed", "Placed"),
                            ("saved draft", "Draft Saved"),
                            ("extended", "Extended"),
                            ("corrected conditions", "Conditions Corrected"),
                            ("queued emails", "Emails Queued"),
                            ("tried again", "Email Tried Again"),
                            ("changed wording", "Wording Changed"),
                            ("told", "Pairs Told"),
                            ("told result", "Result Told"),
                            ("offered", "Dates Offered"),
                            ("read", "Dates Read"),
                            ("declined dates", "Dates Declined"),
                            ("withdrew dates", "Dates Withdrawn"),
                            ("agreed", "Date Agreed"),
                            ("cancelled date", "Date Cancelled"),
                            ("opened", "Sheet Opened"),
                            ("started over", "Sheet Put Away"),
                            ("privacy", "Privacy Changed"),
                            ("recorded", "Deal Recorded"),
                            ("corrected deal", "Deal Corrected"),
                            ("undid deal", "Deal Undone"),
                            ("asked to correct", "Correction Asked"),
                            ("replied to correction", "Correction Answered"),
                            ("typed in deals", "Deals Typed In"),
                            ("agreed deal", "Deal Agreed"),
                            ("upheld", "Deal Upheld"),
                            ("passed", "Phone Passed"),
                            ("conceded", "Conceded"),
                            ("submitted", "Result Sent In"),
                            ("withdrew result", "Result Withdrawn"),
                            ("confirmed", "Result Confirmed"),
                            ("disputed", "Result Disputed"),
                            ("typed in", "Result Typed In"),
                            ("interrupted", "Reply Time Interrupted"),
                            ("ruled", "Ruled"),
                            ("undid ruling", "Ruling Undone"),
                        ],
                        max_length=40,
                    ),
                ),
                ("text", models.TextField()),
                ("detail", models.JSONField(default=dict)),
                (
                    "competition",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log",
                        to="competition.competition",
                    ),
                ),
                (
                    "organiser",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "pair",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="competition.pair",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "indexes": [models.Index(fields=["competition", "match"], name="competition_competi_e3dc30_idx")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "event__in",
                                [
                                    "named the site",
                                    "changed password",
                                    "changed email address",
                                    "deleted",
                                    "created",
                                    "started",
                                    "opened from file",
                                    "changed conditions",
                                    "corrected details",
                                    "named deputy",
                                    "removed deputy",
                                    "took up invitation",
                                    "gave link",
                                    "changed contact",
                                    "handed over",
                                    "cancelled",
                                    "played on",
                                    "deleted contacts",
                                    "redacted",
                                    "added past seasons",
                                    "corrected past season",
                                    "removed past season",
                                    "removed past player",
                                    "looked at links",
                                    "applied",
                                    "declined entry",
                                    "entered",
                                    "ticked",
                                    "away",
                                    "changed pair",
                                    "changed channel",
                                    "renamed",
                                    "removed",
                                    "renewed link",
                                    "renewed links",
                                    "substituted",
                                    "corrected name",
                                    "withdrew",
                                    "brought back",
                                    "locked list",
                                    "made draw",
                                    "swapped",
                                    "published",
                                    "undid draw",
                                    "placed",
                                    "saved draft",
                                    "extended",
                                    "corrected conditions",
                                    "queued emails",
                                    "tried again",
                                    "changed wording",
                                    "told",
                                    "told result",
                                    "offered",
                                    "read",
                                    "declined dates",
                                    "withdrew dates",
                                    "agreed",
                                    "cancelled date",
                                    "opened",
                                    "started over",
                                    "privacy",
                                    "recorded",
                                    "corrected deal",
                                    "undid deal",
                                    "asked to correct",
                                    "replied to correction",
                                    "typed in deals",
                                    "agreed deal",
                                    "upheld",
                                    "passed",
                                    "conceded",
                                    "submitted",
                                    "withdrew result",
                                    "confirmed",
                                    "disputed",
                                    "typed in",
                                    "interrupted",
                                    "ruled",
                                    "undid ruling",
                                ],
                            )
                        ),
                        name="logentry_event",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Place",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                (
                    "draw",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="places", to="competition.draw"
                    ),
                ),
                (
                    "pair",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="places",
                        to="competition.pair",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("draw", "position"), name="place_position_once"),
                    models.UniqueConstraint(fields=("draw", "pair"), name="place_pair_once"),
                ],
                "ordering": ["position"],
            },
        ),
        migrations.CreateModel(
            name="PointsLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(null=True)),
                ("upper", models.PositiveIntegerField()),
                ("lower", models.PositiveIntegerField()),
                (
                    "meeting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="points_lines",
                        to="competition.meeting",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("meeting", "number"), name="points_once_a_deal"),
                    models.UniqueConstraint(
                        condition=models.Q(("number", None)), fields=("meeting",), name="points_credits_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number", None), ("number__gte", 1), _connector="OR"), name="points_number"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.Exact(django.db.models.functions.math.Mod("upper", 10), 0),
                            django.db.models.lookups.Exact(django.db.models.functions.math.Mod("lower", 10), 0),
                        ),
                        name="points_end_in_0",
                    ),
                ],
                "ordering": [models.OrderBy(models.F("number"), nulls_last=True)],
            },
        ),
        migrations.CreateModel(
            name="NightlyTask",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40, unique=True)),
                ("done_at", models.DateTimeField(null=True)),
                ("taken_until", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="RateLimitHit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asker", models.CharField(max_length=64)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "indexes": [models.Index(fields=["asker", "at"], name="competition_asker_dd35a7_idx")],
            },
        ),
        migrations.CreateModel(
            name="Site",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(default="Rubber Knockout", max_length=40)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("pk", 1)), name="site_once"),
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="site_has_a_name"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Extension",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.TextField(max_length=500)),
                ("note", models.TextField(blank=True, max_length=500)),
                ("at", models.DateTimeField()),
                ("play_by", models.DateField(null=True)),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="undone_by",
                        to="competition.extension",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="competition.match"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="extensions", to="competition.round"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("decided_by", None), models.Q(("reason", ""), _negated=True), _connector="OR"
                        ),
                        name="extension_reason",
                    ),
                    models.CheckConstraint(condition=models.Q(("decided_by__isnull", False)), name="extension_decided"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("play_by__range", (datetime.date(1895, 1, 1), datetime.date(2205, 12, 31)))
                        ),
                        name="extension_play_by",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("play_by__isnull", False), ("undoes", None)),
                            models.Q(("play_by", None), ("undoes__isnull", False)),
                            _connector="OR",
                        ),
                        name="extension_or_taken_back",
                    ),
                ],
                "ordering": ["pk"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="RoundConditions",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("deals", models.PositiveSmallIntegerField(default=30)),
                ("extra_deals", models.PositiveSmallIntegerField(default=2)),
                (
                    "tie_break",
                    models.CharField(
                        choices=[("continues", "continues"), ("fresh", "fresh")], default="continues", max_length=10
                    ),
                ),
                ("only_partscore", models.PositiveSmallIntegerField(default=100)),
                ("reason", models.TextField(max_length=500)),
                ("note", models.TextField(blank=True, max_length=500)),
                ("at", models.DateTimeField()),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="undone_by",
                        to="competition.roundconditions",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="conditions", to="competition.round"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("decided_by", None), models.Q(("reason", ""), _negated=True), _connector="OR"
                        ),
                        name="roundconditions_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("deals__range", (2, 60)), ("extra_deals__range", (1, 12))),
                        name="roundconditions_lengths",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("only_partscore__in", (50, 100))), name="roundconditions_partscore"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("decided_by__isnull", False)), name="roundconditions_decided"
                    ),
                ],
                "ordering": ["pk"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="AccountChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "what",
                    models.CharField(choices=[("password", "password"), ("email", "email address")], max_length=8),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("address", models.EmailField(blank=True, max_length=254)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("what__in", ["password", "email"])), name="account_change"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "session_key",
                    models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key"),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                (
                    "organiser",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Swap",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("one", models.PositiveSmallIntegerField()),
                ("other", models.PositiveSmallIntegerField()),
                ("reason", models.CharField(max_length=500)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "draw",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="swaps", to="competition.draw"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("draw", "number"), name="swap_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("one", models.F("other")), _negated=True), name="swap_of_two"
                    ),
                    models.CheckConstraint(condition=models.Q(("reason", ""), _negated=True), name="swap_reason"),
                ],
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="PlaceChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.TextField(max_length=500)),
                ("note", models.TextField(blank=True, max_length=500)),
                ("at", models.DateTimeField()),
                (
                    "kind",
                    models.CharField(
                        blank=True,
                        choices=[("late", "Late"), ("replacement", "Replacement"), ("twice", "Twice")],
                        max_length=11,
                    ),
                ),
                ("lot", models.TextField(blank=True)),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "instead_of",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="competition.pair"
                    ),
                ),
                (
                    "pair",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="placings",
                        to="competition.pair",
                    ),
                ),
                (
                    "place",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="placings", to="competition.place"
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="undone_by",
                        to="competition.placechange",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("decided_by", None), models.Q(("reason", ""), _negated=True), _connector="OR"
                        ),
                        name="placechange_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("decided_by__isnull", False)), name="placechange_decided"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("instead_of", None),
                                ("kind", "late"),
                                ("pair__isnull", False),
                                ("undoes", None),
                                models.Q(("lot", ""), _negated=True),
                            ),
                            models.Q(
                                ("instead_of__isnull", False),
                                ("kind", "replacement"),
                                ("lot", ""),
                                ("pair__isnull", False),
                                ("undoes", None),
                            ),
                            models.Q(
                                ("instead_of__isnull", False),
                                ("kind", "twice"),
                                ("undoes", None),
                                ("lot", ""),
                                ("pair", None),
                            ),
                            models.Q(
                                ("instead_of", None),
                                ("kind", ""),
                                ("undoes__isnull", False),
                                ("lot", ""),
                                ("pair", None),
                            ),
                            _connector="OR",
                        ),
                        name="placing_as_its_kind_has_it",
                    ),
                ],
                "ordering": ["pk"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="NameCorrection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.TextField(max_length=500)),
                ("note", models.TextField(blank=True, max_length=500)),
                ("at", models.DateTimeField()),
                ("before", models.CharField(max_length=80)),
                ("after", models.CharField(max_length=80)),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="respellings", to="competition.player"
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="undone_by",
                        to="competition.namecorrection",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("decided_by", None), models.Q(("reason", ""), _negated=True), _connector="OR"
                        ),
                        name="namecorrection_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("decided_by__isnull", False)), name="namecorrection_decided"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("before", models.F("after")), _negated=True), name="respelling_changes"
                    ),
                ],
                "ordering": ["pk"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="DetailsCorrection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.TextField(max_length=500)),
                ("note", models.TextField(blank=True, max_length=500)),
                ("at", models.DateTimeField()),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="corrections",
                        to="competition.competition",
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="undone_by",
                        to="competition.detailscorrection",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("decided_by", None), models.Q(("reason", ""), _negated=True), _connector="OR"
                        ),
                        name="detailscorrection_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("decided_by__isnull", False)), name="detailscorrection_decided"
                    ),
                ],
                "ordering": ["pk"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Withdrawal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.TextField(max_length=500)),
                ("note", models.TextField(blank=True, max_length=500)),
                ("at", models.DateTimeField()),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "pair",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="withdrawals", to="competition.pair"
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="undone_by",
                        to="competition.withdrawal",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("decided_by", None), models.Q(("reason", ""), _negated=True), _connector="OR"
                        ),
                        name="withdrawal_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("decided_by__isnull", False)), name="withdrawal_decided"
                    ),
                ],
                "ordering": ["pk"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Email",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("topic", models.CharField(max_length=12)),
                ("about", models.CharField(max_length=40)),
                ("message_id", models.CharField(max_length=200, unique=True)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("next_try_at", models.DateTimeField(null=True)),
                ("sent_at", models.DateTimeField(null=True)),
                ("refused", models.EmailField(blank=True, max_length=254)),
                ("fault", models.CharField(blank=True, max_length=200)),
                ("parked_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="emails",
                        to="competition.player",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "topic", "about"), name="email_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("player__isnull", False), ("user", None)),
                            models.Q(("player", None), ("user__isnull", False)),
                            _connector="OR",
                        ),
                        name="email_to_one_reader",
                    ),
                    models.UniqueConstraint(fields=("user", "topic", "about"), name="email_to_an_organiser_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("sent_at", None),
                            models.Q(
                                ("fault", ""),
                                ("next_try_at", None),
                                ("parked_at", None),
                                ("refused", ""),
                                ("tries__gte", 1),
                            ),
                            _connector="OR",
                        ),
                        name="email_tried_or_sent",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("parked_at", None), ("refused", "")),
                            models.Q(
                                ("next_try_at", None),
                                ("parked_at__isnull", False),
                                models.Q(("fault", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="email_parked_with_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Told",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("topic", models.CharField(max_length=12)),
                ("about", models.CharField(max_length=40)),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("letter", "by letter"),
                            ("telephone", "by phone"),
                            ("text", "by text or your own email"),
                        ],
                        max_length=9,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "pair",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="told", to="competition.pair"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("pair", "topic", "about"), name="told_once")],
            },
        ),
        migrations.CreateModel(
            name="PastSeason",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("season", models.PositiveSmallIntegerField()),
                ("over_two_years", models.BooleanField(default=False)),
                ("name", models.CharField(blank=True, max_length=80)),
                ("score", models.CharField(blank=True, max_length=40)),
                ("note", models.CharField(blank=True, max_length=200)),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="past_seasons",
                        to="competition.competition",
                    ),
                ),
            ],
            options={
                "ordering": ["-season", "-over_two_years"],
                "constraints": [
                    models.UniqueConstraint(fields=("competition", "season", "over_two_years"), name="pastseason_once"),
                    models.CheckConstraint(
                        condition=models.Q(("season__range", (1900, 2200))), name="pastseason_season"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PastPair",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("won", models.BooleanField()),
                ("first", models.CharField(blank=True, max_length=80)),
                ("second", models.CharField(blank=True, max_length=80)),
                (
                    "past_season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pairs", to="competition.pastseason"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Wording",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("topic", models.CharField(max_length=12)),
                ("before", models.TextField(blank=True, max_length=600)),
                ("after", models.TextField(blank=True, max_length=600)),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="wordings",
                        to="competition.competition",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("competition", "topic"), name="wording_once"),
                    models.CheckConstraint(
                        condition=models.Q(("after", ""), ("before", ""), _negated=True), name="wording_says_something"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Offer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "meeting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="offers", to="competition.meeting"
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="competition.pair"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("venue", models.CharField(blank=True, max_length=120)),
                ("read_at", models.DateTimeField(null=True)),
                (
                    "answer",
                    models.CharField(
                        blank=True,
                        choices=[("taken", "Taken"), ("declined", "Declined"), ("withdrawn", "Withdrawn")],
                        max_length=9,
                    ),
                ),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="competition.pair"
                    ),
                ),
                ("takes", models.DateTimeField(null=True)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("cancelled_at", models.DateTimeField(null=True)),
                (
                    "cancelled_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="competition.pair"
                    ),
                ),
                ("cancelled_because", models.CharField(blank=True, max_length=300)),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("answer", ""),
                                ("answered_at", None),
                                ("answered_by", None),
                                ("reason", ""),
                                ("takes", None),
                            ),
                            models.Q(
                                ("answered_at__isnull", False),
                                ("answered_by__isnull", False),
                                ("answer", "taken"),
                                ("takes__isnull", False),
                                models.Q(("answered_by", models.F("by")), _negated=True),
                            ),
                            models.Q(
                                ("answered_at__isnull", False),
                                ("answered_by__isnull", False),
                                ("answer", "declined"),
                                ("takes", None),
                                models.Q(("answered_by", models.F("by")), _negated=True),
                            ),
                            models.Q(
                                ("answered_at__isnull", False),
                                ("answered_by__isnull", False),
                                ("answer", "withdrawn"),
                                ("answered_by", models.F("by")),
                                ("takes", None),
                            ),
                            _connector="OR",
                        ),
                        name="offer_answered_by_the_other",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("cancelled_at", None), ("cancelled_because", ""), ("cancelled_by", None)),
                            models.Q(
                                ("answer", "taken"),
                                ("cancelled_at__isnull", False),
                                ("cancelled_by__isnull", False),
                                models.Q(("cancelled_because", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="offer_cancelled_once_taken",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("answer", "")), fields=("meeting",), name="offer_open_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("answer", "taken"), ("cancelled_at", None)),
                        fields=("meeting",),
                        name="offer_agreed_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="OfferedDate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "offer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="dates", to="competition.offer"
                    ),
                ),
                ("plays_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["plays_at"],
                "constraints": [models.UniqueConstraint(fields=("offer", "plays_at"), name="offered_date_once")],
            },
        ),
        migrations.CreateModel(
            name="Away",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "pair",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="away", to="competition.pair"
                    ),
                ),
                ("first", models.DateField()),
                ("last", models.DateField()),
            ],
            options={
                "ordering": ["first", "last", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("last__gte", models.F("first"))), name="away_ends_after_it_begins"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("first__range", (datetime.date(1895, 1, 1), datetime.date(2205, 12, 31))),
                            ("last__range", (datetime.date(1895, 1, 1), datetime.date(2205, 12, 31))),
                        ),
                        name="away_days",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="competition",
            name="cancellation",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.RESTRICT, related_name="+", to="competition.cancellation"
            ),
        ),
        migrations.AddField(
            model_name="competition",
            name="organisers",
            field=models.ManyToManyField(
                related_name="competitions", through="competition.Organiser", to=settings.AUTH_USER_MODEL
            ),
        ),
    ]

    def apply(self, project_state, schema_editor, collect_sql=False):
        # Create all tables on one state. Otherwise Django would build all earlier models again for each table. That
        # takes three times as long for the same SQL.
        state = project_state.clone()
        state.__dict__.pop("apps", None)
        state = self.mutate_state(state, preserve=False)
        for operation in self.operations:
            if isinstance(operation, migrations.CreateModel):
                schema_editor.create_model(state.apps.get_model(self.app_label, operation.name))
        return state
