"""Positions and games for tests: the tree's own, and public ones from beside the repository."""

from pathlib import Path

import pytest
from hypothesis import settings

from tests.data import PLACES, folder, outside

# a busy machine is slow, not wrong
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")


@pytest.fixture
def shared_data() -> Path:
    """Return the public test data from beside the repository; skip the test where there are none."""
    return outside()


@pytest.fixture(params=PLACES)
def data(request: pytest.FixtureRequest) -> Path:
    """Return the tree's own positions and games, then those from beside the repository, if any."""
    return folder(request.param)
