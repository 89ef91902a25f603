import re

import pytest
from django.test import Client
from django.urls import reverse

from competition.draw.models.result_entry import ResultEntry
from competition.draw.presenters import words
from competition.draw.rules.result import ResultKind, Stage
from competition.entries.private_links import link_key
from competition.match.actions import play
from tests import stories
from tests.competition.desk_reading import confirmed, desk, errors, fingerprint_on, said, text

pytestmark = pytest.mark.published(4, deals=2)
RULED = ("winner", "margin", "penalised", "points", "total_upper", "total_lower", "reason", "note")


def ruling(kind: str, winner="", upper="", lower="", reason="Agreed by phone.", **more) -> dict:
    return {"kind": kind, "winner": winner, "total_upper": upper, "total_lower": lower, "reason": reason, **more}


def look(organiser, competition, sent: dict, code: str = "R1-M1"):
    return organiser.post(desk("rule", competition, code), sent)


def settle(organiser, competition, sent: dict, code: str = "R1-M1"):
    return confirmed(organiser, desk("rule", competition, code), sent)


def stage(competition, code: str = "R1-M1") -> Stage:
    return stories.now(competition).matches[code].stage


def test_a_match_shows_contact_details_and_links(organiser, competition, pairs):
    play.submit_totals(stories.table(pairs[1], "R1-M1"), ours=1200, theirs=900)

    page = organiser.get(desk("match", competition, "R1-M1"))

    for pair in pairs:
        assert f'href="{desk("pair-link", competition, pair.number)}"' in page.content.decode()
        for player in pair.players.all():
            assert f"{player.name}, {player.phone}" in text(page)
            assert f'href="mailto:{player.email}"' in page.content.decode()
    sent = f"Reported: {pairs[0].name} 900, {pairs[1].name} 1,200 (totals only)."
    assert f"{sent} {pairs[0].name} have not been told yet." in text(page)
    # The match is played, so its play-by date no longer matters.
    assert "Extend the match" not in text(page)
    play.withdraw_result(stories.table(pairs[1], "R1-M1"))
    assert f"{sent} {pairs[1].name} undid it." in text(organiser.get(desk("match", competition, "R1-M1")))


def test_a_match_shows_its_sheet_and_its_history(organiser, competition, pairs):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("3NT", 9), stories.deal("2H", 8, "E"))
    play.submit_sheet(stories.table(pairs[0], "R1-M1"))
    play.dispute(stories.table(pairs[1], "R1-M1"), outcome=1, reason="Deal 2 went light.")

    page = text(organiser.get(desk("match", competition, "R1-M1")))

    assert "Underlined: the score that made a game." in page
    assert f"{pairs[1].name} disputed it. “Deal 2 went light.”" in page
    assert "Disputed the result: Deal 2 went light." in page
    ways = organiser.get(desk("rule", competition, "R1-M1"))
    assert ways.url == desk("match", competition, "R1-M1") + "#ways"


def test_a_missing_match_returns_404(organiser, competition, at_desk):
    entered = stories.entered(4)
    assert at_desk(entered).get(desk("match", entered, "R1-M1")).status_code == 404

    for page, code in (("match", "R1-M9"), ("rule", "R9-M1")):
        assert organiser.get(desk(page, competition, code)).status_code == 404
    waiting = organiser.get(desk("match", competition, "R2-M1"))
    assert (waiting.status_code, 'name="kind"' in waiting.content.decode()) == (200, False)


def test_a_ruling_is_previewed_before_it_is_saved(organiser, competition, pairs):
    shown = look(organiser, competition, ruling("walkover", pairs[0].number))

    assert shown.status_code == 200
    assert f"{pairs[0]} go through by walkover against {pairs[1]}. Reason: Agreed by phone." in text(shown)
    others = " v ".join(pair.name for pair in stories.now(competition).matches["R1-M2"].pairs)
    assert f"{pairs[0].name} go through. They wait in the final for the winner of {others}." in text(shown)
    assert f"{pairs[1].name} are out." in text(shown)
    assert stage(competition) is Stage.READY
    page = shown.content.decode()
    assert re.findall(r'<a\s+href="tel:(\d+)"', page) == [
        player.phone.replace(" ", "")
        for pair in sorted(pairs, key=lambda pair: pair.number)
        for player in pair.players.all()
    ]
    assert f"You are out. {pairs[0]} go through by walkover against {pairs[1]}." in text(shown)
    assert "How to undo this Undo the ruling on the page of the match" in text(shown)


@pytest.mark.parametrize(
    ("sent", "winner", "totals"),
    [
        (ruling("played", "", "900", "1200"), 1, (900, 1200)),
        (ruling("conceded", "upper", "1200", "300"), 0, (1200, 300)),
        (ruling("double default"), None, None),
    ],
)
def test_the_organiser_can_decide_a_match_with_a_ruling(organiser, competition, pairs, sent, winner, totals):
    number = {"upper": pairs[0].number, "": ""}[sent["winner"]]

    done = settle(organiser, competition, {**sent, "winner": number})

    assert said(done) == [words.sentence(stories.now(competition).matches["R1-M1"])]
    outcome = stories.now(competition).matches["R1-M1"].result
    assert (outcome.kind, outcome.totals) == (sent["kind"], totals)
    assert outcome.winner == (None if winner is None else pairs[winner].number)


def test_an_impossible_ruling_is_refused_and_shown_again(organiser, competition, pairs):
    names = {
        "first": pairs[0].number,
        "second": pairs[1].number,
        "first name": pairs[0].name,
        "second name": pairs[1].name,
    }
    for sent, fault in IMPOSSIBLE:
        sent = {field: typed.format(**names) for field, typed in sent.items()}

        refused = look(organiser, competition, sent)

        assert (refused.status_code, errors(refused)) == (422, [fault.format(**names)])
        assert sent["reason"].strip() in text(refused)
        assert not ResultEntry.objects.exists()


IMPOSSIBLE = [
    (ruling(""), "How does the match end?: Choose how the match ends."),
    (ruling("walkover", "{first}", reason=" "), "Public reason: Enter the reason. The pairs want to know it."),
    (ruling("walkover"), "Who goes through?: Choose who goes through."),
    (ruling("hand to hand"), "How does the match end?: Choose one of the ways to decide a match."),
    (ruling("walkover", "99"), "Who goes through?: Select a valid choice. 99 is not one of the available choices."),
    (ruling("played"), "Total of {first name}: Enter the totals of both pairs."),
    (ruling("played", "", "900", "900"), "The totals are level. Play the tie-break deals, then report the result."),
    (ruling("played", "", "nine", "900"), "Total of {first name}: Give the total in digits, such as 4730."),
    (ruling("played", "", "900", ""), "Total of {second name}: Enter both totals, or neither."),
    (ruling("reopen"), "This match has no result, so you cannot reopen it. Reload the page."),
]


def test_a_ruling_can_be_edited_before_it_is_saved(organiser, competition, pairs):
    sent = ruling("walkover", str(pairs[1].number), reason="They are ill.")

    page = organiser.post(desk("rule", competition, "R1-M1"), {**sent, "shown": "any", "change": "1"}).content.decode()

    assert re.findall(r'value="([^"]+)"[^>]* checked', page) == [str(pairs[1].number)]
    assert 'name="kind" value="walkover"' in page
    assert "They are ill." in page
    assert not ResultEntry.objects.exists()


def test_a_ruling_with_changed_consequences_is_previewed_again(organiser, competition, pairs):
    sent = ruling("walkover", pairs[0].number)
    shown = re.search(r'name="shown" value="(\w+)"', look(organiser, competition, sent).content.decode())[1]
    stories.settle(competition, "R1-M1", upper_wins=False)

    refused = organiser.post(desk("rule", competition, "R1-M1"), {**sent, "shown": shown})

    assert refused.status_code == 409
    assert f"{pairs[0].name} go through instead" in text(refused)
    assert stories.now(competition).matches["R1-M1"].winner == pairs[1]


def test_a_ruling_sent_twice_is_saved_once(organiser, competition, pairs):
    sent = ruling("walkover", pairs[0].number)
    settle(organiser, competition, sent)

    again = organiser.post(desk("rule", competition, "R1-M1"), {**sent, "shown": "old"}, follow=True)

    assert said(again) == [f"{pairs[0]} go through by walkover against {pairs[1]}."]
    assert ResultEntry.objects.count() == 1


def test_a_preview_names_results_that_no_longer_count(organiser, competition, pairs):
    stories.settle(competition, "R1-M1")
    stories.settle(competition, "R1-M2", upper_wins=False)
    stories.settle(competition, "R2-M1")

    correction = ruling("ruling", pairs[1].number, reason="The protest was upheld.")
    shown = text(look(organiser, competition, correction))
    others = stories.now(competition).matches["R1-M2"].winner.name
    assert f"{pairs[0].name} are no longer the champions." in shown
    assert f"If {pairs[1]} won, one later match is played again Nothing has changed yet." in shown
    assert f"{pairs[1]} go through. They play {others} in the final, by " in shown
    assert "They have a result in the final that no longer counts." in shown

    settle(organiser, competition, correction)
    back = text(look(organiser, competition, ruling("ruling", pairs[0].number, reason="The protest fell on appeal.")))
    assert "They have a result in the final that counts again." in back
    assert f"{pairs[0].name} are the champions." in back


def test_only_the_desk_shows_a_private_note(organiser, competition, pairs):
    sent = ruling("walkover", pairs[0].number, reason="They were ill.", note="Doctor’s letter seen.")
    settle(organiser, competition, sent)

    assert "Private note: Doctor’s letter seen." in text(organiser.get(desk("match", competition, "R1-M1")))
    # test_privacy.py shows that no public page contains a private note.
    stranger = Client()
    stranger.post(reverse("link:open", args=[link_key(pairs[0])]))
    for page in ("match", "history"):
        assert "Doctor" not in stranger.get(reverse(f"play:{page}", args=[competition.slug, "R1-M1"])).content.decode()


def test_a_random_decision_is_previewed_for_both_pairs(organiser, competition, pairs):
    shown = text(look(organiser, competition, ruling("lots")))
    assert all(f"If {pair.name} are picked" in shown for pair in pairs)

    settle(organiser, competition, ruling("lots"))
    assert "The random seed was “" in text(organiser.get(desk("match", competition, "R1-M1")))


def test_penalty_points_have_their_own_line_on_the_sheet(organiser, competition, pairs):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("3NT", 9), stories.deal("2H", 8, "E"))
    play.submit_sheet(stories.table(pairs[0], "R1-M1"))

    settle(organiser, competition, ruling("penalty", penalised="-0", points="300", reason="Slow play."))

    public = text(Client().get(reverse("public:match", args=[competition.slug, "R1-M1"])))
    assert "Total 400 160 Penalty points −300 0 Result 100 160" in public
    assert f"Slow play. Penalty points of {pairs[0].name}: −300." in public
    printed = text(Client().get(reverse("public:match-print", args=[competition.slug, "R1-M1"])))
    assert "Penalty points −300 0 Result 100 160" in printed


def test_impossible_penalty_points_are_refused(organiser, competition):
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(1000, 900))

    for penalised, points, fault in (
        ("-0", "25", "How many points?: Penalty points must be more than 0 and end in 0."),
        ("", "20", "Which total changes, and how?: Choose which total changes."),
        ("-0", "100", "These points would make the totals level. Choose other points, or award the match by a ruling."),
    ):
        refused = look(organiser, competition, ruling("penalty", penalised=penalised, points=points))

        assert (refused.status_code, errors(refused)) == (422, [fault])


def test_a_replay_keeps_the_earlier_sheet_public(organiser, competition, pairs):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("3NT", 9))

    settle(organiser, competition, ruling("replay", reason="A card was missing from the pack."))

    public = text(Client().get(reverse("public:match", args=[competition.slug, "R1-M1"])))
    assert "An earlier score sheet that no longer counts: N-S 400, E-W 0" in public
    assert stage(competition) is Stage.READY


def test_the_undo_of_a_ruling_is_previewed(organiser, competition, pairs):
    page = organiser.get(desk("undo", competition, "R1-M1"))
    assert page.status_code == 409
    assert "There is no ruling to undo. The latest result came from a pair." in text(page)
    stories.settle(competition, "R1-M1")
    page = organiser.get(desk("undo", competition, "R1-M1"))
    assert "Nobody goes through yet" in text(page)
    refused = organiser.post(desk("undo", competition, "R1-M1"), {"number": 1, "shown": "x"})
    assert (refused.status_code, stage(competition)) == (422, Stage.OFFICIAL)

    sent = dict(re.findall(r'name="(number)" value="(\w+)"', page.content.decode())) | {"reason": "Wrong match."}
    sent["shown"] = fingerprint_on(page)
    done = organiser.post(desk("undo", competition, "R1-M1"), sent, follow=True)

    assert (said(done), stage(competition)) == (["The ruling is undone."], Stage.READY)
    record = text(Client().get(reverse("public:record", args=[competition.slug])))
    assert "the last ruling was undone. Reason: Wrong match." in record


def test_each_kind_of_ruling_asks_only_for_its_fields(organiser, competition):
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(1000, 900))
    ways = re.findall(r'\?kind=([^"]+)"', organiser.get(desk("match", competition, "R1-M1")).content.decode())

    asked = {}
    for way in ways:
        page = organiser.get(f"{desk('rule', competition, 'R1-M1')}?kind={way}").content.decode()
        asked[way] = [name for name in dict.fromkeys(re.findall(r'name="(\w+)"', page)) if name in RULED]

    assert asked == {
        "played": ["total_upper", "total_lower", "reason", "note"],
        "margin": ["winner", "margin", "reason", "note"],
        "winner": ["winner", "reason", "note"],
        "walkover": ["winner", "reason", "note"],
        "conceded": ["winner", "total_upper", "total_lower", "reason", "note"],
        "double%20default": ["reason", "note"],
        "penalty": ["penalised", "points", "reason", "note"],
        "ruling": ["winner", "total_upper", "total_lower", "reason", "note"],
        "takes%20place": ["reason", "note"],
        "lots": ["reason", "note"],
        "replay": ["reason", "note"],
        "reopen": ["reason", "note"],
    }


def test_the_history_lists_extensions_and_withdrawals(organiser, competition, pairs):
    stories.extend(competition, "R1-M1")
    stories.extend(competition, 1, days=30)
    stories.withdraw(pairs[0], reason="Moved away.")

    page = text(organiser.get(desk("match", competition, "R1-M1")))

    note, counts = "Private note: a note for the test", "Counts now"
    told = page.partition("Reports and rulings")[2]
    assert f"Play-by date changed to Fri 14 Jun 2030. “more time for the test” {note}" in told
    assert f"Semi-finals: play-by date changed to Sun 30 Jun 2030. “more time for the test” {note} {counts}" in told
    assert f"{pairs[0]} withdrew. “Moved away.” {note} {counts}" in told
    stories.bring_back(pairs[0])
    page = text(organiser.get(desk("pair", competition, pairs[0].number)))
    assert "they withdrew. “Moved away.” Private note: a note for the test" in page
    assert "they are back in the draw, because the withdrawal was undone. “brought back for the test”" in page
