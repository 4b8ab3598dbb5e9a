"""Nothing but a public address is spoken to, and nothing of the answer is believed but its status."""

import asyncio
import ssl
from pathlib import Path

import pytest

from server.push import delivery
from server.push.delivery import NotPublic, PushAddress, deliver, find_public, is_public, read_endpoint
from tests.kit.push_service import HOST, PushService, make_certificate, open_service


@pytest.mark.parametrize(
    ("text", "host", "target"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc:DEF-_", "fcm.googleapis.com", "/fcm/send/abc:DEF-_"),
        ("https://Updates.Push.Mozilla.com/wpush/v2/g%41", "updates.push.mozilla.com", "/wpush/v2/g%41"),
        ("https://db5p.notify.windows.com/w/?token=a%3d&b=", "db5p.notify.windows.com", "/w/?token=a%3d&b="),
        ("https://web.push.apple.com:443/Q", "web.push.apple.com", "/Q"),
    ],
)  # fmt: skip
def test_endpoints_of_browsers_are_read(text: str, host: str, target: str) -> None:
    assert read_endpoint(text) == PushAddress(host, target)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "http://push.example.org/a",
        "https://push.example.org",
        "https://push.example.org:8443/a",
        "https://user@push.example.org/a",
        "https://push.example.org/a#b",
        "https://push.example.org/a b",
        "https://push.example.org/ä",
        "https://push.example.org/a\r\nX:y",
        "https://localhost/a",
        "https://127.0.0.1/a",
        "https://2130706433/a",
        "https://0x7f.1/a",
        "https://[::1]/a",
        "https://push.example.org./a",
        "https://push..example.org/a",
        "https://push.example.org\\@evil.example/a",
        "https://" + "a" * 64 + ".example.org/a",
        "file:///etc/passwd",
    ],
)
def test_anything_else_is_no_endpoint(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_endpoint(text)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("142.250.1.1", True),
        ("2a00:1450:4001::1", True),
        ("127.0.0.1", False),
        ("0.0.0.0", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:142.250.1.1", True),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b::a9fe:a9fe", False),
        ("64:ff9b::8efa:101", True),
        ("2002:7f00:1::1", False),
        ("2001:0:7f00:1::1", False),
        ("64:ff9b:1::7f00:1", False),
        ("::ffff:0:7f00:1", False),
        ("::7f00:1", False),
        ("fec0::2", False),
        ("5f00::1", False),
    ],
)
def test_what_is_public(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_a_host_with_one_address_that_is_not_public_is_not_spoken_to(monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(*addresses: str) -> object:
        return lambda host, port, type: [(2, type, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(delivery, "getaddrinfo", look_up("142.250.1.1", "142.250.1.2", "142.250.1.1"))
    assert find_public(HOST) == ["142.250.1.1", "142.250.1.2"]
    monkeypatch.setattr(delivery, "getaddrinfo", look_up("142.250.1.1", "10.0.0.1"))
    with pytest.raises(NotPublic, match=r"10\.0\.0\.1"):
        find_public(HOST)


async def sent(to: str = "/a", host: str = HOST) -> int:
    return await asyncio.to_thread(deliver, PushAddress(host, to), {"TTL": "60"}, b"body")


async def test_a_message_is_one_request_and_the_status_is_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, server = await open_service(tmp_path, monkeypatch)
    async with server:
        assert await sent("/a?b=c") == 201
        pushed = await service.next()
        assert (pushed.path, pushed.body) == ("/a?b=c", b"body")
        assert (pushed.headers["Host"], pushed.headers["TTL"]) == (HOST, "60")
        service.answers = [307, 410]
        assert await sent() == 307  # which is not followed
        assert await sent("/gone") == 410
        assert [(await service.next()).path for _ in range(2)] == ["/a", "/gone"]


async def test_a_service_with_the_certificate_of_another_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, server = await open_service(tmp_path, monkeypatch)
    async with server:
        with pytest.raises(ssl.SSLCertVerificationError):
            await sent(host="other.example.org")
        (tmp_path / "other").mkdir()
        certificate, _ = make_certificate(tmp_path / "other")
        stranger = ssl.create_default_context(cafile=str(certificate))
        monkeypatch.setattr(delivery, "_context", lambda: stranger)
        with pytest.raises(ssl.SSLCertVerificationError):
            await sent()
    assert service.pushed.empty()


@pytest.mark.parametrize("answer", [b"", b"SSH-2.0-x\r\n", b"HTTP/1.1 999 x\r\n", b"x" * 5000])
async def test_an_answer_that_is_not_http_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: bytes
) -> None:
    async def babble(self: PushService, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"body")
        writer.write(answer)
        writer.close()

    monkeypatch.setattr(PushService, "serve", babble)
    _, server = await open_service(tmp_path, monkeypatch)
    async with server:
        with pytest.raises((ValueError, OSError)):
            await sent()


async def test_a_service_that_says_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait(self: PushService, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    monkeypatch.setattr(PushService, "serve", wait)
    monkeypatch.setattr(delivery, "WAIT_S", 0.2)
    _, server = await open_service(tmp_path, monkeypatch)
    async with server:
        with pytest.raises(TimeoutError):
            await sent()
