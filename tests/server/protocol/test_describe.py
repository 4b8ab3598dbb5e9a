"""PROTOCOL.md and the client's types say what the message types say."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from gomoku.errors import ForbiddenMove, ForbiddenReason, GameOver, Occupied, OffBoard
from server.protocol import describe, outbound, schema
from server.protocol.codes import CODES
from server.protocol.schema import FieldOf, describe_struct
from server.transport.stream import IDLE_FRAMES_AT_ONCE, IDLE_FRAMES_PER_S

ROOT = Path(__file__).resolve().parents[3]


def test_the_generated_files_are_up_to_date() -> None:
    assert describe.find_stale() == [], "run: python -m server.protocol.describe"


def test_check_names_what_is_stale_and_writes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = ROOT / "PROTOCOL.md"
    before = path.read_text(encoding="utf-8")
    monkeypatch.setattr(describe, "FILES", {path: lambda: before + "more"})
    assert describe.main(["--check"]) == 1
    assert "PROTOCOL.md is stale" in capsys.readouterr().out
    assert path.read_text(encoding="utf-8") == before


def test_every_mark_of_the_template_is_replaced() -> None:
    assert not re.findall(r"<!--.*?-->", describe.render_markdown())


def test_the_limits_of_idle_frames_are_those_of_the_server() -> None:
    text = " ".join(describe.render_markdown().split())
    assert f"{IDLE_FRAMES_PER_S} a second and {IDLE_FRAMES_AT_ONCE} at once" in text


class Example(Struct, tag_field="t", tag="example"):
    """An example."""

    size: Literal[3, 15]
    level: Annotated[int, Meta(ge=0, le=9)] | None = None
    """How strong."""
    names: list[str | None] = []
    points: Annotated[list[int], Meta(min_length=1, max_length=12)] = []
    word: Annotated[str, Meta(max_length=3)] = ""


def test_a_struct_is_read_with_its_limits_defaults_and_the_strings_below_its_fields(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(schema, "__package__", "tests.server.protocol")
    found = describe_struct(Example)
    assert (found.name, found.doc, found.tag) == ("Example", "An example.", ("t", "example"))
    assert found.fields == (
        FieldOf("size", "3 | 15", "", "", ""),
        FieldOf("level", "number | null", "0 to 9", "null", "How strong."),
        FieldOf("names", "(string | null)[]", "", "[]", ""),
        FieldOf("points", "number[]", "1 to 12 entries", "[]", ""),
        FieldOf("word", "string", "0 to 3 characters", '""', ""),
    )


def test_every_message_of_the_server_has_its_typedef() -> None:
    text = describe.render_javascript()
    for message in schema.list_members(outbound.Outbound):
        tag = describe_struct(message).tag
        assert tag is not None
        typedef = rf'^/\*\* @typedef {{{{ {tag[0]}: "{tag[1]}".* }}}} {message.__name__} \*/$'
        assert re.search(typedef, text, re.MULTILINE), typedef


_RAISES = {"Refused": "code", "Error": 0, "Bye": 0, "problem": 1}


def _codes(tree: ast.AST) -> Iterator[str]:
    """The codes written as literals where something is refused."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _RAISES:
            place = _RAISES[node.func.id]
            values = [word.value for word in node.keywords if word.arg == "code"]
            if isinstance(place, int):
                values += node.args[place : place + 1]
            yield from (str(value.value) for value in values if isinstance(value, ast.Constant))


def test_every_code_that_reaches_a_client_is_registered() -> None:
    files = [path for path in (ROOT / "server").rglob("*.py") if "operator" not in path.parts]
    raised = {code for path in files for code in _codes(ast.parse(path.read_text(encoding="utf-8")))}
    assert {"not_found", "flood", "bad_name"} <= raised  # the search finds what it looks for
    assert raised - set(CODES) == set()


def test_the_codes_of_illegal_moves_are_registered() -> None:
    forbidden = {ForbiddenMove(reason).code for reason in ForbiddenReason}
    assert {OffBoard(0).code, Occupied(0).code, GameOver().code, *forbidden} <= set(CODES)
