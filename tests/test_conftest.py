"""Tests that need Chromium or Node are not skipped where continuous integration runs them, and none hangs for ever."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]

FILES = {
    "conftest.py": "from tests.conftest import pytest_make_collect_report, pytest_runtest_makereport  # noqa: F401\n",
    "pytest.ini": "[pytest]\nmarkers =\n  browser: x\n  node: x\n",
    "test_marked.py": """import pytest

@pytest.fixture
def chromium():
    pytest.skip("nothing here")

@pytest.mark.node
def test_skipped_by_itself():
    pytest.skip("nothing here")

@pytest.mark.browser
@pytest.mark.skipif(True, reason="nothing here")
def test_skipped_by_a_mark(): ...

@pytest.mark.browser
def test_skipped_by_a_fixture(chromium): ...

@pytest.mark.browser
@pytest.mark.xfail
def test_expected_to_fail():
    assert False
""",
    "test_module.py": """import pytest

pytest.importorskip("no_such_module", reason="nothing here")
pytestmark = pytest.mark.browser
""",
    "test_others.py": """import pytest

def test_skipped():
    pytest.skip("not needed")
""",
    "test_other_module.py": """import pytest

pytest.skip("not needed", allow_module_level=True)
""",
}


def run(folder: Path, ci: str) -> tuple[int, str]:
    """Exit status and output of pytest on the files."""
    for name, text in FILES.items():
        (folder / name).write_text(text)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "CI": ci}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-ra", "--continue-on-collection-errors"]
    finished = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return finished.returncode, finished.stdout


def test_a_skip_of_marked_tests_fails_under_ci(tmp_path: Path) -> None:
    status, output = run(tmp_path, "true")
    assert status == 1, output
    failed = set(re.findall(r"^(?:FAILED|ERROR) (\S+)", output, re.M))
    assert failed == {
        "test_marked.py::test_skipped_by_itself",
        "test_marked.py::test_skipped_by_a_mark",
        "test_marked.py::test_skipped_by_a_fixture",
        "test_module.py",
    }
    assert len(re.findall(r"^skipped under CI: .*nothing here", output, re.M)) == 4
    assert "2 skipped, 1 xfailed" in output


def test_elsewhere_it_is_a_skip(tmp_path: Path) -> None:
    status, output = run(tmp_path, "")
    assert status == 0, output
    assert "6 skipped, 1 xfailed" in output


def test_a_thread_that_never_ends_does_not_hold_the_run_for_ever(tmp_path: Path) -> None:
    """Work that a test began in a thread is awaited when its loop closes, where no signal reaches it."""
    (tmp_path / "test_waits.py").write_text(
        """import asyncio
import time

async def test_waits():
    await asyncio.to_thread(waits)

def waits():
    while True:
        time.sleep(0.1)
"""
    )
    settings = {"asyncio_mode": "auto", "asyncio_default_fixture_loop_scope": "function", "timeout": 1}
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
    settings["timeout_method"] = ours["timeout_method"]
    (tmp_path / "pytest.ini").write_text(
        "\n".join(["[pytest]", *(f"{name} = {value}" for name, value in settings.items())])
    )
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    finished = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert finished.returncode != 0
    assert "in waits" in finished.stdout
