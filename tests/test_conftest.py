"""Tests that need Chromium or Node are not skipped where continuous integration runs them."""

import os
import re
import subprocess
import sys
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
