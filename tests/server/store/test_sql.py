"""The SQL of the server is what SQLite and PostgreSQL share, but for a list of places; see docs/decisions/12-sql.md."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVER = Path(__file__).resolve().parents[3] / "server"
TRANSLATION = SERVER / "store/postgres"
"""Names what it translates."""
BALANCED = r"(?:[^()]|\((?:[^()]|\([^()]*\))*\))*?"

DEEP = r"[^()]*"
for _ in range(5):
    DEEP = rf"(?:[^()]|\({DEEP}\))*"
TRUTHS = "held|imported|frozen|solved|refused|studied|won|counts"

SQLITE_ONLY = {
    "a list of JSON as a table": r"\bjson_each\(",
    "JSON made": r"\bjson_(?:group_)?array\(|\bjson_object\(",
    "JSON read by a path": r"\bjson_extract\(",
    "iif": r"\biif\(",
    "total": r"\btotal\(",
    "min or max of several values": rf"\b(?:min|max)\({BALANCED},",
    "IS between values": r"\bIS (?:NOT )?(?!NOT\b|NULL\b|TRUE\b|FALSE\b|DISTINCT\b)[?:\w]",
    "an index by name": r"\bINDEXED BY\b",
    "rowid": r"\browid\b",
    "GLOB": r"\bGLOB\b",
    "char or instr": r"\b(?:char|instr|typeof|printf|hex|unhex|julianday|strftime)\(",
    "a number as a condition": r"\b(?:WHERE|AND|OR) [01]\b(?! *[=<>])",
    "INSERT OR": r"\b(?:INSERT OR|UPDATE OR|REPLACE INTO)\b",
    "a table without a name": rf"\bFROM \((?=\s*(?:SELECT|\{{\}})){DEEP}\)(?!\s*AS\b)",
    "a truth value by itself": rf"\b(?:NOT|AND|OR|WHERE) (?:\w+\.)?(?:{TRUTHS})\b(?! *[=<>]| IS\b)",
    "blobs as text": r"\bx'",
    "SQLite's own tables": r"\bsqlite_(?:schema|master|sequence)\b",
}

PLACES = {
    ("store/sql.py", "a list of JSON as a table"): 1,
    ("store/games/explorer_index.py", "a list of JSON as a table"): 1,
    ("store/knowledge/experience.py", "JSON made"): 2,
    ("store/games/library.py", "an index by name"): 2,
    ("store/people/people_lists.py", "a list of JSON as a table"): 1,
    ("store/people/people_lists.py", "an index by name"): 1,
    ("store/people/people_lists.py", "GLOB"): 1,
    ("store/people/people_lists.py", "char or instr"): 1,
    ("store/knowledge/proofs.py", "a list of JSON as a table"): 1,
    ("store/trees/tree_edits.py", "a list of JSON as a table"): 1,
    ("store/changes.py", "SQLite's own tables"): 1,
    ("store/moving.py", "SQLite's own tables"): 4,
    ("store/file/migrations.py", "SQLite's own tables"): 1,
    ("store/file/high_water_mark.py", "SQLite's own tables"): 1,
    ("store/file/high_water_mark.py", "char or instr"): 1,
}


def texts(tree: ast.Module) -> Iterator[str]:
    """The strings of a module but its documentation, with `{}` for what is put into them."""
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values):
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in values)
            case ast.Constant(str(value)) if id(node) not in inside:
                yield value


def documentation(tree: ast.Module) -> set[str]:
    """Strings that are statements of their own."""
    return {
        str(node.value.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def found_in(text: str) -> Counter[str]:
    """Count the SQL in the strings of a module that is not valid in both databases."""
    tree = ast.parse(text)
    told = documentation(tree)
    sql = [each for each in texts(tree) if each not in told]
    return Counter({name: n for name, form in SQLITE_ONLY.items() if (n := sum(len(re.findall(form, s)) for s in sql))})


def test_what_is_not_sql_of_both_databases_is_where_it_is_known_to_be() -> None:
    found = {
        (path.relative_to(SERVER).as_posix(), name): n
        for path in SERVER.rglob("*.py")
        if TRANSLATION not in path.parents
        for name, n in found_in(path.read_text("utf-8")).items()
    }
    assert found == PLACES


@pytest.mark.parametrize(
    ("sql", "name"),
    [
        ("SELECT iif(a, 1, 2)", "iif"),
        ("SELECT max(0, a - 1)", "min or max of several values"),
        ("SELECT min(coalesce(a, b), c)", "min or max of several values"),
        ("WHERE a IS :b", "IS between values"),
        ("WHERE a IS NOT b", "IS between values"),
        ("SELECT 1 WHERE 0", "a number as a condition"),
        ("INSERT OR IGNORE INTO t", "INSERT OR"),
        ("SELECT 1 FROM (SELECT max((a)) FROM t) WHERE b", "a table without a name"),
        ("SELECT 1 WHERE a = 1 AND won", "a truth value by itself"),
    ],
)
def test_it_is_seen(sql: str, name: str) -> None:
    assert found_in(f'SQL = f"{sql} {{x}}"') == {name: 1}


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT max(a)",
        "WHERE a IS NOT NULL AND b IS NULL",
        "SELECT min(coalesce(a, b))",
        "WHERE 1 = a",
        "FROM (SELECT 1) AS t",
        "AND won = 1",
    ],
)
def test_what_both_have_is_let_be(sql: str) -> None:
    assert found_in(f'SQL = "{sql}"') == {}
