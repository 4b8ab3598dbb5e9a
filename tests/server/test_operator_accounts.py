"""Accounts from the command line: made, given a code or a role, closed; codes are in no file."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from server import command_line
from server.accounts.accounts import hash_code, hash_secret
from server.accounts.registry import Registry
from server.store.people import accounts as stored
from server.store.store import Store
from tests.server.accounts.test_registry import QuickHashing
from tests.server.rooms.house import Looker

CODE = re.compile(r"^(\w{4}(?:-\w{4}){3})\n")
Tengen = Callable[..., tuple[int, str]]


@pytest.fixture
def tengen(path: Path, template: Path, capsys: pytest.CaptureFixture[str]) -> Tengen:
    """Runs a command on a database that no server holds."""
    path.write_bytes(template.read_bytes())

    def run(*words: str) -> tuple[int, str]:
        status = command_line.main(["account", *words, "--db", str(path)])
        said = capsys.readouterr()
        return status, said.out + said.err

    return run


def code_of(text: str) -> str:
    found = CODE.match(text)
    assert found is not None, text
    return found[1]


def test_an_account_from_its_making_to_its_end(tengen: Tengen, path: Path) -> None:
    status, made = tengen("create", "Ada")
    assert status == 0
    reset = code_of(tengen("reset", "ada")[1])
    assert "by this code; it works once" in made
    assert code_of(made) != reset
    assert tengen("create", "A.D.A") == (1, "tengen: the name 'A.D.A' is taken, or looks like one that is\n")
    assert tengen("create", "x")[1] == "tengen: 'x' cannot be a name\n"
    assert tengen("reset", "Bob")[1] == "tengen: there is no account Bob\n"
    assert tengen("role", "Ada", "teacher")[1].endswith(" is teacher\n")
    assert tengen("token", "Ada")[1].endswith(" is not a bot; `tengen account role` makes it one\n")
    assert tengen("role", "Ada", "bot")[1].endswith(" is bot\n")
    token, said = tengen("token", "Ada")[1].splitlines()
    assert said.endswith("by this token, until the device is ended")
    with closing(sqlite3.connect(path)) as file:
        kept = file.execute("SELECT hash, browser, ended_at FROM tokens").fetchall()
        assert kept == [(hash_secret(token), "API", None)]
        assert token not in "".join(file.iterdump())
    assert tengen("role", "Ada", "none")[1].endswith(" is nothing but a player\n")
    assert tengen("disable", "Ada")[0] == 0
    listed = tengen("list")[1].splitlines()
    assert len(listed) == 2
    assert re.match(r"\w{12}  Ada  .* no +\d{4}-", listed[1])
    assert tengen("enable", "Ada")[0] == 0
    with closing(sqlite3.connect(path)) as file:
        file.execute("INSERT INTO second_factors SELECT player, X'00', 1, 1, 0 FROM accounts")
        file.commit()
    assert tengen("totp", "Ada")[1].endswith(" signs in without an authenticator, until there is another\n")
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT 1 FROM second_factors").fetchall() == []
    owner, invitation = code_of(tengen("owner")[1]), code_of(tengen("invite")[1])
    assert tengen("role", "Ada", "owner")[0] == 0
    assert tengen("owner")[1].startswith("tengen: there is an owner")
    held = path.read_bytes()
    for code in (code_of(made), reset, owner, invitation):
        assert code.encode() not in held
        assert code.replace("-", "").encode() not in held


async def test_a_code_of_the_command_line_is_a_password_once(path: Path, template: Path) -> None:
    path.write_bytes(template.read_bytes())
    store = await Store.open(path)
    try:
        from server.operator.changes import perform
        from server.store.people.notices import Notice

        async def tell(_: str) -> None:
            pass

        await perform(store, Notice(0, "account_create", "Ada", hash_code("ABCD-EFGH").hex()), None, tell)
        registry = Registry(store, QuickHashing())
        page = Looker("nobody")
        signed = await registry.recover(page, "Ada", "abcdefgh", "correct horse")
        assert signed.player.name == "Ada"
        found = await stored.find_account(store, signed.player.id)
        assert found is not None
        assert len(await store.fetch("SELECT 1 FROM tokens WHERE ended_at IS NULL")) == 1
    finally:
        await store.close()
