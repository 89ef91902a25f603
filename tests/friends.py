"""Score pads for friendly games, in the notation used by their tests."""

from uuid import uuid4

from django.test import Client
from django.urls import reverse

from competition.pads.models import ScorePad
from scoring.pads.papers import PadGame

NAMES = {"N": "Ann", "S": "Bob", "E": "Cyd", "W": "Dan"}
# A singles player is known by their seat in the first rubber. The two nullos players sit North and East.
CHAIRS = {PadGame.SINGLES: dict(zip("SABC", "NSEW", strict=True)), PadGame.NULLOS: {"D": "N", "O": "E"}}


def begin(
    game: PadGame, dealer: str = "N", host: str = "testserver", vulnerable: str = "dealer"
) -> tuple[Client, ScorePad]:
    """Start a score pad on a new phone. Return the phone and the score pad."""
    phone = Client(SERVER_NAME=host)
    names = {"N": "Ann", "E": "Bob"} if game is PadGame.NULLOS else NAMES
    answer = phone.post(reverse("pads:begin", args=[game]), {**names, "dealer": dealer, "vulnerable": vulnerable})
    assert answer.status_code == 302, answer.content.decode()
    return phone, ScorePad.objects.latest("pk")


def keys(pad: ScorePad, text: str) -> dict[str, object]:
    """Return the form data of a deal such as "S 3NTX 9", "N 2H 8 EW:100", "D 1N0 6" or "pass"."""
    if text == "pass":
        return {"passed_in": "on"}
    declarer, contract, tricks, *honours = text.split()
    bid = contract.rstrip("X")
    return {
        "declarer": CHAIRS.get(PadGame(pad.game), {}).get(declarer, declarer),
        "level": bid[0],
        "denomination": bid[1:],
        "doubling": 2 ** (len(contract) - len(bid)),
        "tricks": tricks,
        "honours": honours[0].lower().replace(":", "-") if honours else "",
    }


def record(phone: Client, pad: ScorePad, *deals: str) -> None:
    """Record these deals one after the other."""
    for deal in deals:
        answer = send(phone, pad, pad.rows.count() + 1, deal)
        assert answer.status_code == 302, answer.content.decode()


def send(phone: Client, pad: ScorePad, number: int, deal: str, more: dict | None = None):
    """Send a deal with this number. Return the response."""
    sent = {"number": number, "submission": uuid4(), **keys(pad, deal)}
    return phone.post(reverse("pads:record", args=[pad.pk]), sent | (more or {}))


def page(phone: Client, pad: ScorePad, name: str = "pad", *args) -> str:
    """Return a page of the score pad."""
    return phone.get(reverse(f"pads:{name}", args=[pad.pk, *args])).content.decode()
