"""QR codes: an authenticator's key as a picture for its camera."""

from urllib.parse import quote, urlencode

import segno

from server.protocol.outbound import QrCode

BORDER = 4
"""Width of the light border: with less, cameras do not find the code."""


def make_uri(secret: str, account: str, place: str) -> str:
    """Return the URI for an authenticator: the key in base 32, the account and the place."""
    label = quote(f"Tengen:{account}" + (f"@{place}" if place else ""), safe="")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': 'Tengen'})}"


def draw(text: str) -> QrCode:
    """Draw the QR code of a text, with runs of dark modules as an SVG path. CPU-bound: call it in a thread."""
    code = segno.make(text, error="m", micro=False, boost_error=False)
    runs = []
    for y, row in enumerate(code.matrix):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end]:
                end += 1
            if end > x:
                runs.append(f"M{x + BORDER} {y + BORDER}h{end - x}v1h-{end - x}z")
            x = end + 1
    return QrCode(text, len(code.matrix) + 2 * BORDER, "".join(runs))
