from collections.abc import Iterator

import pytest

from tests.mailboxes import Mailboxes, mailboxes, use


@pytest.fixture
def boxes(settings) -> Iterator[Mailboxes]:
    """Where mail of this site arrives."""
    with mailboxes() as found:
        use(settings, found.port)
        yield found
