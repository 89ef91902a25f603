"""Environment variables of the site: their names, defaults, meanings and problems.

`problems` lists every wrong value, and `read` returns the parsed values. Apart from its time zones and installed
packages, neither checks the machine. `competition.config.machine` checks the database, folders and ports.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from competition.config import parsing
from competition.config.parsing import MAKE_A_KEY, SettingError

BASE_DIR = Path(__file__).resolve().parents[2]


class Problem(NamedTuple):
    """A setting that the site cannot use. The sentence states the problem, followed by its remedy."""

    setting: str
    sentence: str


class Setting(NamedTuple):
    """An environment variable read by the site. `.deploy/README.md` lists the meanings."""

    name: str
    meaning: str
    parse: Callable[[str], Any]
    default: str = ""
    # Remedy for a missing variable. Empty if the site can run without it.
    remedy: str = ""


SETTINGS = (
    Setting(
        "SECRET_KEY",
        f"50 or more random characters, kept secret. `{MAKE_A_KEY}` makes them. "
        "It signs the private links, so do not change it during a season",
        parsing.secret_key,
        remedy=f"Set it to 50 or more random characters, and keep them secret. This command makes them: {MAKE_A_KEY}",
    ),
    Setting(
        "ALLOWED_HOSTS",
        "the host names of the site, separated by commas. Links in emails begin with the first",
        parsing.hosts,
        default="localhost,127.0.0.1,[::1]",
        remedy="Set it to the host names of the site, separated by commas, such as bridge.example.org.",
    ),
    Setting(
        "TIME_ZONE",
        "the time zone of the competition, such as `Europe/London`",
        parsing.time_zone,
        default="Pacific/Auckland",
        remedy="Set it to the time zone of the competition, such as Europe/London.",
    ),
    Setting(
        "DATABASE_URL",
        "the database: a file of SQLite, `sqlite:////folder/db.sqlite3`, which is enough for a region, "
        "or PostgreSQL, `postgres://user:password@host/name`",
        parsing.database,
        default=f"sqlite:///{quote(str(BASE_DIR / 'db.sqlite3'))}",
    ),
    Setting(
        "HTTPS",
        "`1` if the proxy in front of the site speaks https and sends `X-Forwarded-Proto`",
        parsing.flag,
        default="0",
    ),
    Setting(
        "TRUSTED_PROXIES",
        "the IP addresses or networks of the proxies in front, separated by commas. "
        "The site believes what they say about where a request comes from",
        parsing.proxies,
    ),
    Setting(
        "EMAIL_URL",
        "optional: the mail server, `smtps://user:password@host`, `submission://user:password@host` or `smtp://host`",
        parsing.mail_server,
    ),
    Setting("EMAIL_FROM", "the sender of emails, needed with `EMAIL_URL`", parsing.email_sender),
    Setting(
        "STATIC_ROOT",
        "optional: the folder for static files, if the site cannot write to its own folder",
        parsing.folder,
        default=str(BASE_DIR / ".static"),
    ),
    Setting("BACKUP_FOLDER", "optional: the folder for the nightly backup", parsing.folder),
    Setting(
        "SECURITY_CONTACT",
        "optional: an email or web address to report security problems to, shown at `/.well-known/security.txt`",
        parsing.contact_addresses,
    ),
    Setting("DEBUG", "`1` on a developer's machine only", parsing.flag, default="0"),
)


def read(environ: Mapping[str, str]) -> dict[str, Any]:
    """Return the value of every setting by name. A setting without a value or a default is None.

    Raises SettingError with a line for each problem.
    """
    values, faults = _parse(environ)
    if faults:
        raise SettingError("\n".join(problem.sentence for problem in faults))
    return values


def problems(environ: Mapping[str, str], *, serving: bool = True) -> list[Problem]:
    """Return every problem, in the order of SETTINGS. Missing settings are problems only if `serving`."""
    values, faults = _parse(environ)
    if serving:
        faults += _find_missing(values, environ)
    order = [setting.name for setting in SETTINGS]
    return sorted(faults, key=lambda problem: order.index(problem.setting))


def usable(environ: Mapping[str, str]) -> dict[str, Any]:
    """Return the value of each setting that can be parsed, even if other settings are wrong."""
    return _parse(environ)[0]


def _parse(environ: Mapping[str, str]) -> tuple[dict[str, Any], list[Problem]]:
    values: dict[str, Any] = {}
    faults = []
    for setting in SETTINGS:
        text = _read_text(setting, environ) or setting.default
        try:
            values[setting.name] = setting.parse(text) if text else None
        except SettingError as error:
            faults.append(Problem(setting.name, f"{setting.name} {error}"))
    if values.get("EMAIL_URL") and values.get("EMAIL_FROM", "") is None:
        remedy = "Set it to the address that emails come from, such as desk@example.org."
        faults.append(Problem("EMAIL_FROM", f"EMAIL_FROM is missing, but EMAIL_URL is set. {remedy}"))
    return values, faults


def _find_missing(values: dict[str, Any], environ: Mapping[str, str]) -> Iterator[Problem]:
    """Yield a problem for each required setting that is missing. With DEBUG, only SECRET_KEY is required."""
    for setting in SETTINGS:
        is_needed = setting.name == "SECRET_KEY" or not values.get("DEBUG")
        if setting.remedy and is_needed and not _read_text(setting, environ):
            yield Problem(setting.name, f"{setting.name} is missing. {setting.remedy}")
    # Behind an unknown proxy, all visitors would share one address and one limit for wrong passwords.
    if values.get("HTTPS") and values.get("TRUSTED_PROXIES", "") is None:
        remedy = "Set it to the IP addresses of the proxies that speak https, such as 127.0.0.1."
        yield Problem("TRUSTED_PROXIES", f"TRUSTED_PROXIES is missing, but HTTPS is set. {remedy}")


def _read_text(setting: Setting, environ: Mapping[str, str]) -> str:
    """Return the value of a variable. An empty value counts as missing."""
    text = environ.get(setting.name, "")
    # The key signs private links, so all its characters matter.
    return text if setting.name == "SECRET_KEY" and text.strip() else parsing.cleaned(text)


def exit_on(faults: Iterable[Problem]) -> None:
    """Write each problem to standard error and exit with status 1. Do nothing if there are no problems."""
    lines = [f"{problem.sentence}\n" for problem in faults]
    if lines:
        sys.stderr.write("".join(lines))
        sys.stderr.flush()
        raise SystemExit(1)
