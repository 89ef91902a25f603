"""Tests for the template filters for points, contracts and dates."""

from datetime import UTC, date, datetime

from django.template import Context, Template

from scoring.rules.contract import Contract

JUST_BEFORE_MIDNIGHT = datetime(2026, 5, 30, 11, 59, tzinfo=UTC)


def test_values_are_formatted_for_pages(settings):
    for shown, value, text in [
        ("points", 4730, "4,730"),
        ("points", 0, "0"),
        ("points", None, ""),
        ("contract", Contract.parse("3HX"), "3♥ doubled"),
        ("contract", None, ""),
        ("day", date(2026, 5, 3), "Sun 3 May 2026"),
        ("typed_day", "2027-01-10", "Sun 10 Jan 2027"),
        ("typed_day", date(2027, 1, 10), "Sun 10 Jan 2027"),
        ("typed_day", "10 January", ""),
        ("typed_day", None, ""),
        ("day", JUST_BEFORE_MIDNIGHT, "Sat 30 May 2026"),
        ("day", JUST_BEFORE_MIDNIGHT.replace(hour=12), "Sun 31 May 2026"),
        ("day", None, ""),
        ("moment", JUST_BEFORE_MIDNIGHT, "Sat 30 May 2026, 23:59"),
        ("moment", None, ""),
        ("suits", "4♠ & 3♥", '4♠ &amp; 3<span data-suit="H">♥</span>'),
        ("whole_names", "All level", "All level"),
        (
            "whole_names",
            "Deal 2: O. Élan-Fox & Ann O’Hara beat J. & M. Lark: over",
            'Deal 2: <span class="pair">O. Élan-Fox &amp; Ann O’Hara</span> beat '
            '<span class="pair">J. &amp; M. Lark:</span> over',
        ),
    ]:
        settings.TIME_ZONE = "Pacific/Auckland"
        page = Template("{{ value|" + shown + " }}")

        assert page.render(Context({"value": value})) == text, shown
