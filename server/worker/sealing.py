"""Seals of messages between processes of one installation: nothing is unpickled that no holder of the key has sent."""

import hmac
import pickle

from server.errors import TengenError

SEAL_BYTES = 32
LEAST_KEY_BYTES = 16


class BadSeal(TengenError):
    """The message was not made by a holder of the key for this purpose, or not by this version of Tengen."""

    code = "bad_seal"


class Sealer:
    """Seals and opens messages with the key of an installation, of at least `LEAST_KEY_BYTES` random bytes."""

    def __init__(self, key: bytes) -> None:
        if len(key) < LEAST_KEY_BYTES:
            raise ValueError("the key of the installation is too short")
        self._key = key

    def seal(self, purpose: str, message: object) -> bytes:
        """Return a message as bytes that `unseal` opens for the same purpose. Raises what pickle raises."""
        body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
        return self._mark(purpose, body) + body

    def unseal(self, purpose: str, sealed: bytes) -> object:
        """Return the message; raises BadSeal."""
        mark, body = sealed[:SEAL_BYTES], sealed[SEAL_BYTES:]
        if not hmac.compare_digest(mark, self._mark(purpose, body)):
            raise BadSeal(f"a message for {purpose} is not sealed with our key")
        try:
            message: object = pickle.loads(body)
        except Exception as error:  # a class that another version has
            raise BadSeal(f"a message for {purpose} cannot be read: {error!r}") from error
        return message

    def _mark(self, purpose: str, body: bytes) -> bytes:
        return hmac.digest(self._key, purpose.encode() + b"\0" + body, "sha256")
