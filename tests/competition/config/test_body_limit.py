"""Tests for the limit on the size of a request."""

import pytest
from django.core.files.uploadhandler import FileUploadHandler

MOST = 2_000_000


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content-Length": str(MOST + 1)}, 413),
        ({"Content-Length": "9" * 5000}, 413),
        ({"Content-Length": "-1"}, 400),
        ({"Content-Length": "²"}, 400),
        ({"Content-Length": "0", "X-Original-Content-Length": str(MOST + 1)}, 413),
        ({"Content-Length": str(MOST + 1), "X-Original-Content-Length": "0"}, 413),
        ({"Content-Length": "0", "X-Original-Content-Length": "x"}, 400),
        ({"Content-Length": "", "Transfer-Encoding": "chunked"}, 411),
    ],
)
def test_a_bad_length_is_refused_before_the_body_is_read(client, headers, status):
    class Unread:
        def read(self, *size):
            pytest.fail("read")

        readline = read

    answer = client.generic("POST", "/desk/sign-in/", headers=headers, **{"wsgi.input": Unread()})

    assert answer.status_code == status


@pytest.mark.django_db
def test_the_largest_upload_is_not_written_to_disk(client, monkeypatch):
    monkeypatch.setattr("tempfile._get_candidate_names", lambda: pytest.fail("written"))
    monkeypatch.setattr(FileUploadHandler, "chunk_size", 64 * 2**10)
    file = b'--edge\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n'.ljust(MOST - 12, b"x")

    answer = client.generic("POST", "/desk/sign-in/", file + b"\r\n--edge--\r\n", "multipart/form-data; boundary=edge")

    assert answer.status_code == 422
