from tests.house.sources import FILES, ROOT, files, layer, modules, name

RULES = [*layer("rules"), *modules("scoring/pads", "scoring/paper", "scoring/story")]
RULES = [path for path in RULES if path.stem != "__init__"]


def test_every_rules_module_has_a_test_module():
    mirrors = {path: ROOT / "tests" / path.relative_to(ROOT).with_name(f"test_{path.name}") for path in RULES}

    assert [name(path) for path, mirror in mirrors.items() if mirror not in FILES] == []


def test_every_test_folder_is_a_package():
    # Without `__init__.py`, tests/scoring would hide scoring.
    folders = {path.parent for path in files("tests", ".py")}

    assert [name(folder) for folder in folders if folder / "__init__.py" not in FILES] == []
