"""A second server is started on the file of one that runs, by every other name that the file has."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from tests.attacks.attack import Attack, Finding
from tests.kit.pair import Pair
from tests.kit.process import ServerProcess

WAIT_S = 30


async def _run(folder: Path) -> Finding:
    home, other = folder / "home", folder / "other"
    home.mkdir()
    other.mkdir()
    server = ServerProcess(home / "tengen.db")
    await asyncio.to_thread(server.start)
    try:
        names = _names(server.db, folder, other)
        async with Pair(server.ws) as pair:
            await pair.play()
            ended = await asyncio.gather(*(asyncio.to_thread(_status, path) for path in names.values()))
            await pair.play()
        started = [name for name, status in zip(names, ended, strict=True) if status != 1]
    finally:
        await asyncio.to_thread(server.stop)
    return Finding(not started, {"tried": len(names), "started": ", ".join(started) or "none"})


def _names(db: Path, folder: Path, other: Path) -> dict[str, Path]:
    (other / "link.db").symlink_to(db)
    (other / "hard.db").hardlink_to(db)
    (folder / "linked").symlink_to(db.parent)
    names = {
        "the same": db,
        "symlink": other / "link.db",
        "hard link": other / "hard.db",
        "symlinked folder": folder / "linked" / db.name,
        "relative": Path(os.path.relpath(db)),
    }
    (other / "mounted").mkdir()
    mount = subprocess.run(
        ["mount", "--bind", str(db.parent), str(other / "mounted")], capture_output=True, check=False
    )
    if mount.returncode == 0:
        names["bind mount"] = other / "mounted" / db.name
    return names


def _status(path: Path) -> int | None:
    """How a second server ends; None where it goes on, with folders for passing files of its own."""
    environment = os.environ | {"TMPDIR": str(path.parent), "XDG_RUNTIME_DIR": str(path.parent)}
    command = [sys.executable, "-m", "server", "serve", "--port", "0", "--db", str(path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True
    ) as second:
        assert second.stdout is not None
        if second.stdout.readline():
            second.kill()
            return None
        return second.wait(WAIT_S)


async def run(folder: Path) -> Finding:
    """Try every name, with a game going on; whatever was mounted is taken away again."""
    try:
        return await _run(folder)
    finally:
        subprocess.run(["umount", str(folder / "other" / "mounted")], capture_output=True, check=False)


ATTACK = Attack("second-server", "no second server starts on a file in use, by whatever name it comes", run)
