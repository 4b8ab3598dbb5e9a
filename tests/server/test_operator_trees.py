"""Stored trees by the command line: without a server and beside one."""

import asyncio
from pathlib import Path

import pytest

from gomoku.notation import renlib
from server.command_line import main
from server.store.store import Store
from tests.conftest import Connect
from tests.gomoku.notation.trees import large_tree
from tests.kit.app import App
from tests.kit.http import get_json
from tests.kit.stores import ON_FILE
from tests.server.store.examples import add_player


def run(capsys: pytest.CaptureFixture[str], db: Path, *arguments: str) -> tuple[int, str]:
    status = main(["trees", *arguments, "--db", str(db)])
    said = capsys.readouterr()
    return status, said.out + said.err


@ON_FILE  # its commands name it
async def test_a_tree_is_brought_written_and_deleted(
    path: Path, store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await add_player(store, "ada", "Ada")
    await store.close()

    def commands() -> None:
        data = b"".join(renlib.dump(large_tree(3_000)))
        (tmp_path / "a.lib").write_bytes(data)
        assert run(capsys, path, "import", str(tmp_path / "a.lib"), "--owner", "nobody")[0] == 1
        status, said = run(capsys, path, "import", str(tmp_path / "a.lib"), "--owner", "ada", "--title", "Mine")
        assert (status, "(Mine) with 3,000 nodes is Ada's" in said) == (0, True)
        id = said.split()[1]
        assert "Mine" in run(capsys, path, "list")[1]
        assert run(capsys, path, "export", id, str(tmp_path / "b.lib"))[0] == 0
        assert (tmp_path / "b.lib").read_bytes() == data
        assert run(capsys, path, "export", id, str(tmp_path / "b.lib"))[0] == 1
        assert run(capsys, path, "delete", id) == (0, f"tree {id} (Mine) is deleted\n")
        assert run(capsys, path, "delete", id)[0] == 1
        assert "Mine" not in run(capsys, path, "list")[1]
        rif = tmp_path / "games.rif"
        rif.write_text('<database><games><game id="1"><move>h8 i9</move></game></games></database>')
        status, said = run(capsys, path, "import", str(rif), "--owner", "ada")
        assert (status, "RenjuNet" in said, "--accept-terms" in said) == (1, True, True)
        assert run(capsys, path, "import", str(rif), "--owner", "ada", "--accept-terms")[0] == 0
        (tmp_path / "bad.lib").write_bytes(data[:21])
        status, said = run(capsys, path, "import", str(tmp_path / "bad.lib"), "--owner", "ada")
        assert (status, "byte 20" in said) == (1, True)
        assert list(tmp_path.glob("*.tree-*")) == []

    await asyncio.to_thread(commands)


@ON_FILE  # its commands name it
async def test_a_running_server_keeps_it(
    running: tuple[App, str], join: Connect, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = await join()
    (tmp_path / "a.lib").write_bytes(b"".join(renlib.dump(large_tree(50))))
    arguments = "import", str(tmp_path / "a.lib"), "--owner", ada.player, "--visibility", "link"
    status, said = await asyncio.to_thread(run, capsys, running[0].config.db, *arguments)
    assert status == 0, said
    url = running[1].replace("ws:", "http:").removesuffix("/ws")
    id = said.split()[1]
    assert (await get_json(f"{url}/api/trees/{id}"))["nodes"] == 50
    assert await asyncio.to_thread(run, capsys, running[0].config.db, "delete", id) == (
        0,
        f"tree {id} (a) is deleted\n",
    )
    rows = await running[0].store.fetch("SELECT action, target, data FROM audit ORDER BY id")
    assert [tuple(row) for row in rows] == [
        ("tree_import", ada.player, "{}"),
        ("tree_delete", ada.player, f'{{"tree":"{id}"}}'),
    ]
