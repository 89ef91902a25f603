"""A site with data behind every URL, and its secrets with the visitors who may see each of them."""

import re
from datetime import timedelta

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.contest.models import Competition
from competition.entries.models import Pair, Player
from competition.entries.private_links import calendar_key, link_key, pair_code
from competition.match.actions import play
from competition.pads.models import ScorePad
from scoring.models import Deal
from tests import stories
from tests.factories import OrganiserFactory

DESK = {"org", "dep"}
# A contract that occurs at only one table, as written on pages and in files.
CONTRACT = re.compile(r"7\s*(<[^>]*>)*\s*(NT|no-trump)\s*(<[^>]*>)*\s*(XX|redoubled)", re.IGNORECASE)
WELCOME = re.compile(r"/desk/welcome/\d+-\w")


class World:
    """The competition under test, other competitions, and browsers for each kind of visitor."""

    def __init__(self, competition: Competition) -> None:
        self.competition = competition
        upper, _ = stories.tables(competition, "R1-M1")
        self.pairs = {"par": upper.pair, "riv": stories.now(competition).matches["R1-M2"].pairs[0]}
        self.pairs["els"] = stories.published(2).pairs.first()
        elsewhere = stories.published(2)
        self.users = {"org": competition.owner, "dep": OrganiserFactory(), "oth": elsewhere.owner}
        competition.organisers.add(self.users["dep"])
        stories.record(upper, stories.deal("7NTXX", 3))
        Deal.objects.filter(sheet__in=[upper.opened.row]).update(note="hushed remark")
        play.keep_deals(upper, private=True)
        stories.agree(competition, at=timezone.now() + timedelta(days=1), venue="hushed venue")
        stories.extend(competition, "R1-M1")
        entering, drawn = stories.taking_entries(3), stories.entered(5)
        stories.draw_lots(drawn)
        for other in (entering, drawn):
            Competition.objects.filter(pk=other.pk).update(owner=competition.owner)
            other.organisers.set([self.users["org"], self.users["dep"]])
        # Addresses with forms that no page of the first competition links to.
        desk = f"/desk/{competition.slug}"
        self.more = [f"/{entering.slug}/enter/", f"{desk}/extend/?round=1", f"{desk}/matches/R1-M1/rule/?kind=walkover"]
        self.more += [f"/desk/{entering.slug}/pairs/new/"]
        self.more += [f"/desk/{drawn.slug}/draw/{page}" for page in ("", "swap/", "publish/")]
        self.slugs = [competition.slug, competition.slug, entering.slug, drawn.slug, elsewhere.slug]
        waiting = stories.applications(competition)
        Player.of_any_pair.filter(pair__in=waiting).update(phone="07 666 hushed", email="applied@hushed.example")
        Pair.of_any_status.filter(pk__in=waiting).update(wishes="hushed wishes")
        at_the_table = {"par", *DESK}
        self.secrets = {
            "hushed remark": at_the_table,
            "hushed venue": at_the_table,
            "a note for the test": DESK,
            "07 666 hushed": DESK,
            "applied@hushed.example": DESK,
            "hushed wishes": DESK,
        }
        for pair in Pair.objects.all():
            organisers = {role for role, user in self.users.items() if pair.competition.organisers.contains(user)}
            self.secrets |= {link_key(pair): organisers, pair_code(pair): organisers}
            near = {role for role, its in self.pairs.items() if pair in self._opponents(its)}
            for player in pair.players.all():
                self.secrets |= dict.fromkeys((player.phone, player.email), organisers | near)
        for hashed in User.objects.values_list("password", flat=True):
            self.secrets[hashed] = set()

    def parts(self, role: str, there: dict[str, object]) -> dict[str, object]:
        """Return a value for each parameter in an address. Visitors have only their own links and invitations."""
        pair = self.pairs.get(role)
        keys = {"key": link_key(pair), "own": calendar_key(pair)} if pair else {"key": "1-1~x", "own": "1~x"}
        return there | keys | {"token": "x"} | ({} if role == "org" else {"invitation": "1-x"})

    @staticmethod
    def _opponents(pair: Pair) -> list[Pair]:
        matches = stories.now(pair.competition).matches.values()
        return [other for match in matches if pair in match.pairs for other in match.pairs]

    def browser(self, role: str) -> Client:
        """Return a browser in which this visitor is signed in."""
        client = Client()
        if role in self.pairs:
            client.post(reverse("link:open", args=[link_key(self.pairs[role])]))
            client.post(reverse("pads:join", args=[ScorePad.objects.get().key]))
        elif role in self.users:
            client.force_login(self.users[role])
        return client

    def told(self, role: str, said: str, asked: str, actor: str) -> list[str]:
        """Return the secrets in a response that this visitor may not read, except those in the request."""
        found = [word for word, knowing in self.secrets.items() if role not in knowing and word in said]
        if role not in {"par", *DESK} and actor not in {"par", *DESK} and f"/{self.competition.slug}/" in asked:
            found += [match[0] for match in CONTRACT.finditer(said)]
        if "org" not in (role, actor) and role != "oth":
            found += WELCOME.findall(said)
        return [word for word in found if word not in asked]
