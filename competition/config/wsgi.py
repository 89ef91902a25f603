"""The application a web server calls."""

import gc
import os
import sys
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from granian.utils.proxies import wrap_wsgi_with_proxy_headers

from competition.config import environment, machine, starting

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "competition.config.settings")
starting.refuse_if(environment.problems(os.environ))
# A PostgreSQL server may come back in a minute. In place of a missing SQLite file there would be a new, empty one.
if settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    wrong = machine.sqlite_file(settings.DATABASES["default"], must_exist=True)
    starting.refuse_if([wrong] if wrong else [])

application = wrap_wsgi_with_proxy_headers(get_wsgi_application(), settings.TRUSTED_PROXIES)
# Otherwise the first request would load the views.
import_module(settings.ROOT_URLCONF)
# What is loaded by now stays to the end: looking through it for garbage takes longer than a page of a large draw.
gc.freeze()
# A page of a large draw is made of tens of thousands of objects, and while it is made none of them is garbage.
gc.set_threshold(20_000)
# Threads take turns every half a millisecond, not every five: who asks whether there is news does not wait, at each of
# its steps, for a large page that another thread is making.
sys.setswitchinterval(0.0005)
