"""What organisers are told by mail, in words."""

from django.contrib.auth.models import User
from django.urls import reverse

from competition.contest.doors import invitation_key
from competition.post.models import Occasion
from competition.post.queries.mails import Due


def to_organiser(one: Due, site: str) -> tuple[str, str]:
    """Subject and text of a mail to an organiser; `site` is what its links begin with."""
    if not isinstance(one.reader, User):
        raise TypeError(one.reader)
    name = one.reader.get_full_name() or one.reader.get_username()
    if one.occasion is Occasion.PASSWORD:
        link = site + reverse("desk:welcome", args=[invitation_key(one.reader)])
        subject = "A new password for your desk"
        told = [
            f"Somebody, you we hope, has asked for a new password for {one.reader.get_username()}. Choose it here:",
            link,
            "If it was not you, do nothing: the password you have stays as it is.",
        ]
    else:
        competition, *lines = one.lines
        subject = f"{competition}: {lines[0]}" if len(lines) == 1 else f"{competition}: {len(lines)} things are new"
        told = ["\n".join(lines), f"Your desk:\n{site}{reverse('desk:home')}"]
    return subject, "\n\n".join([f"Dear {name},", *told]) + "\n"
