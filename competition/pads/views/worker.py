"""The script that opens a score pad without signal."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from competition.signing_in.doors import public


@public
def worker(request: HttpRequest) -> HttpResponse:
    """The script, from an address that lets it stand before the pages below it."""
    script = (settings.BASE_DIR / "static" / "js" / "worker.js").read_text(encoding="utf-8")
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})
