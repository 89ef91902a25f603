"""Email backend for tests that need no mail server."""

from django.core.mail.backends.locmem import EmailBackend


class Outbox(EmailBackend):
    """Django's list of sent emails, `mail.outbox`. It needs none of a mail server's options."""

    def __init__(self, **options: object) -> None:
        super().__init__()
