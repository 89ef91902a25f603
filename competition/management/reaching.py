"""Checks that visitors can reach the running site, for `manage.py doctor`. They send requests to it."""

import json
import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone

from competition.desk.access import is_of_this_machine, proxy_path
from competition.desk.queries.site_checks import check_https
from competition.desk.rules.checks import Check, CheckState, bad, ok, warning
from scoring.rules.words import quantity
from scoring.templatetags.bridge import moment

_PATIENCE = 10
_SITE, _PUBLIC, _CERTIFICATE = "Running site", "Public address", "Certificate"
_START = "Start the site: systemctl restart knockout. The log says why it stops: journalctl -u knockout -n 50"
_START_PROXY = "Start the proxy: systemctl restart caddy (or nginx). Its log says why it stops: journalctl -u caddy"
# Caddy and certbot renew a certificate when a third of its time is left. Of 90 days, these fractions are 15 and 3.
_SHORT, _VERY_SHORT = 1 / 6, 1 / 30


def check_running_site(host: str, port: int) -> Check:
    """Check that the site responds on this machine, with the settings and version of this command."""
    address = f"{_format_host(host)}:{port}"
    try:
        health, text = _get(HTTPConnection(host, port, timeout=_PATIENCE), "/healthz")
        first_line = text.strip().partition("\n")[0][:80]
        if health.status != 200 or first_line != "ok":
            return bad(_SITE, f"The site at {address} answers with status {health.status}: “{first_line}”.", _START)
        answer, text = _get(HTTPConnection(host, port, timeout=_PATIENCE), proxy_path())
    except (OSError, HTTPException) as fault:
        return bad(_SITE, f"The site does not answer at {address}: {_explain(fault)}.", _START)
    if _read_check(answer, text) is None:
        text = f"What runs at {address} has other settings or another version than this command."
        return bad(_SITE, text, "Restart it: systemctl restart knockout")
    return ok(_SITE, f"The site answers at {address}, with these settings.")


def check_public_address() -> Iterator[Check]:
    """Check the public address, its certificate and its proxy, as visitors reach them."""
    if is_of_this_machine():
        yield check_https()
        return
    parts = urlsplit(settings.SITE_ADDRESS)
    host = parts.hostname or ""
    is_safe = parts.scheme == "https"
    connection = HTTPSConnection(host, timeout=_PATIENCE) if is_safe else HTTPConnection(host, timeout=_PATIENCE)
    try:
        connection.connect()
        if isinstance(connection.sock, ssl.SSLSocket):
            yield _check_certificate(connection.sock)
        answer, text = _get(connection, proxy_path())
    except (OSError, HTTPException) as fault:
        yield _explain_silence(host, fault)
    else:
        yield from _check_answer(answer, text)


def _check_answer(answer: HTTPResponse, text: str) -> Iterator[Check]:
    address = settings.SITE_ADDRESS
    if check := _read_check(answer, text):
        yield ok(_PUBLIC, f"The site answers at {address}.")
        yield check if check.state is not CheckState.OK or settings.HTTPS else check_https()
    elif answer.status in {502, 503, 504}:
        yield bad(_PUBLIC, f"The proxy at {address} does not reach the site (status {answer.status}).", _START)
    elif answer.status in {301, 302, 307, 308}:
        text = f"{address} redirects to {answer.getheader('Location', '').partition('/desk/')[0]} again and again."
        yield bad(_PUBLIC, text, "Let the proxy set X-Forwarded-Proto, as .deploy/Caddyfile and .deploy/nginx.conf do.")
    else:
        text = f"Another site answers at {address}, or this one with other settings (status {answer.status})."
        yield bad(
            _PUBLIC, text, "Let the domain and the proxy lead to this site. Restart it: systemctl restart knockout"
        )


def _check_certificate(connected: ssl.SSLSocket) -> Check:
    certificate = connected.getpeercert() or {}
    begin, end = (
        datetime.fromtimestamp(ssl.cert_time_to_seconds(str(certificate[name])), UTC)
        for name in ("notBefore", "notAfter")
    )
    left = end - timezone.now()
    days = quantity(left.days, "more day") if left.days else "less than a day"
    text = f"The certificate is valid for {days}, until {moment(end)}."
    if left >= (end - begin) * _SHORT:
        return ok(_CERTIFICATE, text)
    remedy = "The proxy did not renew it. Its log says why: journalctl -u caddy. With nginx, run: certbot renew"
    return (bad if left < (end - begin) * _VERY_SHORT else warning)(_CERTIFICATE, text, remedy)


def _explain_silence(host: str, fault: Exception) -> Check:
    text = f"{settings.SITE_ADDRESS} does not answer: {_explain(fault)}."
    remedy = _START_PROXY
    if isinstance(fault, ssl.SSLCertVerificationError):
        text = f"The certificate of {settings.SITE_ADDRESS} is not valid: {fault.verify_message}."
        remedy = "Let the proxy get a certificate. Its log says why it has none: journalctl -u caddy"
    elif isinstance(fault, socket.gaierror):
        text = f"The name {host} leads to no machine."
        remedy = "Make a DNS entry for the name, with the address of this machine."
    elif isinstance(fault, TimeoutError):
        remedy = (
            "Open ports 80 and 443 in the firewall. If the site opens on other machines, this network hides a machine "
            "from itself. Then run “knockout doctor --local”."
        )
    return bad(_PUBLIC, text, remedy)


def _get(connection: HTTPConnection, path: str) -> tuple[HTTPResponse, str]:
    """Return the response to a request, and its text."""
    host = urlsplit(settings.SITE_ADDRESS).hostname or "localhost"
    try:
        connection.request("GET", path, headers={"Host": host, "X-Forwarded-Proto": "https", "Connection": "close"})
        answer = connection.getresponse()
        return answer, answer.read(100_000).decode(errors="replace")
    finally:
        connection.close()


def _read_check(answer: HTTPResponse, text: str) -> Check | None:
    """Return the site's check of this request, or None if the response is not from this site."""
    try:
        title, state, sentence, remedy = json.loads(text if answer.status == 200 else "[]")
        return Check(title, CheckState(state), sentence, remedy)
    except (TypeError, ValueError):
        return None


def _explain(fault: Exception) -> str:
    if isinstance(fault, TimeoutError):
        return f"no answer in {_PATIENCE} seconds"
    return str(getattr(fault, "strerror", None) or fault or type(fault).__name__).strip().rstrip(".")


def _format_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host
