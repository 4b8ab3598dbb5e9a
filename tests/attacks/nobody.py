"""A user without any rights, in a tree that he may only read: does the server start there, and play?"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client
from tests.kit.http import get, get_json
from tests.kit.process import ServerProcess

ROOT = Path(__file__).resolve().parents[2]
TREE = ("gomoku", "bots", "server", "lab", "web_client", "migrations", "pyproject.toml")
NOBODY = 65534
AS_NOBODY = [
    *("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"),
    *("--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"),
]


def _interpreter(prefix: list[str]) -> str | None:
    """A Python that a command can run with our packages; that of the tests may lie where others may not look."""
    again = "subprocess.run([sys.executable, '-c', 'import aiosqlite'], check=True)"  # it starts others of its kind
    code = f"import subprocess, sys, numba, websockets; {again}"
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for python in (sys.executable, shutil.which(version, path="/usr/local/bin:/usr/bin")):
        if python is not None:
            environment = os.environ | {"PYTHONPATH": sysconfig.get_path("purelib"), "HOME": "/nonexistent"}
            if (
                subprocess.run(
                    [*prefix, python, "-c", code], env=environment, capture_output=True, check=False
                ).returncode
                == 0
            ):
                return python
    return None


def _copied(folder: Path) -> Path:
    """A copy of what the server needs, which nobody may write to."""
    tree = folder / "tree"
    for name in TREE:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tree / name)
    for path in [tree, *tree.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    return tree


def _listed(tree: Path) -> set[tuple[str, int]]:
    return {(str(path), path.stat().st_mtime_ns) for path in tree.rglob("*")}


async def _played(server: ServerProcess) -> int:
    """How many points a bot has answered with."""
    async with Client(server.ws) as ann:
        room = await ann.create(level=1)
        await ann.enter(room)
        await ann.move(room, 0, 112)
        while (await ann.event("moved", room))["seat"] == 0:
            pass
    return 1


async def _attack(_: Path) -> Finding:
    """As the user who runs it, where that is not root."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)  # others must find the way
    tree, kept = _copied(folder), folder / "kept"
    kept.mkdir()
    server = ServerProcess(kept / "tengen.db", bot_pause_ms=0)
    server.folder = tree
    server.environment = {"HOME": str(kept), "PYTHONPATH": sysconfig.get_path("purelib")}
    if os.getuid() == 0:
        os.chown(kept, NOBODY, NOBODY)
        server.prefix = AS_NOBODY
        server.python = _interpreter(AS_NOBODY) or sys.executable
    before = _listed(tree)
    try:
        server.start()
        user = int(Path(f"/proc/{server.pid}/status").read_text().split("Uid:")[1].split()[0])
        moves = await _played(server)
        page, _body = await get(f"{server.url}/")
        health = await get_json(f"{server.url}/healthz")
        status = server.stop()
        after = _listed(tree)
    finally:
        server.stop()
        for path in [tree, *tree.rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
        shutil.rmtree(folder)
    figures = {
        "user": user,
        "moves_of_a_bot": moves,
        "page": page,
        "exit": status,
        "complaints": len(server.complaints()),
    }
    held = user != 0 and page == 200 and health == {"status": "ok"} and status == 0 and after == before
    return Finding(held, dict(figures))


ATTACK = Attack("nobody", "a user without rights runs the server in a tree that cannot be written to", _attack)
