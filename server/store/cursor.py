"""Where the next page of a list begins: two numbers of its last row, as opaque text."""

import base64
import binascii

from server.errors import Refused


def pack(first: int, second: int) -> str:
    """The cursor of the page after the row with these numbers."""
    return base64.urlsafe_b64encode(f"{first}.{second}".encode()).decode().rstrip("=")


def unpack(cursor: str | None) -> tuple[int, int] | None:
    """The two numbers again; Refused("bad_cursor") for what `pack` has not given."""
    if cursor is None:
        return None
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True)
        first, second = map(int, text.split(b"."))
        if max(abs(first), abs(second)) >= 1 << 63:
            raise ValueError("no integer of SQLite's")
        return first, second
    except (binascii.Error, ValueError) as error:
        raise Refused(code="bad_cursor") from error
