"""Files of the browser client, held in memory and read again when they change."""

import gzip
import hashlib
import logging
import os
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from server import resources
from server.errors import StartError
from server.protocol.values import Language
from server.transport import joining, page

log = logging.getLogger(__name__)

ROOT = resources.find_folder("web_client")
PAGE = "index.html"
STYLE = "style/index.css"

TYPES: Mapping[str, str] = MappingProxyType(
    {
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".json": "application/json",
        ".webmanifest": "application/manifest+json",
        ".svg": "image/svg+xml",
        ".txt": "text/plain; charset=utf-8",
        ".png": "image/png",
        ".webp": "image/webp",
        ".ico": "image/x-icon",
        ".woff2": "font/woff2",
        ".mp3": "audio/mpeg",
        ".ogg": "audio/ogg",
        ".wav": "audio/wav",
    }
)
"""Our own table, independent of the machine's; files of other kinds are not served."""

_COMPRESSED_ALREADY = frozenset({".png", ".webp", ".woff2", ".mp3", ".ogg"})
_WORTH_COMPRESSING = 1024

_Stamp = tuple[int, int]
"""Modification time of a file in nanoseconds, and its size."""


@dataclass(frozen=True, slots=True)
class ClientFile:
    """One file: its bytes, their gzip if that is smaller, and the strong entity tags of both."""

    type: str
    body: bytes
    etag: str
    zipped: bytes | None
    zipped_etag: str


class ClientFiles:
    """All files below a folder, by relative path; no name leads out of it, since only files found there exist.

    ``build`` identifies the whole set; the page names its files below it, so that browsers may cache them for ever.
    There the scripts and sheets that import others are joined. Files are checked on access, at most every ``every_s``
    seconds, so that an edit needs only a reload.
    """

    build: str

    def __init__(self, root: Path = ROOT, every_s: float = 1.0) -> None:
        self._root = root
        self._every_s = every_s
        self._stamps: dict[str, _Stamp] = {}
        self._raw: dict[str, bytes] = {}
        self._files: dict[str, ClientFile] = {}
        self._joined: dict[str, ClientFile] = {}
        self._document = b""
        self._loaded: dict[str, list[str]] = {}
        """By name of a page, the scripts that the client loads to show it."""
        self._pages: dict[tuple[Language, str], ClientFile] = {}
        self._looked_at = time.monotonic()
        try:
            self._read()
        except OSError as error:
            raise StartError(f"cannot read the client's file {error.filename}: {error.strerror}") from error
        if not self._document:
            raise StartError(f"the client's files are not there: no {root / PAGE}")

    def get(self, name: str) -> ClientFile | None:
        """Return the present file of a name (``lib/dom.js``), or None."""
        self._look()
        return self._files.get(name)

    def built(self, name: str, build: str) -> ClientFile | None:
        """The same as a page of a build has it: with what it imports.

        None for the script of a single page or part of another build: the client that asks has modules of its own
        build, and the script would bring others along.
        """
        self._look()
        if build != self.build and name.startswith((page.PAGES, "components/")):
            return None
        return self._joined.get(name) or self._files.get(name)

    def page(self, language: Language, name: str) -> ClientFile:
        """The document for readers of a language, which loads the scripts of the page called ``name`` ahead."""
        self._look()
        if (language, name) not in self._pages:
            body = page.page(self._document, self.build, self._loaded.get(name, ()), language)
            self._pages[language, name] = _file(PAGE, body)
        return self._pages[language, name]

    def _look(self) -> None:
        now = time.monotonic()
        if now - self._looked_at >= self._every_s:
            self._looked_at = now
            try:
                self._read()
            except (OSError, StartError) as error:  # a file is being saved: the old set stays until the next check
                log.debug("the client's files stay as they are: %s", error)

    def _read(self) -> None:
        """Update the memory from the folder: read new and changed files, drop deleted ones."""
        stamps = dict(_scan(str(self._root)))
        changed = [name for name, stamp in stamps.items() if self._stamps.get(name) != stamp]
        if not changed and len(stamps) == len(self._stamps):
            return
        raw = {name: self._raw.get(name, b"") for name in sorted(stamps)}
        raw |= {name: (self._root / name).read_bytes() for name in changed}
        joined = _join(raw)
        self._files = {
            name: _file(name, raw[name]) if name in changed else self._files[name] for name in raw if name != PAGE
        }
        self._joined = {name: _file(name, body) for name, body in joined.items()}
        self._raw, self._stamps = raw, stamps
        self.build = _digest(raw | {f"joined/{name}": body for name, body in joined.items()})
        self._loaded = page.read_pages(raw.get(page.PAGE_TABLE, b"").decode(errors="replace"))
        self._document = raw.get(PAGE, self._document)  # an editor may be replacing it
        self._pages.clear()


def _join(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the scripts and sheets that hold others, by name."""
    texts = {name: raw.decode(errors="replace") for name, raw in files.items() if name.endswith((".js", ".css"))}
    scripts = {name: text for name, text in texts.items() if name.endswith(".js")}
    joined = joining.join_scripts(scripts)
    if STYLE in texts:
        joined[STYLE] = joining.join_styles(STYLE, texts)
    return {name: text.encode() for name, text in joined.items()}


def _digest(files: Mapping[str, bytes]) -> str:
    whole = hashlib.sha256()
    for name, raw in files.items():
        whole.update(b"%s\0%d\0" % (name.encode(), len(raw)))
        whole.update(raw)
    return whole.hexdigest()[:12]


def _scan(folder: str, prefix: str = "") -> Iterator[tuple[str, _Stamp]]:
    """Yield name and stamp of all files below a folder; takes 0.4 ms for 64 of them."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                yield from _scan(entry.path, f"{prefix}{entry.name}/")
            elif entry.is_file(follow_symlinks=False) and entry.name.endswith(tuple(TYPES)):
                status = entry.stat()  # not of a link, whose target may be outside
                yield prefix + entry.name, (status.st_mtime_ns, status.st_size)


def _file(name: str, body: bytes) -> ClientFile:
    suffix = Path(name).suffix
    digest = hashlib.sha256(body).hexdigest()[:24]
    zipped = None
    if len(body) >= _WORTH_COMPRESSING and suffix not in _COMPRESSED_ALREADY:
        zipped = gzip.compress(body, 6, mtime=0)
    return ClientFile(TYPES[suffix], body, f'"{digest}"', zipped, f'"{digest}-gzip"')
