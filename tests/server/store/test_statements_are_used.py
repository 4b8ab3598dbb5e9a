"""A function of the store that is not awaited only gives statements: nobody calls one and leaves them lying."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
STORE = ROOT / "server" / "store"


def givers() -> dict[str, set[str]]:
    """By module, the functions that give statements."""
    found: dict[str, set[str]] = {}
    for path in STORE.rglob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.returns and "Statement" in ast.unparse(node.returns):
                found.setdefault(path.stem, set()).add(node.name)
    return found


def dropped(tree: ast.Module, found: dict[str, set[str]]) -> list[int]:
    """The lines on which what such a function gives is dropped, by the names that modules are imported under."""
    modules = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("server.store")
        for alias in node.names
    }
    lines = []
    for node in ast.walk(tree):
        match node:
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(module), name))) if name in found.get(
                modules.get(module, ""), ()
            ):
                lines.append(node.lineno)
    return lines


def test_statements_that_are_asked_for_are_used() -> None:
    found = givers()
    assert {"keep", "queue_concerned"} <= found["proofs"]
    paths = [*(ROOT / "server").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    bad = {path.relative_to(ROOT): dropped(ast.parse(path.read_text("utf-8")), found) for path in paths}
    assert {path: lines for path, lines in bad.items() if lines} == {}


def test_one_that_is_dropped_is_seen() -> None:
    text = "from server.store import jobs as waiting\nwaiting.queue(1, 2)\nx = waiting.queue(1, 2)\n"
    assert dropped(ast.parse(text), givers()) == [2]
