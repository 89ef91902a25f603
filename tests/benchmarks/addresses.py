"""The real addresses, and one view that has nothing to do."""

from django.http import HttpResponse
from django.urls import path

from competition.config.urls import handler404, handler500, urlpatterns

__all__ = ["handler404", "handler500", "urlpatterns"]

urlpatterns = [path("constant", lambda request: HttpResponse("constant")), *urlpatterns]
