import pytest


@pytest.fixture
def database() -> str:
    """The file."""
    return ""
