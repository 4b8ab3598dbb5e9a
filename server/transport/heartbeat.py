"""A sign of life for every connection: a page sees no ping frames, and must know when the network has gone silent."""

import asyncio

from msgspec.json import encode
from websockets.frames import Frame, Opcode

from server.protocol.outbound import Beat
from server.transport.connection import Connection

BEAT_S = 5.0
SLOTS = 25
"""The connections take turns, so that 10,000 of them are no burst."""

FRAME = Frame(Opcode.TEXT, encode(Beat())).serialize(mask=False)
"""The same bytes for everybody: nothing is encoded or framed for each."""


class Heartbeat:
    """Says `Beat` to every connection that was added, each `BEAT_S` seconds, from `work` on."""

    def __init__(self) -> None:
        self._slots: tuple[set[Connection], ...] = tuple(set() for _ in range(SLOTS))
        self._slot_of: dict[Connection, set[Connection]] = {}
        self._added = 0

    def add(self, connection: Connection) -> None:
        """One more who is to hear it."""
        self._added += 1
        slot = self._slots[self._added % SLOTS]
        slot.add(connection)
        self._slot_of[connection] = slot

    def remove(self, connection: Connection) -> None:
        """Forget a connection, if it is known."""
        slot = self._slot_of.pop(connection, None)
        if slot is not None:
            slot.discard(connection)

    async def work(self) -> None:
        """Beat until cancelled."""
        while True:
            for slot in self._slots:
                await asyncio.sleep(BEAT_S / SLOTS)
                for connection in slot:
                    connection.write(FRAME)
