"""QR codes: the key of an authenticator as a picture that its camera reads."""

from urllib.parse import quote, urlencode

import segno

from server.protocol.outbound import QrCode

BORDER = 4
"""Light modules around the dark ones: with fewer, cameras do not find it."""


def make_uri(secret: str, account: str, place: str) -> str:
    """What an authenticator reads: the key in base 32, whose it is, and where it is for."""
    label = quote(f"Tengen:{account}" + (f"@{place}" if place else ""), safe="")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': 'Tengen'})}"


def draw(text: str) -> QrCode:
    """The QR code of a text, its runs of dark modules as the path of an SVG. It computes: call it in a thread."""
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
