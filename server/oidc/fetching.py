"""Requests to the provider: with timeouts, bounded, never redirected, and in clear text to this machine alone."""

import json
from ipaddress import ip_address
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

TIMEOUT_S = 10.0
LARGEST = 262_144
"""Bytes of an answer."""


class ProviderFault(Exception):
    """The provider cannot be reached, or says what it should not; the message is for the operator's log."""


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """None: the answer is taken as it is, which is an error then."""


_opener = build_opener(_NoRedirects)


def is_safe(url: str) -> bool:
    """Whether a URL is one of https, or of http to this machine itself."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return False
    if parts.username is not None or parts.fragment or not host:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and _is_loopback(host))


def fetch(url: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> dict[str, Any]:
    """The JSON object at a URL; with a ``body`` that is posted as a form. It blocks: call it in a thread."""
    if not is_safe(url):
        raise ProviderFault(f"{url!r} is not an address of https")
    request = Request(url, body, {"Accept": "application/json", "User-Agent": "Tengen", **(headers or {})})
    try:
        with _opener.open(request, timeout=TIMEOUT_S) as answer:
            raw = answer.read(LARGEST + 1)
    except HTTPError as error:
        with error:
            said = error.read(200)
        raise ProviderFault(f"{url} answers {error.code}: {said!r}") from None
    except (URLError, OSError, ValueError) as error:
        raise ProviderFault(f"{url} cannot be asked: {error}") from None
    if len(raw) > LARGEST:
        raise ProviderFault(f"{url} answers with more than {LARGEST} bytes")
    try:
        found = json.loads(raw)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ProviderFault(f"{url} answers with no JSON object")
    return found


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
