"""Tests that each change to a competition or a score pad is one transaction that locks first."""

import ast
from functools import cache

from tests.house.sources import layer, name

# Calls that take a lock. Actions that create something new need no lock, because nobody else knows about it yet.
LOCKS = {"lock", "select_for_update"}
BEGINNINGS = {"adopt_season", "create_running", "create_competition", "begin", "_show", "copy_competition"}
# An action that must first find the competition to lock.
FINDING = {"accept_invitation"}
# Functions that take the lock for actions in other modules. Those actions are the transactions.
HELPERS = {"lock_match", "lock_pair", "to_decide"}
# This function removes the rows after the transaction that hides them.
IN_STEPS = {"delete"}
# An account belongs to no competition.
ACCOUNTS = {"allow_creating", "choose_password", "change_email"}
# Each email is a separate transaction, because a sent email must stay marked as sent. So is each deleted entry, because
# the entries belong to several competitions. An import is many small transactions, so that no pair waits to record a
# deal.
ONE_BY_ONE = {"send_due", "delete_unconfirmed", "import_competition", "load_demo"}
FUNCTIONS = {
    (path, node.name): node
    for path in layer("actions")
    if name(path) not in ("competition/audit/actions.py", "scoring/actions.py")
    for node in ast.parse(path.read_text()).body
    if isinstance(node, ast.FunctionDef)
}


@cache
def called(node: ast.FunctionDef) -> set[str]:
    """Return the names of the functions that a function calls. Among methods, return only those that lock."""
    calls = [call.func for call in ast.walk(node) if isinstance(call, ast.Call)]
    named = {func.attr for func in calls if isinstance(func, ast.Attribute)}
    functions = {func.attr for func in calls if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name)}
    return (named & LOCKS) | functions | {func.id for func in calls if isinstance(func, ast.Name)}


@cache
def locking() -> set[str]:
    """Return the names of all functions that lock, or that call a function that does."""
    found, before = set(LOCKS), 0
    while len(found) > before:
        before = len(found)
        found |= {name for (_, name), node in FUNCTIONS.items() if called(node) & found}
    return found


def first_called(node: ast.AST) -> str:
    """Return the name of the first call that does not belong to a raise statement."""
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, ast.Raise) and (found := first_called(part)):
            return found
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)


def is_transaction(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(decorator) == "transaction.atomic" for decorator in node.decorator_list)


def test_every_transaction_locks_before_it_reads():
    within = {name for node in FUNCTIONS.values() for name in called(node)} | ONE_BY_ONE
    for path in {path for path, _ in FUNCTIONS}:
        ours = {name: node for (place, name), node in FUNCTIONS.items() if place == path}

        unlocked = {name for name, node in ours.items() if is_transaction(node) and not called(node) & locking()}
        assert unlocked <= BEGINNINGS | ACCOUNTS, path
        assert {
            name for name, node in ours.items() if called(node) & locking() and not is_transaction(node)
        } <= within, path
        # A public function that locks, directly or through a private function, must be a transaction.
        parts = {name for name in ours if name.startswith("_")} & locking()
        orders = {name for name, node in ours.items() if not name.startswith("_") and called(node) & (LOCKS | parts)}
        assert {name for name in orders if not is_transaction(ours[name])} <= HELPERS | ONE_BY_ONE | IN_STEPS, path
        late = {name for name, node in ours.items() if is_transaction(node) and first_called(node) not in locking()}
        assert late <= BEGINNINGS | FINDING | ACCOUNTS, path
