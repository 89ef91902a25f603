import pytest

from tests.house.sources import ROOT, modules, name


@pytest.mark.parametrize("rules", ["scoring/rules", "competition/rules"])
def test_every_rules_module_has_its_mirror_test(rules):
    written = {path.stem for path in modules(rules)} - {"__init__"}
    tested = {path.stem.removeprefix("test_") for path in (ROOT / "tests" / rules).glob("test_*.py")}

    assert written - tested == set()


def test_every_test_folder_is_a_package():
    # Otherwise tests/scoring would hide scoring.
    folders = {path.parent for path in (ROOT / "tests").rglob("*.py")}

    assert [name(folder) for folder in folders if not (folder / "__init__.py").exists()] == []
