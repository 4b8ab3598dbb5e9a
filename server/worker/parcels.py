"""Long messages in parts that fit the bus; of a message of which a part is lost, nothing arrives."""

import secrets
import struct
from collections.abc import Iterator

PART_BYTES = 512 << 10
MOST_PARTS = 128
MOST_OPEN = 16
"""Most unfinished messages that are kept; the oldest is given up for a new one."""

_HEADER = struct.Struct("!8sHH")


def split(message: bytes) -> Iterator[bytes]:
    """Yield the parts of a message; raises ValueError if it has too many."""
    count = max(1, -(-len(message) // PART_BYTES))
    if count > MOST_PARTS:
        raise ValueError(f"a message of {len(message)} bytes is too long")
    id = secrets.token_bytes(8)
    for n in range(count):
        yield _HEADER.pack(id, n, count) + message[n * PART_BYTES : (n + 1) * PART_BYTES]


class Parcels:
    """Puts messages together again."""

    def __init__(self) -> None:
        self._open: dict[bytes, list[bytes]] = {}

    def take(self, part: bytes) -> bytes | None:
        """Return the message of which this is the last part, else None; anything that is no part is dropped."""
        if len(part) < _HEADER.size:
            return None
        id, n, count = _HEADER.unpack_from(part)
        body = part[_HEADER.size :]
        if count == 1:
            return body if n == 0 else None
        parts = self._open.pop(id, [])
        if n != len(parts) or not 0 < count <= MOST_PARTS:  # a part before it is lost
            return None
        parts.append(body)
        if len(parts) == count:
            return b"".join(parts)
        if len(self._open) >= MOST_OPEN:
            del self._open[next(iter(self._open))]
        self._open[id] = parts
        return None
