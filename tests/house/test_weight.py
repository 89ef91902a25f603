"""Tests for the size of the files that a phone downloads for a match card, compressed as by the server."""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from competition.config.settings import STORAGES
from competition.entries.private_links import link_key
from tests import stories

pytestmark = pytest.mark.django_db
PAGE, SCRIPTS = 60_000, 25_000


@pytest.fixture
def served(settings, tmp_path) -> Path:
    """Collect static files as in production, each with its compressed copy. Return their folder."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = STORAGES
    call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=["ext", "htmax*", "*-4*"])
    return tmp_path


@pytest.fixture
def page(served) -> tuple[int, list[str]]:
    """Return the size of the page for a match with 27 deals, and the addresses of its files."""
    competition = stories.published(2)
    table, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(table, *[stories.deal("4S", 10), stories.deal("3NT", 8, "E"), stories.deal("1C", 7)] * 9)
    phone = Client(headers={"accept-encoding": "gzip"})
    phone.post(reverse("link:open", args=[link_key(table.pair)]))
    answer = phone.get(reverse("play:match", args=[competition.slug, "R1-M1"]))
    assert answer["Content-Encoding"] == "gzip"
    files = re.findall(r'(?:src|href)="/static/([^"]+)"', gzip.decompress(answer.content).decode())
    return len(answer.content), sorted(set(files))


def weight(folder: Path, file: str) -> int:
    """Return the size of a file as sent: compressed, if there is a compressed copy."""
    packed = folder / f"{file}.gz"
    return (packed if packed.exists() else folder / file).stat().st_size


def test_a_match_page_and_its_files_are_under_60_kilobytes(served, page):
    own, files = page
    scripts = [file for file in files if file.endswith(".js")]

    assert len(files) > 5
    assert own + sum(weight(served, file) for file in files) <= PAGE
    assert len(scripts) == 1
    assert sum(weight(served, file) for file in [*scripts, staticfiles_storage.stored_name("js/worker.js")]) <= SCRIPTS
