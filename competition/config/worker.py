"""The application as a worker of the web server loads it."""

import signal
from importlib import import_module

# The web server's worker inherits a handler that does nothing, and sets its own once the application is loaded. Until
# then SIGTERM ends it at once, since it has no request in hand.
signal.signal(signal.SIGTERM, signal.SIG_DFL)

application = import_module("competition.config.wsgi").application
