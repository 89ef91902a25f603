"""Actions for importing a competition from a file and for copying a competition to a new season or a plate."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import replace
from datetime import date
from itertools import chain, count
from typing import cast

from django.db import DatabaseError, DataError, IntegrityError, transaction
from django.db.models import ForeignKey, Model
from django.utils import timezone
from django.utils.text import slugify

from competition.audit.actions import DELETED, Actor, log_event
from competition.audit.events import Event
from competition.audit.form_keys import use_form_key
from competition.contest.actions import create_competition, hidden_slug, write_parts
from competition.contest.models import Competition, Conditions, Organiser
from competition.contest.queries import own_rules, public_name
from competition.contest.rules.imports import Import
from competition.contest.rules.seasons import Season
from competition.entries.actions.pairs import enter_all
from competition.entries.queries.pairs import Entry
from competition.notifications.models import Wording
from competition.rulings.actions import ROWS_AT_ONCE, let_others_write, remove, remove_abandoned
from competition.transfer.queries.forgeries import forgeries
from competition.transfer.queries.integrity import differences_in
from competition.transfer.queries.reading import Rows, read_rows, read_site
from competition.transfer.queries.tables import AUTHOR, AUTHORS, TABLES, ExportTable
from competition.transfer.rules.file import Facts, InvalidFileError
from scoring.rules.refusal import Refused

_AGAINST_ITSELF = "This file contradicts itself, so nothing was imported. Download it again from the other site."
# An organiser's public contact details, and the choice of news.
_CONTACT = ("name", "phone", "email", "news")
Keys = dict[str, list[int]]


def import_competition(facts: Facts, *, by: Actor) -> Competition:
    """Import a competition. The importing organiser becomes its owner, and every pair gets a new private link.

    After that, the competition and its log say that they came from a file. The file's organisers get no accounts. The
    rows are inserted in small transactions, so that no other pair waits to record a deal. The competition is hidden
    until the last transaction.

    Raises Refused if the address is taken, a value is not in the format of this app, or a stored value contradicts the
    facts. In that case, nothing remains. An error in the database or this app is raised unchanged, because the file is
    not to blame.
    """
    remove_abandoned()
    try:
        rows = _read(facts, TABLES)
        [competition] = cast(list[Competition], rows["Competition"])
        here = Import(timezone.localdate().isoformat(), public_name(by.user), read_site(facts))
        competition.imports = [*competition.imports, here]
        with _insert_hidden(competition, rows, by, TABLES):
            _require_no_faults(differences_in(competition))
            text = f"Imported {competition} from a file of {here.site}."
            log_event(competition, by, Event.OPENED_FROM_FILE, text)
    except (InvalidFileError, DataError, IntegrityError) as fault:
        raise Refused(f"{_AGAINST_ITSELF} The fault: {str(fault)[:200].rstrip('.')}.") from None
    return competition


def load_demo(facts: Facts, *, by: Actor, tables: Sequence[ExportTable]) -> Competition:
    """Load a competition for the demo, which has more kinds of row than an export.

    The demo is invented, and every page says so. Its organiser is shown as deciding on this site what the file says.
    """
    rows = _read(facts, tables)
    for row in chain.from_iterable(rows.values()):
        if hasattr(row, AUTHOR):
            # The position of the organiser in a file, as references have it.
            position = 1 if getattr(row, AUTHOR) else None
            setattr(row, f"{AUTHORS.get(type(row).__name__, 'decided_by')}_id", position)
            setattr(row, AUTHOR, None)
    [competition] = cast(list[Competition], rows["Competition"])
    with _insert_hidden(competition, rows, by, tables):
        pass
    return competition


def _read(facts: Facts, tables: Sequence[ExportTable]) -> Rows:
    """Return the unsaved rows from a file.

    Raises InvalidFileError for any fault that can be found without a database.
    """
    rows = read_rows(facts, tables)
    _require_no_faults(forgeries(rows))
    return rows


def _require_no_faults(faults: Iterable[str]) -> None:
    """Raise InvalidFileError with the first fault."""
    if fault := next(iter(faults), None):
        raise InvalidFileError(fault)


@contextmanager
def _insert_hidden(competition: Competition, rows: Rows, by: Actor, tables: Sequence[ExportTable]) -> Iterator[None]:
    """Insert these rows while the competition is hidden. Show it after the block, or remove it after a fault."""
    address = competition.slug
    _require_free(address)
    # The draw page shows how often the draw has changed, including changes on the original site.
    as_played = {name: getattr(competition, name) for name in ("version", "facts_version")}
    cancellation = competition.cancellation_id
    competition.cancellation_id = None
    competition.owner = by.user
    competition.slug, competition.hidden_since = hidden_slug(), timezone.now()
    with transaction.atomic():
        competition.save(force_insert=True)
    try:
        keys: Keys = {"Competition": [competition.pk], "User": [by.user.pk]}
        for table in tables[1:]:
            _insert(table.model, rows[table.name], keys)
        competition.cancellation_id = _find_key(keys, "Cancellation", cancellation)
        with transaction.atomic():
            competition.save(update_fields=["cancellation"])
        yield
        _show(competition, address, by, as_played)
    except BaseException:
        # If the database does not respond, a nightly task removes the rows.
        with suppress(DatabaseError):
            remove(competition)
        raise


@transaction.atomic
def _show(competition: Competition, address: str, by: Actor, as_played: dict[str, int]) -> None:
    use_form_key()
    _require_free(address)
    hidden = Competition.with_hidden.filter(pk=competition.pk, hidden_since=competition.hidden_since)
    try:
        with transaction.atomic():
            is_shown = hidden.update(**as_played, slug=address, hidden_since=None)
    except IntegrityError:
        # Another competition may have taken this address at the same moment.
        _require_free(address)
        raise
    if not is_shown:
        raise Refused("The import took too long, so nothing was imported. Try again.")
    competition.slug, competition.hidden_since = address, None
    competition.organisers.add(by.user)


def _require_free(address: str) -> None:
    if Competition.objects.filter(slug=address).exists():
        raise Refused(f"There is already a competition at /{address[:60]}/. Delete that one first, or keep it.")


def _insert(model: type[Model], rows: list[Model], keys: Keys) -> None:
    """Insert these rows and replace their references with keys. A row may refer to an earlier row in the same table."""
    references = [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]
    refers_to_own = any(field.related_model is model for field in references)
    own = keys[model.__name__] = []
    for start in range(0, len(rows), ROWS_AT_ONCE):
        with transaction.atomic():
            some = rows[start : start + ROWS_AT_ONCE]
            for group in [[row] for row in some] if refers_to_own else [some]:
                own += _insert_at_once(group, references, keys)
        let_others_write(len(some))


def _insert_at_once(rows: list[Model], references: Sequence[ForeignKey], keys: Keys) -> list[int]:
    for row in rows:
        for field in references:
            setattr(row, field.attname, _find_key(keys, field.related_model.__name__, getattr(row, field.attname)))
    return [row.pk for row in type(rows[0])._base_manager.bulk_create(rows)]


def _find_key(keys: Keys, kind: str, place: int | None) -> int | None:
    """Return the key of the row at this position in the file, counting from 1."""
    if place is None:
        return None
    if not 1 <= place <= len(keys[kind]):
        raise InvalidFileError(f"{kind} {place} is not there")
    return keys[kind][place - 1]


@transaction.atomic
def copy_competition(
    source: Competition,
    *,
    name: str,
    season: int,
    closing_date: date,
    opening_day: date | None,
    numbers: Collection[int],
    by: Actor,
    over_two_years: bool = False,
) -> Competition:
    """Create a competition like `source`, with the chosen pairs entered. The acting organiser owns it.

    Players keep their names, clubs, contact details and preferred channels, so they count as the same people. Seeds and
    byes are not copied.
    """
    _lock_row(source)
    new = Competition(
        name=name,
        slug=_find_free_address(f"{name} {Season(season, over_two_years).address}"),
        season=season,
        over_two_years=over_two_years,
        region=source.region,
        closing_date=closing_date,
        opening_day=opening_day,
        opening_hour=source.opening_hour if opening_day else None,
        opening_place=source.opening_place if opening_day else "",
        entry_form=source.entry_form,
        introduction=source.introduction,
    )
    create_competition(new, _copy_conditions(source.conditions), by=by)
    write_parts(new, own_rules(source).parts)
    pairs = [pair for pair in source.pairs.prefetch_related("players") if pair.number in numbers]
    enter_all(new, [replace(Entry.of(pair), attending=False, seed=None, given_bye=False) for pair in pairs], by=by)
    _copy_wordings(source, new)
    for contact in Organiser.objects.filter(competition=source, user=by.user).values(*_CONTACT):
        Organiser.objects.filter(competition=new).update(**contact)
    log_event(new, by, Event.STARTED, f"Copied from {source}, with {len(pairs)} of its pairs.")
    return new


def _lock_row(source: Competition) -> None:
    """Make simultaneous copies find their addresses one after the other.

    Raises Refused if the competition has been deleted.
    """
    if not Competition.objects.select_for_update().filter(pk=source.pk).first():
        raise Refused(DELETED)


def _copy_wordings(source: Competition, new: Competition) -> None:
    wordings = Wording.objects.filter(competition=source)
    Wording.objects.bulk_create(
        Wording(competition=new, topic=row.topic, before=row.before, after=row.after) for row in wordings
    )


def _copy_conditions(conditions: Conditions) -> Conditions:
    like = copy(conditions)
    like.pk = None
    return like


def _find_free_address(text: str) -> str:
    usual = slugify(text)[:56].strip("-")
    addresses = (usual if number == 1 else f"{usual}-{number}" for number in count(1))
    return next(address for address in addresses if not Competition.objects.filter(slug=address).exists())
