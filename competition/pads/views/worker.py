"""The script that opens a score pad without signal."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from competition.signing_in.doors import public


@public
def worker(request: HttpRequest) -> HttpResponse:
    """The script that stands before the pages below its address, or before every page where a page asks for that."""
    script = (settings.BASE_DIR / "static" / "js" / "worker.js").read_text(encoding="utf-8")
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=headers)
