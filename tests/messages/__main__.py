"""Program that prints every message to pairs in every state: `python -m tests.messages [SEASONS]`.

The messages are sorted by kind, each as an email, as a letter, as a text message and as the words for a phone call.
SEASONS is the number of generated seasons (default: 20). More seasons find more states.
"""

import argparse
import os


def main() -> None:
    """Print the messages."""
    parser = argparse.ArgumentParser(prog="python -m tests.messages", description=__doc__)
    parser.add_argument("seasons", nargs="?", type=int, default=20, help="the number of generated seasons")
    seasons = parser.parse_args().seasons
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.db import connection
    from django.test.utils import override_settings, setup_test_environment

    django.setup()
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    from tests.messages.readings import readings
    from tests.messages.states import everything

    with override_settings(HAS_EMAIL=True):
        for reading in readings(everything(seasons)):
            print(reading.text)  # noqa: T201 - this program's output


if __name__ == "__main__":
    main()
