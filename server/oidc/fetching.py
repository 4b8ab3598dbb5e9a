"""Requests to the provider: with timeouts and size limits, without redirects, and unencrypted to this machine only."""

import json
from ipaddress import ip_address
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

TIMEOUT_S = 10.0
LARGEST = 262_144
"""Largest answer in bytes."""


class ProviderFault(Exception):
    """The provider cannot be reached, or answers wrongly; the message is for the operator's log."""


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Follow no redirect: the answer is then an error."""


_opener = build_opener(_NoRedirects)


def is_safe(url: str) -> bool:
    """Return whether a URL uses https, or http to this machine itself."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return False
    if parts.username is not None or parts.fragment or not host:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and _is_loopback(host))


def fetch(url: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> dict[str, Any]:
    """Fetch the JSON object at a URL; a ``body`` is posted as a form. Blocks: call it in a thread. Raises
    ProviderFault.
    """
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
