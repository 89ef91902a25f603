"""View for the service worker that opens a score pad offline."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from competition.accounts.access import public


@public
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. Its header lets a page register it for the whole site."""
    script = (settings.BASE_DIR / "static" / "js" / "worker.js").read_text(encoding="utf-8")
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=headers)
