"""A push service like a browser vendor's, which takes messages over TLS, and a browser that can read them."""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import ssl
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.x509.oid import NameOID

from server.push import delivery
from server.push.crypto import encode

HOST = "push.example.org"


class Browser:
    """A subscriber with its own key and secret."""

    def __init__(self, path: str) -> None:
        self.endpoint = f"https://{HOST}{path}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        self.public = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )

    @property
    def subscription(self) -> dict[str, str]:
        """The fields of the command."""
        return {"endpoint": self.endpoint, "public": encode(self.public), "secret": encode(self.secret)}

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt a message for this browser, one record of RFC 8188."""
        return dict(json.loads(open_record(body, self._key, self.public, self.secret)))


def open_record(body: bytes, key: ec.EllipticCurvePrivateKey, public: bytes, secret: bytes) -> bytes:
    """Decrypt by the steps of RFC 8291."""
    salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
    sender, record = body[21 : 21 + length], body[21 + length :]
    assert len(record) <= size
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))

    def derive(salt: bytes, secret: bytes, info: bytes) -> bytes:
        return hmac.digest(hmac.digest(salt, secret, "sha256"), info + b"\1", "sha256")

    seed = derive(secret, shared, b"WebPush: info\0" + public + sender)
    content_key = derive(salt, seed, b"Content-Encoding: aes128gcm\0")[:16]
    nonce = derive(salt, seed, b"Content-Encoding: nonce\0")[:12]
    return AESGCM(content_key).decrypt(nonce, record, None).rstrip(b"\0").removesuffix(b"\2")


@dataclass
class Pushed:
    """One request received."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """Takes messages; ``answers`` are the statuses it returns first, then 201."""

    answers: list[int] = field(default_factory=list)
    pushed: asyncio.Queue[Pushed] = field(default_factory=asyncio.Queue)
    port: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in head[1:] if line)
        body = await reader.readexactly(int(headers["Content-Length"]))
        status = self.answers.pop(0) if self.answers else 201
        writer.write(f"HTTP/1.1 {status} Whatever\r\nLocation: https://{HOST}/elsewhere\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        method, path, _ = head[0].split(" ")
        assert method == "POST"
        self.pushed.put_nowait(Pushed(path, headers, body))

    async def next(self) -> Pushed:
        """Return the next message received."""
        async with asyncio.timeout(30):
            return await self.pushed.get()


def make_certificate(folder: Path, names: Iterable[str] = (HOST,)) -> tuple[Path, Path]:
    """Make the files of a self-signed certificate and of its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return folder / "certificate.pem", folder / "key.pem"


async def open_service(folder: Path, patch: pytest.MonkeyPatch) -> tuple[PushService, asyncio.Server]:
    """Open a service on this machine that this process takes for a public one with a trusted certificate."""
    certificate, key = make_certificate(folder)
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(certificate, key)
    service = PushService()
    server = await asyncio.start_server(service.serve, "127.0.0.1", 0, ssl=own)
    service.port = next(iter(server.sockets)).getsockname()[1]
    trusting = ssl.create_default_context(cafile=str(certificate))
    patch.setattr(delivery, "_context", lambda: trusting)
    patch.setattr(delivery, "PORT", service.port)
    patch.setattr(delivery, "find_public", lambda host: ["127.0.0.1"])
    return service, server
