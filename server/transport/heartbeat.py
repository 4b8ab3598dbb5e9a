"""Heartbeats to every connection: a page cannot see ping frames, and must notice when the network is gone."""

import asyncio

from msgspec.json import encode

from server.protocol.outbound import Beat
from server.transport.connection import Connection, make_frame

BEAT_S = 5.0
SLOTS = 25
"""The connections take turns, so that 10,000 of them make no burst."""

FRAME = make_frame(encode(Beat()))
"""The same bytes for all connections: encoded and framed once."""


class Heartbeat:
    """Sends `Beat` to every added connection, each `BEAT_S` seconds, while `work` runs."""

    def __init__(self) -> None:
        self._slots: tuple[set[Connection], ...] = tuple(set() for _ in range(SLOTS))
        self._slot_of: dict[Connection, set[Connection]] = {}
        self._added = 0

    def add(self, connection: Connection) -> None:
        """Add a connection."""
        self._added += 1
        slot = self._slots[self._added % SLOTS]
        slot.add(connection)
        self._slot_of[connection] = slot

    def remove(self, connection: Connection) -> None:
        """Remove a connection, if it is known."""
        slot = self._slot_of.pop(connection, None)
        if slot is not None:
            slot.discard(connection)

    async def work(self) -> None:
        """Send heartbeats until cancelled."""
        while True:
            for slot in self._slots:
                await asyncio.sleep(BEAT_S / SLOTS)
                for connection in slot:
                    connection.write(FRAME)
