"""Codes of authenticators by time (RFC 6238, with HMAC-SHA-1 and 30 seconds, which all of them know)."""

import base64
import hmac
import secrets

STEP_S = 30
DIGITS = 6
SECRET_BYTES = 20
DRIFT = 1
"""So many steps before and after count, too: clocks differ, and people type slowly."""


def make_secret() -> bytes:
    """A new one."""
    return secrets.token_bytes(SECRET_BYTES)


def show_secret(secret: bytes) -> str:
    """A secret as it is typed into an authenticator."""
    return base64.b32encode(secret).decode()


def make_code(secret: bytes, step: int, digits: int = DIGITS) -> str:
    """The code of a step."""
    mac = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    offset = mac[-1] & 15
    number = int.from_bytes(mac[offset : offset + 4], "big") & 0x7FFFFFFF
    return str(number % 10**digits).zfill(digits)


def find_step(secret: bytes, code: str, now_s: int) -> int | None:
    """The step whose code this is, at about this time; None for none."""
    here = now_s // STEP_S
    found = None
    for step in range(here - DRIFT, here + DRIFT + 1):
        if hmac.compare_digest(make_code(secret, step).encode(), code.encode(errors="surrogatepass")):
            found = step
    return found
