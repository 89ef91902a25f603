"""Tests for sentences about what the app allows. Each test finds the sentence, and then does what it says."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from competition.audit.actions import Actor
from competition.contest.actions import save_contact
from competition.contest.models import Competition, Conditions, Organiser
from competition.draw.models.rounds import Extension
from competition.draw.rules.result import ResultKind, Stage
from competition.entries.private_links import link_key
from competition.match.actions import play
from competition.rulings.actions import delete
from competition.rulings.decisions.competition import UndoDraw
from competition.transfer.actions.adopting import publish_adopted
from scoring.models import SummarySheet
from scoring.rules.conditions import ScoringConditions
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.desk_reading import desk, text
from tests.competition.transfer.season import competition_on_paper, drafted
from tests.factories import OrganiserFactory
from tests.house.sources import ROOT
from tests.house.test_views_have_access_checks import addresses

pytestmark = pytest.mark.django_db
TAG = re.compile(r"{%.*?%}|{#.*?#}|<[^>]*>", re.DOTALL)


def says(template: str, sentence: str) -> None:
    """Fail if a template does not contain this sentence, ignoring tags."""
    words = re.sub(r'{% quoted "([^"]+)" "[^"]+" %}', r"\1", (ROOT / "templates/competition" / template).read_text())
    assert sentence in " ".join(TAG.sub("", words).split())


def public(competition: Competition, page: str = "") -> str:
    return text(Client().get(f"/{competition.slug}/{page}"))


@pytest.mark.parametrize("has_email", [False, True])
def test_a_site_without_email_does_not_promise_emails(settings, client, has_email):
    settings.HAS_EMAIL = has_email
    owner = stories.entered(2).owner

    for name in (owner.username, "nobody"):
        for page in (
            client.get(reverse("desk:lost-password")),
            client.post(reverse("desk:lost-password"), {"name": name}),
        ):
            assert ("This site sends no email, so it cannot send you a link." in text(page)) is not has_email
            assert ("email" in text(page).replace("sends no email", "")) is has_email
            assert "ask the owner of the competition for a link" in text(page)


def test_a_practice_competition_can_always_be_deleted():
    says(
        "public/guide/organiser/first-competition.html",
        "create a second competition, tick Practice, try everything, and delete it. "
        "You can delete a practice competition at any time.",
    )
    competition = stories.published(4, deals=2)
    Competition.objects.filter(pk=competition.pk).update(is_practice=True)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("4S", 10), stories.deal("3NT", 9))
    play.submit_sheet(stories.table(upper.pair, "R1-M1"))
    stories.settle(competition, "R1-M2", kind=ResultKind.PLAYED, totals=(900, 500))
    assert "Practice" in public(competition)
    client = Client()
    client.force_login(competition.owner)
    assert "Possible at any time, because this is a practice competition" in text(client.get(desk("more", competition)))

    client.post(desk("delete", competition), {"name": competition.name})

    assert not Competition.objects.exists()
    assert not SummarySheet.objects.exists()


def test_a_real_competition_can_be_deleted_until_a_score_sheet_is_started():
    says(
        "public/guide/organiser/finish.html",
        "The owner finds Delete the competition on the same page until a score sheet is started or a result is "
        "reported or decided.",
    )
    begun, other = stories.published(2), stories.published(2, seed="other")
    stories.open_sheet(begun, "R1-M1")
    for competition, may in ((begun, False), (other, True)):
        client = Client()
        client.force_login(competition.owner)
        assert ("Delete the competition" in text(client.get(desk("more", competition)))) is may

    with pytest.raises(Refused, match="something was played"):
        delete(begun, by=stories.organiser_of(begun))
    delete(other, by=stories.organiser_of(other))


def test_the_practice_setting_cannot_change_once_the_draw_is_published(at_desk):
    competition = stories.published(2)

    page = at_desk(competition).get(desk("conditions", competition)).content.decode()

    assert "<dt>Practice</dt><dd>No</dd>" in page
    assert 'name="is_practice"' not in page


def test_a_deputy_can_do_everything_except_three_things(client):
    says(
        "public/guide/organiser/deputies.html",
        "A deputy can do everything except manage the organisers, hand the competition over and delete it.",
    )
    says(
        "contest/organisers.html", "A deputy cannot invite or remove organisers, hand the competition over or delete it"
    )
    views = [view for _, view in addresses(get_resolver())]
    owners = {view.name for view in views if getattr(view.callback, "access_check", "") == "owner"}
    assert owners == {"invite", "invitation", "dismiss", "renew-password", "hand-over", "delete"}
    competition, deputy = stories.published(2), OrganiserFactory()
    competition.organisers.add(deputy)
    client.force_login(deputy)

    assert "Delete the competition" not in text(client.get(desk("more", competition)))
    assert client.post(desk("delete", competition), {"name": competition.name}).status_code == 404
    with pytest.raises(Refused, match="Only the owner of a competition can delete it."):
        delete(competition, by=Actor(organiser=deputy))


def test_public_pages_show_an_organisers_contact_details_only_by_choice():
    says(
        "public/guide/organiser/privacy.html",
        "They never show contact details of pairs. They show an organiser’s phone number and email address only if "
        "that organiser gives them for this purpose.",
    )
    competition = stories.published(2)
    player = competition.pairs.first().players.first()
    player.phone, player.email = "021 555 0199", "ada@k.example"
    player.save()
    stories.clear_cache()
    assert "Ask at your club who the organiser is" in public(competition, "conditions/")

    known = {"name": "Erin", "phone": "021 555 0123", "email": "erin@k.example", "own_email": "", "news": "day"}
    organiser = Organiser.objects.get(competition=competition)
    save_contact(organiser, **known, by=stories.organiser_of(competition))

    pages = [public(competition, page) for page in ("", "matches/", "matches/R1-M1/", "conditions/", "record/")]
    assert ["021 555 0199" in page or "ada@k.example" in page for page in pages] == [False] * 5
    assert ["Organisers to ask: Erin" in page and "021 555 0123" in page for page in pages].count(True) == 1


@pytest.mark.parametrize(
    ("known", "said", "notice"),
    [
        ("totals", {"ours": "1200", "theirs": "300"}, "The pairs reported only their totals, without a score sheet."),
        ("winner", {"winner": "we"}, "(score not recorded)"),
    ],
)
def test_the_match_page_says_that_there_is_no_score_sheet(client, known, said, notice):
    says("match/totals.html", "The page of the match will say that there is no score sheet.")
    says("match/totals.html", "The page of the match will say so.")
    says("public/guide/pair/paper.html", "The public page of the match then says that there is no score sheet.")
    competition = stories.published(2)
    pair = stories.tables(competition, "R1-M1")[0].pair
    client.post(reverse("link:open", args=[link_key(pair)]))

    page = reverse("play:totals", args=[competition.slug, "R1-M1"])
    answer = client.post(f"{page}?known={known}", {**said, "known": known})

    assert answer.status_code == 302
    assert notice in public(competition, "matches/R1-M1/")


def test_earlier_days_are_folded_at_the_foot_of_the_draw(client):
    says(
        "public/guide/reader/draw.html",
        "At the foot of the page, open Follow and share the draw and then See the draw on an earlier day.",
    )
    page = client.get(f"/{stories.published(2).slug}/").content.decode()

    foot = page.partition("<footer")[2]
    assert foot.index("Follow and share the draw</summary>") < foot.index("See the draw on an earlier day</summary>")


def begin(competition: Competition) -> None:
    stories.open_sheet(competition, "R1-M1")


def withdraw(competition: Competition) -> None:
    stories.withdraw(competition.pairs.first())


def enter_late(competition: Competition) -> None:
    stories.put_in(stories.enter_late(competition))


def extend(competition: Competition) -> None:
    stories.extend(competition, 1)


def correct(competition: Competition) -> None:
    stories.correct_conditions(competition, 2, ScoringConditions(deals=6))


@pytest.mark.parametrize("act", [begin, withdraw, enter_late, extend, correct])
def test_the_draw_cannot_be_undone_after_any_of_these_actions(act):
    says(
        "public/guide/organiser/publish.html",
        "This works until the first match begins, a pair withdraws or joins late, or you change a play-by date or the "
        "conditions of a round.",
    )
    competition = stories.published(3)
    stories.preview(UndoDraw, competition)

    act(competition)

    with pytest.raises(Refused, match="You can no longer undo the draw."):
        stories.preview(UndoDraw, competition)


def test_a_deal_takes_five_taps(client):
    says(
        "public/guide/pair/record.html",
        "record most deals in five taps: declarer, level, suit, result, and the button that records the deal.",
    )
    competition = stories.published(2)
    table, _ = stories.open_sheet(competition, "R1-M1")
    client.post(reverse("link:open", args=[link_key(table.pair)]))
    page = reverse("play:match", args=[competition.slug, "R1-M1"])
    form = client.get(page).content.decode().partition("data-outbox")[2].partition("</form>")[0]
    inputs = [field for field in re.findall(r"<input[^>]*>", form) if "hidden" in field or "checked" in field]
    sent = {re.search(r'name="(\w+)"', field)[1]: re.search(r'value="([^"]*)"', field)[1] for field in inputs}
    taps = {"declarer": "N", "level": "4", "denomination": "S", "result": "0"}
    assert not sent.keys() & taps.keys()

    client.post(reverse("play:record", args=[competition.slug, "R1-M1"]), sent | taps)

    assert stories.now(competition).matches["R1-M1"].recorded == 1


def test_a_match_can_be_played_after_its_play_by_date(client):
    says(
        "public/guide/reader/words.html",
        "The day by which the matches of a round should be played. A match can still be played later, until the "
        "organiser decides what happens to it.",
    )
    competition = stories.published(2)
    round_ = competition.draws.get().rounds.get()
    type(round_).objects.filter(pk=round_.pk).update(play_by=timezone.localdate() - timedelta(days=30))
    stories.clear_cache()
    assert stories.now(competition).matches["R1-M1"].overdue
    assert not Extension.objects.exists()

    table, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(table, stories.deal())

    assert stories.now(competition).matches["R1-M1"].stage is Stage.IN_PLAY


def test_a_draw_made_here_can_be_checked_and_one_made_elsewhere_says_how_it_was_made():
    says("public/guide/reader/check.html", "You can check a draw that was made here.")
    says(
        "public/guide/reader/check.html",
        "A draw that was made elsewhere has no fingerprint. Its draw record says how it was made.",
    )
    here, elsewhere = stories.published(4), competition_on_paper()
    drafted(elsewhere)
    publish_adopted(elsewhere, by=stories.organiser_of(elsewhere))

    assert "Check the fingerprint" in public(here, "record/")
    assert here.locked_lists.get().fingerprint[:4] in public(here, "record/")
    record = public(elsewhere, "record/")
    assert "Check the fingerprint" not in record
    assert elsewhere.draws.get().elsewhere.sentence in record


@pytest.mark.parametrize(
    ("confirmation", "heading"),
    [
        (Conditions.Confirmation.AUTOMATIC, "The other pair confirms the result."),
        (Conditions.Confirmation.BOTH, "Both pairs confirm the result."),
        (Conditions.Confirmation.FINAL, "A pair reports the result."),
    ],
)
def test_the_entries_page_says_how_a_result_becomes_final(confirmation, heading):
    competition = stories.entered(2)
    Conditions.objects.filter(competition=competition).update(confirmation=confirmation)

    shown = public(competition)

    assert heading in shown
    assert ("The result counts at once." in shown) is (confirmation == Conditions.Confirmation.FINAL)
    assert ("Both pairs confirm" in shown) is (confirmation == Conditions.Confirmation.BOTH)


@pytest.mark.parametrize(
    ("awarded", "sentence"),
    [
        ((1, 2, 3), "The organiser awarded all the byes."),
        ((1,), "The organiser awarded some of the byes. The others were placed at random."),
        ((), "The byes were placed at random."),
    ],
)
def test_the_conditions_say_which_byes_were_placed_at_random(awarded, sentence):
    competition = stories.entered(5)
    competition.pairs.filter(number__in=awarded).update(given_bye=True)
    assert "The organiser can award byes, and all other byes are placed at random." in public(
        competition, "conditions/"
    )

    stories.publish(competition)

    assert sentence in public(competition, "conditions/")
