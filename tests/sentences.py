"""Program that lists every sentence shown to people: `python -m tests.sentences [PACKAGE]`.

PACKAGE is the name of a package, such as `entries`, or the start of a path, such as `templates/errors`. Each line has
the file, the line number and the sentence. A value filled in by the app appears as {name}, and a bar separates the two
branches of a condition.
"""

import argparse
import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.house.sources import TEMPLATES, files, modules, name, nodes

# Tags inside a sentence. Every other tag ends it.
INLINE = "abbr|b|bdi|bdo|cite|code|dfn|em|i|kbd|mark|q|s|small|span|strong|sub|sup|time|var|wbr"
SPOKEN_ATTRIBUTES = r'\b(?:alt|aria-label|aria-description|content|data-label|placeholder|title|value)="([^"]*)"'
TEMPLATE_TEXT = re.compile(r"{% (?:include|quoted|say|with)\b.*?%}", re.DOTALL)
QUOTED = re.compile(r'"([^"]*)"')
COMMENT = re.compile(r"{% comment.*?endcomment %}|{#.*?#}|<!--.*?-->", re.DOTALL)
# Elements with content that nobody reads.
UNREAD = re.compile(r"<(script|style|svg)\b.*?</\1>", re.DOTALL)
# Texts for programs: SQL, regular expressions, markup, content types, format strings and setting names.
FOR_PROGRAMS = re.compile(
    r"^(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|BEGIN|SET|WITH|LOCK|SHOW|GRANT|COPY|VACUUM)\b"
    r"|^\s*[<(\[^\\]|\\[bdswAZ]|\(\?|^[a-z-]+/[a-z.+-]+;|^[\w.-]+=[\w.-]+(; |$)|default-src|max-age|^[MLHVZ] ?[\d{]"
)
# Modules with words that look like sentences: log events, list columns and titles, and names of stored models.
NOT_SHOWN = {
    "competition/audit/events.py",
    "competition/entries/rules/columns.py",
    "competition/transfer/presenters/file.py",
    "competition/transfer/queries/tables.py",
}
# Calls and arguments with texts that nobody reads.
UNSHOWN_CALLS = {"ForeignKey", "Limit", "ManyToManyField", "TypeVar", "compile", "patch_vary_headers"}
UNSHOWN = {"key_salt", "salt", "samesite", "through"}
# Arguments with texts that are shown although they are single words in lower case.
SHOWN = {"label", "help_text", "help", "empty_label", "verbose_name", "title", "heading", "button"}


@dataclass(frozen=True, order=True)
class Sentence:
    """A sentence or label shown to people."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


def of_template(path: Path) -> Iterator[Sentence]:
    """Yield the sentences in a template: its text, its spoken attributes, and the texts passed to its tags."""
    source = COMMENT.sub(_blank, path.read_text())
    for tag in TEMPLATE_TEXT.finditer(source):
        for text in QUOTED.finditer(tag[0]):
            if _is_shown(text[1]):
                yield from _split(path, source, tag.start() + text.start(1), text[1])
    html = UNREAD.sub(_blank, _without_tags(source))
    for text in re.finditer(SPOKEN_ATTRIBUTES, html):
        if _is_shown(text[1]):
            yield from _split(path, source, text.start(1), text[1])
    inline = re.sub(rf"<a\b(?![^>]*button)[^>]*>|</?(?:{INLINE})\b[^>]*>", _blank, html)
    for text in re.finditer(r"(?:^|>)([^<>]+)", inline):
        yield from _split(path, source, text.start(1), text[1])


def _without_tags(source: str) -> str:
    """Return a template with its values as {name} and without Django's tags. All positions stay the same."""
    source = re.sub(r"{%-?\s*(?:else|elif|empty)\b.*?%}", lambda tag: "|" + _blank(tag)[1:], source, flags=re.DOTALL)
    source = re.sub(r"{%.*?%}", _blank, source, flags=re.DOTALL)
    return re.sub(r"{{\s*([^}|]*?)[\s|].*?}}", _value, source, flags=re.DOTALL)


def _value(tag: re.Match) -> str:
    return ("{" + tag[1].rpartition(".")[2] + "}").ljust(len(tag[0]), "\0")[: len(tag[0])]


def _blank(found: re.Match) -> str:
    """Return blanks of the same length, with the same line breaks."""
    return re.sub(r"[^\n]", "\0", found[0])


def of_module(path: Path) -> Iterator[Sentence]:
    """Yield the texts in a Python module that may be shown, except docstrings."""
    every = nodes(path)
    calls = [node for node in every if isinstance(node, ast.Call)]
    keywords = [keyword for call in calls for keyword in call.keywords]
    skipped = {id(node.value) for node in every if isinstance(node, ast.Expr)}
    skipped |= {id(argument) for call in calls if _called(call) in UNSHOWN_CALLS for argument in call.args}
    skipped |= {id(keyword.value) for keyword in keywords if keyword.arg in UNSHOWN}
    skipped |= {id(part) for node in every if isinstance(node, ast.JoinedStr) for part in node.values}
    shown = {id(keyword.value) for keyword in keywords if keyword.arg in SHOWN}
    for node in every:
        if id(node) in skipped or not isinstance(node, ast.JoinedStr | ast.Constant):
            continue
        text = _text(node)
        if _is_shown(text) or (id(node) in shown and text.strip()):
            yield from (Sentence(name(path), node.lineno, one) for one in _sentences(text))


def _called(call: ast.Call) -> str:
    """Return the name of the called function or class."""
    return getattr(call.func, "id", "") or getattr(call.func, "attr", "")


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    parts = node.values if isinstance(node, ast.JoinedStr) else []
    return "".join(
        f"{{{_short(part.value)}}}" if isinstance(part, ast.FormattedValue) else str(getattr(part, "value", ""))
        for part in parts
    )


def _short(node: ast.expr) -> str:
    return re.sub(r"\s+", " ", ast.unparse(node))[-40:]


def of_script(path: Path) -> Iterator[Sentence]:
    """Yield the texts in a script that start like a sentence."""
    source = re.sub(r"/\*.*?\*/|(?m:^\s*//[^\n]*$)", _blank, path.read_text(), flags=re.DOTALL)
    for text in re.finditer(r"([\"'`])([A-Z][a-z]*(?: [^\n]*?)?[\w.!?…:}] ?)\1", source):
        yield from _split(path, source, text.start(2), text[2])


def _is_shown(text: str) -> bool:
    """Return True if a text reads like a sentence or a label."""
    words = text.strip()
    if FOR_PROGRAMS.search(words) or not re.search(r"[A-Za-z]{2}", words):
        return False
    if re.fullmatch(r"[A-Z][a-z’]+", words):
        return True
    return " " in words and re.search(r"(^|[\s“(])[A-Za-z][a-z’]+[\s.,:;?!…”)]", words + " ") is not None


def _split(path: Path, source: str, start: int, text: str) -> Iterator[Sentence]:
    start += len(text) - len(text.lstrip("\0 \n"))
    line = source.count("\n", 0, start) + 1
    for sentence in _sentences(text.replace("\0", "")):
        if re.search(r"[A-Za-z]{2}", re.sub(r"{[^}]*}", "", sentence)):
            yield Sentence(name(path), line, sentence)


def _sentences(text: str) -> list[str]:
    flat = re.sub(r"\s+", " ", text).strip()
    return [one for one in re.split(r"(?<=[.?!…])\s+(?=[A-Z“{])", flat) if one]


def every() -> Iterator[Sentence]:
    """Yield every sentence in the templates, modules and scripts."""
    for path in TEMPLATES:
        yield from of_template(path)
    for path in modules("competition", "scoring"):
        if name(path) not in NOT_SHOWN:
            yield from of_module(path)
    for path in files("static/js", ".js"):
        yield from of_script(path)


def is_of(package: str, path: str) -> bool:
    """Return True if a file belongs to this package, or if its path starts with this text."""
    return path.startswith(package) or package in path.split("/")


def main() -> None:
    """Print the sentences."""
    parser = argparse.ArgumentParser(prog="python -m tests.sentences", description=__doc__)
    parser.add_argument("package", nargs="?", default="", help="the name of a package, or the start of a path")
    package = parser.parse_args().package
    for sentence in sorted({one for one in every() if is_of(package, one.path)}):
        print(sentence)  # noqa: T201 - this program's output


if __name__ == "__main__":
    main()
