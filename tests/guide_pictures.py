"""Program that takes the pictures for the guide from the demo: `python -m tests.guide_pictures`.

It starts the demo with its own database, takes a part of each page in light mode, and writes it to `static/guide/` as
WebP. Afterwards, copy the width and height of each picture to the chapter that shows it.
"""

import base64
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tests.servers import ROOT, answers, free_port, kill

FOLDER = ROOT / "static/guide"
FLAGS = ("--no-sandbox", "--disable-gpu")
# Chromium itself converts a screenshot to WebP, so no other program is needed.
TO_WEBP = """async ([png, quality]) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const canvas = Object.assign(document.createElement("canvas"), {width: picture.width, height: picture.height});
    canvas.getContext("2d", {alpha: false}).drawImage(picture, 0, 0);
    return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""


class Shot(NamedTuple):
    """A picture: its name, the reader, the page, the element at its top, its width and its height.

    Without a height, the picture ends with the element.
    """

    name: str
    who: str
    page: str
    part: str
    width: int
    height: int


SHOTS = (
    Shot("desk", "organiser", "/desk/demo/", ".heading", 760, 404),
    Shot("ruling", "organiser", "/desk/demo/matches/R3-M4/rule/", "#ways", 760, 480),
    Shot("messages", "organiser", "/desk/demo/messages/round/", "#reads", 760, 320),
    Shot("my-matches", "pair", "/play/", ".next-step", 400, 0),
    Shot("card", "pair", "/play/demo/R3-M1/", "#strip", 400, 640),
    Shot("draw", "anybody", "/demo/", ".draw", 1280, 530),
    Shot("match", "anybody", "/demo/matches/R3-M1/", "#meeting", 1000, 640),
)


class Demo(NamedTuple):
    """A running demo: its address, its organiser's password, and a pair's private link."""

    address: str
    password: str
    link: str


@contextmanager
def running_demo(folder: Path) -> Iterator[Demo]:
    """Serve the demo from a database in this folder."""
    port, said = free_port(), folder / "said.txt"
    settings = {
        "DATABASE_URL": f"sqlite:///{folder / 'demo.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "competition.config.settings",
    }
    with said.open("w") as output:
        command = [sys.executable, "-u", "manage.py", "demo", "--port", str(port)]
        demo = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **settings}, stdout=output, start_new_session=True
        )
    try:
        while "Ctrl+C" not in said.read_text():
            assert demo.poll() is None, "the demo did not start"
            time.sleep(0.2)
        while not answers(port):
            time.sleep(0.2)
        printed = said.read_text()
        link = re.search(r"http\S+/p/\S+", printed)
        password = re.search(r"password (\S+)", printed)
        assert link
        assert password
        yield Demo(f"http://127.0.0.1:{port}", password[1], link[0])
    finally:
        kill(demo)


def open_page(chromium: Browser, demo: Demo, shot: Shot) -> Page:
    """Open the page for a picture in a new window, signed in as its reader."""
    size = {"width": shot.width, "height": shot.height or 640}
    context = chromium.new_context(base_url=demo.address, viewport=size, locale="en-GB", color_scheme="light")
    page = context.new_page()
    if shot.who == "pair":
        page.goto(demo.link)
        page.click("main button")
    elif shot.who == "organiser":
        page.goto("/desk/sign-in/")
        page.fill("[name=username]", "demo")
        page.fill("[name=password]", demo.password)
        page.click("main button")
    page.goto(shot.page)
    return page


def taken(page: Page, shot: Shot) -> bytes:
    """Return the part of the page as PNG, with a small margin above it."""
    box = page.locator(shot.part).first.bounding_box()
    assert box
    clip = {"x": 0, "y": max(box["y"] - 6, 0), "width": shot.width, "height": shot.height or box["height"] + 12}
    return page.screenshot(clip=clip, full_page=True, caret="initial")


def webp(chromium: Browser, png: bytes, quality: float = 0.7) -> bytes:
    """Return a screenshot as WebP."""
    page = chromium.new_page()
    coded = page.evaluate(TO_WEBP, [base64.b64encode(png).decode(), quality])
    page.close()
    return base64.b64decode(coded)


def chromium_here() -> str | None:
    """Return the path of Chromium, or None for the one that Playwright has downloaded."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")


def main() -> None:
    """Take every picture, and print its size."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, running_demo(Path(folder)) as demo, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_here(), args=FLAGS)
        for shot in SHOTS:
            page = open_page(chromium, demo, shot)
            picture = webp(chromium, taken(page, shot))
            (FOLDER / f"{shot.name}.webp").write_bytes(picture)
            sys.stdout.write(f"{shot.name}: {shot.width} x {shot.height}, {len(picture)} bytes\n")
            page.context.close()
        chromium.close()


if __name__ == "__main__":
    main()
