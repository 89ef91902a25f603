"""Check for the reply code that a pair types on its opponents' phone."""

from typing import cast

from django.core.exceptions import ValidationError

from competition.entries.models import Pair
from competition.entries.private_links import wrong_replies
from competition.match.actions.play import log_wrong_code
from competition.match.forms.play import ReplyCodeForm
from competition.match.queries.play import PairView
from competition.web.rate_limit import TOO_MANY

_TOO_MANY = "Too many wrong codes. Reply on your own phone, or try again in an hour."


def check_reply_code(form: ReplyCodeForm, match: PairView) -> bool:
    """Return True if this is the opponents' reply code. Wrong codes are limited and logged."""
    pair = cast(Pair, match.opponents)
    wrong = wrong_replies(pair)
    if not wrong.take():
        form.add_error("code", ValidationError(_TOO_MANY, TOO_MANY))
    elif form.is_of(pair):
        wrong.refund()
    else:
        log_wrong_code(match)
        form.add_error("code", f"This is not the reply code of {pair}. It is on their page My matches.")
    return form.is_valid()
