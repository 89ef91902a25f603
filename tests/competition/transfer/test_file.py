import gzip
import re
from io import BytesIO, StringIO

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competition.audit.actions import Actor, DecisionReason
from competition.audit.models import LogEntry
from competition.contest.actions import invite, remove_deputy
from competition.contest.models import Cancellation, Competition, Organiser
from competition.contest.rules.names import person_key
from competition.draw.models.result_entry import ResultEntry
from competition.draw.queries.draw import clear_cache
from competition.draw.rules.result import ResultKind
from competition.entries.models import Pair, Player
from competition.management import demo
from competition.match.actions import pair_sheet
from competition.match.models import OwnSheet
from competition.notifications.models import Wording
from competition.rulings.decisions.competition import Cancel
from competition.transfer.actions import importing
from competition.transfer.actions.importing import import_competition
from competition.transfer.presenters.file import file_of
from competition.transfer.queries import reading
from competition.transfer.queries.integrity import differences
from competition.transfer.queries.tables import AUTHOR, LEFT_BEHIND, TABLES, columns, field_of
from competition.transfer.rules.file import packed, unpacked
from competition.web.version import app_version
from scoring.rules.conditions import ScoringConditions
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.desk_reading import desk, errors, said
from tests.competition.public.views.test_privacy import FOR_EVERYBODY, TEXTS
from tests.competition.worlds import send_in
from tests.factories import CompetitionFactory, OrganiserFactory, PairFactory
from tests.made_once import once
from tests.mailboxes import mailboxes, use

pytestmark = pytest.mark.django_db
PAGES = ("", "matches/", "matches/R1-M1/", "matches/R1-M2/", "record/", "record/record.json", "record/locked-list.txt")
PAGES += (
    "draw.json",
    "draw.csv",
    "feed.atom",
    "calendar.ics",
    "conditions/",
    "pairs/1/",
    "embed/",
    "reveal/",
    "honours/",
)


@once
def played() -> Competition:
    """Return a competition with nearly every kind of data."""
    competition = stories.published(7, deals=4)
    upper, _ = stories.open_sheet(competition, "R1-M2")
    stories.record(upper, stories.deal(), stories.deal("2S"))
    codes = [s.code for s in stories.now(competition).rounds[0].matches if s.has_two_pairs and not s.meeting]
    stories.settle(competition, codes[0], kind=ResultKind.PLAYED, margin=110)
    stories.settle(competition, codes[0], kind=ResultKind.PLAYED, totals=(900, 500))
    stories.undo(competition, codes[0])
    stories.extend(competition, 2)
    stories.withdraw(competition.pairs.first())
    stories.bring_back(competition.pairs.first())
    send_in(competition, codes[1])
    stories.notify(competition, codes[1])
    stories.put_in(stories.enter_late(competition))
    stories.correct_conditions(competition, 3, ScoringConditions(deals=6))
    Wording.objects.create(competition=competition, topic="draw", before="Dear friends,")
    invite(competition, name="Erin Vale", by=stories.organiser_of(competition))
    stories.add_past_season(competition)
    stories.correct_details(competition, region="Lakes and Bays")
    stories.change_rules(competition, None, "Entry fee", "The fee is $20.")
    stories.change_rules(competition, 1, "Entry fee", "The fee is $25.\n\nNo refunds.")
    return competition


def emptied(competition: Competition) -> None:
    """Delete the competition, so that the site is empty."""
    Competition.objects.filter(pk=competition.pk).update(is_demo=True)
    demo.remove()
    clear_cache()


def moved(competition: Competition, *, private: bool = False) -> tuple[bytes, Competition]:
    """Export a competition, delete it and import it as another organiser. Return the file and the new competition."""
    file = file_of(competition, private=private)
    emptied(competition)
    return file, import_competition(unpacked(file), by=Actor(organiser=OrganiserFactory(username="olive")))


def shown(slug: str) -> dict[str, str]:
    """Return the public pages without times and random values."""
    told = {page: Client().get(f"/{slug}/{page}") for page in PAGES}
    pages = {page: answer.content.decode() for page, answer in told.items() if answer.status_code == 200}
    pages["calendar.ics"] = pages["calendar.ics"].replace("\r\n ", "")
    sub = (r'"as_of": "[^"]*"', r"(?:until|shown)=[^\"&]*", r"As (?:it stands|of) [^<]*", r'nonce="[^"]*"')
    # The record's own fingerprint covers its statements about the import.
    sub += (r',\s*"provenance": "[^"]*"', r'"sha256": "\w{64}"\s*}\s*$', r"<subtitle>.*</subtitle>")
    sub += (r'(<p class="imported quiet-text small">)?Imported on .*? the file says\.(</p>)?', r"\s")
    return {page: re.sub("|".join(sub), "", text) for page, text in pages.items()}


def test_public_pages_are_the_same_after_import():
    competition = Competition.objects.get(pk=played().pk)
    before, often = shown(competition.slug), (competition.version, competition.facts_version)

    _, opened = moved(competition)

    assert len(before) == len(PAGES)
    assert shown(opened.slug) == before
    assert differences() == []
    opened.refresh_from_db()
    assert (opened.owner.username, opened.version, opened.facts_version) == ("olive", *often)
    assert min(often) > 0


def test_exporting_an_imported_competition_gives_the_same_file():
    file, opened = moved(played(), private=True)

    again, once = unpacked(file_of(opened, private=True)), unpacked(file)
    # The import adds a line to the log and a link to the chain of imports.
    assert again["tables"].pop("LogEntry")["rows"][:-1] == once["tables"].pop("LogEntry")["rows"]
    assert change(again, "Competition", "imports", [])["tables"] == once["tables"]


def test_an_export_contains_no_other_competition():
    competition = played()
    before = file_of(competition)

    another = stories.published(2, seed="another", deals=4)
    stories.record(stories.open_sheet(another, "R1-M1")[0], stories.deal("7NT", 13))

    assert unpacked(file_of(competition))["tables"] == unpacked(before)["tables"]


def test_a_pairs_own_score_sheet_is_exported(competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, *[stories.deal()] * 4)
    pair_sheet.type_in_own(lower, deals=dict(enumerate([stories.deal("2S")] * 4, start=1)))

    _, opened = moved(competition)

    [own] = OwnSheet.objects.filter(meeting__upper__competition=opened)
    assert own.sheet.rows.count() == 4


def test_faults_of_other_competitions_do_not_prevent_an_import():
    file = file_of(played())
    emptied(Competition.objects.get())
    amiss = CompetitionFactory()
    Cancellation.objects.create(competition=amiss, reason="Snow.", decided_by=amiss.owner, at=timezone.now())
    assert differences()

    assert import_competition(unpacked(file), by=Actor(organiser=OrganiserFactory())).pairs.count() == 8


@pytest.mark.parametrize("version", ["9.0.0", "", None, ["9"], {}])
def test_a_file_names_its_app_version_and_opens_in_any_version(version):
    facts = unpacked(file_of(stories.published(2)))
    assert facts["version"] == app_version()
    emptied(Competition.objects.get())

    opened = import_competition(facts | {"version": version}, by=Actor(organiser=OrganiserFactory()))

    assert opened.pairs.count() == 2


@pytest.mark.counts
def test_an_import_does_not_read_other_competitions(django_assert_num_queries):
    file = file_of(played())
    emptied(Competition.objects.get())
    by = Actor(organiser=OrganiserFactory())
    with CaptureQueriesContext(connection) as alone:
        import_competition(unpacked(file), by=by)
    emptied(Competition.objects.get())
    for number in range(3):
        stories.record(stories.open_sheet(stories.published(2, seed=str(number)), "R1-M1")[0], stories.deal())

    with django_assert_num_queries(len(alone)):
        import_competition(unpacked(file), by=by)


def test_contact_details_and_notes_are_exported_only_on_request():
    competition = played()
    player, secret = competition.players.first(), competition.pairs.first().link_secret
    public, private = (gzip.decompress(file_of(competition, private=wanted)).decode() for wanted in (False, True))

    assert [player.email in text for text in (public, private)] == [False, True]
    assert [player.phone in text for text in (public, private)] == [False, True]
    assert ["a note for the test" in text for text in (public, private)] == [False, True]
    assert [secret in text for text in (public, private)] == [False, False]
    secrets = set(Pair.objects.values_list("link_secret", flat=True))
    _, opened = moved(competition)
    assert not secrets & set(opened.pairs.values_list("link_secret", flat=True))
    assert set(opened.players.values_list("email", flat=True)) == {""}


def test_organisers_named_in_a_file_get_no_account_and_no_access():
    competition = stories.entered(4)
    deputy, former = OrganiserFactory(first_name="Flo", last_name="Ash"), OrganiserFactory(first_name="Gus")
    competition.organisers.add(deputy, former)
    for by in (deputy, former):
        stories.lock_entry_list(competition, by=Actor(by))
        drawn = stories.make_draw(competition, by=Actor(by))
        PairFactory(competition=competition)
    competition.pairs.last().delete()
    stories.publish_attempt(drawn)
    remove_deputy(competition, former, by=stories.organiser_of(competition))
    accounts = set(User.objects.values_list("username", flat=True))

    _, opened = moved(competition, private=True)

    assert set(User.objects.values_list("username", flat=True)) == accounts | {"olive"}
    [organiser] = Organiser.objects.filter(competition=opened)
    assert (organiser.user, organiser.invited, opened.owner.username) == (opened.owner, False, "olive")
    rows = [*opened.locked_lists.all(), *opened.draws.all()]
    assert [row.made_by for row in rows] == [None] * 4
    *came, imported = opened.log.order_by("pk")
    assert {line.organiser for line in came} == {None}
    assert {"Flo Ash", "Gus"} <= {line.author_in_file for line in came}
    assert (imported.organiser.username, imported.author_in_file) == ("olive", None)


def test_every_model_is_either_exported_or_excluded_on_purpose():
    ours = {model.__name__ for label in ("competition", "scoring") for model in apps.get_app_config(label).get_models()}
    elsewhere = {name for name in ours if name in {"PadDeal", "PadSeats", "PadSubmission", "ScorePad"}}
    elsewhere |= {"AccountChange", "AppendOnlyPause", "NightlyTask", "RateLimitHit", "Session", "Site", "EmailTest"}
    elsewhere |= {"UsedFormKey"}

    assert {table.name for table in TABLES} | LEFT_BEHIND | elsewhere == ours


# Columns that are exported although they are not public, because they are the organiser's record.
THE_ORGANISERS = {
    "Pair.area",
    *(f"{table.name}.{AUTHOR}" for table in TABLES if hasattr(table.model, AUTHOR)),
    "Deal.note",
    "DealCorrection.note",
    "DealCorrection.was",
    "DealCorrection.gone",
    "DealCorrection.totals",
    "Reply.reason",
    "Wording.topic",
    "Wording.before",
    "Wording.after",
    "LogEntry.text",
    "LogEntry.detail",
}


def test_each_exported_text_column_is_either_public_or_listed():
    leaves = [(table.name, field_of(table.model, name)) for table in TABLES for name in columns(table, private=False)]

    hushed = {
        f"{name}.{field.name}"
        for name, field in leaves
        if isinstance(field, TEXTS) and not field.choices and field.name not in FOR_EVERYBODY.get(name, ())
    }

    assert hushed == THE_ORGANISERS


def change(facts: dict, table: str, column: str, value: object, row: int = 0) -> dict:
    written = facts["tables"][table]
    written["rows"][row][written["columns"].index(column)] = value
    return facts


# Changes to a file, and the reasons for refusing it. Database errors are not checked.
HIDING = "Ada\u202e North"
FORGED = {
    "a total": (lambda f: change(f, "SummarySheet", "total_ns", 9990), "total_ns is 9990, but its deals make it 120."),
    "a winner nobody knows": (
        lambda f: change(f, "ResultEntry", "winner", "nobody"),
        "winner: Value 'nobody' is not a valid choice.",
    ),
    "a number as sentences": (
        lambda f: change(f, "Conditions", "left_out", 5),
        "the sentences left out of the conditions are not as this app writes them",
    ),
    "a sentence nobody knows": (
        lambda f: change(f, "Conditions", "left_out", ["fees"]),
        "the sentences left out of the conditions are not as this app writes them",
    ),
    "another fingerprint": (
        lambda f: change(f, "LockedList", "fingerprint", "0" * 64),
        "the fingerprint of list 1 does not match the list.",
    ),
    "another method": (
        lambda f: change(f, "LockedList", "algorithm", "lots-9"),
        "method “lots-9”, which this version of the program does not know. Use a later version.",
    ),
    "another place": (lambda f: change(f, "Place", "pair", f["tables"]["Place"]["rows"][-1][2]), ""),
    "a row that is not there": (lambda f: change(f, "Player", "pair", 77, row=-1), "Pair 77 is not there."),
    "no place of a row": (lambda f: change(f, "Player", "pair", "1"), "“'1'” is not the position of a Pair."),
    "a name under another": (
        lambda f: change(f, "Player", "key", "somebody else"),
        "the key of Ada North 1 does not match the name.",
    ),
    "a name that hides something": (lambda f: change(f, "Player", "name", "Ada\u202eNorth"), "the key of"),
    "a name that hides something and is compared without it": (
        lambda f: change(change(f, "Player", "name", HIDING), "Player", "key", person_key(HIDING)),
        "a name contains invisible characters",
    ),
    "too long a name": (
        lambda f: change(f, "Player", "name", "A" * 81),
        "name: Ensure this value has at most 80 characters",
    ),
    "an address of ours": (
        lambda f: change(f, "Competition", "slug", "desk"),
        ": The site itself uses the address “desk”. Choose another.",
    ),
    "an empty address": (lambda f: change(f, "Competition", "slug", ""), "slug: This field cannot be blank."),
    "an invisible address": (
        lambda f: change(f, "Competition", "slug", "\U000e0041\u200b"),
        "slug: This field cannot be blank.",
    ),
    "an invisible name": (
        lambda f: change(f, "Competition", "name", "\u3164 \u2800"),
        "name: This field cannot be blank.",
    ),
    "no choice": (lambda f: change(f, "Conditions", "confirmation", ""), "confirmation: This field cannot be blank."),
    "a moment in the year 9999": (lambda f: change(f, "LogEntry", "at", "9999-12-31T23:59:59+00:00"), "LogEntry, at: "),
    "a moment before time zones": (lambda f: change(f, "LogEntry", "at", "0001-01-01T00:00:00+00:00"), "LogEntry, at"),
    "a moment without a time zone": (lambda f: change(f, "LogEntry", "at", "2026-05-30T12:00:00"), "the time zone"),
    "a version that cannot be raised": (lambda f: change(f, "Competition", "version", 2**31 - 1), "version is too"),
    "no address": (
        lambda f: change(f, "Competition", "slug", "../../x"),
        "Enter a valid “slug” consisting of letters, numbers, underscores or hyphens.",
    ),
    "a season before all seasons": (lambda f: change(f, "Competition", "season", 0), "The fault: "),
    "a season that cannot be": (lambda f: change(f, "Competition", "season", 10**30), ""),
    "a notice before its report": (
        lambda f: change(f, "Notice", "at", "2000-01-01T00:00:00+00:00"),
        "it cannot have a notice at 2000-01-01 00:00:00+00:00.",
    ),
    "a notice of a ruling": (lambda f: change(f, "Notice", "entry", 1), "it cannot have a notice at"),
    "nobody who ruled": (lambda f: change(f, "Extension", "author_in_file", ""), ""),
    "no author": (lambda f: change(f, "LogEntry", "author_in_file", None), "author_in_file is missing."),
    "an author of two sites": (
        lambda f: {**f, "tables": {**f["tables"], "LogEntry": {"columns": ["organiser"], "rows": [[1]]}}},
        "the columns of LogEntry are not those of this version.",
    ),
    "a day that cannot be": (
        lambda f: change(f, "Round", "play_by", "soon"),
        "“soon” value has an invalid date format. It must be in YYYY-MM-DD format.",
    ),
    "nothing where something is": (lambda f: change(f, "Pair", "number", None), "number is missing."),
    "a player of no competition": (lambda f: change(f, "Player", "competition", None), "competition is missing."),
    "a long word for a number": (lambda f: change(f, "Pair", "number", "x" * 300), f"Pair, number: “{'x' * 185}."),
    "a list for a number": (lambda f: change(f, "Pair", "number", [1]), "“[1]” value must be an integer."),
    "no list": (lambda f: change(f, "LockedList", "entries", 7), "list 1 is not as this app writes it."),
    "no conditions": (
        lambda f: {**f, "tables": {n: t for n, t in f["tables"].items() if n != "Conditions"}},
        "its tables are not those of a competition.",
    ),
    "a key of ours": (
        lambda f: {**f, "tables": {**f["tables"], "User": {"columns": ["password"], "rows": [["x"]]}}},
        "its tables are not those of a competition.",
    ),
    "another column": (
        lambda f: {**f, "tables": {**f["tables"], "Pair": {"columns": ["link_secret"], "rows": [["x"]]}}},
        "the columns of Pair are not those of this version.",
    ),
    "no site": (lambda f: {**f, "site": "\u200b"}, "it does not name its site."),
    "a site that is no text": (lambda f: {**f, "site": 7}, "it does not name its site."),
    "imports that are no list": (
        lambda f: change(f, "Competition", "imports", {"a": 1}),
        "its earlier imports are not as this app writes them.",
    ),
    "an import on no day": (
        lambda f: change(f, "Competition", "imports", [["soon", "Flo", "a.example"]]),
        "its earlier imports are not as this app writes them.",
    ),
    "an import by nobody": (
        lambda f: change(f, "Competition", "imports", [["2026-01-02", "\u202e", "a.example"]]),
        "its earlier imports are not as this app writes them.",
    ),
    "no tables": (lambda f: {**f, "tables": 7}, "its tables are not those of a competition."),
    "a short row": (
        lambda f: {**f, "tables": {**f["tables"], "Swap": f["tables"]["Swap"] | {"rows": [[]]}}},
        "its tables are not those of a competition.",
    ),
    "a short row of the competition": (
        lambda f: {**f, "tables": {**f["tables"], "Competition": f["tables"]["Competition"] | {"rows": [["x"]]}}},
        "its tables are not those of a competition.",
    ),
    "a log without detail": (
        lambda f: change(f, "LogEntry", "detail", "none"),
        "an entry of the log has a detail that this app does not write.",
    ),
    "a result in the log without totals": (
        lambda f: change(f, "LogEntry", "detail", {"before": {"kind": "played", "totals": [1], "winner": None}}),
        "an entry of the log has a result without two totals.",
    ),
    "a log of no match": (lambda f: change(f, "LogEntry", "match", "R0-M1"), "“R0-M1” in the log is not a match."),
    "half a character": (lambda f: change(f, "LogEntry", "detail", {"after": "\ud800"}), "detail contains characters"),
    "a list of another shape": (
        lambda f: change(f, "LockedList", "entries", [{"number": 1}]),
        "list 1 is not as this app writes it.",
    ),
    "a stranger at the table": (
        lambda f: change(f, "Meeting", "north", 7),
        "a score sheet has a player who is not of its pairs.",
    ),
    "a bye picked by nothing": (
        lambda f: change(f, "PlaceChange", "lot", "0b2d7"),
        "“0b2d7” is not the ticket of a late pair.",
    ),
    "a correction of the owner": (
        lambda f: change(f, "DetailsCorrection", "after", {"owner": "Lou"}),
        "a correction of the details is not as this app writes it.",
    ),
    "more rows": (lambda f: f, "its tables are not those of a competition."),
}


def test_a_forged_file_is_refused(monkeypatch):
    competition = played()
    file = file_of(competition)
    emptied(competition)
    by = Actor(organiser=OrganiserFactory())
    rows = sum(len(table["rows"]) for table in unpacked(file)["tables"].values())

    for what, (forge, sentence) in FORGED.items():
        monkeypatch.setattr(reading, "_MOST_ROWS", rows - 1 if what == "more rows" else 2 * rows)
        with pytest.raises(Refused) as fault:
            import_competition(unpacked(packed(forge(unpacked(file)))), by=by)
        assert sentence in str(fault.value), what
        assert (Competition.objects.count(), Pair.objects.count(), LogEntry.objects.count()) == (0, 0, 0), what
    monkeypatch.setattr(reading, "_MOST_ROWS", rows)
    assert import_competition(unpacked(file), by=by).owner == by.user


def test_line_breaks_in_imported_names_are_removed(settings):
    competition = stories.published(2)
    send_in(competition, "R1-M1")
    facts = unpacked(file_of(competition, private=True))
    emptied(competition)
    was = facts["tables"]["Player"]["rows"][0][facts["tables"]["Player"]["columns"].index("name")]
    change(facts, "Player", "name", was.replace(" ", "\r\n\x07"))
    change(facts, "Player", "email", "ada@k.example")
    change(facts, "Competition", "name", "Lakes\nBcc: all@k.example\u2028Plate\x00")
    change(facts, "Pair", "club", " Harbour\u0085\x0bClub\u202e ")
    change(facts, "ResultEntry", "reason", "One.\nTwo.\x07")
    change(facts, "LogEntry", "author_in_file", "Erin\nVale")
    facts["site"] = "lakes\n.example"

    opened = import_competition(facts, by=Actor(organiser=OrganiserFactory()))
    Organiser.objects.update(name="Winifred Tansley", email="w@k.example")

    assert (str(opened), opened.pairs.first().club) == ("Lakes Bcc: all@k.example Plate 2026", "Harbour Club")
    assert Player.objects.order_by("pk").first().name == was
    assert opened.log.last().author_in_file == "Erin Vale"
    assert opened.imports[-1][2] == "lakes .example"
    assert ResultEntry.objects.get().reason == "One.\nTwo."
    with mailboxes() as boxes:
        use(settings, boxes.port)
        call_command("send_emails")
    assert len(boxes.emails) == 2
    assert {str(email["Reply-To"]) for email in boxes.emails} == {"Winifred Tansley <w@k.example>"}


def test_the_file_is_not_blamed_for_faults_of_the_database_or_the_app(monkeypatch):
    facts = unpacked(file_of(stories.published(2)))
    emptied(Competition.objects.get())

    for fault in (OperationalError("database or disk is full"), AttributeError("a bug"), KeyError("a bug")):

        def fail(*given: object, fault: Exception = fault) -> None:
            raise fault

        for name in ("_insert", "read_rows", "forgeries", "differences_in"):
            with monkeypatch.context() as patch:
                patch.setattr(importing, name, fail)
                with pytest.raises(type(fault)):
                    import_competition(facts, by=Actor(organiser=OrganiserFactory()))


def test_a_full_disk_during_an_import_is_a_temporary_fault(at_desk, monkeypatch, caplog):
    competition = stories.published(2)
    client, file = at_desk(competition), file_of(competition)
    emptied(competition)

    def fail(*given: object) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(importing, "_insert", fail)
    client.raise_request_exception = False
    answer = client.post("/desk/new/file/", {"file": BytesIO(file)})

    assert answer.status_code == 503
    assert "contradicts itself" not in answer.content.decode()
    assert "database or disk is full" in caplog.text


@pytest.mark.parametrize(
    ("row", "column", "longest", "sentence"),
    [(Player(), "name", 80, "at most 80 characters"), (LogEntry(), "text", 20_000, "text is too long")],
)
def test_a_value_that_is_too_long_is_refused(row, column, longest, sentence):
    field = field_of(type(row), column)

    reading.set_value(row, field, "A" * longest)

    with pytest.raises(ValueError, match=sentence):
        reading.set_value(row, field, "A" * (longest + 1))


def test_the_desk_exports_and_imports_a_competition(at_desk):
    competition = stories.published(2)
    client = at_desk(competition)
    answer = client.post(desk("file", competition))
    assert answer["Content-Disposition"] == f'attachment; filename="{competition.slug}.json.gz"'
    refused = client.post("/desk/new/file/", {"file": BytesIO(b"no file at all")})
    assert (refused.status_code, len(errors(refused))) == (422, 1)
    assert "not a file of a competition" in errors(refused)[0]
    emptied(competition)
    done = client.post("/desk/new/file/", {"file": BytesIO(answer.content)}, follow=True)

    assert said(done) == [f"{competition} is imported. Its pairs have new private links. Send them to the pairs."]


def test_the_open_competition_command_imports_a_file(tmp_path):
    competition = stories.published(2)
    (path := tmp_path / "lakes.json.gz").write_bytes(file_of(competition))
    emptied(competition)
    OrganiserFactory(username="olive")
    told = StringIO()

    call_command("open_competition", path, owner="olive", stdout=told)

    assert told.getvalue() == f"{competition} is imported at /{competition.slug}/.\n"
    with pytest.raises(CommandError, match="There is already a competition at"):
        call_command("open_competition", path, owner="olive")
    with pytest.raises(CommandError, match="No organiser has the username"):
        call_command("open_competition", path, owner="nobody")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("open_competition", tmp_path / "none", owner="olive")


def test_a_cancelled_competition_stays_cancelled_after_import():
    competition = stories.published(2)
    stories.decide(Cancel, competition, grounds=DecisionReason("Snow."))

    _, opened = moved(competition)

    opened = Competition.objects.get(pk=opened.pk)
    assert (opened.cancellation.reason, opened.owner.username) == ("Snow.", "olive")
