"""The JSON API as a table."""

from server.protocol import addresses
from tests.server.transport.conftest import Served


async def test_every_address_of_the_api_has_an_endpoint(served: Served) -> None:
    ours = {address for address in addresses.ADDRESSES if address.path.startswith("/api/")}
    assert set(served.site._api._endpoints) == ours


def test_no_two_addresses_are_one() -> None:
    paths = [address.path for address in addresses.ADDRESSES]
    assert len(set(paths)) == len(paths)
