"""Translation of the SQL that is written once, for SQLite, into PostgreSQL's."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from server.store.sql import Named, Parameters, Value

_TOKENS = re.compile(
    r"""(?P<quoted>'(?:[^']|'')*'|"[^"]*")|(?P<comment>--[^\n]*|/\*.*?\*/)|\?(?P<number>\d+)|(?P<mark>\?)"""
    r"|(?P<cast>::)|:(?P<name>[a-z_]\w*)",
    re.DOTALL,
)

_LIST = r"\(SELECT value FROM json_each\((?P<list>[?:\w]+)\)\)"
_REWRITES = tuple(
    (re.compile(pattern), into)
    for pattern, into in (
        (rf"\bNOT IN {_LIST}", r"<> ALL (\g<list>)"),
        (rf"\bIN {_LIST}", r"= ANY (\g<list>)"),
        (r"\bjson_group_array\(json_array\(([^()]*)\)\)", r"coalesce(json_agg(json_build_array(\1)), '[]')"),
        (r"\? IS ((?:NOT )?NULL)\b", r"CAST(? AS text) IS \1"),  # nothing else tells its type
        (r" INDEXED BY \w+", ""),
        (r"\bAS INTEGER\)", "AS bigint)"),
        (r"\bAS BLOB\)", "AS bytea)"),
    )
)
_GLOB = re.compile(r"(?P<not>\bNOT )?\bGLOB '(?P<pattern>(?:[^']|'')*)'")


class Translated(NamedTuple):
    """A statement with PostgreSQL's marks; ``names`` are those of its parameters if they are given by name."""

    sql: str
    names: tuple[str, ...]

    def order(self, parameters: Parameters | Named) -> list[Value]:
        """Return the values in the order of the marks. Raises ValueError if one is missing."""
        if not isinstance(parameters, Mapping):
            return list(parameters)
        try:
            return [parameters[name] for name in self.names]
        except KeyError as error:
            raise ValueError(f"no value for {error}") from error


@lru_cache(maxsize=2_000)
def translate(sql: str) -> Translated:
    """Return a statement in PostgreSQL's words, with ``$1`` for ``?``, ``?1`` and ``:name``."""
    names: list[str] = []
    count = 0

    def put(found: re.Match[str]) -> str:
        nonlocal count
        if found["comment"]:
            return " "
        if found["number"]:
            count = max(count, int(found["number"]))
            return f"${found['number']}"
        if found["mark"]:
            count += 1
            return f"${count}"
        name = found["name"]
        if name:
            if name not in names:
                names.append(name)
            return f"${names.index(name) + 1}"
        return found[0]

    return Translated(_TOKENS.sub(put, translate_expressions(sql)), tuple(names))


def translate_expressions(sql: str) -> str:
    """Return SQL with the functions and operators that PostgreSQL has; parameter marks stay."""
    for pattern, into in _REWRITES:
        sql = pattern.sub(into, sql)
    return _GLOB.sub(lambda found: f"{'!~' if found['not'] else '~'} '{_make_pattern(found['pattern'])}'", sql)


def _make_pattern(glob: str) -> str:
    """Return a GLOB pattern as a regular expression."""
    ends = glob.endswith("*")
    parts = (".*" if each == "*" else "." if each == "?" else each for each in glob.removesuffix("*"))
    return "^" + "".join(parts) + ("" if ends else "$")


def drop_comments(sql: str) -> str:
    """Return SQL without its comments."""
    return _TOKENS.sub(lambda found: " " if found["comment"] else found[0], sql)


def split_top(text: str, at: str = ",") -> Iterator[str]:
    """Yield the parts of a text between the separators that are in no parentheses and no quotes."""
    depth, quoted, part = 0, "", ""
    for each in text:
        if quoted:
            quoted = "" if each == quoted else quoted
        elif each in "'\"":
            quoted = each
        elif each in "()":
            depth += 1 if each == "(" else -1
        elif each == at and not depth:
            yield part.strip()
            part = ""
            continue
        part += each
    if part.strip():
        yield part.strip()
