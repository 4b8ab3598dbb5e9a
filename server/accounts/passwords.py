"""Passwords: validation and hashes. Hashes are computed in a separate process (`hashing`)."""

import unicodedata
from functools import cache

from argon2 import PasswordHasher, Type
from argon2.exceptions import Argon2Error, InvalidHashError
from argon2.low_level import hash_secret_raw

from server.accounts.look_alikes import make_look
from server.errors import Refused

SHORTEST, LONGEST = 8, 200
"""Limits in characters."""
FEWEST_DIFFERENT = 4
MEMORY_KIB, ROUNDS = 19 * 1024, 2
"""Argon2id with one lane: OWASP's minimum, measured at 27 ms of a core."""

_RUNS = ("abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm", "01234567890", "1qaz2wsx3edc4rfv", "password")
_COMMON = ("password", "passw0rd", "iloveyou", "letmein", "welcome", "admin", "gomoku", "tengen", "wuziqi", "woaini")

_CODES_SALT = b"a code of a class"
_hasher = PasswordHasher(time_cost=ROUNDS, memory_cost=MEMORY_KIB, parallelism=1, type=Type.ID)


def require_password(password: str, name: str) -> None:
    """Raise Refused("weak_password") for a password that is easy to guess for an account of this name."""
    text = normalise(password)
    if not SHORTEST <= len(text) <= LONGEST:
        raise Refused(code="weak_password", shortest=SHORTEST, longest=LONGEST, why="length")
    small = text.casefold()
    if len(set(small)) < FEWEST_DIFFERENT:
        raise Refused(code="weak_password", shortest=SHORTEST, longest=LONGEST, why="plain")
    bare = small.strip("0123456789!.?#@ ")
    if bare in _COMMON or make_look(small) == make_look(name) or bare == name.casefold():
        raise Refused(code="weak_password", shortest=SHORTEST, longest=LONGEST, why="common")
    if any(small in run * 2 or small in run[::-1] * 2 for run in _RUNS):
        raise Refused(code="weak_password", shortest=SHORTEST, longest=LONGEST, why="common")


def normalise(password: str) -> str:
    """Normalise a password for hashing: keyboards encode the same letter in more than one way."""
    return unicodedata.normalize("NFKC", password)


def make_hash(password: str) -> str:
    """Return the hash of a password, with its parameters and its salt."""
    return _hasher.hash(normalise(password).encode(errors="surrogatepass"))


def verify(kept: str | None, password: str) -> tuple[bool, str | None]:
    """Verify a password. Return whether it matches, and a new hash if the stored one has outdated parameters.

    Without a stored hash the check takes equally long, and fails.
    """
    secret = normalise(password).encode(errors="surrogatepass")
    nobodys = _hash_of_nobody()
    try:
        _hasher.verify(nobodys if kept is None else kept, secret)
    except (Argon2Error, InvalidHashError):
        return False, None
    if kept is None:
        return False, None
    return True, _hasher.hash(secret) if _hasher.check_needs_rehash(kept) else None


def hash_codes(codes: list[str]) -> list[bytes]:
    """Return the hashes of codes that are short enough to type. All share one salt, so that each can be looked up;
    trying one takes as long as trying a password.
    """
    return [
        hash_secret_raw(
            *(code.encode(errors="surrogatepass"), _CODES_SALT, ROUNDS, MEMORY_KIB),
            parallelism=1,
            hash_len=32,
            type=Type.ID,
        )
        for code in codes
    ]


@cache
def _hash_of_nobody() -> str:
    return _hasher.hash(b"of nobody")
