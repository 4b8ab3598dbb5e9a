"""Public test data, read from beside the repository."""

from pathlib import Path

import pytest
from hypothesis import settings

# a busy machine is slow, not wrong
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

SHARED = Path(__file__).parents[4] / "shared" / "data"


@pytest.fixture
def shared_data() -> Path:
    if not SHARED.is_dir():
        pytest.skip(f"no public test data at {SHARED}")
    return SHARED
