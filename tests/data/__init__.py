"""Positions and games for the tests, made by ``python -m tests.data.make``; and where more lie, outside the tree.

What is right about them was told by `tests.oracles`, slowly, on the rules alone.
"""

from pathlib import Path

import pytest

OWN = Path(__file__).parent
OUTSIDE = Path(__file__).parents[3] / "shared" / "data"


def outside() -> Path:
    """The folder of public positions and games beside the repository; skips the test where there is none."""
    if not OUTSIDE.is_dir():
        pytest.skip(f"no public test data at {OUTSIDE}")
    return OUTSIDE


PLACES = ["own", "outside"]


def folder(place: str) -> Path:
    """The folder of one of PLACES."""
    return OWN if place == "own" else outside()
