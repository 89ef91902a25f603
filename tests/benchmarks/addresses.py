"""URLs of the site, plus some for benchmarks: a constant view, a slow view, and two views that clear caches."""

from time import sleep

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.urls import path

from competition.config.urls import handler404, handler500, urlpatterns
from tests.caches import clear_caches

__all__ = ["handler404", "handler500", "urlpatterns"]


def _forget(request: HttpRequest) -> HttpResponse:
    clear_caches()
    return HttpResponse("forgotten")


def _slow(request: HttpRequest) -> HttpResponse:
    sleep(1.5)
    return HttpResponse("slow")


def _forget_pages(request: HttpRequest) -> HttpResponse:
    caches["pages"].clear()
    return HttpResponse("forgotten")


urlpatterns = [
    path("constant", lambda request: HttpResponse("constant")),
    path("slow", _slow),
    path("forget", _forget),
    path("forget/pages", _forget_pages),
    *urlpatterns,
]
