import pytest

from tests import stories
from tests.competition.public_reading import block, public

pytestmark = pytest.mark.django_db

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'self'; "
    "form-action 'self'; frame-ancestors *"
)


@pytest.fixture
def competition():
    return stories.published(4)


def embed(client, competition, **options):
    return client.get(public("embed", competition), **options)


def test_any_site_may_frame_the_embedded_draw(client, competition):
    page = embed(client, competition)

    assert (page["Content-Security-Policy"], "X-Frame-Options" in page) == (POLICY, False)


def test_an_unchanged_embedded_draw_may_still_be_framed(client, competition):
    etag = embed(client, competition)["ETag"]

    page = embed(client, competition, headers={"if-none-match": etag})

    assert (page.status_code, page["Content-Security-Policy"], "X-Frame-Options" in page) == (304, POLICY, False)


@pytest.mark.parametrize("name", ["draw", "live", "matches", "record"])
def test_no_other_page_may_be_framed(client, competition, name):
    page = client.get(public(name, competition))

    assert (page["X-Frame-Options"], "frame-ancestors 'none'" in page["Content-Security-Policy"]) == ("DENY", True)


def test_the_embedded_draw_shows_the_results(client, competition):
    stories.settle(competition, "R1-M1")
    winner = stories.now(competition).matches["R1-M1"].winner

    assert block(embed(client, competition), "R1-M1").startswith(f"{winner.name} ")


def test_links_of_the_embedded_draw_open_the_draw_page(client, competition):
    page = embed(client, competition).content.decode()

    assert f'<base href="{public("draw", competition)}" target="_top">' in page
    # Browsers ignore the base URL for links before it.
    assert page.index("<base ") < min(page.index(" href="), page.index(" src="))


def test_the_embedded_draw_has_no_navigation(client, competition):
    page = embed(client, competition).content.decode()

    assert ('class="masthead"' in page, 'aria-label="Competition"' in page, 'role="search"' in page) == (False,) * 3


def test_the_embedded_draw_is_hidden_from_search_engines(client, competition):
    assert '<meta name="robots" content="noindex">' in embed(client, competition).content.decode()


def test_an_unpublished_draw_cannot_be_embedded(client):
    assert embed(client, stories.entered(4)).status_code == 404


def test_an_unchanged_embedded_draw_takes_one_query(client, competition, django_assert_num_queries):
    embed(client, competition)

    with django_assert_num_queries(1):
        embed(client, competition)
