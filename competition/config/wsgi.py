"""The application a web server calls."""

import os

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application
from granian.utils.proxies import wrap_wsgi_with_proxy_headers

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "competition.config.settings")
for name, meaning in {
    "SECRET_KEY": "50 or more random characters, kept secret",
    "TIME_ZONE": "where the competition is played, such as Europe/London",
}.items():
    if not os.environ.get(name):
        raise ImproperlyConfigured(f"Set {name} in the environment: {meaning}.")

application = wrap_wsgi_with_proxy_headers(get_wsgi_application(), settings.TRUSTED_PROXIES)
