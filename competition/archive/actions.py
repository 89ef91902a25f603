"""Actions for past seasons: add, correct and remove them, and remove a player's name everywhere.

The log names the seasons but never the players, so that it does not keep a removed name.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from django.db import transaction

from competition.archive import queries
from competition.archive.models import PastPair, PastSeason
from competition.archive.rules.past_seasons import PastLine, spans
from competition.audit import append_only
from competition.audit.actions import Actor, lock, log_event
from competition.audit.events import Event
from competition.contest.models import Competition
from competition.contest.rules.names import UNNAMED, distinguished, identity_of, person_key
from competition.entries.models import Player
from competition.entries.queries.pairs import PlayerEntry
from competition.rulings.actions import replace_in_texts
from competition.rulings.models import NameCorrection
from scoring.rules.refusal import Refused, Stale
from scoring.rules.words import quantity

CHANGED = "This season has changed since you opened this page. Check it again."


@transaction.atomic
def add_seasons(competition: Competition, lines: Sequence[PastLine], *, by: Actor) -> list[PastSeason]:
    """Add past seasons to the honours board.

    Raises Refused if `lines` is empty, and Stale if a season is already on the board.
    """
    lock(competition)
    if not lines:
        raise Refused("All seasons in this table are already on the honours board. Paste other seasons.")
    seasons_taken = set[object]().union(*queries.seasons_known(queries.series_of(competition)))
    if twice := [line.season for line in lines if line.season in seasons_taken]:
        raise Stale(f"The honours board has {spans(twice)} already. Check the table again.")
    rows = [_insert(competition, line) for line in lines]
    seasons = spans(line.season for line in lines)
    log_event(competition, by, Event.PAST_SEASONS_ADDED, f"Added {quantity(len(rows), 'past season')}: {seasons}.")
    return rows


@transaction.atomic
def correct_season(row: PastSeason, line: PastLine, *, before: PastLine, by: Actor) -> PastSeason:
    """Replace a past season. Raises Stale if it differs from `before`, and Refused if the new season is taken."""
    lock(row.competition)
    now = _read_again(row)
    if now is None or queries.as_line(now) != before:
        raise Stale(CHANGED)
    here, past = queries.seasons_known(queries.series_of(row.competition))
    if line.season != before.season and line.season in here | past:
        raise Refused(f"The honours board has {line.season.name} already. Give another season.")
    now.season, now.over_two_years = line.season
    now.name, now.score, now.note = line.name, line.score, line.note
    now.save()
    now.pairs.all().delete()
    _insert_pairs(now, line)
    log_event(row.competition, by, Event.PAST_SEASON_CORRECTED, f"Corrected the past season {line.season.name}.")
    return now


@transaction.atomic
def remove_season(row: PastSeason, *, by: Actor) -> None:
    """Remove a past season from the honours board. Do nothing if it has already been removed."""
    lock(row.competition)
    if _read_again(row):
        PastSeason.objects.filter(pk=row.pk).delete()
        log_event(row.competition, by, Event.PAST_SEASON_REMOVED, f"Removed the past season {row}.")


@transaction.atomic
def remove_name(competition: Competition, name: str, *, by: Actor) -> None:
    """Replace a player's name with "A player" everywhere in this competition. This cannot be undone.

    The name is left out of the past winners. Results, contact details and the private link stay. Raises Refused if
    nobody has the name.
    """
    lock(competition)
    players = [player for player in queries.players(competition) if player.identity == identity_of(name)]
    seasons = _remove_past_player(competition, name)
    if not players and not seasons:
        raise Refused("This name is not in the competition. It may have been removed already.")
    if players:
        _unname(competition, players)
    log_event(competition, by, Event.NAME_REMOVED, "Removed the name of a player.")


def _remove_past_player(competition: Competition, name: str) -> int:
    """Remove a name from all past seasons, and return the number of pairs changed."""
    key, changed = person_key(name), 0
    for pair in PastPair.objects.filter(past_season__competition=competition):
        players = ["" if person_key(player) == key else player for player in (pair.first, pair.second)]
        if players != [pair.first, pair.second]:
            PastPair.objects.filter(pk=pair.pk).update(first=players[0], second=players[1])
            changed += 1
    return changed


@append_only.lifted()
def _unname(competition: Competition, players: Sequence[Player]) -> None:
    corrections = NameCorrection.objects.filter(player__in=players)
    others = [player for player in queries.players(competition) if player not in players]
    names = {name for row in corrections for name in (row.before, row.after)}
    names |= {name for player in players for name in (player.name, player.display_name)}
    names -= {name for player in others for name in (player.name, player.display_name)}
    corrections.exclude(undoes=None).delete()
    corrections.delete()
    taken = {player.identity for player in others}
    label = next(label for label in _labels() if identity_of(label) not in taken)
    facts = PlayerEntry(label).facts
    columns = {name: facts[name] for name in ("name", "key", "distinction")}
    Player.of_any_pair.filter(pk__in=[player.pk for player in players]).update(**columns)
    replace_in_texts(competition, names, label)


def _labels() -> Iterator[str]:
    yield UNNAMED
    yield from (distinguished(UNNAMED, str(number)) for number in count(2))


def _read_again(row: PastSeason) -> PastSeason | None:
    return PastSeason.objects.prefetch_related("pairs").filter(pk=row.pk).first()


def _insert(competition: Competition, line: PastLine) -> PastSeason:
    year, over_two_years = line.season
    row = PastSeason.objects.create(
        competition=competition,
        season=year,
        over_two_years=over_two_years,
        name=line.name,
        score=line.score,
        note=line.note,
    )
    _insert_pairs(row, line)
    return row


def _insert_pairs(row: PastSeason, line: PastLine) -> None:
    PastPair.objects.bulk_create([*_pairs(row, line.winners, won=True), *_pairs(row, line.runners_up, won=False)])


def _pairs(row: PastSeason, pairs: Iterable[tuple[str, str]], *, won: bool) -> Iterable[PastPair]:
    return (PastPair(past_season=row, won=won, first=first, second=second) for first, second in pairs)
