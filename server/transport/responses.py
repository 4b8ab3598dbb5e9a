"""HTTP responses: common headers, problems, cached files."""

from collections.abc import Iterable, Mapping
from email.utils import formatdate
from http import HTTPStatus
from types import MappingProxyType

import msgspec
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.protocol.api import Problem
from server.transport import routing
from server.transport.static import ClientFile

JSON = "application/json"
SVG = "image/svg+xml"
GIF = "image/gif"
SGF = "application/x-go-sgf; charset=utf-8"
BYTES = "application/octet-stream"
ZIP = "application/zip"
LINES = "application/jsonl; charset=utf-8"
TEXT = "text/plain; charset=utf-8"

SECURITY = (
    (
        "Content-Security-Policy",
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
"""Headers of every answer. ``'self'`` includes the WebSocket of the same host."""

_HEADERS_OF: dict[int, list[tuple[str, str]]] = {
    401: [("WWW-Authenticate", "Bearer")],
    405: [("Allow", ", ".join(routing.METHODS))],
    426: [("Connection", "Upgrade, close"), ("Upgrade", "websocket")],
    429: [("Retry-After", "1")],
    503: [("Retry-After", "1")],
}
_NOTHING: Mapping[str, str | int] = MappingProxyType({})


def answer_cached(request: Request, file: ClientFile, kept: str, *varying: str) -> Response:
    """Answer with a file: 304 if the browser has it, gzip if the browser accepts it.

    ``kept`` is the Cache-Control, ``varying`` names other request headers that decide.
    """
    zipped = file.zipped is not None and _takes_gzip(header(request, "Accept-Encoding"))
    headers = [
        ("ETag", file.zipped_etag if zipped else file.etag),
        ("Cache-Control", kept),
        ("Vary", ", ".join(("Accept-Encoding", *varying))),
    ]
    held = {tag.strip().removeprefix("W/") for tag in header(request, "If-None-Match").split(",")}
    if held & {file.etag, file.zipped_etag, "*"}:
        return answer(304, file.type, b"", headers)
    if zipped and file.zipped is not None:
        return answer(200, file.type, file.zipped, [*headers, ("Content-Encoding", "gzip")])
    return answer(200, file.type, file.body, headers)


def _takes_gzip(accepted: str) -> bool:
    for offer in accepted.lower().split(","):
        coding, _, weight = offer.replace(" ", "").partition(";q=")
        if coding == "gzip":
            return weight.strip("0.") != "" or not weight
    return False


def problem(status: int, code: str, detail: Mapping[str, str | int] = _NOTHING) -> Response:
    """Build an answer that is not a success, with its `Problem` as the body."""
    body = msgspec.json.encode(Problem(code, dict(detail)))
    return answer(status, JSON, body, _HEADERS_OF.get(status, ()))


def answer(status: int, type: str, body: bytes, headers: Iterable[tuple[str, str]] = ()) -> Response:
    """Build a response with the common headers."""
    fields = Headers([("Date", formatdate(usegmt=True)), *SECURITY, *headers])
    for name, value in (("Connection", "close"), ("Cache-Control", "no-store")):
        if name not in fields:
            fields[name] = value
    if status != 304:
        fields["Content-Type"] = type
        fields["Content-Length"] = str(len(body))
    return Response(status, HTTPStatus(status).phrase, fields, body)


def header(request: Request, name: str) -> str:
    """Return the values of a request header, joined by commas; "" without one."""
    return ", ".join(request.headers.get_all(name))
