"""Documents match the tree: files, folders, classes, commands, and the path of a move exist as named."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.conftest import Connect

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    *(str(p.relative_to(ROOT)) for p in ROOT.glob("docs/**/*.md")),
]
PACKAGES = ("gomoku", "bots", "server", "lab")
ELSEWHERE = {"tengen.toml"}
"""Files of the operator's."""


def read(document: str) -> str:
    return (ROOT / document).read_text("utf-8")


def sources() -> list[str]:
    """All files of the tree that a document may name, and their folders, by their paths in it."""
    found = set[str]()
    for folder in (*PACKAGES, "web_client", "migrations", "tests", "deploy", "docs", ".ci"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                found.add(path.relative_to(ROOT).as_posix())
    for path in [Path(name) for name in found]:
        found |= {f"{parent.as_posix()}/" for parent in path.parents}
    return [*found, *(path.name for path in ROOT.iterdir())]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_files_that_are_named_are_there(document: str) -> None:
    there = sources()
    named = set(re.findall(r"`([\w./-]+(?:\.(?:py|js|md|toml|sql|css|html|json)|/))`", read(document))) - ELSEWHERE
    missing = [name for name in named if not any(f"/{path}".endswith(f"/{name}") for path in there)]
    assert not missing


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", read(document)):
        assert "://" in target or ((ROOT / document).parent / target).exists(), target


@pytest.mark.parametrize("document", DOCUMENTS)
def test_modules_and_targets_that_are_run_are_there(document: str) -> None:
    text = read(document)
    for module in re.findall(r"python -m ([\w.]+)", text):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module
    for target in re.findall(r"`make ([\w-]+)|^make ([\w-]+)", text, re.MULTILINE):
        assert re.search(rf"^{''.join(target)}:", read("Makefile"), re.MULTILINE), target


def test_methods_that_the_architecture_names_are_there() -> None:
    code = "".join(path.read_text("utf-8") for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    for owner, name in re.findall(r"`([A-Z][a-z]\w+)(?:\.(\w+))?[`(]", read("docs/architecture.md")):
        assert re.search(rf"^(class {owner}\b|{owner} = )", code, re.MULTILINE), owner
        assert not name or re.search(rf"\bdef {name}\b|^    {name}: ", code, re.MULTILINE), f"{owner}.{name}"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_is_named_by_its_module_is_in_it(document: str) -> None:
    modules = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    for module, name in re.findall(r"`([a-z_]+)\.(?!(?:py|md)`|NAME)(\w+)[`(]", read(document)):
        there = [path.read_text("utf-8") for path in modules if path.stem == module]
        defined = re.compile(rf"\b(?:def|class) {name}\b|\b{name}(?:: [^=]+)? = ")
        assert not there or any(map(defined.search, there)), f"{module}.{name}"


def test_decisions_are_listed_by_their_titles() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = re.findall(r"^(\d+)\. \[(.*)\]\((.*)\)$", read("docs/decisions/README.md"), re.MULTILINE)
    assert [name for _, _, name in listed] == sorted(path.name for path in folder.glob("[0-9]*.md"))
    for number, title, name in listed:
        assert name.startswith(f"{int(number):02}-")
        assert (folder / name).read_text("utf-8").startswith(f"# {title}\n")


@pytest.mark.parametrize("package", ["bots", "server", "lab"])
def test_every_folder_has_its_place_in_the_house(package: str) -> None:
    house = read("docs/architecture.md").split("```")[1]
    folders = {path.parent.name for path in (ROOT / package).glob("*/__init__.py")}
    assert [folder for folder in folders if not re.search(rf"^ .*\b{folder}/", house, re.MULTILINE)] == []


async def test_a_move_passes_the_files_that_the_architecture_lists(join: Connect) -> None:
    chapter = read("docs/architecture.md").split("\n## A move")[1].split("\n## ")[0]
    listed = re.findall(r"^\d+\. `([\w/]+\.py)`", chapter, re.MULTILINE)
    black, white = await join(), await join()
    room = await black.create(color="black")
    await black.enter(room)
    await white.command("sit", room=room)
    await white.enter(room)
    passed = await follow(lambda: black.move(room, 0, 112), lambda: white.event("moved"))
    assert len(listed) > 5
    assert [file for file in listed if file not in passed] == []


async def follow(*steps: Callable[[], Any]) -> set[str]:
    """The files of `server/` of which something runs in this thread while the steps are made."""
    passed = set[str]()
    inside = str(ROOT / "server") + "/"

    def note(frame: FrameType, event: str, _: object) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(inside):
            passed.add(name.removeprefix(inside))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        for step in steps:
            await step()
    finally:
        sys.setprofile(before)
    return passed
