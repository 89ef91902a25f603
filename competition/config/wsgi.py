"""WSGI application."""

import gc
import os
import sys
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from granian.utils.proxies import wrap_wsgi_with_proxy_headers

from competition.config import environment, machine

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "competition.config.settings")
environment.exit_on(environment.problems(os.environ))
# Do not serve without the SQLite file, because Django would create an empty one. Serve if PostgreSQL is down, because
# it may come back.
if settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    wrong = machine.sqlite_file(settings.DATABASES["default"], must_exist=True)
    environment.exit_on([wrong] if wrong else [])

application = wrap_wsgi_with_proxy_headers(get_wsgi_application(), settings.TRUSTED_PROXIES)
# Import the views now, so that the first request is not slow.
import_module(settings.ROOT_URLCONF)
# The modules loaded so far are never freed. Checking them for garbage takes longer than rendering a large draw.
gc.freeze()
# Collect garbage less often. A page about a large draw creates tens of thousands of objects, and frees none of them
# before it is finished.
gc.set_threshold(100_000)
# Switch threads ten times as often as usual, so that a short request does not wait for another thread's large page.
sys.setswitchinterval(0.0005)
