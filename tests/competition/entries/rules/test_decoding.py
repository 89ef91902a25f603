"""Tests of decoding text files."""

import pytest

from competition.entries.rules.decoding import Encoding, decode
from scoring.rules.refusal import Refused

LIST = "Player 1,Player 2\r\nZoë Ångström,José Nuñez\r\n"


def test_unicode_is_decoded_with_certainty():
    for encoding in ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]:
        assert decode(LIST.encode(encoding)) == (LIST, Encoding.UNICODE), encoding


def test_windows_text_is_recognised():
    for name in ["José", "Zoë Åkesson", "Siân O’Brien", "Müller", "Ærø", "Šime Žagar", "O’Brien"]:
        assert decode(name.encode("cp1252")) == (name, Encoding.WINDOWS), name


def test_mac_text_is_recognised():
    for name in ["José Nuñez", "Zoë Åkesson", "François", "Müller", "O’Brien", "Jürgen Böhm", "Åsa Öst"]:
        assert decode(name.encode("mac_roman")) == (name, Encoding.MAC), name


def test_a_file_with_two_encodings_is_decoded():
    assert decode("Hōne\n".encode() + "José\n".encode("cp1252")).text == "Hōne\nJosé\n"


def test_message_for_another_file_type_gives_advice():
    for data, what in [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "This is an old Excel or Word file"),
        (b"%PDF-1.7\n", "This is a PDF file"),
        (b"{\\rtf1\\ansi}", "This is a file from a word processor"),
        (b"\x89PNG\r\n\x1a\n\x00", "This is a picture"),
        (b"<html><table><tr><td>Ada Lark</td></tr></table></html>", "This is a web page"),
        (b"\xef\xbb\xbf\r\n<table border=1>", "This is a web page"),
        (b'<?xml version="1.0"?>\n<Workbook>', "This is a web page"),
        (b"Ada\x00Lark", "This file is not text"),
    ]:
        with pytest.raises(Refused, match=f"^{what}.*Save the list as CSV or .xlsx"):
            decode(data)
