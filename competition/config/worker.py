"""WSGI application for the workers of the web server."""

import signal
from importlib import import_module

# Granian's worker inherits a handler that ignores SIGTERM, and installs its own after it has loaded the application.
# Until then SIGTERM may end the worker at once, since it handles no request yet.
signal.signal(signal.SIGTERM, signal.SIG_DFL)

application = import_module("competition.config.wsgi").application
