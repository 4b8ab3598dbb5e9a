import pytest


@pytest.fixture
def database(postgres_address: str) -> str:
    """Only the one that these tests are about."""
    return postgres_address
