"""Messages and signatures as the standards have them."""

import json

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from server.push.crypto import MOST_BYTES, VapidKey, decode, encode, encrypt, read_point
from tests.kit.push_service import Browser


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decode(text)), ec.SECP256R1())


def test_the_example_of_rfc_8291() -> None:
    """Section 5, with the keys of its appendix A."""
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        decode("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        decode("BTBZMqHH6r4Tts7J_aSIgg"),
        salt=decode("DGv6ra1nlYgDCS1FRnbzlw"),
        key=private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    )
    assert encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_only_the_browser_reads_a_message_and_each_is_encrypted_anew() -> None:
    browser, other = Browser("/a"), Browser("/b")
    first, second = (encrypt(b'{"kind":"lesson"}', browser.public, browser.secret) for _ in range(2))
    assert first != second
    assert browser.read(first) == browser.read(second) == {"kind": "lesson"}
    with pytest.raises(InvalidTag):
        other.read(first)


def test_a_key_that_is_none_and_a_message_that_is_too_long_are_refused() -> None:
    browser = Browser("/a")
    for public in (
        b"",
        browser.public[:-1],
        browser.public[:-1] + bytes([browser.public[-1] ^ 1]),
        b"\x04" + bytes(64),
    ):
        with pytest.raises(ValueError):  # noqa: PT011
            read_point(public)
    with pytest.raises(ValueError, match="too long"):
        encrypt(bytes(MOST_BYTES + 1), browser.public, browser.secret)
    with pytest.raises(ValueError):  # noqa: PT011
        decode("A")


def test_the_signature_holds_for_one_service_and_half_a_day() -> None:
    key = VapidKey(VapidKey.make())
    scheme, _, rest = key.authorize("https://push.example.org", "mailto:me@example.org", 1_000_000).partition(" ")
    signed, _, public = rest.removeprefix("t=").partition(", k=")
    assert (scheme, public) == ("vapid", key.public)
    head, claims, signature = signed.split(".")
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(decode(claims)) == {
        "aud": "https://push.example.org",
        "exp": 1_043_200,
        "sub": "mailto:me@example.org",
    }
    raw = decode(signature)
    assert len(raw) == 64
    pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    read_point(decode(public)).verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    with pytest.raises(InvalidSignature):
        read_point(decode(public)).verify(pair, f"{head}.x{claims}".encode(), ec.ECDSA(SHA256()))


def test_a_key_is_the_same_when_it_is_read_again() -> None:
    kept = VapidKey.make()
    assert len(kept) == 32
    assert VapidKey(kept).public == VapidKey(kept).public != VapidKey(VapidKey.make()).public
