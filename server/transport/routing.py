"""Routing of requests: a pure function of method and target over the table of addresses."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, unquote

import msgspec
from msgspec import Struct

from server.protocol.addresses import ADDRESSES, Address
from server.protocol.pages import PAGES, page_pattern
from server.protocol.query import NoQuery
from server.transport.turns import AtEnd

METHODS = ("GET", "HEAD")

_ID = "[0-9A-Za-z]{8,24}"
_NAMED = {
    "id": _ID,
    "game": _ID,
    "key": "[^/]{1,500}",
    "level": "[0-9]{1,3}",
    "number": "[1-9][0-9]{0,14}",
    "version": "0|[1-9][0-9]{0,8}",
    "name": "[^/]{1,40}",
}
"""Pattern of each named part of a path."""
_NAMED_IN_PAGES = {
    "id": _ID,
    "class": _ID,
    "level": _NAMED["level"],
    **dict.fromkeys(("key", "name", "puzzle", "topic"), "[^/]+"),
}
"""The client itself says that there is no such trap, player, puzzle or topic."""
_PAGES = re.compile(
    "|".join(f"(?P<{name}>{page_pattern(name, _NAMED_IN_PAGES)}{'/?' * (path != '/')})" for name, path in PAGES.items())
)
_SLASH = "\udc2f"
"""An escaped slash (%2F) within a name: a lone surrogate, which no address contains."""
_BUILT = re.compile(r"/b/([0-9a-f]{12})/(.+)")


NOTHING_ASKED = NoQuery()


@dataclass(frozen=True, slots=True)
class Page:
    """An address of the client's own, of the page called ``name``: the client itself reads the address."""

    name: str


@dataclass(frozen=True, slots=True)
class File:
    """Perhaps a file of the client; ``name`` is its path below ``web_client/``, not yet looked up."""

    name: str


@dataclass(frozen=True, slots=True)
class Built:
    """A file of the client under the name of its build."""

    build: str
    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """An address of the table, with the named parts of its path, its parameters, the client's address, and a function
    that registers callbacks for the end of its connection.
    """

    address: Address
    named: Mapping[str, str] = field(default_factory=dict)
    query: Struct = NOTHING_ASKED
    asker: str = ""
    at_end: AtEnd | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal: the status, and the code and detail of its `Problem`."""

    status: int
    code: str
    why: str = ""


Route = Page | File | Built | Call | Refusal


def _pattern(address: Address) -> re.Pattern[str]:
    pieces: Iterator[str] = iter(re.split(r"\{(\w+)\}", address.path))
    text = re.escape(next(pieces))
    for name in pieces:
        text += f"(?P<{name}>{_NAMED[name]}){re.escape(next(pieces))}"
    return re.compile(text)


_FIXED = {address.path: address for address in ADDRESSES if "{" not in address.path}
_VARYING = [(_pattern(address), address) for address in ADDRESSES if "{" in address.path]


def route(method: str, target: str) -> Route:
    """Route a request; ``target`` is the path with its query, as sent."""
    if method not in METHODS:
        return Refusal(405, "method_not_allowed")
    raw, _, query = target.partition("?")
    path = "/".join(unquote(piece, errors="replace").replace("/", _SLASH) for piece in raw.split("/"))
    if path in _FIXED:
        return _call(_FIXED[path], {}, query)
    if path.startswith("/api/"):
        for pattern, address in _VARYING:
            if match := pattern.fullmatch(path):
                named = {name: value.replace(_SLASH, "/") for name, value in match.groupdict().items()}
                return _call(address, named, query)
        return Refusal(404, "not_found")
    if built := _BUILT.fullmatch(path):
        return Built(built[1], built[2])
    if (found := _PAGES.fullmatch(path)) and found.lastgroup:
        return Page(found.lastgroup)
    return File(path[1:]) if path.startswith("/") else Refusal(404, "not_found")


def _call(address: Address, named: Mapping[str, str], query: str) -> Call | Refusal:
    try:
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query), max_num_fields=16)
        if len(dict(pairs)) < len(pairs):
            return Refusal(400, "bad_filter", "a parameter is given twice")
        return Call(address, named, msgspec.convert(dict(pairs), address.query, strict=False))
    except ValueError as error:  # msgspec's ValidationError is one, too
        return Refusal(400, "bad_filter", str(error))
