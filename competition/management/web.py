"""Command line of the web server."""

import sys

# Time limits for receiving a header from a slow phone, and for finishing requests when the server stops.
_MILLISECONDS_FOR_A_HEADER, _SECONDS_TO_END = 5000, 25


def web_server(host: str, port: int, workers: int) -> list[str]:
    """Return the command that serves the site. Run it in the folder of `manage.py`."""
    options = {
        "interface": "wsgi",
        "host": host,
        "port": port,
        "workers": workers,
        "blocking-threads": 1,
        "backlog": 4096,
        "backpressure": 4096,
        "http1-header-read-timeout": _MILLISECONDS_FOR_A_HEADER,
        "workers-kill-timeout": _SECONDS_TO_END,
        "log-level": "warning",
    }
    given = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    given.append("--respawn-failed-workers")
    return [sys.executable, "-m", "granian", *given, "competition.config.worker:application"]
