"""Tests for the links that open a message on the organiser's own phone."""

from competition.entries.presenters import sms_link, whatsapp_link


def test_whatsapp_needs_a_number_with_its_country():
    for phone, address in [
        ("+64 21 555 0123", "https://wa.me/64215550123?text=Round%202%20%26%20more"),
        ("0044 7555 0123", "https://wa.me/4475550123?text=Round%202%20%26%20more"),
        ("+44 (0)20 7555 0123", "https://wa.me/442075550123?text=Round%202%20%26%20more"),
        ("021 555 0123", ""),
        ("", ""),
    ]:
        assert whatsapp_link(phone, "Round 2 & more") == address, phone


def test_a_text_message_goes_to_any_number():
    assert sms_link("021 555 0123", "Round 2") == "sms:0215550123?&body=Round%202"
