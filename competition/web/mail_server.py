"""The connection to the mail server."""

from django.conf import settings
from django.core.mail.backends.base import BaseEmailBackend
from django.utils.module_loading import import_string


def connect_to_mail_server(timeout: int) -> BaseEmailBackend:
    """Return a connection to the mail server in the settings. Each answer may take `timeout` seconds.

    It works with Django 5.2 and 6.1. With an alias, the backend reads none of the settings that 6.1 replaces.
    """
    host, port, user, password, ssl, starttls = settings.MAIL_SERVER
    backend = import_string(settings.MAIL_SERVER_BACKEND)
    account = {"username": user, "password": password}
    return backend(alias="default", host=host, port=port, use_ssl=ssl, use_tls=starttls, timeout=timeout, **account)
