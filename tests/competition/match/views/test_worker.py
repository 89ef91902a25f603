from django.conf import settings
from django.test import Client

from tests import stories

WORKER = "/play/sw.js"


def test_the_service_worker_is_served_without_caching(client):
    answer = client.get(WORKER)

    assert (answer.status_code, answer["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    assert (answer["Cache-Control"], answer["Service-Worker-Allowed"]) == ("no-cache", "/")
    assert settings.CONTENT_SECURITY_POLICY in answer.content.decode()


def test_the_service_worker_is_the_same_for_every_visitor(phone):
    pair = stories.published(2).pairs.first()

    assert phone(pair).get(WORKER).content == Client().get(WORKER).content
