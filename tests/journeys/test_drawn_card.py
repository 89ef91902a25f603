"""Browser test that the phone draws the card as the server does, deal by deal."""

import re

import pytest
from django.urls import reverse

from scoring.rules.conditions import TieBreak
from tests import stories
from tests.scoring.rules.notation import deal

# Draw the card of the server's facts in the browser, and return the parts that differ from the server's page.
DIFFERENT = """async () => {
    const parts = ["#strip", "#pad > .hint", "#pad > .next", "#moment", ".entry", "#this-rubber",
        "#earlier-rubbers > .pads", "#summary-sheet tbody", "#summary-sheet tfoot"];
    const site = new DOMParser().parseFromString(await (await fetch(location.pathname)).text(), "text/html");
    const told = JSON.parse(site.querySelector("#card").textContent);
    const tariff = JSON.parse(site.querySelector("#tariff").textContent);
    const { conditions, first_dealer, deals } = told;
    const reading = scorer.read({ conditions, first_dealer, deals, tariff });
    card.show(reading, { ...told, facts: deals, waiting: 0 });
    const bare = (page, part) => {
        const place = page.querySelector(part)?.cloneNode(true);
        if (!place || place.hidden) return "";
        const apart = "[hidden], template, [name=csrfmiddlewaretoken], .button";
        for (const one of place.querySelectorAll(apart)) one.remove();
        for (const said of place.querySelectorAll("[name=deal]")) {
            const names = new URLSearchParams(said.value.toLowerCase());
            names.sort();
            said.replaceWith(names);
        }
        const tree = document.createTreeWalker(place, NodeFilter.SHOW_ELEMENT);
        for (let one = tree.currentNode; one; one = tree.nextNode()) {
            for (const name of ["class", "data-number", "data-last", "style", "tabindex"]) one.removeAttribute(name);
        }
        return place.innerHTML.replace(/\\s+/g, " ").replace(/> | </g, (at) => at.trim());
    };
    return parts.filter((part) => bare(document, part) !== bare(site, part))
        .map((part) => [part, bare(document, part), bare(site, part)]);
}"""

# The deals cover a part-score, games by both sides, slams, honours, doubles, penalties and a deal passed in.
MIXED = ["N 2H 9", "pass", "E 3NT 9", "S 4SX 8 EW:100", "S 6H 12", "W 1NTXX 9 NS:150", "N 7C 13", "E 1D 5", "N 2S 8"]
# The totals are level after four deals, and two more decide the match.
TIE = ["E 3NT 9", "E 4S 6", "pass", "pass", "N 1C 7", "pass"]


@pytest.mark.parametrize(
    ("deals", "conditions", "lower"),
    [
        (MIXED, {"deals": 9}, True),
        (TIE, {"deals": 4, "tie_break": TieBreak.FRESH}, False),
    ],
)
def test_the_phone_draws_the_same_card_as_the_server(transactional_db, open_browser, deals, conditions, lower):
    competition = stories.published(2, **conditions)
    pair = stories.open_sheet(competition, "R1-M1")[lower].pair
    page = open_browser(whose=pair, service_workers="block")
    # Block the polls, because the page would reload after the last deal.
    page.route(re.compile("shown="), lambda route: route.fulfill(status=204))
    page.goto(reverse("play:match", args=[competition.slug, "R1-M1"]))

    for played in deals:
        stories.record(stories.tables(competition, "R1-M1")[0], deal(played))
        assert page.evaluate(DIFFERENT) == []
