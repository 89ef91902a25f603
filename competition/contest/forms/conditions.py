"""The form fields for the conditions of contest."""

from typing import ClassVar

from django import forms
from django.core.exceptions import ValidationError

from competition.contest.models import Conditions
from competition.contest.rules import conditions
from competition.contest.rules.conditions import (
    MINUTES,
    OFFER_DATES,
    OFFER_DAYS,
    OPTIONAL_SENTENCES,
    PREFERENCE_ROUNDS,
    REPECHAGE_DEALS,
    REPLY_HOURS,
    REPORT_DAYS,
    split_grades,
)
from competition.contest.rules.division import SECTIONS, Division
from competition.web.fields import DayField, NumberField, TextField
from scoring.rules.conditions import DEALS, EXTRA_DEALS, ScoringConditions, TieBreak
from scoring.rules.words import TIE_BREAKS, listed

_USUAL = ScoringConditions()


def _optional_number(limits: tuple[int, int], label: str, help_text: str) -> NumberField:
    return NumberField(*limits, label=label, help_text=help_text, required=False)


class GradesField(TextField):
    """Field for grades, separated by commas."""

    def clean(self, value: str | None) -> str:
        """Return the grades without repeats, separated by a comma and a space."""
        grades = split_grades(super().clean(value))
        if any(len(grade) > conditions.LONGEST_GRADE for grade in grades):
            raise ValidationError(f"A grade has at most {conditions.LONGEST_GRADE} letters. Shorten it.")
        return ", ".join(grades)


class ConditionsForm(forms.Form):
    """Fields for the conditions of contest, with explanations."""

    opening_day_together = forms.BooleanField(
        label="Draw opening-day pairs against each other",
        required=False,
        help_text="Draws pairs who attend the opening day against each other in round 1 where possible.",
    )
    clubs_apart = forms.BooleanField(
        label="Keep pairs from the same club apart in round 1",
        required=False,
        help_text="Draws them against each other only if there is no other way.",
    )
    areas_together = forms.BooleanField(
        label="Short journeys in round 1",
        required=False,
        help_text="Draws neighbouring pairs together in round 1 where possible. The opening day and keeping "
        "clubs apart take priority. The draw record then shows the areas.",
    )
    drawn_by_round = forms.BooleanField(
        label="Draw each round by itself",
        required=False,
        help_text="Only round 1 is drawn at first. You draw each later round when you like, and at most one pair has a "
        "bye in it.",
    )
    preference_rounds = NumberField(
        *PREFERENCE_ROUNDS,
        label="Rounds in which seeds, clubs and areas count",
        required=False,
        help_text="Used only if each round is drawn by itself. With 2, for example, they count in rounds 1 and 2.",
    )
    plate = forms.ChoiceField(
        label="Who plays in the plate",
        widget=forms.RadioSelect,
        choices=Conditions.Plate.choices,
        help_text="The plate is a second draw for pairs that lose early. It is published with the draw and needs no "
        "draw of its own: each match in round 1 has one place in it.",
    )
    plate_conceded = forms.BooleanField(
        label="Let pairs that concede play in the plate",
        required=False,
        help_text="Used only with a plate.",
    )
    plate_walkover = forms.BooleanField(
        label="Let pairs that give a walkover play in the plate",
        required=False,
        help_text="A walkover then counts as the first match of both pairs. Used only with a plate.",
    )
    plate_open_until = DayField(
        label="Direct entries to the plate until",
        required=False,
        help_text="Optional. Until this day you can give the empty places in the plate to pairs that are not in the "
        "draw. A place is empty if no pair can come to it from the draw.",
    )
    join_places = NumberField(
        1,
        32,
        label="Places for pairs that join later",
        required=False,
        help_text="These places stay empty in the draw, for example for the winners of club events. You add the pairs "
        "later, under Late entries.",
    )
    join_left = forms.TypedChoiceField(
        label="When they join",
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", "Not used"), *Conditions.JoinLeft.choices],
        help_text="This number includes the pairs that join. They can be at most half of it.",
    )
    join_until = DayField(
        label="Pairs can join until",
        required=False,
        help_text="After this day, the opponents of an empty place go through without playing.",
    )
    next_event = TextField(
        label="The next event",
        required=False,
        max_length=60,
        help_text="If pairs qualify for another event, its name, such as “the national final”.",
    )
    qualifiers = forms.TypedChoiceField(
        label="Who qualifies for it",
        coerce=int,
        widget=forms.RadioSelect,
        choices=Conditions.Qualifiers.choices,
        help_text="The final is played in any case. Used only with a next event.",
    )
    sections = _optional_number(
        SECTIONS,
        "Sections without a final",
        "Instead of the choice above. The draw has this many sections, and the winner of each qualifies. "
        "They do not meet, and there are no champions.",
    )
    deals = NumberField(
        *DEALS,
        label="Deals in a match",
        help_text=f"The higher total after this many deals wins. A passed-in deal counts as one. Usual: "
        f"{_USUAL.deals}.",
    )
    extra_deals = NumberField(
        *EXTRA_DEALS,
        label="Deals in a tie-break",
        help_text="If the totals are level, the pairs play this many more deals, and repeat until they differ. "
        f"Usual: {_USUAL.extra_deals}.",
    )
    tie_break = forms.ChoiceField(
        label="The unfinished rubber in a tie-break",
        widget=forms.RadioSelect,
        choices=[(way.value, TIE_BREAKS[way]) for way in TieBreak],
        help_text=(
            "If it continues, its points for a game or a part-score are worked out again after the last deal. "
            "If a new rubber begins, those points count, and neither side starts vulnerable."
        ),
    )
    only_partscore = forms.TypedChoiceField(
        label="The only part-score in an unfinished rubber",
        widget=forms.RadioSelect,
        coerce=int,
        choices=[(100, "100 points, as in the Laws"), (50, "50 points, as in some regions")],
        help_text="The points of the only side with a part-score when play stops (Law 80).",
    )
    reporter = forms.ChoiceField(
        label="Who reports the result",
        widget=forms.RadioSelect,
        choices=Conditions.Reporter.choices,
        help_text="The site asks this pair first. Either pair can always report the result, so that none is lost.",
    )
    deals_required = forms.BooleanField(
        label="A pair must send the deals",
        required=False,
        help_text="If on, a pair cannot report two totals without the deals.",
    )
    confirmation = forms.ChoiceField(
        label="How a result becomes final",
        widget=forms.RadioSelect,
        choices=Conditions.Confirmation.choices,
        help_text="The other pair can dispute a result, unless it is final at once.",
    )
    reply_hours = NumberField(
        *REPLY_HOURS,
        label="Reply time in hours",
        help_text="If the other pair does not reply in this time, the result becomes final. "
        "Used only with automatic confirmation. "
        f"Usual: {conditions.USUAL_REPLY_HOURS}.",
    )
    send_days = _optional_number(
        OFFER_DAYS, "Days to report after play", "The result is reported within this time after the match."
    )
    first_offer = forms.ChoiceField(
        label="Who offers the dates first",
        widget=forms.RadioSelect,
        choices=Conditions.FirstOffer.choices,
        help_text="The other pair accepts one date, and can offer its own dates at any time.",
    )
    first_offer_days = _optional_number(OFFER_DAYS, "Days to the first offer", "The pair offers dates in this time.")
    counted_from = forms.ChoiceField(
        label="The days to the first offer are counted from",
        widget=forms.RadioSelect,
        choices=Conditions.CountedFrom.choices,
        help_text="Both pairs read it on their match page. Nothing happens when it passes.",
    )
    offer_dates = _optional_number(OFFER_DATES, "Dates in an offer", "An offer has at least this many dates.")
    answer_days = _optional_number(OFFER_DAYS, "Days to answer an offer", "The other pair answers in this time.")
    home = forms.ChoiceField(
        label="Venue of a match",
        widget=forms.RadioSelect,
        choices=Conditions.Home.choices,
        help_text="Both pairs are told who plays at home. They can always agree on another venue.",
    )
    minutes = _optional_number(
        MINUTES,
        "Minutes for a match, if all rounds are played on one day",
        "Only for a competition at one venue on one day. The rounds can then have the same date, and a clock.",
    )
    closest_losers = forms.BooleanField(
        label="Closest losers play on",
        required=False,
        help_text="Used only on one day, if each round is drawn by itself. If the number of winners is odd, the pair "
        "that lost by the fewest points plays in the next round, so that nobody has a bye.",
    )
    repechage_deals = _optional_number(
        REPECHAGE_DEALS,
        "Deals in a repechage",
        "Used only on one day, if each round is drawn by itself. If the number of winners is odd, the two pairs that "
        "lost by the fewest points play this many deals for a place in the next round. Empty: no repechage.",
    )
    report_days = NumberField(
        *REPORT_DAYS,
        label="Days to report",
        help_text=(
            "A match without a result is overdue this many days after its play-by date. "
            f"Usual: {conditions.USUAL_REPORT_DAYS}."
        ),
    )
    extensions = forms.BooleanField(
        label="Allow extensions of single matches",
        required=False,
        help_text="You can extend the play-by date of a match, with a reason. "
        "If off, you can extend only whole rounds, as in some regions.",
    )
    unplayed = forms.ChoiceField(
        label="If a match is not played or reported in time",
        widget=forms.RadioSelect,
        choices=Conditions.Unplayed.choices,
        help_text="The pairs read this. The page of an overdue match then offers it to you first. "
        "Nothing happens until you decide.",
    )
    last_hour = forms.TimeField(
        label="Hour of play on the play-by date",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text="Only if the match is then played on its play-by date.",
        error_messages={"invalid": "Give the time as 13:30."},
    )
    spectators = forms.ChoiceField(
        label="What spectators see",
        widget=forms.RadioSelect,
        choices=Conditions.Spectators.choices,
        help_text="Either pair can keep its deals private until its match is over. The two pairs and the organisers "
        "always see everything.",
    )
    grades = GradesField(
        label="Grades of pairs",
        required=False,
        max_length=120,
        help_text="Separated by commas, such as “junior, intermediate, open”. If empty, pairs have no grade.",
    )
    grade_prizes = GradesField(
        label="Grades with a prize",
        required=False,
        max_length=120,
        help_text="The honours board then names the best pair in each of these grades outside the final.",
    )
    left_out = forms.MultipleChoiceField(
        label="Sentences to leave out of the conditions",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=list(OPTIONAL_SENTENCES.items()),
        help_text="Tick the sentences that your own rules replace.",
    )

    GROUPS: ClassVar[dict[str, tuple[str, ...]]] = {
        "The draw": (
            "opening_day_together",
            "clubs_apart",
            "areas_together",
            "drawn_by_round",
            "preference_rounds",
        ),
        "Pairs that join later": (
            "join_places",
            "join_left",
            "join_until",
        ),
        "The plate": (
            "plate",
            "plate_conceded",
            "plate_walkover",
            "plate_open_until",
        ),
        "The next event": (
            "next_event",
            "qualifiers",
            "sections",
        ),
        "A match": (
            "deals",
            "extra_deals",
            "tie_break",
            "only_partscore",
        ),
        "The result": (
            "reporter",
            "deals_required",
            "confirmation",
            "reply_hours",
            "send_days",
        ),
        "One day at one venue": ("minutes", "closest_losers", "repechage_deals"),
        "Dates and venues": (
            "first_offer",
            "first_offer_days",
            "counted_from",
            "offer_dates",
            "answer_days",
            "home",
        ),
        "If a match is not played": (
            "report_days",
            "extensions",
            "unplayed",
            "last_hour",
        ),
        "Spectators and grades": (
            "spectators",
            "grades",
            "grade_prizes",
        ),
        "Sentences to leave out": ("left_out",),
    }

    def clean(self) -> dict:
        """Check that the hour of play and the prize grades agree with the fields they depend on."""
        data = super().clean() or self.cleaned_data
        is_on_the_day = data.get("unplayed") == Conditions.Unplayed.ON_THE_DAY
        if is_on_the_day and "last_hour" in data and data["last_hour"] is None:
            self.add_error("last_hour", "The match is played on its play-by date. Give the hour.")
        if not is_on_the_day:
            data["last_hour"] = None
        if data.get("plate") == Conditions.Plate.NONE:
            data["plate_open_until"] = None
        if data.get("minutes") and data.get("plate") != Conditions.Plate.NONE:
            self.add_error("minutes", "A competition on one day has no plate. Choose no plate, or leave this empty.")
        if data.get("minutes") and data.get("deals_required"):
            self.add_error("deals_required", "A match on one day can end before its last deal. Turn this off.")
        self._check_joining(data)
        self._check_rounds(data)
        if data.get("sections") and not data.get("next_event"):
            self.add_error("next_event", "The winners of the sections qualify for it. Give its name.")
        if data.get("sections") and data.get("join_places"):
            self.add_error("sections", "Pairs can join later only in a draw with a final. Empty one of these fields.")
        self._check_contradictions(data)
        known = {grade.casefold() for grade in split_grades(data.get("grades", ""))}
        if others := [one for one in split_grades(data.get("grade_prizes", "")) if one.casefold() not in known]:
            self.add_error("grade_prizes", f"{listed(others)} is not among the grades above. Add it there.")
        return data

    def _check_joining(self, data: dict) -> None:
        """Add an error unless the three fields about pairs that join later agree."""
        names = ("join_places", "join_left", "join_until")
        if any(name not in data for name in names) or not any(data[name] for name in names):
            return
        questions = {
            "join_places": "Give the number of places.",
            "join_left": "Choose when the pairs join.",
            "join_until": "Give the last day on which you can add them.",
        }
        for name, question in questions.items():
            if not data[name]:
                self.add_error(name, f"{question} If no pair joins later, empty all three fields.")
        places, left = data.get("join_places"), data.get("join_left")
        if places and left and not Division(places, left).is_possible:
            self.add_error("join_places", f"At most {left // 2} pairs can join when {left} are left. Lower the number.")

    def _check_rounds(self, data: dict) -> None:
        """Add an error if the rounds are drawn one by one in a draw that needs all of them at once."""
        if not (data.get("drawn_by_round") and data.get("minutes")):
            only = "It is only for one day with each round drawn by itself."
            if data.get("closest_losers"):
                self.add_error("closest_losers", f"{only} Set both, or turn this off.")
            if data.get("repechage_deals"):
                self.add_error("repechage_deals", f"{only} Set both, or empty this field.")
        elif data.get("closest_losers") and data.get("repechage_deals"):
            self.add_error("repechage_deals", "The closest losers already play on. Empty this field, or turn that off.")
        if not data.get("drawn_by_round"):
            data["preference_rounds"] = 1
            return
        data["preference_rounds"] = data.get("preference_rounds") or 1
        if data.get("plate") != Conditions.Plate.NONE:
            self.add_error("drawn_by_round", "A plate needs a draw of all rounds. Choose no plate, or turn this off.")
        if data.get("join_places") or data.get("sections"):
            self.add_error(
                "drawn_by_round",
                "Pairs that join later, and sections without a final, need a draw of all rounds. Empty their fields, "
                "or turn this off.",
            )

    def _check_contradictions(self, data: dict) -> None:
        """Add an error for each pair of answers that contradict each other."""
        unplayed, first = data.get("unplayed"), data.get("first_offer")
        if unplayed == Conditions.Unplayed.DEFAULT and data.get("extensions"):
            self.add_error("unplayed", "A default without exceptions needs “Allow extensions of single matches” off.")
        if unplayed == Conditions.Unplayed.OFFERS and first == Conditions.FirstOffer.EITHER:
            self.add_error("unplayed", "Either pair may offer dates first, so no pair must. Choose another answer.")
        if data.get("home") == Conditions.Home.NEUTRAL and first in (
            Conditions.FirstOffer.HOME,
            Conditions.FirstOffer.AWAY,
        ):
            self.add_error("first_offer", "No pair plays at home, because the pairs agree on a venue. Choose another.")


CONDITIONS = tuple(name for names in ConditionsForm.GROUPS.values() for name in names)
