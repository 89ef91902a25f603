from tests.house.sources import FILES, ROOT, files, layer, modules, name

RULES = [*layer("rules"), *modules("scoring/pads", "scoring/paper", "scoring/story")]
RULES = [path for path in RULES if path.stem != "__init__"]


def test_every_rules_module_has_a_test_module():
    # The tests of a module are in one file, or in a folder with the name of the module.
    folders = {path.parent for path in files("tests", ".py")}
    mirrors = {path: ROOT / "tests" / path.relative_to(ROOT) for path in RULES}

    assert [
        name(path)
        for path, mirror in mirrors.items()
        if mirror.with_name(f"test_{path.name}") not in FILES and mirror.with_suffix("") not in folders
    ] == []


def test_every_test_folder_is_a_package():
    # Without `__init__.py`, tests/scoring would hide scoring.
    folders = {path.parent for path in files("tests", ".py")}

    assert [name(folder) for folder in folders if folder / "__init__.py" not in FILES] == []
