"""Whatever changes a competition or an evening is one transaction, in which every other writer waits."""

import ast
from functools import cache

import pytest

from tests.house.sources import layer, name

# What makes others wait; what begins something that nobody else knows of yet needs nobody to.
LOCKS = {"lock", "select_for_update"}
BEGINNINGS = {"found", "begin", "open_from_file", "start"}
# They find what they are to lock: where somebody is invited, whose result a mail has told.
FINDING = {"take_up"}
# They lock for orders of other modules, which are the transactions.
HELPERS = {"as_it_stands", "to_decide"}
# The guards are lifted in a transaction.
LIFTED = {"delete"}
# An account belongs to no competition.
ACCOUNTS = {"choose_password", "change_email"}
# Each mail is a transaction of its own: what the mail server has taken is not to be taken back.
ONE_BY_ONE = {"send_due"}
FUNCTIONS = {
    (path, node.name): node
    for path in layer("actions")
    if name(path) not in ("competition/log/actions.py", "scoring/actions.py")
    for node in ast.parse(path.read_text()).body
    if isinstance(node, ast.FunctionDef)
}


@cache
def called(node: ast.FunctionDef) -> set[str]:
    """The functions that a function calls, by their names; of what is called on values only what locks."""
    calls = [call.func for call in ast.walk(node) if isinstance(call, ast.Call)]
    named = {func.attr for func in calls if isinstance(func, ast.Attribute)}
    functions = {func.attr for func in calls if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name)}
    return (named & LOCKS) | functions | {func.id for func in calls if isinstance(func, ast.Name)}


@cache
def locking() -> set[str]:
    """The names of all functions that lock, or call one that does."""
    found, before = set(LOCKS), 0
    while len(found) > before:
        before = len(found)
        found |= {name for (_, name), node in FUNCTIONS.items() if called(node) & found}
    return found


def first_called(node: ast.AST) -> str:
    """What is called before anything else but a refusal, by its name."""
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, ast.Raise) and (found := first_called(part)):
            return found
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)


def is_transaction(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(decorator) == "transaction.atomic" for decorator in node.decorator_list)


@pytest.mark.parametrize("path", sorted({path for path, _ in FUNCTIONS}), ids=name)
def test_every_transaction_locks_before_it_reads_and_every_lock_is_in_one(path):
    ours = {name: node for (place, name), node in FUNCTIONS.items() if place == path}
    within = {name for node in FUNCTIONS.values() for name in called(node)} | ONE_BY_ONE

    assert {
        name for name, node in ours.items() if is_transaction(node) and not called(node) & locking()
    } <= BEGINNINGS | ACCOUNTS
    assert {name for name, node in ours.items() if called(node) & locking() and not is_transaction(node)} <= within
    # By whatever name others call: who locks, alone or by a part of the module, is called from without.
    parts = {name for name in ours if name.startswith("_")} & locking()
    orders = {name for name, node in ours.items() if not name.startswith("_") and called(node) & (LOCKS | parts)}
    assert {name for name in orders if not is_transaction(ours[name])} <= HELPERS | ONE_BY_ONE | LIFTED
    late = {name for name, node in ours.items() if is_transaction(node) and first_called(node) not in locking()}
    assert late <= BEGINNINGS | FINDING | ACCOUNTS
