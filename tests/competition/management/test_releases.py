"""What a released version kept is kept for ever: its copies come back, and its draws are what they were."""

import pytest
from django.core.management import call_command
from django.utils import timezone

from tests import releases

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("version", releases.versions())
def test_a_copy_of_every_version_comes_back_with_its_draws_as_they_were(version, tmp_path, monkeypatch):
    """Where it fails after a change of the models, a migration is missing.

    As long as the version is not released, `python -m tests.keep_release` takes its copy anew instead.
    """
    at, draws = releases.told_then(version)
    monkeypatch.setattr(timezone, "now", lambda: at)

    call_command("flush", interactive=False, verbosity=0)
    call_command("restore", releases.unpacked(version, tmp_path), verbosity=0)

    assert [*releases.lost(draws, releases.told_now())] == []


def test_a_copy_of_this_version_is_kept():
    assert releases.VERSION in releases.versions()


@pytest.mark.parametrize(
    ("then", "now", "lost"),
    [
        ({"a": [1, 2]}, {"a": [1, 2], "b": 3}, []),
        ({"a": [1, 2]}, {"a": [1, 3]}, ["draws.a.1 was 2 and is 3"]),
        ({"a": [1, 2]}, {"a": [1]}, ["draws.a was [1, 2] and is [1]"]),
        ({"a": None}, {}, ["draws.a was None and is 'nothing'"]),
    ],
)
def test_what_is_told_otherwise_than_before_is_found_and_what_is_told_besides_is_not(then, now, lost):
    assert [*releases.lost(then, now)] == lost
