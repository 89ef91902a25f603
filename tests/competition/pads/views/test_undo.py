"""Tests for undoing the last recorded deal on a score pad."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.urls import reverse

from competition.pads.models import GAMES
from scoring.pads.papers import PadGame
from tests.competition.pads.reading import text
from tests.friends import begin, page, record, send
from tests.markup import markup

LAST = {
    PadGame.RUBBER: "E 3NTX 8",
    PadGame.CHICAGO: "W 4S 12",
    PadGame.SINGLES: "B 2HX 9",
    PadGame.NULLOS: "O 2N0 4",
}


def facts(phone, pad) -> str:
    """Return the facts of the last deal, as the Undo button sends them."""
    (sent,) = re.findall(r'name="deal" value="([^"]*)"', page(phone, pad))
    return unescape(sent)


def undo(phone, pad, deal: str, **more):
    return phone.post(reverse("pads:undo", args=[pad.pk]), {"deal": deal}, follow=True, **more)


def chosen(html: str) -> dict[str, str]:
    form = html.partition('id="deal-form"')[2].partition("</form>")[0]
    return {
        name: re.search(rf'name="{name}" value="([^"]*)"[^>]* checked', form)[1]
        for name in ("declarer", "level", "denomination", "doubling", "result")
    }


@pytest.mark.parametrize("game", GAMES)
def test_undo_deletes_the_last_deal_and_selects_its_keys(game):
    phone, pad = begin(game)
    record(phone, pad, "N 1C 7" if game is not PadGame.SINGLES else "S 1C 7", LAST[game])
    before = pad.rows.get(number=2)

    html = markup(undo(phone, pad, facts(phone, pad)))

    assert pad.rows.count() == 1
    assert "Deal 2 is undone. Correct it, then record it again." in text(html)
    phone.post(reverse("pads:record", args=[pad.pk]), {**chosen(html), "number": 2})
    again = pad.rows.get(number=2)
    assert (again.declarer, again.level, again.denomination, again.doubling, again.tricks) == (
        *(before.declarer, before.level, before.denomination, before.doubling, before.tricks),
    )


def test_undo_does_not_delete_a_deal_recorded_later_on_another_phone():
    phone, pad = begin(PadGame.RUBBER)
    record(phone, pad, "N 3NT 9")
    seen = facts(phone, pad)
    record(phone, pad, "E 1C 7")

    answer = undo(phone, pad, seen)

    assert (answer.status_code, pad.rows.count()) == (422, 2)
    assert "Deal 1 has changed or is no longer the last deal, so nothing was undone." in text(markup(answer))


def test_undo_without_a_valid_deal_is_refused():
    phone, pad = begin(PadGame.RUBBER)
    record(phone, pad, "N 3NT 9")

    assert [undo(phone, pad, deal).status_code for deal in ("", "number=1&level=9", "number=x")] == [422] * 3
    assert pad.rows.count() == 1


def test_a_repeated_undo_deletes_one_deal():
    phone, pad = begin(PadGame.RUBBER)
    record(phone, pad, "pass", "pass", "pass")
    sent = f"{facts(phone, pad)}&submission={uuid4()}"

    answers = [undo(phone, pad, sent, headers={"Accept": "application/json"}) for _ in range(2)]

    assert [answer.json()["deals"] for answer in answers] == [["passed in", "passed in"]] * 2


def test_a_deal_undone_before_it_arrives_is_never_recorded():
    phone, pad = begin(PadGame.RUBBER)
    record(phone, pad, "N 3NT 9")
    mark = uuid4()
    deal = facts(phone, pad).replace("number=1", "number=2")

    undo(phone, pad, f"{deal}&cancels={mark}", headers={"Accept": "application/json"})
    send(phone, pad, 2, "N 3NT 9", {"submission": mark})

    assert pad.rows.count() == 1


def test_a_deal_undone_after_it_arrives_is_deleted():
    phone, pad = begin(PadGame.RUBBER)
    mark = uuid4()
    send(phone, pad, 1, "N 3NT 9", {"submission": mark})

    undo(phone, pad, f"{facts(phone, pad)}&cancels={mark}", headers={"Accept": "application/json"})

    assert pad.rows.count() == 0
