"""What whoever sent in an entry is told: that it has come, that it is accepted, or why not."""

from django.urls import reverse

from competition.entries.models.application import Application
from competition.entries.models.pair import Player
from competition.entries.private_links import link_key
from competition.post.formats.texts import worded
from competition.post.formats.ways import asked
from competition.post.models import Occasion, Wording
from competition.post.queries.mails import Due
from scoring.templatetags.bridge import day, moment


def about_entry(one: Due, site: str, wording: Wording | None = None) -> tuple[str, str]:
    """Subject and text of a mail about an entry; `site` is what its links begin with."""
    if isinstance(one.reader, Application):
        competition = one.reader.competition
        names, (heading, *told) = (
            f"{one.reader.player1} and {one.reader.player2}",
            _sent(one.reader, one.occasion, site),
        )
    elif isinstance(one.reader, Player):
        pair, competition = one.reader.pair, one.reader.pair.competition
        names, heading = " and ".join(player.name for player in pair.present), "you are entered"
        told = [
            f"You are entered as pair {pair.number}. Entries close on {day(competition.closing_date)}; after that the "
            "draw is made, and you are told whom you meet.",
            f"Your page, for the dates and the score sheet:\n{site}{reverse('link:open', args=[link_key(pair)])}",
            "Keep this link between the two of you: whoever has it can write on your sheet.",
        ]
    else:
        raise TypeError(one.reader)
    parts = [f"Dear {names},", *worded(told, wording), *asked(competition)]
    return f"{competition}: {heading}", "\n\n".join(parts) + "\n"


def _sent(entry: Application, occasion: Occasion, site: str) -> list[str]:
    if occasion is Occasion.DECLINED:
        return ["your entry is not taken", f"We could not take your entry: {entry.word}"]
    page = site + reverse("entry:sent", args=[entry.competition.slug, entry.reference])
    told = (
        f"We have your entry, sent in on {moment(entry.sent_at)}. The organiser answers it; then you are in the draw."
    )
    return ["we have your entry", told, f"What has become of it:\n{page}"]
