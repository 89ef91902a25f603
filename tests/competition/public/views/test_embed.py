import pytest

from tests import stories
from tests.competition.public_reading import block, public
from tests.markup import markup

pytestmark = pytest.mark.published(4)

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'self'; "
    "form-action 'self'; frame-ancestors *"
)


def embed(client, competition, **options):
    return client.get(public("embed", competition), **options)


def test_any_site_may_frame_the_embedded_draw(client, competition):
    page = embed(client, competition)
    again = embed(client, competition, headers={"if-none-match": page["ETag"]})

    assert (page.status_code, again.status_code) == (200, 304)
    for answer in (page, again):
        assert (answer["Content-Security-Policy"], "X-Frame-Options" in answer) == (POLICY, False)


def test_no_other_page_may_be_framed(client, competition):
    page = client.get(public("draw", competition))

    assert (page["X-Frame-Options"], "frame-ancestors 'none'" in page["Content-Security-Policy"]) == ("DENY", True)
    assert embed(client, stories.entered(4)).status_code == 404


def test_the_embedded_draw_shows_results_but_no_navigation(client, competition):
    stories.settle(competition, "R1-M1")
    winner = stories.now(competition).matches["R1-M1"].winner

    answer = embed(client, competition)
    page = markup(answer)

    assert block(answer, "R1-M1").startswith(f"{winner.name} ")
    # Its links open the draw page. Browsers ignore the base URL for links before it.
    assert f'<base href="{public("draw", competition)}" target="_top">' in page
    assert page.index("<base ") < min(page.index(" href="), page.index(" src="))
    assert ('class="masthead' in page, 'aria-label="Competition"' in page, 'role="search"' in page) == (False,) * 3
    assert '<meta name="robots" content="noindex">' in page
