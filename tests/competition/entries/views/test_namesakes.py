"""Tests for the pages that ask about namesakes."""

import re

import pytest
from django.urls import reverse

from competition.audit.models import LogEntry
from competition.entries.models import Pair
from tests import stories
from tests.competition.desk_reading import desk, errors, rows, said, text
from tests.competition.public_reading import public
from tests.competition.seasons import season
from tests.factories import PairFactory
from tests.markup import markup

QUESTION = "Jan Smith is also in pair 3 (Hawera). Are they two different people?"
PAIR = {"player1": "Jan Smith", "player2": "Bo Ray", "phone1": "07 555 0101", "club": "Okato"}


@pytest.fixture
def competition():
    competition = stories.taking_entries(2)
    PairFactory(competition=competition, players=("Jan Smith", "Ann Lee"), club="Hawera")
    return competition


def newest(competition) -> Pair:
    return competition.pairs.order_by("-number").first()


def test_accepting_a_namesake_requires_an_answer(organiser, competition):
    sent = organiser.post(reverse("entry:enter", args=[competition.slug]), PAIR, follow=True)
    # The page does not reveal other entries.
    assert "pair 3" not in text(sent)
    address = desk("application", competition, stories.applications(competition).get().reference)
    page = organiser.get(address)
    assert QUESTION in text(page)
    assert "may be one player" not in text(page)
    assert 'value="Okato"' in markup(page)

    refused = organiser.post(address, {"accept": "1", "word_player1": "Okato"})
    done = organiser.post(address, {"accept": "1", "different_player1": "on", "word_player1": "Okato"}, follow=True)

    assert (refused.status_code, errors(refused)) == (422, [f"They are two different people: {QUESTION}"])
    assert said(done) == ["Jan Smith (Okato) & Bo Ray are entered as pair 4."]
    assert "may be one player" not in text(organiser.get(desk("pairs", competition)))


def test_entering_a_namesake_requires_a_word(organiser, competition):
    address = desk("new-pair", competition)
    refused = organiser.post(address, PAIR | {"club": "Hawera"})
    assert (refused.status_code, errors(refused)) == (422, [f"They are two different people: {QUESTION}"])
    assert "Which word distinguishes this Jan Smith?" in text(refused)

    without = organiser.post(address, PAIR | {"club": "Hawera", "different_player1": "on", "word_player1": " "})
    done = organiser.post(address, PAIR | {"club": "Hawera", "different_player1": "on", "word_player1": "(senior)"})

    word = "Type a word that tells them apart, such as senior, or the name of a town."
    assert errors(without) == [f"Which word distinguishes this Jan Smith?: {word}"]
    assert done.status_code == 302
    assert newest(competition).name == "Jan Smith (senior) & Bo Ray"


def test_entering_the_same_pair_again_is_questioned(organiser, competition):
    address = desk("new-pair", competition)
    both = {"different_player1": "on", "word_player1": "Okato", "different_player2": "on", "word_player2": "Okato"}

    refused = organiser.post(address, PAIR | {"player2": "Ann Lee"})
    assert "This pair is already entered as pair 3. If they are other people, answer below." in errors(refused)

    half = organiser.post(address, PAIR | {"player2": "Ann Lee"} | dict(list(both.items())[:2]))
    assert "This pair is already entered as pair 3. If they are other people, answer below." in errors(half)

    done = organiser.post(address, PAIR | {"player2": "Ann Lee"} | both, follow=True)
    assert newest(competition).name == "Jan Smith (Okato) & Ann Lee (Okato)"
    assert errors(done) == []


def test_an_invalid_distinguishing_word_is_refused(organiser, competition):
    PairFactory(competition=competition, players=("Jan Smith (Tawa)", "Cy Finch"))

    for word, fault in (
        ("a (b) c", "Use letters and digits, without ( and )."),
        ("TAWA", "There is another Jan Smith (TAWA) already. Type another word."),
    ):
        refused = organiser.post(
            desk("new-pair", competition), PAIR | {"different_player1": "on", "word_player1": word}
        )

        assert (refused.status_code, errors(refused)) == (422, [f"Which word distinguishes this Jan Smith?: {fault}"])
        assert f'value="{word}"' in markup(refused)


def test_an_answer_survives_another_error(organiser, competition):
    answers = {"different_player1": "on", "word_player1": "senior"}

    refused = organiser.post(desk("new-pair", competition), PAIR | answers | {"email1": "ada at home"})

    page = markup(refused)
    assert re.search(r'name="different_player1"[^>]* checked', page)
    assert 'value="senior"' in page


def test_an_application_can_have_two_namesakes(organiser, competition):
    address, two = reverse("entry:enter", args=[competition.slug]), {"player1": "Al Dove", "player2": "Al Dove"}
    refused = organiser.post(address, PAIR | two)
    assert "Al Dove is the name of both players. Are they two different people?" in text(refused)

    organiser.post(address, PAIR | two | {"different_player2": "on", "word_player2": "junior"})

    assert stories.applications(competition).get().name == "Al Dove & Al Dove (junior)"


def test_only_a_changed_name_raises_a_question(organiser, competition):
    pair = competition.pairs.get(number=1)
    changed = {"player1": "Jan Smith", "player2": "Ben South 1", "shown": pair.fingerprint}
    refused = organiser.post(desk("pair", competition, 1), changed)
    assert errors(refused) == [f"They are two different people: {QUESTION}"]

    organiser.post(desk("pair", competition, 1), changed | {"different_player1": "on", "word_player1": "junior"})
    pair = competition.pairs.get(number=1)
    page = markup(organiser.get(desk("pair", competition, 1)))
    again = {"player1": "Jan Smith (junior)", "player2": "Ben South 1", "club": "Okato", "shown": pair.fingerprint}
    done = organiser.post(desk("pair", competition, 1), again)

    assert 'value="Jan Smith (junior)"' in page
    assert (done.status_code, competition.pairs.get(number=1).club) == (302, "Okato")
    assert competition.pairs.get(number=1).name == "Jan Smith (junior) & Ben South 1"


def test_a_substitute_with_a_known_name_raises_a_question(organiser, competition):
    stories.publish(competition)
    pair = competition.pairs.get(number=1)
    address, typed = desk("substitute", competition, 1), {"leaving": "2", "player": "Jan Smith", "because": "Ill."}
    refused = organiser.post(address, typed | {"shown": pair.fingerprint})
    assert errors(refused) == [f"They are two different people: {QUESTION}"]

    answers = {"different_player": "on", "word_player": "junior"}
    done = organiser.post(address, typed | answers | {"shown": pair.fingerprint}, follow=True)

    assert said(done) == ["Jan Smith (junior) is now in pair 1."]
    assert "Jan Smith (junior) replaced Ben South 1" in text(organiser.get(desk("pair", competition, 1)))
    assert LogEntry.objects.get(event="substituted").detail["after"] == "Jan Smith (junior)"


LIST = "player1,player2,club\nJan Smith,Bo Ray,Okato\nCy Finch,Di Heron,Tawa\n"


def keys(page, kind: str = "different") -> list[str]:
    return re.findall(rf'name="({kind}-\w+)"', markup(page))


def seen(page) -> str:
    return re.search(r'name="seen" value="(\w+)"', markup(page))[1]


def test_importing_a_namesake_requires_an_answer(organiser, competition):
    address = desk("import", competition)
    page = organiser.post(address, {"text": LIST})
    assert "Nothing is added yet" in text(page)
    assert f"Line 2: {QUESTION}" in text(page)
    assert "may be one player" not in text(page)
    assert "Then open the pair and choose Substitute a player" in text(page)
    [tick], [word] = keys(page), keys(page, "word")

    sent = {"text": LIST, "seen": seen(page), "enter": "1", word: "Okato"}
    refused = organiser.post(address, sent)
    done = organiser.post(address, sent | {tick: "on"}, follow=True)

    assert (refused.status_code, competition.pairs.count()) == (422, 5)
    assert errors(refused) == ["Some players have the name of another player. Answer the questions below."]
    assert said(done) == ["2 pairs are entered."]
    assert competition.pairs.get(number=4).name == "Jan Smith (Okato) & Bo Ray"


def test_answers_survive_a_correction_of_the_list(organiser, competition):
    address, more = desk("import", competition), "Gil Crane\n"
    [tick], [word] = keys(page := organiser.post(address, {"text": LIST})), keys(page, "word")

    shown = organiser.post(
        address, {"text": f"player1,player2,club\nEd Dove,Flo Gull,\n{LIST[21:]}{more}", tick: "on", word: "x"}
    )

    assert errors(shown) == ["Line 5, Gil Crane: player2: Give the names of both players."]
    assert rows(shown, "preview")[1][1] == "Jan Smith (x) & Bo Ray"
    assert re.search(rf'name="{tick}" checked', markup(shown))


def test_an_invalid_word_on_a_list_is_refused(organiser, competition):
    PairFactory(competition=competition, players=("Jan Smith (taken)", "Ed Dove"))
    address = desk("import", competition)
    [tick], [field] = keys(page := organiser.post(address, {"text": LIST})), keys(page, "word")
    sent = {"text": LIST, "seen": seen(page), "enter": "1", tick: "on"}

    for word in ("", "taken"):
        refused = organiser.post(address, sent | {field: word})
        assert refused.status_code == 422
        assert re.search(rf'id="{field}-error">[^<]+<', markup(refused))


FIRST_NAMES = """names;club
Betty & Joan;Hawera
Betty & Sue;Okato
Joan & Betty;Tawa
Betty & Joan;Okato
Betty & Ruth;Hawera
"""


def test_one_tick_answers_all_questions_about_first_names(organiser, competition):
    address = desk("import", competition)
    page = organiser.post(address, {"text": FIRST_NAMES})
    assert "Players with a first name only" in text(page)
    assert keys(page, "word") == []

    done = organiser.post(
        address,
        {"text": FIRST_NAMES, "seen": seen(page), "enter": "1", "different-first-names": "on", "all-checked": "on"},
        follow=True,
    )

    assert said(done) == ["5 pairs are entered."]
    assert [pair.name for pair in competition.pairs.order_by("number")[3:]] == [
        "Betty & Joan",
        "Betty (Okato) & Sue",
        "Joan (Tawa) & Betty (Tawa)",
        "Betty (with Joan) & Joan (Okato)",
        "Betty (with Ruth) & Ruth",
    ]


def test_public_pages_distinguish_namesakes(organiser, competition):
    PairFactory(competition=competition, players=("Jan Smith (Okato)", "Bo Ray"), club="Okato")
    stories.publish(competition)
    pair = newest(competition)
    code = next(one.code for one in stories.now(competition).matches.values() if pair in one.pairs)
    pages = ("draw", "matches", "draw-json", "draw-csv", "draw-svg")
    addresses = [public(page, competition) for page in pages]
    addresses += [public(page, competition, code) for page in ("match", "match-json")]
    addresses.append(public("pair-calendar", competition, pair.number))

    for address in addresses:
        found = markup(organiser.get(address)).replace("\r\n ", "")
        assert "Smith (Okato)" in found.replace("\u00a0", " ").replace("&nbsp;", " "), address


def test_organiser_pages_distinguish_namesakes(at_desk):
    competition = stories.entered(0)
    for players in (("Jan Smith", "Ann Lee"), ("Jan Smith (Okato)", "Bo Ray")):
        PairFactory(competition=competition, players=players)
    stories.publish(competition)
    organiser = at_desk(competition)

    for page, rest in (("pairs", []), ("letters", []), ("match", ["R1-M1"])):
        found = organiser.get(desk(page, competition, *rest), follow=True)
        assert (found.status_code, "Smith (Okato)" in text(found)) == (200, True), page


@pytest.fixture
def elsewhere(competition):
    """Create an earlier season with two namesakes, one of whom has a distinguishing word."""
    return season(("Al Dove", "Ed Gull"), ("Al Dove (Tawa)", "Flo Hen"), year=2025, region=competition.region)


ELSEWHERE = "Al Dove (Tawa) played in Regional Rubber Knockout 2025. Is this the same person?"


def test_a_namesake_of_an_earlier_season_raises_a_question(organiser, competition, elsewhere):
    address, sent = desk("new-pair", competition), PAIR | {"player1": "Al Dove"}
    refused = organiser.post(address, sent)
    assert errors(refused) == [f"{ELSEWHERE}: Choose one."]

    organiser.post(address, sent | {"different_player1": "somebody-else"})

    assert newest(competition).name == "Al Dove & Bo Ray"


def test_accept_all_skips_namesakes_of_an_earlier_season(organiser, competition, elsewhere):
    organiser.post(reverse("entry:enter", args=[competition.slug]), PAIR | {"player1": "Al Dove"}, follow=True)
    address = desk("application", competition, stories.applications(competition).get().reference)
    assert ELSEWHERE in text(organiser.get(address))
    organiser.post(desk("accept-all", competition))
    assert stories.applications(competition).get().answer == ""

    organiser.post(address, {"accept": "1", "different_player1": "Al Dove (Tawa)"})

    assert newest(competition).name == "Al Dove (Tawa) & Bo Ray"


def test_a_list_asks_about_namesakes_of_an_earlier_season(organiser, competition, elsewhere):
    address, pasted = desk("import", competition), "player1,player2\nAl Dove,Bo Ray\nEd Gull,Cy Finch\n"
    page = organiser.post(address, {"text": pasted})
    assert f"Line 2: {ELSEWHERE}" in text(page)
    key = keys(page)[0]

    sent = {"text": pasted, "seen": seen(page), "enter": "1"}
    refused = organiser.post(address, sent | {key: "Al Dove (nobody)"})
    organiser.post(address, sent | {key: "Al Dove (Tawa)"})

    assert refused.status_code == 422
    assert competition.pairs.get(number=4).name == "Al Dove (Tawa) & Bo Ray"


def test_other_regions_and_unpublished_draws_are_ignored(organiser, competition):
    season(("Al Dove", "Ed Gull"), ("Al Dove (Tawa)", "Flo Hen"), year=2025, region="Elsewhere")
    PairFactory(competition=stories.entered(1), players=("Al Dove (Okato)", "Gil Crane"))

    organiser.post(desk("new-pair", competition), PAIR | {"player1": "Al Dove"})

    assert newest(competition).name == "Al Dove & Bo Ray"
