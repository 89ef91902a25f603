"""The rows of published draws, in eight queries however many and however large; one more each for what was changed."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, Model, OuterRef, QuerySet

from competition.contest.models import Competition
from competition.entries.models.pair import Pair, Player
from competition.knockout.models.draw import Extension, Place, Placing, Round, RoundConditions, Withdrawal
from competition.knockout.models.meeting import Meeting
from competition.knockout.models.outcome import Outcome
from competition.knockout.queries.prepared import Found, prepared
from competition.log.rules import not_revoked
from competition.lots.models import Draw
from scoring.models import SummarySheet

# In plain SQL: each sheet has a version of its own that is known.
_CHANGED = f"SELECT * FROM {SummarySheet._meta.db_table} WHERE id IN ({{}}) AND (id, version) NOT IN (VALUES {{}})"  # noqa: S608
Of = Callable[[Sequence[Any]], QuerySet]


class Rows(NamedTuple):
    """A draw with its rounds, its places as drawn and as changed since, meetings with their sheets, who withdrew."""

    draw: Draw
    rounds: list[Round]
    places: list[Place]
    meetings: list[Meeting]
    placings: list[Placing]
    withdrawals: list[Withdrawal]

    @property
    def holders(self) -> list[Pair | None]:
        """Who stands at each place now, from the top; None is a bye."""
        changed = {row.place_id: row.pair for row in not_revoked(self.placings)}
        return [changed.get(place.pk, place.pair) for place in self.places]

    @property
    def everybody(self) -> dict[int, Pair]:
        """Every pair that stands in the draw or ever did, by number."""
        stood = [place.pair for place in self.places] + [row.pair for row in self.placings]
        return {pair.number: pair for pair in stood if pair}


class Read(NamedTuple):
    """The rows of a draw, and what was found of them in the database; `again` says that only results have changed."""

    rows: Rows
    found: dict[Of, Found]
    again: bool


def of_draws(draws: Sequence[Draw]) -> list[Rows]:
    """The rows of these draws; each brings its competition with the conditions."""
    keys, competitions = [draw.pk for draw in draws], [draw.competition_id for draw in draws]

    def read(of: Of) -> list[Any]:
        theirs = competitions if of in _OF_COMPETITION else keys
        return prepared(of).models(prepared(of).find(theirs[0])) if len(theirs) == 1 else list(of(theirs))

    return _rows(draws, list(_rounds().filter(draw__in=draws)), read)


def at_address(slug: str) -> Rows | None:
    """The rows of the draw published at this address, which its rounds bring along; None while there is none."""
    read = read_at(slug)
    return read.rows if read else None


def read_at(slug: str, before: Read | None = None) -> Read | None:
    """The same; where only results have changed since before, all the rest is the very same."""
    # A draw that was taken back has no rounds any more.
    if not (rounds := prepared(_at).find(slug)):
        return None
    own = prepared(_at).models(rounds)
    found = _find(own[0].draw, rounds)
    if before and _but_results(found) == _but_results(before.found):
        rows = before.rows._replace(draw=own[0].draw, meetings=_meetings_again(before, found))
        return Read(rows, found, again=True)
    return Read(_rows([own[0].draw], own, lambda of: prepared(of).models(found[of]))[0], found, again=False)


def _find(draw: Draw, rounds: Found) -> dict[Of, Found]:
    """What the database has of a draw; of its competition all but how often that has changed."""
    counts = {prepared(_at).place_of(Competition._meta.get_field(name)) for name in ("version", "structure")}
    found: dict[Of, Found] = {_at: [tuple([one for n, one in enumerate(row) if n not in counts]) for row in rounds]}
    for of in (_extensions, _places, _players, _withdrawals, _meetings, _outcomes):
        found[of] = prepared(of).find(draw.competition_id if of in _OF_COMPETITION else draw.pk)
    # Few draws have their conditions corrected, or their places changed: the others need no query for that.
    corrected, changed = prepared(_at).place_of("is_corrected"), prepared(_places).place_of("is_changed")
    if any(row[corrected] for row in rounds):
        found[_conditions] = prepared(_conditions).find(draw.pk)
    if any(row[changed] for row in found[_places]):
        found[_placings] = prepared(_placings).find(draw.pk)
    return found


def _but_results(found: Mapping[Of, Found]) -> dict[Of, Found]:
    return {of: rows for of, rows in found.items() if of not in (_meetings, _outcomes)}


def _meetings_again(before: Read, found: Mapping[Of, Found]) -> list[Meeting]:
    """The meetings as found; one that reads as before, with what was said of it, is the very same."""
    now, then = _by_meeting(found), _by_meeting(before.found)
    by_key = {row.pk: row for row in before.rows.rounds}
    meetings = {key: one for one in before.rows.meetings if now.get(key := one.id) == then[key]}
    changed = [said for key, said in now.items() if key not in meetings]
    outcomes = prepared(_outcomes).models([row for _, rows in changed for row in rows])
    for meeting in _with_outcomes(prepared(_meetings).models([row for row, _ in changed]), outcomes, by_key):
        meetings[meeting.id] = meeting
    return [meetings[key] for key in now]


def _by_meeting(found: Mapping[Of, Found]) -> dict[int, tuple[tuple, Found]]:
    """The row of each meeting by its key, and the rows of what was said of it."""
    theirs, of = defaultdict(list), prepared(_outcomes).place_of(Outcome._meta.get_field("meeting"))
    for row in found[_outcomes]:
        theirs[row[of]].append(row)
    return {row[0]: (row, theirs[row[0]]) for row in found[_meetings]}


def read_again(sheets: Iterable[SummarySheet]) -> dict[int, SummarySheet]:
    """These sheets by key as they read now; the very same where nothing was written on one since (one query)."""
    known = {sheet.pk: sheet for sheet in sheets}
    if not known:
        return {}
    asked = _CHANGED.format(", ".join(["%s"] * len(known)), ", ".join(["(%s, %s)"] * len(known)))
    versions = [one for sheet in known.values() for one in (sheet.pk, sheet.version)]
    return known | {sheet.pk: sheet for sheet in SummarySheet.objects.raw(asked, [*known, *versions])}


def _rounds() -> QuerySet[Round]:
    return Round.objects.annotate(is_corrected=Exists(RoundConditions.objects.filter(round=OuterRef("pk"))))


def _at(slugs: Sequence[str]) -> QuerySet:
    rounds = _rounds().filter(draw__competition__slug__in=slugs)
    return rounds.select_related("draw__competition__conditions", "draw__competition__cancellation")


def _extensions(draws: Sequence[int]) -> QuerySet:
    return Extension.objects.filter(round__draw__in=draws).select_related("match")


def _conditions(draws: Sequence[int]) -> QuerySet:
    return RoundConditions.objects.filter(round__draw__in=draws)


def _places(draws: Sequence[int]) -> QuerySet:
    changed = Exists(Placing.objects.filter(place=OuterRef("pk")))
    # That a pair looks at its pages raises no count, so that it is nothing to keep.
    places = Place.objects.filter(draw__in=draws).select_related("pair").defer("pair__opened_at")
    return places.annotate(is_changed=changed)


def _placings(draws: Sequence[int]) -> QuerySet:
    return Placing.objects.filter(place__draw__in=draws).select_related("pair")


def _players(competitions: Sequence[int]) -> QuerySet:
    return Player.objects.filter(pair__competition__in=competitions)


def _withdrawals(competitions: Sequence[int]) -> QuerySet:
    return Withdrawal.objects.filter(pair__competition__in=competitions)


def _meetings(draws: Sequence[int]) -> QuerySet:
    return Meeting.objects.filter(match__round__draw__in=draws).select_related("match", "sheet")


def _outcomes(draws: Sequence[int]) -> QuerySet:
    return Outcome.objects.filter(meeting__match__round__draw__in=draws)


_OF_COMPETITION: tuple[Of, ...] = (_players, _withdrawals)


def _rows(draws: Sequence[Draw], own: list[Round], read: Callable[[Of], list[Any]]) -> list[Rows]:
    by_key = {row.pk: row for row in own}
    _give(own, "extensions", read(_extensions), of="round")
    is_corrected = any(vars(row)["is_corrected"] for row in own)
    _give(own, "conditions", read(_conditions) if is_corrected else (), of="round")
    places = read(_places)
    placings = read(_placings) if any(place.is_changed for place in places) else []
    pairs = [pair for pair in [place.pair for place in places] + [row.pair for row in placings] if pair]
    _give(pairs, "players", read(_players), of="pair")
    withdrawals = read(_withdrawals)
    _give(pairs, "withdrawals", withdrawals, of="pair")
    meetings = _with_outcomes(read(_meetings), read(_outcomes), by_key)
    of_draw = {draw.pk: Rows(draw, [], [], [], [], []) for draw in draws}
    for row in by_key.values():
        of_draw[row.draw_id].rounds.append(row)
    for place in places:
        of_draw[place.draw_id].places.append(place)
    draw_of = {place.pk: place.draw_id for place in places}
    for placing in placings:
        of_draw[draw_of[placing.place_id]].placings.append(placing)
    for meeting in meetings:
        of_draw[meeting.match.round.draw_id].meetings.append(meeting)
    of_competition = {draw.competition_id: of_draw[draw.pk] for draw in draws}
    here = {pair.pk: pair.competition_id for pair in pairs}
    for withdrawal in withdrawals:
        if withdrawal.pair_id in here:
            of_competition[here[withdrawal.pair_id]].withdrawals.append(withdrawal)
    return list(of_draw.values())


def _with_outcomes(meetings: list[Meeting], outcomes: list[Outcome], rounds: Mapping[int, Round]) -> list[Meeting]:
    _give(meetings, "outcomes", outcomes, of="meeting")
    for meeting in meetings:
        match = meeting.match
        match._state.fields_cache["round"] = rounds[match.round_id]
    return meetings


def _give(owners: Sequence[Model], name: str, rows: Iterable[Model], *, of: str) -> None:
    """Give each owner those of the rows that are its own, in their order.

    `prefetch_related` does the same with a query set for each owner, which takes far longer than the reading. What
    is given answers to `.all()` and to nothing else.
    """
    theirs: dict[int, tuple[Model, list[Model]]] = {owner.__dict__["id"]: (owner, []) for owner in owners}
    key = f"{of}_id"
    for row in rows:
        if found := theirs.get(row.__dict__[key]):
            owner, given = found
            row._state.fields_cache[of] = owner
            given.append(row)
    for owner in owners:
        owner.__dict__.setdefault("_prefetched_objects_cache", {})[name] = theirs[owner.__dict__["id"]][1]
