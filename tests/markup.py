"""Function that puts a response's HTML on one line, so that tests do not depend on line breaks in templates."""

import re

from django.http import HttpResponse

_EDGES = "(?:h1|p|td|th|li|button|caption|option|dd|dt|div|section)"


def markup(response: HttpResponse) -> str:
    """Return the HTML with each run of white space as one space, and with none at the inner edges of elements."""
    line = re.sub(r"\s+", " ", response.content.decode())
    line = re.sub(rf"(<{_EDGES}\b[^>]*>) ", r"\1", line)
    return re.sub(rf" (</{_EDGES}>)", r"\1", line)
