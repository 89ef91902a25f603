"""Bundles of the scripts for a page. A single file needs one round trip on a slow connection."""

import re
from atexit import register
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

BUNDLES = {
    "js/match.js": (
        *("post", "seen", "drafts", "outbox", "steady", "deal", "scorer", "keypad", "card"),
        *("sending", "pass", "sync", "keep", "awake"),
    )
}


# A line with only a comment, which phones do not need.
_COMMENT = re.compile(r"^ *//.*\n", re.MULTILINE)


class BundleFinder(BaseFinder):
    """Finder for bundles among the static files. It writes a bundle again for each request."""

    @cached_property
    def storage(self) -> FileSystemStorage:
        """A temporary folder that is deleted when this process ends."""
        folder = mkdtemp(prefix="bundles-")
        register(rmtree, folder, ignore_errors=True)
        return FileSystemStorage(location=folder)

    def find(self, path: str, find_all: bool = False) -> Any:
        """Return the path of the bundle with this name, or an empty list if there is none."""
        if path not in BUNDLES:
            return []
        file = Path(self.storage.path(path))
        file.parent.mkdir(exist_ok=True)
        scripts = settings.BASE_DIR / "static/js"
        whole = "".join((scripts / f"{name}.js").read_text("utf-8") for name in BUNDLES[path])
        file.write_text(_COMMENT.sub("", whole), "utf-8")
        return [str(file)] if find_all else str(file)

    def list(self, ignore_patterns) -> Iterator[tuple[str, FileSystemStorage]]:
        """Yield every bundle, for collectstatic."""
        for path in BUNDLES:
            self.find(path)
            yield path, self.storage
