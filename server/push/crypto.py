"""Encryption of push messages for browsers (RFC 8291, with RFC 8188), and this server's signature for push services
(RFC 8292). Needs the package cryptography of the extra ``push``.
"""

import hmac
import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

KEY_BYTES = 65
"""A public key: an uncompressed point of P-256."""
SECRET_BYTES = 16
RECORD = 4096
"""Bytes of a record; a message is one record."""
MOST_BYTES = 3000
"""Longest message, which every push service accepts."""
VALID_S = 12 * 3600
"""Validity of a signature; the standard allows a day."""

_CURVE = ec.SECP256R1()


class VapidKey:
    """The key that identifies this server to push services."""

    def __init__(self, private: bytes) -> None:
        self._key = ec.derive_private_key(int.from_bytes(private), _CURVE)
        self.public = encode(_point(self._key.public_key()))
        """Public key in the form for browsers and push services."""

    @staticmethod
    def make() -> bytes:
        """Return a new private key."""
        return ec.generate_private_key(_CURVE).private_numbers().private_value.to_bytes(32)

    def authorize(self, origin: str, contact: str, now_s: int) -> str:
        """Return the Authorization header for a push service's origin, with the sender's signature and contact."""
        claims = {"aud": origin, "exp": now_s + VALID_S, "sub": contact}
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        signed = ".".join(encode(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"vapid t={signed}.{encode(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"


def encrypt(
    message: bytes, public: bytes, secret: bytes, *, salt: bytes = b"", key: ec.EllipticCurvePrivateKey | None = None
) -> bytes:
    """Encrypt a message for a browser's public key and secret. Raises ValueError for an invalid key.

    ``salt`` and ``key`` are fresh for each message; they are parameters only for comparison with published examples.
    """
    if len(message) > MOST_BYTES:
        raise ValueError("the message is too long")
    salt = salt or os.urandom(16)
    own = key or ec.generate_private_key(_CURVE)
    point = _point(own.public_key())
    shared = own.exchange(ec.ECDH(), read_point(public))
    seed = _derive(secret, shared, b"WebPush: info\0" + public + point, 32)
    content_key = _derive(salt, seed, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, seed, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4) + bytes([len(point)]) + point
    return header + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)  # 2 ends the last record


def read_point(public: bytes) -> ec.EllipticCurvePublicKey:
    """Decode a browser's public key; raises ValueError for a point off the curve."""
    if len(public) != KEY_BYTES:
        raise ValueError("no public key")
    return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, public)


def encode(raw: bytes) -> str:
    """Encode bytes as base64url without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Decode base64url without padding; raises ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """Return HKDF-SHA-256 of at most 32 bytes."""
    return hmac.digest(hmac.digest(salt, secret, "sha256"), info + b"\x01", "sha256")[:length]
