"""Installation by a stranger: a wheel and an sdist are built, installed in their own environment, and played with."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.client import Client
from tests.kit.http import get

ROOT = Path(__file__).resolve().parents[1]
DATA = ("migrations", "web_client")

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Return the output of a command, which must succeed."""
    done = subprocess.run(
        command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=240
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def tracked() -> list[str]:
    """The files of the tree, those not yet committed too."""
    names = run("git", "ls-files", "-z", "-co", "--exclude-standard", cwd=ROOT).split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an sdist of the tree, and the wheel that was made from that, by somebody who has no Node."""
    tree, tools = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("tools")
    for name in tracked():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_bytes((ROOT / name).read_bytes())
    make, rm = shutil.which("make"), shutil.which("rm")
    assert make
    assert rm
    (tools / "rm").symlink_to(rm)
    here = ("-o", ".venv/stamp-dev", f"BIN={Path(sys.executable).parent}")
    run(make, *here, "wheel", cwd=tree, PATH=str(tools))
    return tree / "dist"


@pytest.fixture(scope="module")
def program(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``tengen``, installed from the wheel; what it depends on is lent by the environment of the tests."""
    home = tmp_path_factory.mktemp("home")
    run(sys.executable, "-m", "venv", home / "venv", cwd=home)
    python = home / "venv" / "bin" / "python"
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home).strip()
    Path(site, "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    (wheel,) = built.glob("*.whl")
    run(python, "-m", "pip", "install", "-q", "--no-deps", "--no-index", wheel, cwd=home)
    return home / "venv" / "bin" / "tengen"


@pytest.fixture
def serving(program: Path, tmp_path: Path) -> Iterator[str]:
    """Where a server listens that was started in an empty folder without a word about its database."""
    empty, data = tmp_path / "empty", tmp_path / "data"
    empty.mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TENGEN_")}
    with subprocess.Popen(
        [program, "serve", "--port", "0"],
        cwd=empty,
        env=environment | {"XDG_DATA_HOME": str(data)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        found = re.search(r"127\.0\.0\.1:\d+", server.stdout.readline())
        assert found, server.communicate()
        yield found[0]
        server.terminate()
        server.communicate()
    assert server.returncode == 0
    assert list(empty.iterdir()) == []
    assert (data / "tengen" / "tengen.db").stat().st_size > 0


@pytest.fixture(scope="module")
def unpacked(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree that comes out of the sdist."""
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        sdist.extractall(folder, filter="data")
    (tree,) = folder.iterdir()
    return tree


def test_the_sdist_is_the_tree(unpacked: Path) -> None:
    assert [name for name in tracked() if not (unpacked / name).is_file()] == []


def test_what_is_written_from_the_sources_is_in_the_sdist(unpacked: Path) -> None:
    run(sys.executable, "-m", "server.protocol.describe", "--check", cwd=unpacked)


def test_documents_say_the_truth_of_the_sdist(unpacked: Path) -> None:
    run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_docs.py", cwd=unpacked)


def test_the_wheel_carries_all_that_runs(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        inside = set(wheel.namelist())
    for name in tracked():
        top = name.partition("/")[0]
        if top in ("gomoku", "bots", "server", "lab"):
            assert name in inside
        elif top in DATA:
            assert f"server/{name}" in inside
    assert {name.partition("/")[0] for name in inside if "dist-info" not in name} == {"gomoku", "bots", "server", "lab"}


async def test_it_serves_the_page_and_a_game_from_an_empty_folder(serving: str) -> None:
    status, page = await get(f"http://{serving}/")
    script = re.search(r'src="(/b/[^"]+/main\.js)"', page.decode())
    assert (status, bool(script)) == (200, True)
    assert script
    assert (await get(f"http://{serving}{script[1]}"))[0] == 200
    async with Client(f"ws://{serving}/ws") as person:
        room = await person.create(level=2)
        await person.enter(room)
        await person.move(room, 0, 112)
        while (await person.event("moved", room))["seat"] == 0:
            pass


def test_its_commands_find_their_data(program: Path, tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path)}
    assert run(program, "--version", cwd=tmp_path).startswith("tengen 0.")
    command = ("arena", "--players", "live_rush,vector", "--games", "2", "--seed", "1")
    assert "| vector |" in run(program, *command, cwd=tmp_path, **home)
