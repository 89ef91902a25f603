"""Browser test that waiting deals on a phone show the same facts as the server, deal by deal."""

import re

import pytest
from django.urls import reverse

from scoring.rules.conditions import TieBreak
from tests import stories
from tests.scoring.rules.notation import deal

# Show the site's deals as waiting on this phone, and then as the site draws them. Return the parts that differ from
# the site's page, and the parts that describe an older deal.
DIFFERENT = """async () => {
    const ahead = ["#strip"];
    const late = ["#moment", "#last-deal p"];
    const site = new DOMParser().parseFromString(await (await fetch(location.pathname)).text(), "text/html");
    const { html, ...told } = await (await fetch(document.querySelector("#waiting").dataset.poll)).json();
    const tariff = JSON.parse(site.querySelector("#tariff").textContent);
    const { conditions, first_dealer, deals } = told;
    const reading = scorer.read({ conditions, first_dealer, deals, tariff });
    const bare = (page, part) => {
        const place = page.querySelector(part)?.cloneNode(true);
        if (!place || place.hidden) return "";
        for (const one of place.querySelectorAll("[hidden], [name=csrfmiddlewaretoken], [name=form_key]")) one.remove();
        for (const said of place.querySelectorAll("[name=deal]")) {
            const names = new URLSearchParams(said.value.toLowerCase());
            names.sort();
            said.replaceWith(names);
        }
        return place.outerHTML.replace(/\\s+/g, " ").replace(/> | </g, (at) => at.trim());
    };
    const different = (parts) => parts.filter((part) => bare(document, part) !== bare(site, part))
        .map((part) => [part, bare(document, part), bare(site, part)]);
    card.show(reading, { ...told, facts: deals, waiting: deals.length });
    const early = [...different(ahead), ...late.filter((part) => bare(document, part))];
    card.show(reading, { ...told, html, facts: deals, waiting: 0 });
    return [...early, ...different([...ahead, "#moment", "#last-deal", "#on-sheet"])];
}"""

# The deals include a part-score, games by both sides, slams, honours, doubles, penalties and a passed-in deal.
MIXED = ["N 2H 9", "pass", "E 3NT 9", "S 4SX 8 EW:100", "S 6H 12", "W 1NTXX 9 NS:150", "N 7C 13", "E 1D 5", "N 2S 8"]
# The totals are level after four deals, and two more decide the match.
TIE = ["E 3NT 9", "E 4S 6", "pass", "pass", "N 1C 7", "pass"]


@pytest.mark.parametrize(
    ("deals", "conditions", "lower"),
    [(MIXED, {"deals": 9}, True), (TIE, {"deals": 4, "tie_break": TieBreak.FRESH}, False)],
)
def test_waiting_deals_look_like_deals_from_the_server(transactional_db, open_browser, deals, conditions, lower):
    competition = stories.published(2, **conditions)
    pair = stories.open_sheet(competition, "R1-M1")[lower].pair
    page = open_browser(whose=pair, service_workers="block")
    # Block polling, because the page would reload after the last deal.
    page.route(re.compile("shown="), lambda route: route.fulfill(status=204))
    page.goto(reverse("play:match", args=[competition.slug, "R1-M1"]))

    for played in deals:
        stories.record(stories.tables(competition, "R1-M1")[0], deal(played))
        assert page.evaluate(DIFFERENT) == []
