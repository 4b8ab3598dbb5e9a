"""PostgreSQL's schema, derived from the migrations: they are written once, for SQLite."""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from server.store.changes import SCHEMA
from server.store.file.migrations import Migration
from server.store.postgres.dialect import drop_comments, split_top, translate, translate_expressions

FUNCTIONS = """
CREATE FUNCTION json_each(list text) RETURNS TABLE (key bigint, value text) LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS 'SELECT nth - 1, each FROM json_array_elements_text(list::json) WITH ORDINALITY AS elements (each, nth)';
CREATE FUNCTION json_array_length(list text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS 'SELECT json_array_length(list::json)::bigint';
CREATE FUNCTION json_field(body text, name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS 'SELECT (body::json -> name)::text';
CREATE FUNCTION json_field(body text, nth integer) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS 'SELECT (body::json -> nth)::text';
CREATE FUNCTION json_field_text(body text, name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS 'SELECT body::json ->> name';
CREATE FUNCTION json_field_text(body text, nth integer) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS 'SELECT body::json ->> nth';
CREATE OPERATOR -> (LEFTARG = text, RIGHTARG = text, FUNCTION = json_field);
CREATE OPERATOR -> (LEFTARG = text, RIGHTARG = integer, FUNCTION = json_field);
CREATE OPERATOR ->> (LEFTARG = text, RIGHTARG = text, FUNCTION = json_field_text);
CREATE OPERATOR ->> (LEFTARG = text, RIGHTARG = integer, FUNCTION = json_field_text);
CREATE FUNCTION instr(within text, part text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS 'SELECT strpos(within, part)::bigint';
CREATE AGGREGATE sum (bigint) (SFUNC = int8pl, STYPE = bigint, COMBINEFUNC = int8pl, PARALLEL = SAFE);
"""
"""SQLite's functions that queries use. The sum of whole numbers is one, too: by itself PostgreSQL makes it a numeric,
which divides and rounds in another way. It hides the built-in one, because `pg_catalog` comes last in the search path.
"""

_TYPES = {
    "INTEGER": "bigint",
    "TEXT": 'text COLLATE "C"',
    "BLOB": "bytea",
    "REAL": "double precision",
}
_TYPE = re.compile(r"'(?:[^']|'')*'|\b(?:INTEGER|TEXT|BLOB|REAL)\b")
_IDENTITY = re.compile(r"\bINTEGER PRIMARY KEY(?: AUTOINCREMENT|(?! *(?:CHECK|REFERENCES)))")
_INDEX = re.compile(r"(CREATE (?:UNIQUE )?INDEX \w+ ON \w+) *\((.*)$", re.DOTALL)
_TRIGGER = re.compile(
    r"CREATE TRIGGER (?P<name>\w+) (?P<time>BEFORE|AFTER) (?P<what>INSERT|DELETE|UPDATE)(?P<of> OF [\w, ]+?)? "
    r"ON (?P<table>\w+)(?: FOR EACH ROW)?(?: WHEN (?P<when>.*?))?\s+BEGIN\s+(?P<body>.*)\s+END$",
    re.DOTALL,
)
_IS_VALUE = re.compile(r"\b(\w+) IS ('\w+'|NULL)(?= *[,)])")
_GREATEST = re.compile(r"\bmax\((?=[\w.]+, )")
_REFERENCE = re.compile(r"\bREFERENCES \"?(\w+)")


class StoreTable(NamedTuple):
    """A table, its columns, its numbered column if it has one, and the SQLite statement that makes it.

    ``numbered`` is a column whose values the database assigns, ascending.
    """

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    numbered: str | None
    sql: str


class Blueprint(NamedTuple):
    """The schema of SQLite after some migrations: what makes it, and the rows that are in it from the beginning."""

    tables: tuple[StoreTable, ...]
    """Parents first."""
    others: tuple[str, ...]
    """Indexes and triggers."""
    rows: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...]
    """By table."""
    texts: tuple[str, ...]
    """All of it, as `server.store.changes` reads it."""


def draw(migrations: Iterable[Migration]) -> Blueprint:
    """Return the schema after some migrations. Takes about 30 ms, once."""
    return _draw(tuple(migrations))


@lru_cache(maxsize=4)
def _draw(migrations: tuple[Migration, ...]) -> Blueprint:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for migration in migrations:
            connection.executescript(migration.sql)
        schema = connection.execute(
            "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        made = {name: drop_comments(sql) for kind, name, sql in schema if kind == "table"}
        tables = tuple(_read_table(connection, name, made[name]) for name in _parents_first(made))
        rows = tuple(
            (table.name, tuple(found))
            for table in tables
            if (found := connection.execute(f"SELECT * FROM {table.name}").fetchall())
        )
        texts = tuple(row[0] for row in connection.execute(SCHEMA))
        return Blueprint(tables, tuple(drop_comments(sql) for kind, _, sql in schema if kind != "table"), rows, texts)


def _read_table(connection: sqlite3.Connection, name: str, sql: str) -> StoreTable:
    about = connection.execute(f"PRAGMA table_info({name})").fetchall()
    keys = sorted((row[5], row[1]) for row in about if row[5])
    numbered = keys[0][1] if len(keys) == 1 and _IDENTITY.search(sql) else None
    return StoreTable(name, tuple(row[1] for row in about), tuple(key for _, key in keys), numbered, sql)


def _parents_first(made: dict[str, str]) -> list[str]:
    found: list[str] = []

    def add(name: str) -> None:
        if name not in found:
            for parent in _REFERENCE.findall(made[name]):
                if parent != name:
                    add(parent)
            found.append(name)

    for name in made:
        add(name)
    return found


def list_statements(blueprint: Blueprint) -> Iterator[str]:
    """Yield the statements that make the schema in an empty database, without its rows."""
    yield FUNCTIONS
    for table in blueprint.tables:
        yield translate_definition(table.sql)
    for sql in blueprint.others:
        yield translate_definition(sql)


def list_upgrade(migration: Migration, folder: Path) -> Iterator[str]:
    """Yield the statements of a later migration; a file ``NNNN_x.postgresql.sql`` beside it is taken in its place."""
    own = folder / f"{migration.name.removesuffix('.sql')}.postgresql.sql"
    if own.exists():
        yield own.read_text("utf-8")
        return
    for sql in split_script(migration.sql):
        yield translate_definition(sql)


def split_script(script: str) -> Iterator[str]:
    """Yield the statements of a script, without comments and the semicolons behind them."""
    part = ""
    for piece in drop_comments(script).split(";"):
        part += piece
        if sqlite3.complete_statement(part + ";"):
            if part.strip():
                yield part.strip()
            part = ""
        else:
            part += ";"


def translate_definition(sql: str) -> str:
    """Return the statement of a migration in PostgreSQL's words."""
    text = sql.strip()
    if text.startswith("CREATE TABLE"):
        return _translate_types(text[: text.rindex(")") + 1])
    if text.startswith("ALTER TABLE"):
        return _translate_types(text)
    if text.startswith("CREATE TRIGGER"):
        return _translate_trigger(text)
    if dropped := re.fullmatch(r"DROP TRIGGER (\w+)", text):
        return f"DROP FUNCTION {dropped[1]}() CASCADE"
    if index := _INDEX.match(text):
        return f"{index[1]} {_translate_columns(index[2])}"
    return translate(text).sql


def _translate_types(text: str) -> str:
    text = _IDENTITY.sub("bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY", text)
    return translate_expressions(_TYPE.sub(lambda found: _TYPES.get(found[0], found[0]), text))


def _translate_columns(text: str) -> str:
    """Return the columns of an index, from behind the parenthesis on, with expressions in parentheses of their own."""
    depth = 1
    for end, each in enumerate(text):  # noqa: B007 - it is where the columns end
        depth += {"(": 1, ")": -1}.get(each, 0)
        if not depth:
            break
    columns = [each if re.fullmatch(r"\w+(?: DESC)?", each) else f"({each})" for each in split_top(text[:end])]
    return translate_expressions(f"({', '.join(columns)}){text[end + 1 :]}")


def _translate_trigger(text: str) -> str:
    found = _TRIGGER.match(" ".join(text.split()))
    if found is None:
        raise ValueError(f"not a trigger that can be translated: {text}")
    body = _IS_VALUE.sub(r"CAST(\1 IS NOT DISTINCT FROM \2 AS integer)", found["body"])
    body = translate_expressions(_GREATEST.sub("greatest(", body))
    when, event = found["when"] or "", found["what"] + (found["of"] or "")
    if "SELECT" in when:  # conditions of PostgreSQL's triggers have no queries
        body, when = f"IF {when} THEN {body} END IF;", ""
    row = "OLD" if found["what"] == "DELETE" else "NEW"
    name = found["name"]
    return f"""CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} RETURN {row}; END $$;
      CREATE TRIGGER {name} {found["time"]} {event} ON {found["table"]} FOR EACH ROW
      {f"WHEN ({when})" if when else ""} EXECUTE FUNCTION {name}()"""
