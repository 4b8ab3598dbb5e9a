"""One noun a concept: no two public classes share a name, and words that the glossary refuses name nothing."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bots.search.runtime.cache import kernel_sources

ROOT = Path(__file__).resolve().parents[1]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
PACKAGES = ("gomoku", "bots", "server", "lab")

HOMES = {
    "session": ("server/accounts/sessions.py",),  # all of a player's connections; one of them is a client
    "trap": ("bots/learning/patterns/traps.py", "server/learning/traps.py", "server/protocol/", "bots/experiments/"),
}
"""Words for what people see, and the only modules that have names of them: elsewhere it is a client, or a pattern."""
IRREGULAR = re.compile(
    "begun|broken|built|chosen|done|drawn|found|given|gone|held|kept|known|laid|left|lost|made|met|seen|sent|shown|spent|"
    "taken|taught|told|won|written"
)
"""Participles that do not end like others."""
ASKING = {"Does", "Everything", "From", "How", "Under", "What", "Where", "Whether", "Which", "Who"}

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


@cache
def _trees() -> dict[str, ast.Module]:
    """The sources by their path in the tree."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def _classes() -> dict[str, list[str]]:
    """Where each public class is defined."""
    found = defaultdict(list)
    for path, tree in _trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(f"{path}:{node.lineno}")
    return found


def _names() -> Iterator[tuple[str, str]]:
    """Names of modules, folders, classes, functions and constants, and where each is."""
    for path, tree in _trees().items():
        yield from ((part.removesuffix(".py"), path) for part in Path(path).parts)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.name, f"{path}:{node.lineno}"
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id.isupper():
                yield node.id, f"{path}:{node.lineno}"


def _docstrings() -> Iterator[tuple[str, str]]:
    """Every string that stands by itself, without what is quoted in it as code, and where it is."""
    for path, tree in _trees().items():
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                yield re.sub(r"``.*?``|`.*?`", "", node.value.value), f"{path}:{node.lineno}"


def _is_participle(name: str) -> bool:
    first, _, _ = name.partition("_")
    if first in ("opening", "string"):  # nouns
        return False
    return bool(IRREGULAR.fullmatch(first) or re.fullmatch(r"[a-z]{2,}(ed|ing)", first))


def words(name: str) -> list[str]:
    """The words of a name in either style, in small letters."""
    return [word.lower() for word in _WORDS.findall(name)]


def refused() -> set[str]:
    """The words of the glossary's last table, which names are not to be made of, and their plurals."""
    section = GLOSSARY.split("## Words that name nothing")[1]
    found = set(re.findall(r"^\| `([a-z]+)` \|", section, flags=re.MULTILINE))
    return found | {f"{word}s" for word in found}


def test_no_two_public_classes_share_a_name() -> None:
    twice = {name: places for name, places in _classes().items() if len(places) > 1}
    assert not twice


def test_refused_words_name_nothing() -> None:
    bad = refused()
    assert len(bad) >= 5, "the table of the glossary is not read"
    assert [f"{name} in {place}" for name, place in _names() if bad.intersection(words(name))] == []


def test_refused_words_are_not_said() -> None:
    said = re.compile(rf"\b({'|'.join(refused() - {'task', 'tasks'})})\b(?!'s| agent| has a home)")  # of a system
    assert [f"{match[0]} in {place}" for text, place in _docstrings() for match in said.finditer(text)] == []


@pytest.mark.parametrize("word", HOMES)
def test_words_for_what_people_see_name_nothing_else(word: str) -> None:
    named = {place for name, place in _names() if {word, f"{word}s"}.intersection(words(name))}
    assert named, "nothing has the name any more"
    assert [place for place in named if not place.startswith(HOMES[word])] == []


def test_functions_of_modules_are_verbs() -> None:
    """A participle says what its result is like: it is left to questions, and to the state while a block runs."""
    found = []
    for path, tree in _trees().items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _is_participle(node.name):
                answers = node.returns is not None and ast.unparse(node.returns) == "bool"
                lasts = any("contextmanager" in ast.unparse(decorator) for decorator in node.decorator_list)
                found += [] if answers or lasts else [f"{node.name} in {path}:{node.lineno}"]
    assert found == []


def test_modules_say_first_what_is_in_them() -> None:
    """The kernels' sources are left out: their text names the cache of what is compiled."""
    kernels = {path.relative_to(ROOT).as_posix() for path in kernel_sources()}
    first = {path: (ast.get_docstring(tree) or "").split(" ")[0] for path, tree in _trees().items()}
    assert [path for path, word in first.items() if word in ASKING and path not in kernels] == []


def test_participles_are_told_from_verbs() -> None:
    assert all(map(_is_participle, ["listing_games", "drawn", "looked", "won_by"]))
    assert not any(map(_is_participle, ["find_lost", "read", "opening_rule", "list_games"]))


def test_classes_that_the_glossary_names_exist() -> None:
    named = set(re.findall(r"`([A-Z][A-Za-z]+)`", GLOSSARY))
    assert named
    assert named - set(_classes()) == set()


def test_names_fall_into_their_words() -> None:
    assert words("VCFSearch") == ["vcf", "search"]
    assert words("_in_use") == ["in", "use"]
    assert words("SgfNode2") == ["sgf", "node", "2"]
