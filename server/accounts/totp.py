"""Time-based codes of authenticators (RFC 6238, with HMAC-SHA-1 and 30 seconds, which all of them support)."""

import base64
import hmac
import secrets

STEP_S = 30
DIGITS = 6
SECRET_BYTES = 20
DRIFT = 1
"""Number of steps before and after the present one that are accepted: clocks differ, and people type slowly."""


def make_secret() -> bytes:
    """Return a new secret."""
    return secrets.token_bytes(SECRET_BYTES)


def show_secret(secret: bytes) -> str:
    """Return a secret as it is typed into an authenticator."""
    return base64.b32encode(secret).decode()


def make_code(secret: bytes, step: int, digits: int = DIGITS) -> str:
    """Return the code of a step."""
    mac = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    offset = mac[-1] & 15
    number = int.from_bytes(mac[offset : offset + 4], "big") & 0x7FFFFFFF
    return str(number % 10**digits).zfill(digits)


def find_step(secret: bytes, code: str, now_s: int) -> int | None:
    """Return the step of a code within `DRIFT` of the present one; None for a wrong code."""
    here = now_s // STEP_S
    found = None
    for step in range(here - DRIFT, here + DRIFT + 1):
        if hmac.compare_digest(make_code(secret, step).encode(), code.encode(errors="surrogatepass")):
            found = step
    return found
