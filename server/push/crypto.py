"""Encryption of messages so that only the browser reads them (RFC 8291, by RFC 8188), and this server's signature for
push services (RFC 8292). Needs the package cryptography, which the extra ``push`` brings."""

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
"""A public key: a point of P-256 that is not compressed."""
SECRET_BYTES = 16
RECORD = 4096
"""Bytes of a record; a message is one."""
MOST_BYTES = 3000
"""Of a message: every push service takes as many."""
VALID_S = 12 * 3600
"""So long a signature holds; the standard allows a day."""

_CURVE = ec.SECP256R1()


class VapidKey:
    """The key by which push services know this server."""

    def __init__(self, private: bytes) -> None:
        self._key = ec.derive_private_key(int.from_bytes(private), _CURVE)
        self.public = encode(_point(self._key.public_key()))
        """As browsers and push services read it."""

    @staticmethod
    def make() -> bytes:
        """A new private key."""
        return ec.generate_private_key(_CURVE).private_numbers().private_value.to_bytes(32)

    def authorize(self, origin: str, contact: str, now_s: int) -> str:
        """The header that shows a push service of an origin who sends, and whom it may write to."""
        claims = {"aud": origin, "exp": now_s + VALID_S, "sub": contact}
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        signed = ".".join(encode(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"vapid t={signed}.{encode(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"


def encrypt(
    message: bytes, public: bytes, secret: bytes, *, salt: bytes = b"", key: ec.EllipticCurvePrivateKey | None = None
) -> bytes:
    """A message for a browser, by its public key and secret. ValueError where the key is none.

    ``salt`` and ``key`` are new ones for each message; they are given to be compared with an example only.
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
    """A browser's public key; ValueError for what is no point of the curve."""
    if len(public) != KEY_BYTES:
        raise ValueError("no public key")
    return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, public)


def encode(raw: bytes) -> str:
    """Bytes as text, without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The same back; ValueError for what is none."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """HKDF-SHA-256 of at most 32 bytes."""
    return hmac.digest(hmac.digest(salt, secret, "sha256"), info + b"\x01", "sha256")[:length]
