"""Cursors, where the next page of a list begins: the number and the name of its last row, by which it is ordered.

A name and not the row's own number: gaps between those would count what the reader may not see.
"""

import base64
import binascii

from server.errors import Refused


def pack(number: int, name: str) -> str:
    """The cursor of the page after the row with this number and name."""
    return base64.urlsafe_b64encode(f"{number} {name}".encode()).decode().rstrip("=")


def unpack(cursor: str | None) -> tuple[int, str] | None:
    """The number and the name again; Refused("bad_cursor") for what `pack` has not given."""
    if cursor is None:
        return None
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True).decode()
        number, separator, name = text.partition(" ")
        if not (separator and name and abs(int(number)) < 1 << 63):
            raise ValueError("no row ends a page like this")
        return int(number), name
    except (binascii.Error, ValueError) as error:
        raise Refused(code="bad_cursor") from error
