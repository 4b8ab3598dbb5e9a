"""The names of rooms and games."""

import secrets

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
LENGTH = 12


def new_id() -> str:
    """A random name for a room: 71 bits, so that a link is a secret."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
