import pytest

from competition import __version__
from competition.web.version import read_version


def test_the_version_includes_the_commit_and_the_build_date(tmp_path):
    (tmp_path / "build.txt").write_text("a1b2c3d4e5 2026-11-28\n")

    assert read_version(tmp_path / "build.txt") == f"{__version__} (a1b2c3d4e5, 28 Nov 2026)"


@pytest.mark.parametrize("text", ["", "\n", "a1b2c3d4e5", "a1b2c3d4e5 2026-02-30", "a1b2c3d4e5 2026-11-28 2026-11-28"])
def test_a_damaged_build_file_leaves_the_bare_version(tmp_path, text):
    (tmp_path / "build.txt").write_text(text)

    assert read_version(tmp_path / "build.txt") == __version__


def test_a_build_file_in_another_encoding_leaves_the_bare_version(tmp_path):
    (tmp_path / "build.txt").write_bytes(b"\xff\xfe")

    assert read_version(tmp_path / "build.txt") == __version__


def test_code_without_a_build_file_has_the_bare_version(tmp_path):
    assert read_version(tmp_path / "none.txt") == __version__
