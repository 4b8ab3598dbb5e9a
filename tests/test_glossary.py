"""Names: no two public classes share one, and the words that the glossary refuses appear in no name or docstring."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
PACKAGES = ("gomoku", "bots", "server", "lab")

HOMES = {
    "session": ("server/accounts/sessions.py",),  # all of a player's connections; one of them is a client
    "trap": ("server/learning/traps.py", "server/protocol/"),
}
"""Words that people see, and the only modules that may use them in names: elsewhere it is a client, or a pattern."""

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


@cache
def _trees() -> dict[str, ast.Module]:
    """Parse the sources. Keys are paths relative to the root."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def _classes() -> dict[str, list[str]]:
    """Map each public class name to the places that define it."""
    found = defaultdict(list)
    for path, tree in _trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(f"{path}:{node.lineno}")
    return found


def _names() -> Iterator[tuple[str, str]]:
    """Yield the name and place of every module, folder, class, function and constant."""
    for path, tree in _trees().items():
        yield from ((part.removesuffix(".py"), path) for part in Path(path).parts)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.name, f"{path}:{node.lineno}"
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id.isupper():
                yield node.id, f"{path}:{node.lineno}"


def _docstrings() -> Iterator[tuple[str, str]]:
    """Yield the text and place of every docstring, without the code quoted in it."""
    for path, tree in _trees().items():
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                yield re.sub(r"``.*?``|`.*?`", "", node.value.value), f"{path}:{node.lineno}"


def words(name: str) -> list[str]:
    """Split a name in CamelCase or snake_case into lower-case words."""
    return [word.lower() for word in _WORDS.findall(name)]


def refused() -> set[str]:
    """Read the refused words from the last table of the glossary, with their plurals."""
    section = GLOSSARY.split("## Words that name nothing")[1]
    found = set(re.findall(r"^\| `([a-z]+)` \|", section, flags=re.MULTILINE))
    return found | {f"{word}s" for word in found}


def test_no_two_public_classes_share_a_name() -> None:
    twice = {name: places for name, places in _classes().items() if len(places) > 1}
    assert not twice


def test_refused_words_name_nothing() -> None:
    bad = refused()
    assert len(bad) >= 5, "the table of the glossary was not read"
    assert [f"{name} in {place}" for name, place in _names() if bad.intersection(words(name))] == []


def test_refused_words_are_not_said() -> None:
    said = re.compile(rf"\b({'|'.join(refused() - {'task', 'tasks'})})\b(?!'s| agent| has a home)")  # of a system
    assert [f"{match[0]} in {place}" for text, place in _docstrings() for match in said.finditer(text)] == []


@pytest.mark.parametrize("word", HOMES)
def test_words_for_what_people_see_name_nothing_else(word: str) -> None:
    named = {place for name, place in _names() if {word, f"{word}s"}.intersection(words(name))}
    assert named, "no name uses the word any more"
    assert [place for place in named if not place.startswith(HOMES[word])] == []


def test_classes_that_the_glossary_names_exist() -> None:
    named = set(re.findall(r"`([A-Z][A-Za-z]+)`", GLOSSARY))
    assert named
    assert named - set(_classes()) == set()


def test_names_fall_into_their_words() -> None:
    assert words("VCFSearch") == ["vcf", "search"]
    assert words("_in_use") == ["in", "use"]
    assert words("SgfNode2") == ["sgf", "node", "2"]
