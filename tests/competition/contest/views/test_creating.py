from datetime import date

import pytest
from django.urls import reverse

from competition.contest.models import Competition
from competition.contest.queries import fingerprint_of
from tests import stories
from tests.competition.contest.sent import CONTEST
from tests.competition.desk_reading import desk, errors, fingerprint_on, text
from tests.factories import CompetitionFactory, OrganiserFactory

NEW = reverse("desk:new")


@pytest.fixture
def organiser():
    return OrganiserFactory(username="ann")


def test_post_creates_a_competition_with_its_conditions(client, organiser):
    client.force_login(organiser)

    response = client.post(NEW, CONTEST)

    founded = Competition.objects.get()
    assert response.url == "/desk/lakes-knockout-2027/"
    assert (founded.name, founded.season, founded.closing_date) == ("Lakes Knockout", 2027, date(2027, 3, 31))
    conditions = founded.conditions
    assert (conditions.deals, conditions.tie_break, conditions.only_partscore) == (24, "fresh", 50)
    assert (conditions.confirmation, conditions.report_days, conditions.opening_day_together) == ("both", 10, False)
    assert list(founded.organisers.all()) == [organiser]


def test_conditions_follow_the_chosen_preset_until_they_are_changed(client, organiser):
    client.force_login(organiser)
    form = client.get(NEW).context["form"]
    shown = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    typed = shown | {"name": "Lakes Knockout", "filled": "usual", "start": "fifty", "deals": "24"}

    response = client.post(NEW, typed)

    conditions = Competition.objects.get().conditions
    assert (conditions.only_partscore, conditions.unplayed, conditions.extensions) == (50, "default", False)
    assert conditions.deals == 24
    assert response.url.endswith("/rules/?paragraphs=fifty")


def test_the_rounds_of_a_new_competition_are_previewed_without_saving(client, organiser):
    client.force_login(organiser)

    page = client.post(NEW, {"show": "1", "name": "", "closing_date": "2027-02-28", "pairs": "22", "start": "usual"})

    assert (page.status_code, errors(page), Competition.objects.count()) == (200, [], 0)
    assert "22 pairs: 5 rounds, 21 matches" in text(page)
    assert "Round 1 6 matches, 10 byes by Sun 11 Apr 2027" in text(page)


def test_a_plate_is_chosen_by_its_picture_and_previewed_without_saving(client, organiser):
    client.force_login(organiser)
    sent = {"show": "1", "name": "", "closing_date": "2027-02-28", "pairs": "22", "start": "usual"}

    plain, first, after = (
        client.post(NEW, sent | {"plate": plate, "plate_conceded": "on"})
        for plate in ("none", "first match", "round 1")
    )

    assert "Plate:" not in text(plain)
    assert "Plate: 8 to 14 pairs Round 1 up to 8 matches by Sun 4 Jul 2027" in text(first)
    assert "Plate: 6 pairs Round 1 up to 8 matches by Sun 23 May 2027" in text(after)
    assert [page.content.count(b"<svg viewBox") for page in (plain, first, after)] == [1, 2, 2]


def test_the_preview_has_the_places_for_pairs_that_join_later(client, organiser):
    client.force_login(organiser)
    sent = {"show": "1", "name": "", "closing_date": "2027-02-28", "start": "usual", "plate": "none"}
    later = {"join_places": "4", "join_left": "8"}

    page, few = (client.post(NEW, sent | later | {"pairs": pairs}) for pairs in ("10", "4"))

    assert "10 pairs: 5 rounds, 13 matches" in text(page)
    assert page.content.count(b"<svg viewBox") == 1
    assert (few.status_code, few.context["plan"]) == (page.status_code, None)
    assert "nobody would play before they join" in text(few)


def test_post_creates_a_competition_with_a_plate(client, organiser):
    client.force_login(organiser)

    client.post(NEW, CONTEST | {"plate": "first match"})

    assert Competition.objects.get().conditions.plate == "first match"


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        ({"sections": "3"}, "The next event: The winners of the sections qualify for it. Give its name."),
        ({"unplayed": "on the day"}, "The match is played on its play-by date. Give the hour."),
        ({"unplayed": "default", "extensions": "on"}, "A default without exceptions needs"),
        ({"unplayed": "offers"}, "Either pair may offer dates first, so no pair must."),
        ({"home": "neutral", "first_offer": "home"}, "No pair plays at home, because the pairs agree on a venue."),
        ({"minutes": "60", "plate": "round 1"}, "A competition on one day has no plate."),
        ({"join_places": "4"}, "Choose when the pairs join."),
        (
            {"join_places": "9", "join_left": "8", "join_until": "2027-03-31"},
            "At most 4 pairs can join when 8 are left.",
        ),
        ({"grade_prizes": "junior"}, "junior is not among the grades above."),
        ({"drawn_by_round": "on", "plate": "round 1"}, "A plate needs a draw of all rounds."),
        ({"drawn_by_round": "on", "sections": "3", "next_event": "the final"}, "need a draw of all rounds."),
        ({"closest_losers": "on", "minutes": "60"}, "It is only for one day with each round drawn by itself."),
        ({"repechage_deals": "4", "drawn_by_round": "on"}, "It is only for one day with each round drawn by itself."),
        (
            {"repechage_deals": "4", "closest_losers": "on", "minutes": "60", "drawn_by_round": "on"},
            "The closest losers already play on.",
        ),
        ({"drawn_by_round": "on", "preference_rounds": "9"}, "Give a whole number from 1 to 8."),
    ],
)
def test_conditions_that_contradict_each_other_are_refused(client, organiser, sent, fault):
    client.force_login(organiser)

    page = client.post(NEW, CONTEST | sent)

    assert any(fault in said for said in errors(page))
    assert not Competition.objects.exists()


def test_the_preview_of_a_draw_round_by_round_has_a_bye_in_each_round_with_an_odd_number_of_pairs(client, organiser):
    client.force_login(organiser)
    sent = {"show": "1", "name": "", "closing_date": "2027-02-28", "pairs": "21", "start": "rounds", "filled": "usual"}

    page = client.post(NEW, sent | {"preference_rounds": "1", "plate": "none"})

    assert "21 pairs: 5 rounds, 20 matches" in text(page)
    assert "Round 1 10 matches, 1 bye by Sun 11 Apr 2027 Round 2 5 matches" in text(page)
    assert page.content.count(b"<svg viewBox") == 0


def test_post_creates_a_competition_drawn_round_by_round(client, organiser):
    client.force_login(organiser)

    client.post(NEW, CONTEST | {"drawn_by_round": "on", "preference_rounds": "2"})

    conditions = Competition.objects.get().conditions
    assert (conditions.drawn_by_round, conditions.preference_rounds) == (True, 2)


def test_an_invalid_competition_is_refused(client, organiser):
    CompetitionFactory(slug="taken")
    client.force_login(organiser)
    for field, typed, fault in (
        ("name", "", "Name: Give the competition a name."),
        ("name", "東京", "Web address: No address can be made from this name. Type an address."),
        ("slug", "taken", "Web address: Another competition already has this address. Choose another."),
        ("slug", "play", "Web address: The site itself uses the address “play”. Choose another."),
        ("slug", "sign-in", "Web address: The site itself uses the address “sign-in”. Choose another."),
        ("slug", "archive", "Web address: The site itself uses the address “archive”. Choose another."),
        ("slug", "guide", "Web address: The site itself uses the address “guide”. Choose another."),
        ("slug", "players", "Web address: The site itself uses the address “players”. Choose another."),
        (
            "slug",
            "Lakes & Plains",
            "Web address: Use only lower-case letters, digits and hyphens, such as lakes-knockout-2026.",
        ),
        ("season", "27", "Season: This is not a season. Give it as 2026, or as 2026/27 if it runs over two years."),
        (
            "season",
            "2026/28",
            "Season: A season of two years needs the next year. Give it as 2026/27, or give only the first year.",
        ),
        ("season", "1826", "Season: A season begins between 1900 and 2200. Give another year."),
        ("season", "", "Season: Give the season as 2026, or as 2026/27 if it runs over two years."),
        ("closing_date", "soon", "Closing date: Give the day as 30/05/2026."),
        ("deals", "1", "Deals in a match: Give a whole number from 2 to 60."),
        ("deals", "thirty", "Deals in a match: Give a whole number from 2 to 60."),
        ("extra_deals", "0", "Deals in a tie-break: Give a whole number from 1 to 12."),
        ("reply_hours", "9999", "Reply time in hours: Give a whole number from 1 to 720."),
        ("report_days", "-1", "Days to report: Give a whole number from 0 to 365."),
        (
            "only_partscore",
            "75",
            "The only part-score in an unfinished rubber: Select a valid choice. "
            "75 is not one of the available choices.",
        ),
    ):
        sent = {**CONTEST, "season": "2027"} | ({"season": ""} if typed == "東京" else {}) | {field: typed}

        refused = client.post(NEW, sent)

        assert refused.status_code == 422
        assert fault in errors(refused)
        assert 'value="Lakes"' in refused.content.decode()
        assert Competition.objects.count() == 1


def test_outdated_conditions_are_refused(at_desk):
    competition = stories.entered(4)
    client, page = at_desk(competition), desk("conditions", competition)
    shown = fingerprint_on(client.get(page))
    client.post(page, {**CONTEST, "slug": competition.slug, "deals": "28", "shown": shown})

    refused = client.post(page, {**CONTEST, "slug": competition.slug, "shown": shown})

    fault = (
        "The conditions have changed since you opened the page. They now have: deals 28. Check them, then save again."
    )
    assert (refused.status_code, errors(refused)) == (409, [fault])
    assert 'name="deals" value="24"' in refused.content.decode()
    assert client.post(page, {**CONTEST, "slug": competition.slug, "shown": fingerprint_on(refused)}).status_code == 302


def test_published_conditions_cannot_change(at_desk):
    competition = stories.published(4, deals=12)
    client = at_desk(competition)

    page = client.get(desk("conditions", competition))
    refused = client.post(desk("conditions", competition), CONTEST)

    assert "Deals in a match 12" in text(page)
    assert 'name="deals"' not in page.content.decode()
    assert (refused.status_code, errors(refused)) == (
        422,
        [
            "The conditions are locked, because the draw is published. You can still correct those of a round "
            "that has not begun."
        ],
    )
    assert stories.now(competition).competition.conditions.deals == 12


def test_a_preset_fills_in_the_conditions_without_saving(at_desk):
    competition = stories.entered(2, deals=24, only_partscore=100)
    typed = {"name": "Typed anew", "season": "soon", "preset": "fifty"}

    page = at_desk(competition).post(desk("conditions", competition), typed)

    form = page.context["form"]
    assert (page.status_code, errors(page)) == (200, [])
    assert "“50 for the only part-score, default without a result” is filled in below, and is not saved yet." in text(
        page
    )
    assert [form[name].value() for name in ("name", "season", "deals", "only_partscore")] == [
        "Typed anew",
        "soon",
        30,
        50,
    ]
    competition.refresh_from_db()
    assert (competition.name, competition.conditions.deals) == ("Regional Rubber Knockout", 24)


def test_the_paragraphs_of_a_preset_are_not_saved_at_once(at_desk):
    competition = stories.entered(2)
    client = at_desk(competition)
    filled = client.post(desk("conditions", competition), {"name": "Typed anew", "season": "2027", "preset": "fifty"})
    assert 'name="filled" value="fifty"' in filled.content.decode()

    sent = CONTEST | {"slug": competition.slug, "shown": fingerprint_of(competition), "filled": "fifty"}
    page = client.post(desk("conditions", competition), sent, follow=True)

    assert page.redirect_chain == [(f"{desk('rules', competition)}?paragraphs=fifty", 302)]
    assert "The ready paragraphs are filled in, and are not saved yet." in text(page)
    assert "Only simple systems are allowed, as at junior tournaments." in page.content.decode()
    assert competition.rules_parts.count() == 0
