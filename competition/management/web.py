"""The web server as a command line."""

import sys

# The time that a slow telephone has for a header, and a worker for the requests it has in hand.
_MILLISECONDS_FOR_A_HEADER, _SECONDS_TO_END = 5000, 25


def web_server(host: str, port: int, workers: int) -> list[str]:
    """Return the command that serves the site; its working directory must be that of `manage.py`."""
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
