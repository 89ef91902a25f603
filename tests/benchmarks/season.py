"""Season for benchmarks: `python -m tests.benchmarks.season 64` creates it and prints its addresses."""

import json
import os
import sys


def main(places: int) -> None:
    """Create a competition with this many places in the middle of its season."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    if not os.path.isdir(os.environ["STATIC_ROOT"]):
        call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=["ext", "htmax*", "*-4*"])
    from tests import bulk

    sys.stdout.write(json.dumps(_needed(bulk.crowded(places))))


def _needed(competition) -> dict:
    from django.urls import reverse

    from competition.draw.rules.result import Stage
    from competition.entries.private_links import link_key
    from tests import stories

    def at_table(state, pair) -> dict:
        return {
            "link": reverse("link:open", args=[link_key(pair)]),
            "match": reverse("play:match", args=[competition.slug, state.code]),
            "recorded": state.recorded,
        }

    states = stories.now(competition).matches.values()
    return {
        "organiser": competition.owner.username,
        "draw": reverse("public:draw", args=[competition.slug]),
        "desk": reverse("desk:competition", args=[competition.slug]),
        "letters": reverse("desk:letters", args=[competition.slug]),
        "in play": [at_table(state, state.pairs[0]) for state in states if state.stage is Stage.IN_PLAY],
        # The upper pair has reported the result.
        "to confirm": [at_table(state, state.pairs[1]) for state in states if state.stage is Stage.SUBMITTED],
    }


if __name__ == "__main__":
    main(int(sys.argv[1]))
