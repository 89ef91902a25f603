"""The application a web server calls."""

import gc
import os
import sys
from importlib import import_module

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application
from granian.utils.proxies import wrap_wsgi_with_proxy_headers

from competition.config.checks import MEANING, is_weak

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "competition.config.settings")
for name, meaning in {
    "SECRET_KEY": MEANING,
    "TIME_ZONE": "where the competition is played, such as Europe/London",
}.items():
    if not os.environ.get(name):
        raise ImproperlyConfigured(f"Set {name} in the environment: {meaning}.")
if is_weak(settings.SECRET_KEY):
    raise ImproperlyConfigured(f"SECRET_KEY is too easy to guess: it must be {MEANING}.")
# With it a proxy is in front. Were it not known, all who come by it would be one, and locked out for one another.
if settings.HTTPS and not settings.TRUSTED_PROXIES:
    raise ImproperlyConfigured("Set TRUSTED_PROXIES in the environment: the addresses of the proxies that speak https.")

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
