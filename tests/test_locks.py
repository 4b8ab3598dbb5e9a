"""Lock files hold names, versions and hashes, and no address to download from."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


NAMES = ["package-lock.json", "requirements.txt", "requirements-extras.txt", "requirements-dev.txt"]


@pytest.mark.parametrize("name", NAMES)
def test_a_lock_names_no_address(name: str) -> None:
    lines = (ROOT / name).read_text("utf-8").splitlines()
    assert lines
    assert [line for line in lines if "://" in line] == []
