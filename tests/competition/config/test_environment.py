"""Tests for wrong environments: each wrong setting gets one sentence with its remedy, and all are reported at once."""

import re
import sys

import pytest

from competition.config import environment
from competition.config.parsing import SettingError
from tests.house.sources import ROOT

RIGHT = {
    "SECRET_KEY": "as-long-and-as-varied-as-a-real-one-0123456789-abcdefghij",
    "ALLOWED_HOSTS": "bridge.example.org",
    "TIME_ZONE": "Europe/London",
    "DATABASE_URL": "sqlite:////var/lib/knockout/db.sqlite3",
    "HTTPS": "1",
    "TRUSTED_PROXIES": "127.0.0.1",
    "EMAIL_URL": "smtps://desk:hidden@mail.example.org",
    "EMAIL_FROM": "desk@example.org",
}
WRONG = [
    ("SECRET_KEY", "", "SECRET_KEY is missing. Set it to 50 or more random"),
    ("SECRET_KEY", "   ", "SECRET_KEY is missing."),
    ("SECRET_KEY", "hidden", "SECRET_KEY is too easy to guess. Use 50 or more random"),
    ("SECRET_KEY", "hidden" * 20, "SECRET_KEY is too easy to guess."),
    ("SECRET_KEY", "change-me-" + "0123456789abcdefghij" * 3, "SECRET_KEY is an example"),
    ("SECRET_KEY", "django-insecure-" + "0123456789abcdefghij" * 3, "SECRET_KEY is an example"),
    ("SECRET_KEY", "your secret key here, 50 or more random characters long", "SECRET_KEY is an example"),
    ("ALLOWED_HOSTS", "", "ALLOWED_HOSTS is missing. Set it to the host names of the site"),
    ("ALLOWED_HOSTS", " , ", "ALLOWED_HOSTS names no host. Write the host names of the site"),
    ("ALLOWED_HOSTS", "*", 'ALLOWED_HOSTS contains "*", which is not a host name. Write each name'),
    ("ALLOWED_HOSTS", "*.example.org", "such as .example.org."),
    ("ALLOWED_HOSTS", "bridge.example.org:8000", "Write only the name, such as bridge.example.org."),
    ("ALLOWED_HOSTS", "https://bridge.example.org/club/", "Write only the name, such as bridge.example.org."),
    ("ALLOWED_HOSTS", "ftp://bridge.example.org", 'contains "ftp://bridge.example.org", which is not a host name.'),
    ("ALLOWED_HOSTS", "bridge..example.org;b", "which is not a host name."),
    ("HTTPS", "maybe", 'HTTPS is "maybe", which is neither 1 nor 0. Write 1 for yes or 0 for no.'),
    ("DEBUG", "2", 'DEBUG is "2", which is neither 1 nor 0.'),
    ("TIME_ZONE", "", "TIME_ZONE is missing. Set it to the time zone of the competition"),
    ("TIME_ZONE", "Europe/Londn", "is not a time zone. Write a name such as Europe/London."),
    ("TIME_ZONE", "Auckland", "Write a name such as Pacific/Auckland."),
    ("TIME_ZONE", "pacific/auckland", "Write a name such as Pacific/Auckland."),
    ("TIME_ZONE", "../../etc/passwd", "is not a time zone."),
    ("TIME_ZONE", "Europe", "is not a time zone."),
    ("TIME_ZONE", "+13:00", "is not a time zone."),
    ("DATABASE_URL", "db.sqlite3", "DATABASE_URL is not the address of a database. Write sqlite:////"),
    ("DATABASE_URL", "/var/lib/knockout/db.sqlite3", "DATABASE_URL is not the address of a database."),
    ("DATABASE_URL", "mysql://a:hidden@host/name", 'begins with "mysql", but the site needs SQLite or PostgreSQL.'),
    ("DATABASE_URL", "sqlite:///db.sqlite3", 'names "db.sqlite3", which is not an absolute path. Write four slashes'),
    ("DATABASE_URL", "sqlite://db.sqlite3", "which is not an absolute path."),
    ("DATABASE_URL", "sqlite://var/db.sqlite3", "which is not an absolute path."),
    ("DATABASE_URL", "sqlite://:memory:", "names no file. Write the absolute path"),
    ("DATABASE_URL", "sqlite:////", "names no file."),
    ("DATABASE_URL", "postgres://", "is not the address of a database."),
    ("DATABASE_URL", "postgres://a:hidden@host", "names no database. Write postgres://user:password@host/name."),
    *(
        (
            "DATABASE_URL",
            f"postgres://a:hid{password}den@host/name",
            "must be percent-encoded. In a password, write %40",
        )
        for password in ("@b/", "@b/c?", "@b/c#", "@/", "@b/c@")
    ),
    ("DATABASE_URL", "postgres://a:12/hidden@host/name", "must be percent-encoded. In a password, write %40 for @"),
    ("DATABASE_URL", "postgres://a:hidden#b@host/name", "DATABASE_URL cannot be read. Write postgres://"),
    ("DATABASE_URL", "postgres://a:hidden@host:many/name", "DATABASE_URL cannot be read."),
    ("DATABASE_URL", "postgres://a:hidden[@host/name", "DATABASE_URL cannot be read."),
    ("TRUSTED_PROXIES", "", "TRUSTED_PROXIES is missing, but HTTPS is set. Set it to the IP addresses"),
    ("TRUSTED_PROXIES", "caddy", 'contains "caddy", which is not an IP address or network.'),
    ("TRUSTED_PROXIES", "127.0.0.1, 10.0.0.300", 'contains "10.0.0.300", which is not an IP address'),
    ("TRUSTED_PROXIES", "*", "is not an IP address or network."),
    ("TRUSTED_PROXIES", "0.0.0.0/0", "which trusts every address."),
    ("EMAIL_URL", "mail.example.org", "EMAIL_URL does not begin with smtps://"),
    ("EMAIL_URL", "smtps://desk:hidden/1@mail.example.org", "EMAIL_URL cannot be read."),
    ("EMAIL_FROM", "", "EMAIL_FROM is missing, but EMAIL_URL is set. Set it to the address"),
    ("EMAIL_FROM", "the organiser", 'EMAIL_FROM is "the organiser", which is not an email address.'),
    ("STATIC_ROOT", "static", 'STATIC_ROOT is "static", which is not an absolute path.'),
]


def test_a_correct_environment_has_no_problems():
    assert environment.problems(RIGHT) == []


@pytest.mark.parametrize(("name", "value", "told"), WRONG)
def test_a_wrong_setting_gets_one_sentence_with_its_remedy(name, value, told):
    (found,) = environment.problems(RIGHT | {name: value})

    assert found.setting == name
    assert found.sentence.startswith(f"{name} ")
    assert told in found.sentence
    assert "hidden" not in found.sentence
    assert re.search(r"\. [A-Z]", found.sentence), "no remedy"
    assert "\n" not in found.sentence


def test_problems_are_listed_in_the_order_of_the_settings():
    found = environment.problems(dict.fromkeys(RIGHT, "?"))

    assert [problem.setting for problem in found] == list(RIGHT)


def test_settings_can_be_missing_if_nothing_is_served():
    assert environment.problems({}, serving=False) == []


def test_a_developer_needs_only_secret_key():
    assert environment.problems({"SECRET_KEY": RIGHT["SECRET_KEY"], "DEBUG": "1"}) == []


def test_a_missing_postgresql_driver_gets_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)

    (found,) = environment.problems(RIGHT | {"DATABASE_URL": "postgres://a:hidden@host/name"})

    assert found.sentence == (
        "DATABASE_URL names PostgreSQL, but its driver psycopg is not installed. "
        "Install it: pip install 'psycopg[binary]'"
    )


def test_missing_time_zones_name_the_package_to_install(monkeypatch):
    monkeypatch.setattr("competition.config.parsing._is_zone", lambda name: False)

    (found,) = environment.problems(RIGHT)

    assert found.sentence.endswith("Install the package tzdata.")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a.example, b.example", ["a.example", "b.example"]),
        ("a.example b.example,", ["a.example", "b.example"]),
        ('"a.example"', ["a.example"]),
        ("https://A.example/", ["a.example"]),
        ("a.example.", ["a.example"]),
        (".example.org", [".example.org"]),
        ("192.168.1.20", ["192.168.1.20"]),
        ("[::1] ::1", ["[::1]", "[::1]"]),
        ("brücke.example", ["xn--brcke-lva.example"]),
        ("app_1", ["app_1"]),
    ],
)
def test_host_names_can_be_written_in_several_ways(text, names):
    assert environment.read({"ALLOWED_HOSTS": text})["ALLOWED_HOSTS"] == names


@pytest.mark.parametrize(
    ("text", "addresses"), [("127.0.0.1, ::1", ["127.0.0.1", "::1"]), ("10.0.0.7/24 [::1]", ["10.0.0.0/24", "::1"])]
)
def test_proxies_can_be_addresses_or_networks(text, addresses):
    assert environment.read({"TRUSTED_PROXIES": text})["TRUSTED_PROXIES"] == addresses


@pytest.mark.parametrize(
    ("text", "value"), [("1", True), ("Yes", True), (" on ", True), ("0", False), ("FALSE", False)]
)
def test_a_flag_can_be_a_number_or_a_word(text, value):
    assert environment.read({"HTTPS": text})["HTTPS"] is value


def test_quotes_and_spaces_in_a_key_are_kept():
    key = f'"{RIGHT["SECRET_KEY"]} '

    assert environment.read({"SECRET_KEY": key})["SECRET_KEY"] == key


def test_reading_wrong_settings_raises_an_error():
    with pytest.raises(SettingError, match="TIME_ZONE is .*\nHTTPS is "):
        environment.read({"HTTPS": "maybe", "TIME_ZONE": "Mars"})


def test_the_administrators_guide_lists_every_setting():
    readme = (ROOT / ".deploy/README.md").read_text()
    listed = re.search(r"^\| setting \| what it is for \|\n\| --- \| --- \|\n((?:\|.*\n)+)", readme, re.MULTILINE)

    assert listed
    assert listed[1].splitlines() == [f"| `{one.name}` | {one.meaning} |" for one in environment.SETTINGS]
