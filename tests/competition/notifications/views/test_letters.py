import csv
import html
import io
import re

import pytest
from django.urls import reverse

from competition.audit.models import LogEntry
from competition.audit.queries import looks
from competition.draw.queries.draw import clear_cache
from competition.entries.models import Player
from competition.entries.private_links import link_key, pair_code
from tests import stories
from tests.competition.desk_reading import desk, said, text

pytestmark = pytest.mark.published(4)


def letters(response) -> list[str]:
    """Return the text of each letter on the page."""
    parts = re.findall(r"<article.*?</article>", response.content.decode(), re.DOTALL)
    return [" ".join(re.sub(r"<svg.*?</svg>|<[^>]*>", " ", part, flags=re.DOTALL).split()) for part in parts]


def test_each_letter_contains_only_its_pairs_code(at_desk):
    competition = stories.entered(3)

    answer = at_desk(competition).get(desk("letters", competition))

    codes = [pair_code(pair) for pair in competition.pairs.all()]
    assert [[code for code in codes if code in letter] for letter in letters(answer)] == [[code] for code in codes]
    names = re.findall(r'role="img" aria-label="([^"]+)"><svg', answer.content.decode())
    wanted = [f"QR code: the private link of {pair.name}" for pair in competition.pairs.all()]
    assert [html.unescape(name) for name in names] == wanted


def test_a_letter_names_the_opponents_and_the_play_by_date(organiser, competition):
    upper, lower = stories.now(competition).matches["R1-M1"].pairs

    [letter] = letters(organiser.get(desk("letters", competition, pair=upper.number)))

    first, second = lower.present
    assert re.search(r"Your match .*?(?= Use this letter)", letter)[0] == (
        f"Your match Semi-finals Against {first} &amp; {second} "
        f"To phone {first} {first.phone} , {second} {second.phone} "
        f"At home {html.escape(upper.name)}, unless you agree otherwise Play by Fri 31 May 2030"
    )


def test_a_letter_says_that_opponents_are_not_yet_known(at_desk):
    competition = stories.published(3)
    waiting = stories.now(competition).matches["R2-M1"].pairs[0]

    [letter] = letters(at_desk(competition).get(desk("letters", competition, pair=waiting.number)))

    assert "Your match Final Against not yet known Play by" in letter


def test_renewing_all_links_disables_every_old_link(at_desk, client):
    competition = stories.entered(2)
    old = [(link_key(pair), pair_code(pair)) for pair in competition.pairs.all()]
    other = stories.entered(1).pairs.get()
    organiser = at_desk(competition)
    asked = text(organiser.get(desk("renew-links", competition)))
    assert "Every private link and entry code stops working at once" in asked
    assert client.get(reverse("link:open", args=[old[0][0]])).status_code == 200

    page = organiser.post(desk("renew-links", competition), follow=True)

    assert said(page) == ["Every pair has a new link. The old links no longer work. Give out the new letters."]
    for key, code in old:
        assert client.get(reverse("link:open", args=[key])).status_code == 404
        assert client.post(reverse("link:code"), {"code": code}).status_code == 422
    assert client.get(reverse("link:open", args=[link_key(other)])).status_code == 200
    assert LogEntry.objects.get(event="renewed links").text == "Gave every pair a new private link."


def test_the_letters_page_takes_a_fixed_number_of_queries(at_desk, django_assert_num_queries):
    for size in (4, 8):
        competition = stories.published(size)
        client = at_desk(competition)
        with django_assert_num_queries(13):
            client.get(desk("letters", competition))


def numbers(page) -> list[int]:
    return [int(re.search(r"Pair (\d+)", letter)[1]) for letter in letters(page)]


def test_letters_of_a_round_go_to_its_pairs(organiser, competition):
    stories.settle(competition, "R1-M1")
    now, client = stories.now(competition), organiser

    first, second = (numbers(client.get(desk("letters", competition, round=round))) for round in (1, 2))

    assert (first, second) == (sorted(now.matches["R1-M2"].numbers), [now.matches["R1-M1"].winner.number])
    assert len(numbers(client.get(desk("letters", competition, round=9)))) == 3


def test_a_letter_shows_the_email_of_an_opponent_without_phone(at_desk):
    competition = stories.published(2)
    upper, lower = stories.now(competition).matches["R1-M1"].pairs
    Player.objects.filter(pair=lower, place=1).update(phone="")
    Player.objects.filter(pair=lower, place=2).update(phone="", email="")
    clear_cache()

    [letter] = letters(at_desk(competition).get(desk("letters", competition, pair=upper.number)))

    first, second = lower.present
    assert f"To phone {first} {first.email} , {second} (no phone number) At home" in letter


def test_the_mail_merge_table_contains_contact_details_codes_and_links(organiser, competition):
    stories.settle(competition, "R1-M1")
    state = stories.now(competition).matches["R1-M2"]

    answer = organiser.post(desk("merge", competition))
    told = [line.text for line in looks(competition, competition.owner)]
    assert told == ["Exported the contact details, entry codes and private links of 3 pairs."]

    rows = {int(row["Pair"]): row for row in csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))}
    pair, others = state.pairs
    row, (first, second) = rows[pair.number], others.present
    assert len(rows) == 3
    assert (row["Code"], row["Link"]) == (pair_code(pair), f"http://testserver/p/{link_key(pair)}/")
    assert (row["Name 1"], row["Phone 1"]) == (pair.present[0].name, pair.present[0].phone)
    assert (row["Opponent’s Name 1"], row["Opponent’s Email 2"]) == (first.name, second.email)
    assert (row["Match"], row["Play by"]) == ("R1-M2", "Fri 31 May 2030")
    assert answer["Content-Disposition"] == f'attachment; filename="{competition.slug}-SECRET-links.csv"'
