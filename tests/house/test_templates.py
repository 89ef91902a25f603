import re

from django.template.base import NodeList, Template
from django.template.loader import get_template
from django.template.loader_tags import BlockNode, ExtendsNode

from tests.house.sources import ROOT, TEMPLATES, modules, name

PARTIALS = [path for path in TEMPLATES if path.name.startswith("_")]
# A page with at least this many lines may move a part into its own file.
TOO_LONG = 80
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
PIECE = re.compile(
    r"{#.*?#}|{%\s*(?P<branch>if|elif|else|endif)\b.*?%}|<(?P<end>/?)(?P<element>[a-z][\w-]*)(?:{%.*?%}|{{.*?}}|[^>{])*?>",
    re.DOTALL,
)


def roots(template: str) -> int:
    """Return the largest number of top-level elements in any branch."""
    depth = count = 0
    branches: list[tuple[int, int]] = []
    for piece in PIECE.finditer(template):
        if piece["branch"] == "if":
            branches.append((count, count))
        elif piece["branch"]:
            before, most = branches.pop()
            most, count = max(most, count), before
            if piece["branch"] == "endif":
                count = most
            else:
                branches.append((before, most))
        elif piece["end"]:
            depth -= 1
        elif piece["element"]:
            count += depth == 0
            depth += piece["element"] not in VOID
    return count


def test_every_template_can_be_parsed():
    for path in TEMPLATES:
        get_template(path.relative_to(ROOT / "templates").as_posix())


def test_a_fragment_returned_by_a_view_is_one_element():
    # Such a fragment replaces one element on a page. Partials included in pages may have any number of elements.
    code = "".join(path.read_text() for path in modules("competition", "scoring"))
    answers = [path for path in PARTIALS if f'{path.name}"' in code]

    assert {name(path): count for path in answers if (count := roots(path.read_text())) != 1} == {}


def test_a_partial_begins_with_a_comment():
    assert [name(path) for path in PARTIALS if not path.read_text().startswith("{# ")] == []


def test_every_template_is_used():
    users = "".join(path.read_text() for path in [*TEMPLATES, *modules("competition", "scoring")])
    named = set(re.findall(r"""["'/]([\w-]+\.html)["']""", users))

    assert [name(path) for path in TEMPLATES if path.name not in named] == []


def test_a_partial_included_only_once_has_a_reason():
    # Reasons are: a view returns it, another package includes it, or the page would be too long.
    code = "".join(path.read_text() for path in modules("competition", "scoring"))
    written = {path: path.read_text() for path in TEMPLATES}
    apart = []
    for part in PARTIALS:
        include = f'{{% include "{part.relative_to(ROOT / "templates").as_posix()}"'
        readers = [path for path, text in written.items() for _ in range(text.count(include))]
        if len(readers) == 1 and readers[0].parent == part.parent and f'{part.name}"' not in code:
            # Subtract the first line of the partial and the line that includes it.
            together = sum(len(written[path].splitlines()) for path in (part, *readers)) - 2
            apart += [name(part)] if together < TOO_LONG else []

    assert apart == []


def test_every_htmx_target_exists():
    written = "".join(path.read_text() for path in TEMPLATES)
    targets = set(re.findall(r'hx-target="#([\w-]+)"', written))

    assert targets - set(re.findall(r'\sid="([\w-]+)"', written)) == set()


def test_top_level_elements_are_counted():
    for template, count in (
        ("{# says <p> #}<p>one</p>", 1),
        ("<p>one</p><p>two</p>", 2),
        ("{% if a %}<p>one</p>{% else %}<div><br><b>two</b></div>{% endif %}", 1),
        ("{% if a %}<p>one</p>{% endif %}<p>two</p>", 2),
    ):
        assert roots(template) == count


def ancestors(template: Template) -> list[Template]:
    """Return the templates that this one extends, nearest first."""
    extends = template.nodelist.get_nodes_by_type(ExtendsNode)
    if not extends:
        return []
    parent = get_template(extends[0].parent_name.var).template
    return [parent, *ancestors(parent)]


def blocks(nodes: NodeList) -> set[str]:
    """Return the names of the blocks in these nodes, at any depth."""
    return {node.name for node in nodes.get_nodes_by_type(BlockNode)}


def test_a_new_block_inside_a_page_has_its_own_name():
    # A block inside another one begins something new. If it had an inherited name, its content would appear in both
    # places.
    twice = []
    for path in TEMPLATES:
        template = get_template(path.relative_to(ROOT / "templates").as_posix()).template
        above = set().union(*(blocks(ancestor.nodelist) for ancestor in ancestors(template)))
        for extends in template.nodelist.get_nodes_by_type(ExtendsNode):
            inside = set().union(*(blocks(filled.nodelist) for filled in extends.blocks.values()))
            twice += [f"{name(path)}: {block}" for block in sorted(inside & above)]

    assert twice == []


# The forms for a deal have a submission key, which a phone also uses to send stored deals.
WITH_SUBMISSION = {"templates/scoring/_deal_form.html", "templates/scoring/_two_deals.html"}


def test_every_form_that_posts_has_a_key():
    counts = {
        name(path): (text.count('method="post"'), text.count("{% csrf_token %}{% form_key %}"))
        for path in TEMPLATES
        if 'method="post"' in (text := path.read_text()) and name(path) not in WITH_SUBMISSION
    }

    assert counts
    assert {path: count for path, count in counts.items() if count[0] != count[1]} == {}


def test_htmx_sends_the_csrf_token_and_the_form_key():
    # With other headers or inputs, an element outside a form could post without a key.
    found = [name(path) for path in TEMPLATES if re.search("hx-(headers|include|params)", path.read_text())]

    assert found == []


def test_lines_of_templates_are_short():
    long = {name(path) for path in TEMPLATES for line in path.read_text().splitlines() if len(line) > 140}

    assert long == set()


def test_no_template_tag_spans_two_lines():
    # Django shows such a tag as plain text.
    split = re.compile(r"\{\{(?:(?!\}\}).)*$|\{%(?:(?!%\}).)*$", re.MULTILINE)

    assert [path.name for path in TEMPLATES if split.search(path.read_text(encoding="utf-8"))] == []
