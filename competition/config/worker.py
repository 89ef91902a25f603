"""ASGI application for the workers of the web server."""

import signal
from importlib import import_module

from competition.config.whole_requests import WholeRequests

# Granian's worker inherits a handler that ignores SIGTERM. The worker installs its own handler after it has loaded the
# application. Until then it handles no requests, so SIGTERM may end it at once.
signal.signal(signal.SIGTERM, signal.SIG_DFL)

application = WholeRequests(import_module("competition.config.wsgi").application)
