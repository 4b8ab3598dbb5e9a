"""Page cursors: the sort number and the name of the last row of a page.

They hold a name and not the row's id, because gaps between ids would show how many rows are hidden from the reader.
"""

import base64
import binascii

from server.errors import Refused


def pack(number: int, name: str) -> str:
    """Encode the cursor of the page after the row with this number and name."""
    return base64.urlsafe_b64encode(f"{number} {name}".encode()).decode().rstrip("=")


def unpack(cursor: str | None) -> tuple[int, str] | None:
    """Decode a cursor into its number and name, None without one; Refused("bad_cursor") if it is malformed."""
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
