"""Bad values, and bad ways to send them."""

import json
from random import Random
from urllib.parse import quote_from_bytes, urlencode

MARK = "<x-unescaped>"
NUMBERS = (
    *("0", "-1", "1", "2", "3", "99", "999", "32768", "2147483648", "9" * 18, "9" * 19, "9" * 5000, "1.5", "1e9"),
    *("0x10", "+1", " 1 ", "1_000", "NaN", "inf", "-0", "١٢", "²", "①", "１２", "00000000001"),
)
MOMENTS = (
    *("0001-01-01", "9999-12-31", "10000-01-01", "0000-00-00", "2026-02-30", "1900-01-01", "2100-01-01", "31/12/9999"),
    *("01/01/0001", "2026-11-22T10:00", "24:00", "23:59", "02:30", "00:00:00.0000001", "99:99", "٢٠٢٦-٠١-٠١"),
)
TEXTS = (
    *("", " ", "\x00", "a\x00b", "\u202etxt.exe\u202c", "\u200b\u200b", "\ufeff", "\u2028", "\x1b[31m", "\U0010ffff"),
    *("𝔸𝕕𝕒 ℕ𝕠𝕣𝕥𝕙", "ﷺ" * 80, "İ" * 80, "ß" * 80, "a\u0301" * 40, "\u0301", "\u3164", "é" * 5000, "👩‍👩‍👧‍👦" * 30),
    *(f'">{MARK}', f"'{MARK}", "{{ 7|add:7 }}", "{% debug %}", "%s%d%n", "'; DROP TABLE x; --", "../../etc/passwd"),
    *("%", "%zz", "\r\nSet-Cookie: x=1", "\n\n\n", "=1+1", "javascript:alert(1)", "//evil.example/", "http://[::1"),
    *("x" * 81, "x" * 301, "x" * 501, "x" * 20_000, "Ada & Ben", "Ada North 1", "ada north 1", "a@b", "a@b.example"),
    *("on", "true", "null", "None", "[]", "{}", "R1-M1", "R2-M1", "R9-M1", "R0-M0", "R1-M99999999999", "r1-m1"),
    *("N 3NT 9", "7NTXX", "Pass", "8NT", "0C", "n", "ns-150", "ew-100", "4 1 6 2 3", "123412341234", "٤" * 12),
)
# Invalid UTF-8: half a character, a lone surrogate, and an overlong zero byte.
BYTES = b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\x80", b"\xe2\x82", b"caf\xe9"
FILES = (
    *(
        b"",
        b"\x00" * 100,
        b"PK\x03\x04rubbish",
        b"\xff\xfea\x00",
        b"\xfe\xff\x00",
        b"\xef\xbb\xbf",
        b"\x89PNG\r\n\x1a\n",
    ),
    *(b"player1,player2\nAda,Ben", b'player1,player2\n"Ada', b"player1,player2\n" + b'"' + b"x" * 140_000 + b'",B'),
    *(b"player1,player1,player2\n,,", b",".join([b"x"] * 20_000), b"player1,player2\n" + b"A,B\n" * 600),
    *(
        b"deal,declarer,contract,tricks,honours\n1,N,2H,9,\n",
        b"deal,declarer,contract,tricks\n" + b"9" * 5000 + b",N,2H,9",
    ),
    *(b"deal,declarer,contract,tricks,honours\n1,N,7NTXX,99999999999999999999,NS:150\n", b"\xe2\x80\xae\n\xed\xa0\x80"),
)
NAMES = "list.csv", "", "../../x", "\x00", "x" * 500, '"\r\nX: y', "\u202e"
TYPES = (
    *(
        "",
        "text/plain",
        "application/json",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "text/csv; charset=x",
    ),
    *(
        "application/x-www-form-urlencoded; charset=utf-7",
        "application/x-www-form-urlencoded; charset=\xff",
        "multipart/x",
    ),
    *(
        "multipart/form-data; boundary=" + "x" * 300,
        "multipart/form-data; boundary=\x00",
        "application/octet-stream",
        ";",
    ),
)
HEADERS = (
    *({"HX-Request": "true"}, {"HX-Request": "true", "HX-Current-URL": "http://[::1"}, {"Accept-Encoding": "gzip"}),
    *({"If-None-Match": 'W/"'}, {"If-None-Match": "*"}, {"If-Modified-Since": "Mon, 01 Jan 0001 00:00:00 GMT"}),
    *({"Range": "bytes=0-99999999999"}, {"Referer": "http://[::1"}, {"Host": "evil.example"}, {"Host": "a\x00b"}),
    *({"X-Forwarded-For": "9" * 5000}, {"Cookie": "sessionid=\x00; csrftoken=" + "x" * 5000}, {"Accept": "\xff"}),
    *({"Content-Length": "-1"}, {"Content-Length": "x"}, {"Content-Length": "9" * 30}, {"Accept-Language": "x" * 5000}),
)
METHODS = "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "get"

Fields = list[tuple[str, str | bytes]]
Body = tuple[bytes, str]


def escaped(value: str | bytes) -> str:
    """Return a value escaped for an address."""
    return quote_from_bytes(value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass"), safe="")


def form(fields: Fields) -> Body:
    """Return the fields as the body of a form."""
    return urlencode(fields).encode(), "application/x-www-form-urlencoded"


def multipart(fields: Fields, files: list[tuple[str, str, bytes]]) -> Body:
    """Return the fields and files as the body of a multipart form."""
    parts = [(f'name="{name}"', value if isinstance(value, bytes) else value.encode()) for name, value in fields]
    parts += [(f'name="{field}"; filename="{name}"', content) for field, name, content in files]
    body = b"".join(
        b"--edge\r\nContent-Disposition: form-data; " + head.encode() + b"\r\n\r\n" + content + b"\r\n"
        for head, content in parts
    )
    return body + b"--edge--\r\n", "multipart/form-data; boundary=edge"


def odd(random: Random, fields: Fields) -> Body:
    """Return a body that no browser would send."""
    body, kind = random.choice(
        [
            (json.dumps(dict.fromkeys(map(str, range(2000)), [[]] * 50)).encode(), "application/json"),
            (b"[" * 50_000, "application/json"),
            (b"&".join(b"a%d=1" % n for n in range(1500)), "application/x-www-form-urlencoded"),
            (b"a=" + b"x" * 1_100_000, "application/x-www-form-urlencoded"),
            (
                multipart(fields, [("file", random.choice(NAMES), random.choice(FILES))])[0][:-20],
                "multipart/form-data; boundary=edge",
            ),
            multipart([(f"a{n}", "1") for n in range(1200)], []),
            multipart([], [(f"f{n}", "x", b"1") for n in range(150)]),
            (form(fields)[0], random.choice(TYPES)),
            (multipart(fields, [])[0], random.choice(TYPES)),
            (b"%ff=%ff&%00=%00&=&&;=%", "application/x-www-form-urlencoded"),
        ]
    )
    return body, kind
