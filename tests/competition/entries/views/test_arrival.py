import re
from http.cookies import SimpleCookie

import pytest
from django.test import Client
from django.urls import reverse

from competition.entries import private_links
from competition.entries.actions import pairs as actions
from competition.entries.private_links import MOST_CODES_IN_TEN_MINUTES, link_key, pair_code
from competition.match.actions.play import submit_totals
from competition.web.models import RateLimitHit
from tests import stories
from tests.competition.pair_reading import address, buttons, text
from tests.factories import PairFactory

pytestmark = pytest.mark.published(4)

HOME, SIGN_IN = "/play/", "/desk/sign-in/"


def link(pair) -> str:
    return reverse("link:open", args=[link_key(pair)])


def test_get_of_a_private_link_does_not_sign_in(client):
    pair = stories.entered(1).pairs.get()

    page = client.get(link(pair))

    assert buttons(page) == [f"Continue as {pair}"]
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert client.get(HOME).url == CODE
    assert dict(client.session) == {}


def test_post_of_a_private_link_signs_in(client):
    pair = stories.entered(1).pairs.get()

    answer = client.post(link(pair), follow=True)

    assert answer.redirect_chain == [(HOME, 302)]
    assert str(pair) in text(answer)


def test_an_invalid_link_is_not_found(client):
    stories.entered(1)

    for key in ("nonsense", "1-1", "1-1~forged"):
        assert client.get(f"/p/{key}/").status_code == 404
        assert client.post(f"/p/{key}/").status_code == 404


def test_renewing_a_link_signs_its_devices_out(phone):
    pair = stories.entered(1).pairs.get()
    at_home, old = phone(pair), link(pair)

    actions.renew_link(pair, by=stories.organiser_of(pair.competition))

    assert at_home.get(HOME).url == CODE
    assert Client().get(old).status_code == 404


def test_sign_out_requires_post(phone):
    at_home = phone(stories.entered(1).pairs.get())

    page = at_home.get(reverse("play:sign-out"))
    assert "you need the private link or the entry code from your letter" in text(page)
    assert buttons(page) == ["Sign out", "Stay signed in"]
    assert at_home.get(HOME).status_code == 200
    assert at_home.post(reverse("play:sign-out")).url == "/"
    assert at_home.get(HOME).url == CODE


def test_every_page_links_to_my_matches(client):
    slug = stories.published(2).slug

    for page in ("/", f"/{slug}/", "/pads/", "/nowhere/", SIGN_IN):
        assert f'href="{HOME}">My matches</a>' in client.get(page).content.decode(), page
    assert client.get(HOME).url == CODE


def test_pair_page_shows_the_opponents_and_their_contact_details(phone, competition):
    upper, lower = stories.tables(competition, "R1-M1")

    page = phone(upper.pair).get(HOME)

    assert f"Agree a date with {lower.pair}." in text(page)
    assert "Play by Fri 31 May 2030" in text(page)
    for player in lower.pair.players.all():
        assert f'href="tel:{player.phone.replace(" ", "")}"' in page.content.decode()
        assert f'href="mailto:{player.email}"' in page.content.decode()
    later = ["Agree a date", "Agree another number", "Start the score sheet", "Open the match"]
    assert buttons(page)[0] == "Offer dates"
    last = ["Change the code", "See the whole draw", "How we contact you", "On this device", "Sign out"]
    assert buttons(page)[3:] == [*later, *last]


def test_pair_page_has_no_contact_details_of_unknown_opponents(phone, competition):
    upper, _ = stories.tables(competition, "R1-M1")
    stories.settle(competition, "R1-M1")

    page = phone(upper.pair).get(HOME)

    assert "Nothing to do Final You play " in text(page)
    assert b"tel:" not in page.content


def test_pair_page_tells_a_pair_that_it_is_knocked_out(phone, competition):
    upper, lower = stories.tables(competition, "R1-M1")
    stories.settle(competition, "R1-M1")

    page = phone(lower.pair).get(HOME)

    assert f"{upper.pair} go through by walkover. Thank you for playing." in text(page)
    assert f"Semi-finals You lost against {upper.pair} (walkover)." in text(page)
    assert f'href="{address("match", competition)}"' in page.content.decode()


def test_pair_page_congratulates_the_champions(phone):
    competition = stories.published(2)
    upper, _ = stories.tables(competition, "R1-M1")
    stories.settle(competition, "R1-M1")

    assert "You are the champions. Congratulations!" in text(phone(upper.pair).get(HOME))


def test_pair_page_lists_a_bye(phone):
    competition = stories.published(3)
    first_round = stories.now(competition).rounds[0].matches
    (with_a_bye,) = next(state.pairs for state in first_round if len(state.pairs) == 1)

    assert "You had a bye and went through without playing." in text(phone(with_a_bye).get(HOME))


def test_pair_page_shows_a_withdrawal(phone):
    competition = stories.published(2)
    upper, _ = stories.tables(competition, "R1-M1")
    stories.withdraw(upper.pair, reason="Moved away.")

    assert "Your entry was withdrawn." in text(phone(upper.pair).get(HOME))


def test_pair_page_offers_to_confirm_a_reported_result(phone):
    competition = stories.published(2)
    upper, lower = stories.tables(competition, "R1-M1")
    submit_totals(upper, ours=4730, theirs=4280)

    page = phone(lower.pair).get(HOME)

    assert "Is it right that you lost by 450?" in text(page)
    assert buttons(page)[:3] == ["Confirm the result", "Dispute the result", "Open the match"]


def test_one_device_can_hold_pairs_of_two_competitions(phone):
    first, second = stories.entered(1), stories.published(2)
    at_home = phone(first.pairs.get())
    at_home.post(link(second.pairs.first()))

    page = text(at_home.get(HOME))

    assert str(first) in page
    assert "You are entered as pair 1. Your first match appears here when the draw is published." in page
    assert "Offer dates" in page


def test_a_device_holds_only_one_pair_of_a_competition(phone, competition):
    first, second = competition.pairs.all()[:2]
    at_home = phone(first)
    copy = Client()
    copy.cookies.update(at_home.cookies)
    assert "If you continue, that pair is signed out on this phone." in text(at_home.get(link(second)))

    at_home.post(link(second))

    page = text(at_home.get(HOME))
    assert (str(second) in page, f"{first}, pair {first.number}" in page) == (True, False)
    assert copy.get(HOME).url == CODE
    assert "signed out" not in text(at_home.get(link(second)))


CODE = reverse("link:code")


def test_link_of_a_removed_pair_never_opens_another_pair(client, phone):
    # After restoring an older backup, the database assigns the same keys again.
    gone = stories.entered(1).pairs.get()
    at_home, old, digits = phone(gone), link(gone), pair_code(gone)
    key = gone.pk
    gone.delete()
    other = PairFactory(pk=key, competition=gone.competition, number=1)

    assert (other.pk, other.number) == (key, 1)
    assert client.get(old).status_code == 404
    assert client.post(CODE, {"code": digits}).status_code == 422
    assert at_home.get(HOME).url == CODE


def test_entry_code_redirects_to_the_private_link(client):
    pair = stories.entered(3).pairs.last()
    for between in ("", ".  "):
        answer = client.post(CODE, {"code": pair_code(pair).replace(" ", between)})
        assert answer.url == link(pair)

    assert buttons(client.get(answer.url)) == [f"Continue as {pair}"]
    assert client.get(HOME).url == CODE


def test_entry_codes_are_different():
    codes = [pair_code(pair) for pair in stories.entered(5).pairs.all()]

    assert len({*codes}) == 5
    assert [code for code in codes if not re.fullmatch(r"\d{4} \d{4} \d{4}", code)] == []


def test_an_unknown_entry_code_is_refused(client):
    stories.entered(1)

    for typed, fault in (
        ("", "Type the entry code from your letter."),
        ("4821 0937", "You typed 8 digits. The code has twelve. Check your letter."),
        ("٤٨٢١٠٩٣٧٧٧٢٥", "You typed 0 digits. The code has twelve. Check your letter."),
        ("0000 0000 0000", "No letter has this code. Check each digit, or use your latest letter."),
    ):
        page = client.post(CODE, {"code": typed})

        assert page.status_code == 422
        assert fault in text(page)
        assert f'value="{typed}"' in page.content.decode() or not typed


@pytest.fixture
def guessed(client):
    """Return two pairs on a network that has used up its attempts."""
    pairs = [*stories.entered(2).pairs.all()]
    assert client.post(CODE, {"code": "0000 0000 0000"}).status_code == 422
    counted = RateLimitHit.objects.earliest("pk")
    # The first attempt was counted above, and the last follows below.
    RateLimitHit.objects.bulk_create(RateLimitHit(asker=counted.asker) for _ in range(MOST_CODES_IN_TEN_MINUTES - 2))
    assert client.post(CODE, {"code": "0000 0000 0000"}).status_code == 422
    return pairs


def test_entry_codes_are_rate_limited(client, guessed):
    locked = client.post(CODE, {"code": pair_code(guessed[0])})

    assert locked.status_code == 429
    assert "There were too many wrong codes recently. Type your name from the letter too." in text(locked)


def test_codes_from_many_networks_make_the_page_ask_all_but_signed_in_pairs_for_a_name(client, monkeypatch):
    monkeypatch.setattr("competition.entries.private_links.MOST_CODES_OF_THE_SITE", 5)
    first, second = stories.entered(2).pairs.all()
    signed_in = Client()
    signed_in.post(reverse("link:open", args=[link_key(first)]))
    for number in range(5):
        client.post(CODE, {"code": "0000 0000 0000"}, REMOTE_ADDR=f"203.0.113.{number}")

    slowed = client.post(CODE, {"code": pair_code(second)}, REMOTE_ADDR="198.51.100.9")
    assert (slowed.status_code, "Type your name from the letter too." in text(slowed)) == (429, True)
    assert signed_in.post(CODE, {"code": pair_code(second)}).status_code == 302


def test_an_entry_code_attempt_is_counted_before_it_is_checked(client, monkeypatch):
    pair = stories.entered(1).pairs.get()
    counted = []
    monkeypatch.setattr(
        private_links, "pair_for_code", lambda code: counted.append(RateLimitHit.objects.count()) or pair
    )

    assert client.post(CODE, {"code": pair_code(pair)}).status_code == 302
    assert (counted, RateLimitHit.objects.count()) == ([2], 0)


def test_a_code_with_the_right_name_works_above_the_limit(client, guessed):
    pair = guessed[1]
    name = pair.present[1].name
    for typed in (f" {name} ", " ".join(name.split()[::-1]), name.upper()):
        answer = client.post(CODE, {"code": pair_code(pair), "name": typed})

        assert answer.url == link(pair), typed


def test_an_entry_code_with_a_wrong_name_is_rate_limited(client, guessed):
    names = [guessed[1].present[0].name, guessed[0].present[0].name.split()[0], "  "]

    answers = [client.post(CODE, {"code": pair_code(guessed[0]), "name": name}) for name in names]

    assert [answer.status_code for answer in answers] == [429] * 3
    assert "No letter has this code." in text(answers[0])


def test_correct_codes_are_not_counted(client, guessed):
    before = RateLimitHit.objects.count()

    answer = client.post(CODE, {"code": pair_code(guessed[0])}, REMOTE_ADDR="198.51.100.9")

    assert (answer.url, RateLimitHit.objects.count()) == (link(guessed[0]), before)


def copied(device: Client) -> Client:
    copy = Client()
    copy.cookies = SimpleCookie({"pairs": device.cookies["pairs"].value})
    return copy


def test_signing_out_invalidates_a_copied_cookie_but_no_other_device(phone):
    pair = stories.entered(1).pairs.get()
    at_home, at_club = phone(pair), phone(pair)
    copy, forged = copied(at_home), copied(at_home)
    forged.cookies["pairs"] = f"{at_home.cookies['pairs'].value}.{pair.pk}-another~key"
    assert copy.get(HOME).status_code == 200

    at_home.post(reverse("play:sign-out"))

    assert [device.get(HOME).status_code for device in (copy, forged, at_club)] == [302, 302, 200]
    assert [device.get(link(pair)).context["is_others"] for device in (copy, at_club)] == [True, False]


def test_a_pair_can_sign_in_again_on_a_device_with_an_old_cookie(phone):
    pair = stories.entered(1).pairs.get()
    at_home = phone(pair)
    copy = copied(at_home)
    at_home.post(reverse("play:sign-out"))

    copy.post(link(pair))

    assert copy.get(HOME).status_code == 200


@pytest.mark.parametrize("page", ["play:sign-out", "desk:sign-out", "desk:sign-ins"])
def test_signing_out_clears_the_stored_pages(at_desk, phone, page):
    competition, cleared = stories.entered(1), []

    # The page's script has asked about unsent deals. Without it, the site does not delete them.
    for data in ({}, {"unsent": "asked"}):
        device = at_desk(competition)
        device.cookies.update(phone(competition.pairs.get()).cookies)
        cleared.append(device.post(reverse(page), data).headers["Clear-Site-Data"])

    assert cleared == ['"cache"', '"cache", "storage"']
