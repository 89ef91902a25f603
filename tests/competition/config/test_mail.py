import pytest
from django.core.exceptions import ImproperlyConfigured

from competition.config.mail import server


@pytest.mark.parametrize(
    ("url", "read"),
    [
        ("", ("", 25, "", "", False, False)),
        ("smtp://localhost", ("localhost", 25, "", "", False, False)),
        ("smtps://me%40club.example:p%2Fw@mail.example", ("mail.example", 465, "me@club.example", "p/w", True, False)),
        ("submission://desk:word@mail.example:2525", ("mail.example", 2525, "desk", "word", False, True)),
    ],
)
def test_an_address_says_how_mail_leaves(url, read):
    assert server(url, "desk@club.example") == read


@pytest.mark.parametrize(
    ("url", "sender", "told"),
    [
        ("mail.example", "desk@club.example", "not understood"),
        ("https://mail.example", "desk@club.example", "not understood"),
        ("smtp://mail.example:many", "desk@club.example", "is no address"),
        ("smtp://mail.example", "", "EMAIL_FROM must be too"),
    ],
)
def test_what_is_no_address_is_said_at_once(url, sender, told):
    with pytest.raises(ImproperlyConfigured, match=told):
        server(url, sender)
