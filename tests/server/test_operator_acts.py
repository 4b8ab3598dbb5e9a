"""The registry of acts: it holds what the protocol names, and a new module is all that a new act needs."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest

from server import operator
from server.errors import Refused
from server.operator import perform
from server.operator.changes import collect_acts
from server.protocol.codes import CODES
from server.protocol.values import ActName
from server.store import audit
from server.store.people.notices import Notice
from server.store.store import Store
from tests.server.test_operator import tengen
from tests.server.test_operator_moderation import untold

CLUBS = '''
"""An act that no other module knows."""

from server.moderation.act import Argument, ActCommand, Doing, StaffAct


async def _greet(doing: Doing) -> str:
    await doing.store.execute(*doing.noted)
    return f"{doing.target} is told {doing.argument}"


ACTS = (
    StaffAct(
        name="club_greet",
        perform=_greet,
        target="name",
        argument=Argument("WORD", ("hello", "bye")),
        command=ActCommand("clubs", "greet", "greet a club"),
    ),
)
'''
SET_APART = {"patterns_import", "tree_import", "tree_export"}
"""Acts without a command of their own: a file is read before them, or the page alone needs them."""


@pytest.fixture
def add_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Return a function that adds a module to the package of acts, by its name and its text."""
    folder = tmp_path / "acts"
    folder.mkdir()
    added = list[str]()

    def add(name: str, text: str) -> None:
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
        added.append(name)

    monkeypatch.setattr(operator, "__path__", [*operator.__path__, str(folder)])
    collect_acts.cache_clear()
    yield add
    for name in added:
        sys.modules.pop(f"{operator.__name__}.{name}", None)
        vars(operator).pop(name, None)
    monkeypatch.undo()
    collect_acts.cache_clear()


def test_the_page_has_the_acts_that_the_protocol_names() -> None:
    acts = collect_acts()
    assert {act.name for act in acts.values() if act.roles} == set(get_args(ActName))
    assert {act.name for act in acts.values() if act.command is None} == SET_APART


def test_acts_of_the_protocol_fit_the_shape_of_its_message() -> None:
    """The page gives a code or an argument, not both: one field of the notice takes either."""
    for act in collect_acts().values():
        assert not (act.answers and act.argument), act.name
        assert not (act.rebuilds and act.logs == "with"), act.name


@pytest.mark.parametrize(
    "name", [act.name for act in collect_acts().values() if act.roles and act.target not in (None, "name")]
)
async def test_a_target_that_is_not_there_is_refused_by_a_code_of_the_protocol(name: str, store: Store) -> None:
    with pytest.raises(Refused) as caught:
        await perform(store, Notice(0, name, "nobody000000"), None, untold)
    assert caught.value.code in CODES
    assert await audit.list_acts(store, before=None, limit=1) == []


async def test_a_module_is_all_that_an_act_needs(
    add_module: Callable[[str, str], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_module("clubs", CLUBS)
    db = tmp_path / "tengen.db"
    await (await Store.open(db)).close()
    assert await asyncio.to_thread(tengen, db, "clubs", "greet", "Gobang", "hello") == 0
    assert capsys.readouterr().out == "Gobang is told hello\n"
    store = await Store.open(db)
    (act,) = await audit.list_acts(store, before=None, limit=9)
    await store.close()
    assert (act.action, act.by, act.target) == ("club_greet", None, None)
    assert act.data == {"argument": "hello", "name": "Gobang"}


def test_two_acts_of_one_name_are_found(add_module: Callable[[str, str], None]) -> None:
    add_module("clubs", CLUBS.replace("club_greet", "close_room"))
    with pytest.raises(ValueError, match="close_room"):
        collect_acts()
