import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests import stories
from tests.competition.desk_reading import desk, errors, rows, said, text
from tests.competition.entries.workbooks import workbook
from tests.factories import PairFactory

GOOD = """player1,player2,club,area,phone1,email1,phone2,email2,opening_day
Ada Lark,Ben Wren,Harbour,North shore,07 555 0101,ada@example.org,,,yes
Cleo Finch,Dan Heron,,,,,,,no
"""


@pytest.fixture
def competition():
    return stories.entered(2)


@pytest.fixture
def send(at_desk, competition):
    """Return a function that submits the import form."""
    client = at_desk(competition)
    return lambda **data: client.post(desk("import", competition), data, follow=True)


def seen(page) -> str:
    return re.search(r'name="seen" value="(\w+)"', page.content.decode())[1]


def test_example_on_the_page_can_be_entered(organiser, competition, send):
    page = organiser.get(desk("import", competition)).content.decode()
    example = html.unescape(re.search(r'placeholder="(.*?)"', page, re.DOTALL)[1])

    shown = send(text=example)

    assert rows(shown, "preview") == [
        ["1", "Ada Lark & Ben Wren", "Kauri Bay", "", "", ""],
        ["2", "Cleo Finch & Dan Heron", "Hillside", "", "", ""],
    ]


def test_a_club_can_follow_the_pair_on_some_lines_only(send, competition):
    shown = send(text="Ada Lark & Ben Wren\nCleo Finch & Dan Heron\nIda Knot & Jan Crane, Kauri Bay\n")

    assert [row[1:3] for row in rows(shown, "preview")] == [
        ["Ada Lark & Ben Wren", ""],
        ["Cleo Finch & Dan Heron", ""],
        ["Ida Knot & Jan Crane", "Kauri Bay"],
    ]


def test_a_list_is_previewed_and_then_entered(send, competition):
    shown = send(text=GOOD)
    assert shown.status_code == 200
    assert rows(shown, "preview") == [
        ["2", "Ada Lark & Ben Wren", "Harbour", "North shore", "attends", "07 555 0101, ada@example.org"],
        ["3", "Cleo Finch & Dan Heron", "", "", "", ""],
    ]
    assert competition.pairs.count() == 2

    done = send(text=GOOD.replace("\n", "\r\n"), seen=seen(shown), enter="1")

    assert said(done) == ["2 pairs are entered."]
    found = [(pair.name, pair.attending) for pair in competition.pairs.filter(number__gt=2)]
    assert found == [("Ada Lark & Ben Wren", True), ("Cleo Finch & Dan Heron", False)]


def test_a_changed_list_is_previewed_again(send, competition):
    shown = seen(send(text=GOOD))

    again = send(text=GOOD + "Eve Robin,Fay Swift\n", seen=shown, enter="1")

    assert again.status_code == 422
    assert errors(again) == ["The list has changed since it was shown. Check it, then add the pairs."]
    assert len(rows(again, "preview")) == 3
    assert competition.pairs.count() == 2


def test_a_faulty_line_blocks_the_list(send, competition):
    faulty = GOOD + "Gil Crane,Ada Lark\n,Hal Stork\nAda North 1,Ivy Gull\n"
    shown = send(text=faulty)

    refused = send(text=faulty, seen=seen(shown), enter="1")

    assert refused.status_code == 422
    assert errors(refused) == ["Line 5, Hal Stork: player1: Give the names of both players."]
    assert [row[1] for row in rows(refused, "preview")][:2] == ["Ada Lark & Ben Wren", "Cleo Finch & Dan Heron"]
    assert "Gil Crane,Ada Lark" in text(refused)
    assert competition.pairs.count() == 2


def test_a_file_replaces_the_pasted_text(send):
    content = GOOD.replace(",", "\t").encode("utf-16")

    shown = send(text="something else", file=SimpleUploadedFile("list.csv", content))

    assert (shown.status_code, len(rows(shown, "preview"))) == (200, 2)
    assert "Ada Lark" in re.search(r"<textarea.*?</textarea>", shown.content.decode(), re.DOTALL)[0]


def test_an_unreadable_file_is_refused(send):
    for content, fault in (
        (
            bytes(range(256)),
            "Or a file: This file is not text. "
            "Save the list as CSV or .xlsx, or copy its cells and paste them into the box.",
        ),
        (b"x" * 1_000_001, "Or a file: This file is too large. A draw can have at most 512 pairs."),
    ):
        refused = send(text="typed before", file=SimpleUploadedFile("list.csv", content))

        assert (refused.status_code, errors(refused)) == (422, [fault])
        assert "typed before" in text(refused)
    assert errors(send(text="")) == ["List of pairs: Paste the list here, or choose a file."]


def test_preview_warns_about_similar_names(send, competition):
    PairFactory(competition=competition, players=("Ada Lark", "Ben Wren"))

    shown = send(text="player1,player2\nAda Larke,Cy Finch\nDi Heron,Sy Finch\nDi  Herron,Ed Swift")

    assert shown.status_code == 200
    assert "Ada Lark (pair 3) and Ada Larke (line 2) may be one player." in text(shown)
    assert "Di Heron (line 3) and Di Herron (line 4) may be one player." in text(shown)


def test_preview_asks_about_an_unknown_column(send, competition):
    pasted = "Name 1,Name 2,Where from\nAda Lark,Ben Wren,Harbour"
    asked = send(text=pasted)
    assert (asked.status_code, errors(asked)) == (200, [])
    assert "What does this column hold? Where from Harbour" in text(asked)
    assert "Ada Lark,Ben Wren,Harbour" in text(asked)

    shown = send(text=pasted, **{"column-2": "club"})
    assert rows(shown, "preview") == [["2", "Ada Lark & Ben Wren", "Harbour", "", "", ""]]
    other = send(text=pasted, seen=seen(shown), enter="1", **{"column-2": "area"})
    assert errors(other) == ["The list has changed since it was shown. Check it, then add the pairs."]
    send(text=pasted, seen=seen(shown), enter="1", **{"column-2": "club"})

    assert competition.pairs.get(number=3).club == "Harbour"


ASKING = "Pair,Club\nAda Lark & Ben,Harbour\nCleo Finch & Dan Heron,Hillside\n"


def ticks(page) -> list[str]:
    return re.findall(r'name="checked" value="(\w+)"', page.content.decode())


def test_a_pair_with_a_remark_must_be_ticked(send, competition):
    shown = send(text=ASKING)
    assert shown.status_code == 200
    assert "Nothing is added yet Check 1 pair" in text(shown)
    assert "Line 2: “Ben” has only one name." in text(shown)

    refused = send(text=ASKING, seen=seen(shown), enter="1")
    assert (refused.status_code, errors(refused)) == (
        422,
        ["1 pair has a remark that you have not ticked. Tick it, or correct the list."],
    )
    assert competition.pairs.count() == 2

    done = send(text=ASKING, seen=seen(shown), enter="1", checked=ticks(shown))
    assert said(done) == ["2 pairs are entered."]


def test_a_corrected_line_needs_no_tick(send):
    corrected = ASKING.replace("& Ben,", "& Ben Wren,")
    shown = send(text=corrected, checked=ticks(send(text=ASKING)))

    assert ticks(shown) == []
    assert said(send(text=corrected, seen=seen(shown), enter="1")) == ["2 pairs are entered."]


def test_a_tick_survives_the_correction_of_another_line(send):
    two = ASKING + "Eve Rook & Finn,\n"
    first, second = ticks(send(text=two))

    again = send(text=two.replace("& Finn,", "& Finn Kite,"), checked=[first, second])

    assert re.findall(r'value="(\w+)"[^>]* checked>', again.content.decode()) == [first]


def test_one_tick_covers_many_remarks(send, competition):
    many = "Pair\n" + "".join(f"Ada Lark{'abcdefg'[n]} & Ben{'abcdefg'[n]}\n" for n in range(7))
    unseen = send(text=many, enter="1", **{"all-checked": "on"})
    assert (unseen.status_code, competition.pairs.count()) == (422, 2)

    done = send(text=many, seen=seen(unseen), enter="1", **{"all-checked": "on"})

    assert said(done) == ["7 pairs are entered."]


def test_a_workbook_is_read(send):
    data = workbook([["Pair", "Club"], ["Lark, Ada\nWren, Ben", "Harbour"]], [["Notes"]])

    shown = send(text="", file=SimpleUploadedFile("list.xlsx", data))

    assert [row[1:3] for row in rows(shown, "preview")] == [["Ada Lark & Ben Wren", "Harbour"]]
    assert "Is the list on “Sheet 2” instead?" in text(shown)


def test_encoding_questions_survive_the_upload(send, competition):
    shown = send(text="", file=SimpleUploadedFile("list.csv", "Pair\nJosé Lark & Ben Wren".encode("mac_roman")))
    pasted = html.unescape(re.search(r"<textarea[^>]*>\s?(.*?)</textarea>", shown.content.decode(), re.DOTALL)[1])

    again = send(text=pasted, encoding="mac", seen=seen(shown), enter="1")

    assert 'name="encoding" value="mac"' in shown.content.decode()
    assert (again.status_code, competition.pairs.count()) == (422, 2)


MIXED = """Name;Partner;Club;Fee
Ada Lark;Ben Wren;Harbour;paid
Cleo Finch;TBA;Hillside;
Eve Rook;Finn Kite;Harbour;paid
"""


def test_faulty_lines_stay_in_the_form(send, competition):
    shown = send(text=MIXED)
    assert shown.status_code == 422
    assert "Add these 2 pairs, and keep the faulty line below" in text(shown)

    left = send(text=MIXED, seen=seen(shown), enter="good")

    assert said(left) == ["2 pairs are entered."]
    assert competition.pairs.count() == 4
    assert "player1,player2,club Cleo Finch,TBA,Hillside" in text(left)
    assert "Ada Lark" not in re.search(r"<textarea.*?>([^>]*)</textarea>", left.content.decode(), re.DOTALL)[1]

    corrected = "player1,player2,club\nCleo Finch,Dan Heron,Hillside\n"
    done = send(text=corrected, seen=seen(send(text=corrected)), enter="1")
    assert said(done) == ["1 pair is entered."]


def test_both_lines_of_a_faulty_pair_stay_in_the_form(send, competition):
    lines = "Pair no,Player,Club\n1,Ada Lark,Harbour\n1,Ben Wren,Harbour\n2,Cleo Finch,Hillside\n2,?,Hillside\n"

    left = send(text=lines, seen=seen(send(text=lines)), enter="good")

    assert said(left) == ["1 pair is entered."]
    assert "pair number,player,club 2,Cleo Finch,Hillside 2,?,Hillside" in text(left)


FIRST = "Player 1,Player 2,Club,Phone 1\nAda Wren,Ben Wren,Hawera,021 1111111\nCara Moa,Dan Owl,Waihi,021 2222222\n"
EDITED = FIRST.replace("Hawera,021 1111111", "Hawera BC,021 9999999") + "Eve Rook,Finn Kite,Hawera BC,021 3333333\n"


def details(competition) -> list[tuple[str, str, str]]:
    return [
        (pair.name, pair.club, pair.present[0].phone)
        for pair in competition.pairs.filter(number__gt=2).prefetch_related("players")
    ]


def test_a_list_imported_again_adds_new_pairs_and_changes_ticked_ones(send, competition):
    send(text=FIRST, seen=seen(send(text=FIRST)), enter="1")

    shown = send(text=EDITED)
    assert (shown.status_code, errors(shown)) == (200, [])
    assert "2 pairs are entered already The list has other details for 1 of them." in text(shown)
    assert "The phone of Ada Wren is 021 9999999, and was 021 1111111." in text(shown)
    assert "The club is Hawera BC, and was Hawera." in text(shown)
    assert [row[1] for row in rows(shown, "preview")] == ["Eve Rook & Finn Kite"]
    done = send(text=EDITED, seen=seen(shown), enter="1", checked=ticks(shown))

    assert said(done) == ["1 pair is entered. 1 pair is changed."]
    assert details(competition) == [
        ("Ada Wren & Ben Wren", "Hawera BC", "021 9999999"),
        ("Cara Moa & Dan Owl", "Waihi", "021 2222222"),
        ("Eve Rook & Finn Kite", "Hawera BC", "021 3333333"),
    ]
    again = send(text=EDITED)
    assert "Nothing to add 3 pairs are entered already The list has no other details for them." in text(again)
    assert (again.status_code, ticks(again)) == (200, [])


def test_an_entered_pair_without_a_tick_is_unchanged(send, competition):
    send(text=FIRST, seen=seen(send(text=FIRST)), enter="1")

    done = send(text=EDITED, seen=seen(send(text=EDITED)), enter="1")

    assert said(done) == ["1 pair is entered. 1 pair keeps its details."]
    assert details(competition)[0] == ("Ada Wren & Ben Wren", "Hawera", "021 1111111")


def test_a_tick_applies_only_to_the_details_shown(send, competition):
    send(text=FIRST, seen=seen(send(text=FIRST)), enter="1")
    shown = send(text=EDITED)
    competition.pairs.filter(number=3).update(club="Taihape")

    refused = send(text=EDITED, seen=seen(shown), enter="1", checked=ticks(shown))

    assert errors(refused) == ["A pair has changed since the list was shown. Check its details, then send again."]
    assert details(competition)[0] == ("Ada Wren & Ben Wren", "Taihape", "021 1111111")


def test_a_list_with_only_changes_is_saved(send, competition):
    send(text=FIRST, seen=seen(send(text=FIRST)), enter="1")
    changed = "".join(EDITED.splitlines(keepends=True)[:2])
    shown = send(text=changed)

    assert "Change the ticked pairs" in text(shown)
    done = send(text=changed, seen=seen(shown), enter="good", checked=ticks(shown))

    assert said(done) == ["1 pair is changed."]


def test_a_misspelt_host_is_questioned_and_not_changed(send, competition):
    pairs = "".join(f"{name} Lark,{name} Wren,{name}@plains.example\n" for name in ("Ada", "Cleo", "Dan"))
    listed = f"player1,player2,email1\n{pairs}Rosa Finch,Ivo Finch,rosa@plians.example\n"

    shown = send(text=listed)
    send(text=listed, seen=seen(shown), enter="1")

    question = "Line 5: rosa@plians.example: did you mean rosa@plains.example? The address is as you typed it."
    assert text(shown).count("did you mean") == 1
    assert question in text(shown)
    assert competition.players.get(name="Rosa Finch").email == "rosa@plians.example"
