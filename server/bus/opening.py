"""Opening of the bus that the settings name."""

from server.bus.bus import Bus
from server.errors import StartError

WAIT_S = 2.0
"""Longest wait for a connection at the start; a server starts without one, and connects later."""


async def open_bus(address: str) -> Bus:
    """Open the bus at an address. Raises StartError if the extra for NATS is not installed."""
    try:
        from server.bus.nats_bus import NatsBus  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise StartError(f"the bus {address} needs the extra tengen[cluster]: {error}") from error
    bus = NatsBus(address)
    await bus.open(WAIT_S)
    return bus
