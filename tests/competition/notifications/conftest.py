from collections.abc import Iterator

import pytest

from tests.mailboxes import Mailboxes, mailboxes, use


@pytest.fixture
def boxes(settings) -> Iterator[Mailboxes]:
    """Yield the mailboxes that receive this site's emails."""
    with mailboxes() as found:
        use(settings, found.port)
        yield found
