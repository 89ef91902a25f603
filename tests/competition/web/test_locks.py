from datetime import timedelta

import pytest
from django.utils import timezone

from competition.web.locks import LEASE, finish, take_due
from competition.web.models import NightlyTask

pytestmark = pytest.mark.django_db


def taken(*names: str) -> list[str]:
    return [*take_due(names, timezone.now() - timedelta(hours=2))]


def test_a_task_is_taken_by_only_one_server():
    assert (taken("backup"), taken("backup")) == (["backup"], [])


def test_a_finished_task_is_due_again_the_next_night():
    assert taken("backup", "clearsessions") == ["backup", "clearsessions"]
    finish("backup")
    NightlyTask.objects.update(taken_until=None)
    assert taken("backup", "clearsessions") == ["clearsessions"]

    NightlyTask.objects.update(done_at=timezone.now() - timedelta(days=1), taken_until=None)

    assert taken("backup", "clearsessions") == ["backup", "clearsessions"]


def test_a_task_of_a_killed_server_is_retried_after_an_hour():
    taken("backup")
    NightlyTask.objects.update(taken_until=timezone.now() - timedelta(seconds=1))

    assert taken("backup") == ["backup"]
    assert NightlyTask.objects.get().taken_until > timezone.now() + LEASE - timedelta(minutes=1)
