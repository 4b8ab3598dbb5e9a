"""Opening of the bus that the settings name."""

from server.bus.bus import Bus
from server.config import Config
from server.errors import StartError

WAIT_S = 2.0
"""Longest wait for a connection at the start; a server starts without one, and connects later."""


async def open_bus(config: Config) -> Bus | None:
    """Open the bus to other processes, None by default. Raises StartError if the extra for NATS is not installed."""
    if not config.bus:
        return None
    try:
        from server.bus.nats_bus import NatsBus  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise StartError(f"the bus {config.bus} needs the extra tengen[cluster]: {error}") from error
    bus = NatsBus(config.bus)
    await bus.open(WAIT_S)
    return bus
