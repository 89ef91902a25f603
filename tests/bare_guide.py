"""The `guide` part of `tests.bare_root`, which follows the sections of `.deploy/README.md` on a minimal Debian.

It reads the commands from the guide, by heading, and only fills in placeholders. After each section the site must
respond, contain the earlier data and pass the integrity check.
"""

import re
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import quote

from tests.bare_debian import Failed, Root, blocks, by_hand, is_there, say, set_settings, set_up_server

HOST, OWN_NAME = "bridge.example.org", "cup.example.net"
PASSWORD = "a p@ss/word: 100%"
BACKUPS = "/var/lib/knockout/backups"
# Commands that need programs or servers missing from the root.
ELSEWHERE = re.compile(r"^(certbot|docker|curl .*https://) ?")
# A migration that changes the tables in the newer version.
MIGRATION = """from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("competition", "{last}")]
    operations = [migrations.CreateModel("Newer", [("id", models.AutoField(primary_key=True))])]
"""
# This script does what the guide expects from systemd. PostgreSQL and nginx have their own start scripts.
SYSTEMCTL = """#!/bin/sh
stop() {
    [ -e /run/site.pid ] || return 0
    kill "$(cat /run/site.pid)"
    while kill -0 "$(cat /run/site.pid)" 2>/dev/null; do sleep 0.2; done
    rm /run/site.pid
}
start() {
    /usr/local/sbin/site-by-hand >/var/log/site.log 2>&1 &
    echo $! >/run/site.pid
    until curl --silent --fail --output /dev/null http://127.0.0.1:8000/healthz; do
        kill -0 "$(cat /run/site.pid)" 2>/dev/null || { cat /var/log/site.log; exit 1; }
        sleep 0.2
    done
}
case "$*" in
    daemon-reload) ;;
    "enable --now knockout" | "start knockout") start ;;
    "stop knockout") stop ;;
    "restart knockout") stop && start ;;
    "reload nginx") service nginx reload ;;
    *) echo "not run: systemctl $*" ;;
esac
"""


def guide(root: Root, readme: str) -> None:
    """Follow every section of the administrators' guide, first with SQLite and then with PostgreSQL."""
    begin = set_up_server(root, readme)
    install_systemctl(root)
    with root.running():
        site = Site(root)
        site.run([line for line in begin if line.startswith("systemctl")])
        for section in (install, publish, upgrade, restore, move, use_postgres, upgrade, restore, move, use_nginx):
            section(site)
    if site.unread:
        raise Failed("\n".join(["The guide has commands that no step follows:", *site.unread]))


def install_systemctl(root: Root) -> None:
    """Install a substitute for systemctl, and let packages start their services without systemd."""
    *before, service = by_hand(root).splitlines()
    scripts = {
        "usr/local/bin/systemctl": SYSTEMCTL,
        "usr/local/sbin/site-by-hand": "\n".join(["#!/bin/sh -e", *before, f"exec {service}\n"]),
        "usr/sbin/policy-rc.d": "#!/bin/sh\nexit 0\n",
    }
    for name, text in scripts.items():
        file = root.folder / name
        file.write_text(text)
        file.chmod(0o755)


class Site:
    """A site administered as the guide describes."""

    def __init__(self, root: Root) -> None:
        self.root = root
        self.text = (root.folder / "project/.deploy/README.md").read_text()
        self.unread = blocks(self.text)
        self.on_postgres = False
        # Account names. Sections add accounts, to check which data exists after the next command.
        self.accounts: set[str] = set()

    def section(self, heading: str) -> str:
        """Return the text under a heading. Raises Failed if there is no such heading."""
        found = re.search(rf"^##+ {heading}$(.*?)(?=^##+ |\Z)", self.text, re.DOTALL | re.MULTILINE)
        if not found:
            raise Failed(f"The guide has no section “{heading}”.")
        return found[1]

    def read(self, heading: str, number: int = 0, filled: dict[str, str] | None = None) -> list[str]:
        """Return the lines of a block with its placeholders filled in.

        Raises Failed if the block or a placeholder is missing.
        """
        found = blocks(self.section(heading))[number : number + 1]
        if not found or not all(placeholder in found[0] for placeholder in filled or {}):
            raise Failed(f"“{heading}” has no block {number + 1} with {', '.join(filled or ['commands'])}.")
        self.unread = [block for block in self.unread if block != found[0]]
        (block,) = found
        for placeholder, value in (filled or {}).items():
            block = block.replace(placeholder, value)
        return block.splitlines()

    def run(self, lines: list[str], where: str = "/root", typed: str = "") -> str:
        """Run lines in one shell, and print the lines that cannot run here."""
        told = self.root.run("\n".join(line for line in lines if not ELSEWHERE.match(line)), where, typed)
        say(*(f"not run: {line}" for line in lines if ELSEWHERE.match(line)))
        say(*re.findall(r"^not run: .*", told, re.MULTILINE))
        return told

    def python(self, code: str) -> str:
        """Run Python code in the site's environment. Return its output."""
        return self.root.run(f'knockout shell -v0 -c "{code}"')

    def make_account(self, name: str) -> None:
        """Create an account for later checks to look for."""
        self.python(f"from django.contrib.auth.models import User; User.objects.create_user('{name}')")
        self.accounts.add(name)

    def version(self) -> str:
        """Return the installed commit."""
        return self.root.run("runuser -u knockout -- git -C /srv/knockout/site rev-parse HEAD").strip()

    def check(self, done: str) -> None:
        """Check that the site responds, has exactly its data and passes the integrity check. Raises Failed."""
        pages = ["healthz", "demo/"] if "demo" in self.accounts else ["healthz"]
        for page in pages:
            if not is_there(f"http://127.0.0.1:8000/{page}", HOST):
                raise Failed(f"{done}: /{page} does not answer.")
        told = self.python("from django.contrib.auth.models import User; print(*User.objects.values_list('username'))")
        if (found := {*re.findall(r"'(\w+)'", told)}) != self.accounts:
            raise Failed(f"{done}: the accounts are {sorted(found)} instead of {sorted(self.accounts)}.")
        self.root.run("knockout check_integrity")
        say(f"good: {done}")


def install(site: Site) -> None:
    """Follow the parts of the installation that are not in the README, with an existing competition and account."""
    site.python("from competition.management import demo; demo.load(demo.organiser('secret'))")
    site.accounts = {"demo"}
    site.make_account("ann")
    site.run(site.read("Debian 12 or 13"), typed=f"{PASSWORD}\n" * 2)
    site.run(site.read("Container"))
    site.run(site.read("Container", 1))
    site.check("Debian 12 or 13")


def publish(site: Site) -> None:
    """Release a newer version with different tables."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "clone", "--quiet", str(site.root.folder / "project.git"), folder], check=True)
        migrations = Path(folder, "competition/migrations")
        last = sorted(migrations.glob("0*.py"))[-1].stem
        (migrations / "9999_newer.py").write_text(MIGRATION.format(last=last))
        known = ["-c", "user.name=Ann", "-c", "user.email=ann@knockout.example"]
        commit = [*known, "commit", "--quiet", "--message", "A change"]
        push = ["push", "--quiet", "origin", "HEAD", "v9.0.0"]
        for words in (["add", "--all"], commit, ["tag", "v9.0.0"], push):
            subprocess.run(["git", *words], cwd=folder, check=True)
    # The checkout for a container pulls the new version immediately.
    site.run(site.read("Upgrade", 1), "/root/knockout")


def upgrade(site: Site) -> None:
    """Upgrade and go back twice: first with the commands printed by the upgrade, then with those in the guide."""
    before, accounts = site.version(), {*site.accounts}
    for whose in (printed_way_back, guided_way_back):
        told = site.run(site.read("Upgrade"))
        if site.version() == before:
            raise Failed(f"The upgrade changed nothing:\n{told}")
        site.check("Upgrade")
        site.make_account("later")
        site.run(whose(site, told))
        if site.version() != before:
            raise Failed("The version from before is not in place.")
        site.accounts = {*accounts}
        site.check(f"Go back, {whose.__name__.replace('_', ' ')}")


def printed_way_back(site: Site, told: str) -> list[str]:
    """Return the commands printed by `knockout upgrade`, with a script in place of the editor."""
    lines = re.findall(r"^  (.+)$", told.partition("To go back to ")[2], re.MULTILINE)
    named = re.compile(r"editor \S+ +# name the database (\w+) in DATABASE_URL")
    return [name_database(found[1]) if (found := named.fullmatch(line)) else line for line in lines]


def guided_way_back(site: Site, told: str) -> list[str]:
    """Return the commands in the guide, for the commit and the backup printed by `knockout upgrade`."""
    commit, backup = re.findall(r"reset --quiet --hard (\w+)|knockout restore (\S+)", told)
    lines = site.read("Go back", filled={"COMMIT": commit[0], "BACKUP": backup[1]})
    if not site.on_postgres:
        return lines
    put_aside = next(at for at, line in enumerate(lines) if line.startswith("for "))
    return [*lines[:put_aside], *new_database(site, "knockout_before"), *lines[put_aside + 1 :]]


def restore(site: Site) -> None:
    """Restore a backup that lacks the latest data."""
    accounts, name = {*site.accounts}, "of-postgresql" if site.on_postgres else "of-sqlite"
    site.run([f"knockout backup {BACKUPS}/{name}.sqlite3"])
    site.make_account("later")
    site.run(restoring(site, name, new_database(site, "knockout_restored") if site.on_postgres else None))
    site.accounts = accounts
    site.check("Restore a backup")


def move(site: Site) -> None:
    """Move to another machine. The same root serves as the new machine, after the old data is moved away."""
    site.run(site.read("Move to another machine"))
    site.root.run(f"mv {BACKUPS}/move.sqlite3 /root && mv /var/lib/knockout $(mktemp -d)")
    if site.on_postgres:
        anew = "pg_dropcluster --stop $version main && pg_createcluster --start $version main"
        site.root.run(f"version=$(ls /etc/postgresql) && {anew}")
        make_database(site)
    site.run(site.read("Move to another machine", 1))
    site.check("Move to another machine")
    # The next move writes a file with the same name.
    site.root.run(f"rm {BACKUPS}/move.sqlite3")


def use_postgres(site: Site) -> None:
    """Change to PostgreSQL, first without data and then with the data from SQLite."""
    site.run([f"knockout backup {BACKUPS}/for-postgresql.sqlite3"])
    make_database(site)
    accounts, site.accounts, site.on_postgres = site.accounts, set(), True
    site.run(site.read("PostgreSQL", 1))
    site.check("PostgreSQL without data")
    site.run(restoring(site, "for-postgresql", []))
    site.accounts = accounts
    site.check("PostgreSQL with the data of SQLite")


def make_database(site: Site) -> None:
    """Install PostgreSQL, create the first database and name it in the settings."""
    site.run(site.read("PostgreSQL"), typed=f"{PASSWORD}\n" * 2)
    (address,) = re.findall(r"`DATABASE_URL=(\S+)`", site.section("PostgreSQL"))
    set_settings(site.root, DATABASE_URL=address.replace(":password@", f":{quote(PASSWORD, safe='')}@"))


def use_nginx(site: Site) -> None:
    """Install nginx before the app, with a self-signed certificate instead of one from certbot."""
    live = f"/etc/letsencrypt/live/{OWN_NAME}"
    names = f"-subj /CN={OWN_NAME} -addext subjectAltName=DNS:{OWN_NAME}"
    files = f"-keyout {live}/privkey.pem -out {live}/fullchain.pem"
    site.root.run(f"mkdir -p {live} && openssl req -x509 -newkey rsa:2048 -nodes {names} {files}")
    set_settings(site.root, ALLOWED_HOSTS=f"{HOST},{OWN_NAME}")
    site.run(["systemctl restart knockout", *site.read("nginx instead of Caddy", filled={"YOUR.NAME": OWN_NAME})])
    asked = f"--fail --silent --show-error --cacert {live}/fullchain.pem --resolve {OWN_NAME}:443:127.0.0.1"
    site.root.run(f"curl {asked} --output /dev/null https://{OWN_NAME}/demo/")
    site.check("nginx instead of Caddy")


def restoring(site: Site, backup: str, second: list[str] | None = None) -> list[str]:
    """Return the lines that restore this backup. With PostgreSQL, `second` replaces the second line."""
    lines = site.read("Restore a backup", filled={"nightly-2026-05-30-031700": backup})
    return lines if second is None else [lines[0], *second, *lines[2:]]


def new_database(site: Site, name: str) -> list[str]:
    """Return the lines that create a PostgreSQL database and name it in the settings."""
    return [*site.read("Go back", 1, {"knockout_before": name}), name_database(name)]


def name_database(name: str) -> str:
    """Return a line that names a database in the settings, as an administrator does in an editor."""
    return f"sed -i 's|^\\(DATABASE_URL=.*/\\).*|\\1{name}|' /etc/knockout.env"
