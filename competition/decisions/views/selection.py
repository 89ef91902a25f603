"""The matches, or the round, that an address of the desk names."""

from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest
from django.urls import reverse

from competition.contest.models import Competition
from competition.decisions.actions.extending import deadline
from competition.decisions.forms.rulings import ExtendForm
from competition.knockout.doors import draw_of
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from competition.knockout.queries.terms import Deadline
from scoring.templatetags.bridge import day

Where = int | str


@dataclass(frozen=True)
class Selection:
    """What was chosen: codes of matches, or the number of one round; nothing where the address names nothing real."""

    request: HttpRequest
    snapshot: Snapshot
    places: list[Where]

    @property
    def competition(self) -> Competition:
        """Whose matches they are."""
        return self.snapshot.competition

    @property
    def names(self) -> list[str]:
        """What they are called."""
        return [where if isinstance(where, str) else self.snapshot.rounds[where - 1].name for where in self.places]

    @property
    def codes(self) -> list[str]:
        """The codes of the matches among them."""
        return [where for where in self.places if isinstance(where, str)]

    @property
    def states(self) -> list[MatchState]:
        """The matches named; of a round, those that are still to be decided."""
        rounds = [self.snapshot.rounds[where - 1].matches for where in self.places if isinstance(where, int)]
        open_ones = [match for matches in rounds for match in matches if match.is_to_be_decided]
        return [self.snapshot.by_code[code] for code in self.codes] + open_ones

    @property
    def stands(self) -> dict[Where, Deadline]:
        """By when each is played as things stand."""
        return {where: deadline(self.snapshot, where) for where in self.places}

    @property
    def back(self) -> str:
        """The page to come back to: that of the match, or all of them."""
        if len(self.places) == 1 and self.codes:
            return reverse("desk:match", args=[self.competition.slug, self.codes[0]])
        return reverse("desk:matches", args=[self.competition.slug])

    def only(self, places: list[Where]) -> "Selection":
        """These of them."""
        return Selection(self.request, self.snapshot, places)

    @property
    def take_back(self) -> str:
        """The page on which the last new day of the one round chosen is taken back."""
        return f"{reverse('desk:take-back-extension', args=[self.competition.slug])}?round={self.places[0]}"

    def address(self, name: str) -> str:
        """Another page of the desk about the same choice."""
        return f"{reverse(f'desk:{name}', args=[self.competition.slug])}?{self.request.GET.urlencode()}"

    def until(self, form: ExtendForm) -> dict[Where, date]:
        """The new last day of each, as filled in."""
        return {where: form.until(stands.play_by) for where, stands in self.stands.items()}

    def news(self, what: str) -> str:
        """The news that this has been done to them."""
        return f"{what}: {', '.join(self.names)}."

    def days(self, until: dict[Where, date]) -> str:
        """What new days mean, a line each."""
        days = zip(self.names, until.values(), self.stands.values(), strict=True)
        return "\n".join(f"{name}: play by {day(new)} instead of {day(old.play_by)}." for name, new, old in days)

    @property
    def pairs(self) -> list[int]:
        """The numbers of the pairs in them."""
        return [pair.number for state in self.states for pair in state.pairs]


def every_round(request: HttpRequest, competition: Competition) -> Selection:
    """All rounds; 404 before the draw is published."""
    snapshot = draw_of(competition)
    return Selection(request, snapshot, [round.number for round in snapshot.rounds])


def selection(request: HttpRequest, competition: Competition) -> Selection:
    """What the address names; 404 before the draw is published."""
    snapshot = draw_of(competition)
    codes = [code for code in dict.fromkeys(request.GET.getlist("match")) if code in snapshot.by_code]
    rounds = [round.number for round in snapshot.rounds if str(round.number) == request.GET.get("round")]
    return Selection(request, snapshot, [*codes] or [*rounds])
