"""Benchmark of recording a deal in a browser: `python -m tests.benchmarks.pad`.

It uses Chromium and the production server on this machine. For each deal of a match, it measures the time from the tap
on “Record” to the first frame that shows the deal. The aim is a median under 200 ms.
"""

import os
import statistics
import tempfile
from pathlib import Path

from tests.servers import environment, free_port, server

DEALS = 30
AIM = 200
# Scripts for the page. They return the time from the tap to the first frame after the deal appears.
WATCH = """() => {
  document.addEventListener("click", (event) => {
    if (event.target.closest(".deal-form .actions")) window.pressed = performance.now();
  }, true);
}"""
PAINTED = """(number) => new Promise((done) => {
  const look = () => document.querySelector(`#summary-sheet a[href$="/deals/${number}/"]`)
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - window.pressed)))
    : requestAnimationFrame(look);
  look();
})"""


def main() -> None:
    """Measure and print the times. Finally delete all files."""
    with tempfile.TemporaryDirectory(prefix="pad-") as folder:
        settings, port = environment(f"sqlite:///{folder}/db.sqlite3", Path(folder, "static")), free_port()
        os.environ.update(settings)
        link, match = _match()
        with server(settings, port):
            times = _play(f"http://localhost:{port}", link, match)
    print(f"median {statistics.median(times):4.0f} ms from the tap to the painted pad, the aim is under {AIM} ms")
    print(f"slowest {max(times):3.0f} ms of {len(times)} deals")


def _match() -> tuple[str, str]:
    import django

    django.setup()
    from django.core.management import call_command
    from django.urls import reverse

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    from competition.entries.private_links import link_key
    from tests import stories

    competition = stories.published(2)
    table, _ = stories.open_sheet(competition, "R1-M1")
    match = reverse("play:match", args=[competition.slug, table.state.code])
    return reverse("link:open", args=[link_key(table.pair)]), match


def _play(site: str, link: str, match: str) -> list[float]:
    from playwright.sync_api import sync_playwright

    from tests.browser.browser import FLAGS, find_chromium

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": 360, "height": 640})
        page.goto(site + link)
        page.locator("main .button").click()
        # The card may reload once while it prepares to work offline.
        page.goto(site + match, wait_until="networkidle")
        page.evaluate(WATCH)
        times = []
        for number in range(1, DEALS + 1):
            for name, value in _said(number).items():
                page.locator(f".deal-form [name={name}][value='{value}']").click()
            page.get_by_role("button", name=f"Record deal {number}", exact=True).click()
            times.append(page.evaluate(PAINTED, number))
        browser.close()
    return times


def _said(number: int) -> dict[str, object]:
    """Return a deal: a part-score, a defeated contract and a game in turn."""
    return [
        {"declarer": "N", "level": 2, "denomination": "H", "result": 0},
        {"declarer": "E", "level": 3, "denomination": "NT", "result": -1},
        {"declarer": "S", "level": 4, "denomination": "S", "result": 1},
    ][number % 3]


if __name__ == "__main__":
    main()
