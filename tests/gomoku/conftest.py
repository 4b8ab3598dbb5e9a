"""Positions and games that tests read: the tree's own, and public ones from beside the repository."""

from pathlib import Path

import pytest
from hypothesis import settings

from tests.data import PLACES, folder, outside

# a busy machine is slow, not wrong
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")


@pytest.fixture
def shared_data() -> Path:
    """Public test data from beside the repository; skips the test where there are none."""
    return outside()


@pytest.fixture(params=PLACES)
def data(request: pytest.FixtureRequest) -> Path:
    """The tree's own positions and games, then those from beside the repository, where there are any."""
    return folder(request.param)
