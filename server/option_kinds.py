"""Kinds of settings: parsing of their text, and descriptions for error messages."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any

Network = IPv4Network | IPv6Network


@dataclass(frozen=True)
class OptionKind:
    """Parser of an option: ``parse`` raises ValueError for anything but ``takes``.

    ``names`` are the permitted words, ``span`` the lowest and highest number, for kinds of these sorts.
    """

    metavar: str
    takes: str
    parse: Callable[[str], Any]
    names: tuple[str, ...] = ()
    span: tuple[int, int] | None = None


def whole(low: int, high: int, metavar: str = "N") -> OptionKind:
    """Return the kind of whole numbers in a range."""

    def parse(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", text) or not low <= int(text) <= high:
            raise ValueError(text)
        return int(text)

    return OptionKind(metavar, f"a whole number from {low} to {high}", parse, span=(low, high))


def one_of(*names: str) -> OptionKind:
    """Return the kind of a set of words, in any case."""

    def parse(text: str) -> str:
        return names[names.index(text.lower())]  # the same object: defaults are recognised by identity

    return OptionKind("NAME", "one of " + ", ".join(names), parse, names)


def _text(text: str) -> str:
    if not text or not text.isprintable():
        raise ValueError(text)
    return text


def _secret(text: str) -> str:
    if not re.fullmatch(r"[!-~]{0,200}", text):
        raise ValueError("not one word")
    return text


def _database(text: str) -> str:
    if not re.fullmatch(r"|postgres(ql)?://[!-~]+", text):
        raise ValueError("not a database")
    return text


def _contact(text: str) -> str:
    if not re.fullmatch(r"|mailto:[!-~]+@[!-~]+|https://[!-~]+", text):
        raise ValueError("neither of the two")
    return text


def _bus(text: str) -> str:
    if not re.fullmatch(r"|(nats|tls)://[!-~]+", text):
        raise ValueError(text)
    return text


def _parts(text: str) -> Iterator[str]:
    return (part.strip() for part in text.split(",") if part.strip())


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(part.lower().rstrip("/") for part in _parts(text))
    for origin in origins:
        if not re.fullmatch(r"https?://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", origin):
            raise ValueError(origin)
    return origins


def _networks(text: str) -> tuple[Network, ...]:
    return tuple(ip_network(part) for part in _parts(text))


def _duration(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,9})([smhd]?)", text)
    if not found:
        raise ValueError(text)
    seconds = int(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[found[2]]
    if seconds > 31_536_000:
        raise ValueError(text)
    return seconds


BUS = OptionKind("URL", "an address like nats://bus.example.org:4222, or nothing", _bus)
CONTACT = OptionKind("CONTACT", "an address like mailto:somebody@example.org or https://example.org", _contact)
DURATION = OptionKind("TIME", "seconds, or a time like 30m, 12h or 1d, up to a year; 0 is never", _duration)
FILE = OptionKind("FILE", "the path of a file, or nothing", lambda text: _text(text) if text else "")
FOLDER = OptionKind("FOLDER", "the path of a folder", lambda text: Path(_text(text)))
HOST = OptionKind("HOST", "the name or address of an interface", _text)
PATH = OptionKind("FILE", "the path of a file", lambda text: Path(_text(text)))
ORIGINS = OptionKind("ORIGINS", "origins like https://go.example.org, separated by commas", _origins)
NETWORKS = OptionKind("NETWORKS", "addresses or networks like 10.0.0.0/8, separated by commas", _networks)
WORDS = OptionKind("WORDS", "a text of one line", _text)
DATABASE = OptionKind("URL", "a URL like postgresql://user:password@host/name", _database)
TOKEN = OptionKind("TOKEN", "a text without spaces", _secret)
