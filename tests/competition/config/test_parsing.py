import pytest

from competition.config.parsing import SettingError, email_sender, mail_server


@pytest.mark.parametrize(
    ("url", "read"),
    [
        ("", ("", 25, "", "", False, False)),
        ("smtp://localhost", ("localhost", 25, "", "", False, False)),
        ("smtps://me%40club.example:p%2Fw@mail.example", ("mail.example", 465, "me@club.example", "p/w", True, False)),
        ("submission://desk:word@mail.example:2525", ("mail.example", 2525, "desk", "word", False, True)),
    ],
)
def test_a_url_describes_the_mail_server(url, read):
    assert mail_server(url) == read


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("mail.example", "does not begin with smtps://"),
        ("https://mail.example", "does not begin with smtps://"),
        ("smtp://mail.example:many", "cannot be read"),
        ("smtp://mail.example:0", "names no mail server"),
        ("smtp://:25", "names no mail server"),
        ("smtps://desk:pass/me@mail.example", "cannot be read"),
        ("smtps://desk:25/me@mail.example", "has more after the host name"),
        ("smtp://mail.example/?tls=1", "has more after the host name"),
        ("smtps://desk@mail.example", "names a user without a password"),
    ],
)
def test_a_wrong_mail_server_is_refused_without_its_password(url, told):
    with pytest.raises(SettingError, match=told) as refusal:
        mail_server(url)

    assert "pass/" not in str(refusal.value)


@pytest.mark.parametrize("text", ["desk@club.example", "Bridge <desk@club.example>", '"Desk, Bridge" <desk@localhost>'])
def test_a_sender_is_an_address_with_or_without_a_name(text):
    assert email_sender(text) == text


@pytest.mark.parametrize(
    "text", ["desk", "desk@", "Bridge", "a@club.example, b@club.example", "desk@club.example\nTo: all@club.example"]
)
def test_a_sender_without_one_address_is_refused(text):
    with pytest.raises(SettingError, match="is not an email address"):
        email_sender(text)
