"""The command ``tengen convert``: converts a file of games or variations to another format."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO

from bots.arguments import positive_number
from bots.files import reading
from bots.files.reading import ALIASES, ReadingOptions, SourceFile, guess_format
from gomoku.board import LARGEST, SMALLEST
from gomoku.errors import BadNotation
from gomoku.notation import renlib, rif
from gomoku.notation.encodings import NAMES, from_label
from gomoku.notation.faults import REMARKS
from gomoku.notation.left_out import count_left_out
from gomoku.notation.merging import merge_all
from gomoku.notation.rif_trees import ROWS, count_rif_left_out
from gomoku.notation.tree import Skipped, Tree
from server.errors import TengenError
from server.files import formats

TERMS_UNREAD = "if you have read these terms and they allow your use, pass --accept-terms"


def add_command(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command ``convert`` to a program."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "convert",
        help="convert files of games and variations",
        description="Convert a file to another format. RenLib libraries (.lib) and SGF (.sgf) hold variations; the "
        "XML of the renju federation (.rif, .xml) and SGF hold many games; Piskvorky (.psq) and position strings "
        "(.txt) hold one line of moves; .svg and .png are pictures of a position, .gif shows a game move by move. "
        "Content that a format cannot hold is left out and reported.",
        allow_abbrev=False,
    )
    parser.add_argument("source", type=Path, metavar="FROM", help="file to read")
    parser.add_argument("target", type=Path, metavar="TO", help="file to write, atomically")
    parser.add_argument("--from", dest="read_as", choices=reading.FORMATS, help="format of FROM (default: detected)")
    parser.add_argument(
        "--to", dest="write_as", choices=formats.WRITTEN, help="format of TO (default: by its extension)"
    )
    parser.add_argument(
        "--encoding",
        type=_encoding,
        metavar="NAME",
        help="encoding of the texts in FROM, such as gb18030 (default: detected)",
    )
    parser.add_argument(
        "--to-encoding",
        type=_encoding,
        default="utf-8",
        metavar="NAME",
        help="encoding of the texts in a library (default: utf-8)",
    )
    parser.add_argument(
        "--any-game", action="store_true", help="read SGF as five in a row even if GM names another game"
    )
    parser.add_argument(
        "--size", type=_size, default=15, metavar="N", help="board size of a position string (default: 15)"
    )
    parser.add_argument(
        "--merge",
        action="store_true",
        help="merge all games of FROM and of the files of --also into one tree, rotated so that equal beginnings "
        "coincide",
    )
    parser.add_argument("--also", action="append", default=[], type=Path, metavar="FILE", help="another file to merge")
    parser.add_argument("--game", type=positive_number, metavar="N", help="only the Nth game of FROM")
    parser.add_argument("--ply", type=_ply, metavar="N", help="draw the position after N moves (default: the last)")
    parser.add_argument("--plain", action="store_true", help="draw stones without numbers")
    parser.add_argument("--force", action="store_true", help="overwrite TO")
    parser.add_argument("--accept-terms", action="store_true", help="accept the displayed terms of a federation's file")
    parser.set_defaults(func=_run)


def _encoding(name: str) -> str:
    known = name if name in NAMES else from_label(name)
    if known is None:
        raise argparse.ArgumentTypeError(f"no encoding is called {name!r}")
    return known


def _size(text: str) -> int:
    if not text.isdecimal() or not SMALLEST <= int(text) <= LARGEST:
        raise argparse.ArgumentTypeError(f"a board has {SMALLEST} to {LARGEST} lines")
    return int(text)


def _ply(text: str) -> int:
    if not text.isdecimal() or len(text) > 4:
        raise argparse.ArgumentTypeError("a number of moves")
    return int(text)


def _run(options: argparse.Namespace, _db: object) -> int:
    try:
        told = convert(options)
    except (BadNotation, OSError) as error:
        where = f"{options.source}: " if isinstance(error, BadNotation) else ""
        raise TengenError(f"{where}{error}") from None
    for line in told:
        print(f"tengen: {line}", file=sys.stderr)
    return 0


def convert(options: argparse.Namespace) -> list[str]:
    """Convert as the command line says. Return notes on what was left out. Raises TengenError, BadNotation or
    OSError.
    """
    source, target = options.source, options.target
    write_as = options.write_as or _format(target)
    if target.exists() and not options.force:
        raise TengenError(f"{target} is there already; --force writes over it")
    left_out: Counter[str] = Counter()
    if options.merge or options.also:
        return _merge(options, write_as)
    with source.open("rb") as stream:
        found = _open(source, stream, options)
        trees = found.trees if options.game is None else islice(found.trees, options.game - 1, options.game)
        first = next(trees, None)
        if first is None:
            raise TengenError(f"{source} holds no such game" if options.game else f"{source} holds no games")
        tables = found.tables if write_as == "rif" and options.game is None else None
        written = formats.WritingOptions(options.to_encoding, options.ply, not options.plain, tables, found.skipped)
        counted = _count(chain([first], trees), write_as, left_out)
        write_atomically(target, formats.write(counted, write_as, written))
        if write_as in formats.HOLD_ONE and next(trees, None) is not None:
            left_out["all games but the first; --game chooses another"] += 1
        elif found.tables is not None and tables is None and options.game is None:
            left_out["rows of its tables that no game names"] += found.tables.count_unused()
            left_out["tables that are not known"] += len(found.tables.unknown)
    return [*describe_skipped(found.skipped), *_describe_left_out(left_out)]


def _merge(options: argparse.Namespace, write_as: str) -> list[str]:
    """Write all games of all files as one tree. Return notes on what was left out."""
    told: list[str] = []
    path = options.source

    def trees() -> Iterator[Tree]:
        nonlocal path
        for path in (options.source, *options.also):
            with path.open("rb") as stream:
                found = _open(path, stream, options)
                yield from found.trees
            told.extend(describe_skipped(found.skipped))

    left_out: Counter[str] = Counter()
    try:
        tree = merge_all(trees(), left_out=left_out)
    except BadNotation as error:
        raise TengenError(f"{path}: {error}") from None
    written = formats.WritingOptions(options.to_encoding, options.ply, not options.plain)
    write_atomically(options.target, formats.write(_count([tree], write_as, left_out), write_as, written))
    return [*told, *_describe_left_out(left_out)]


def _open(path: Path, stream: BinaryIO, options: argparse.Namespace) -> SourceFile:
    """Read the trees of an open file; prints the detected encoding of its texts if that is not UTF-8."""
    read_as = options.read_as or guess_format(path.name, stream.read(reading.HEAD))
    if read_as == "rif" and not options.accept_terms:
        raise TengenError(f"{rif.TERMS}\n{TERMS_UNREAD}")
    stream.seek(0)
    wishes = ReadingOptions(options.encoding, options.size, any_game=options.any_game)
    found = reading.read(stream, read_as, wishes)
    if options.encoding is None and found.encoding != "utf-8":
        print(f"tengen: {path}: its texts are read as {found.encoding}; --encoding chooses another", file=sys.stderr)
    return found


def _count(trees: Iterable[Tree], write_as: str, left_out: Counter[str]) -> Iterator[Tree]:
    """Yield the trees, counting in ``left_out`` the content that the format cannot hold."""
    for tree in trees:
        left_out.update(_LEFT_OUT[write_as](tree) if write_as in _LEFT_OUT else ())
        yield tree


_LEFT_OUT: dict[str, Callable[[Tree], Counter[str]]] = {
    "lib": renlib.count_left_out,
    "rif": count_rif_left_out,
    "psq": lambda tree: count_left_out(tree, {"PB", "PW"}, {"TGTHINK"}),
    "txt": count_left_out,
}
_PLAINLY = {ROWS: "what else the federation's tables say (TGRIF)"}


def _describe_left_out(left_out: Counter[str]) -> list[str]:
    return [f"left out: {_PLAINLY.get(what, what)}, {count} times" for what, count in (+left_out).most_common()]


def describe_skipped(skipped: Skipped) -> list[str]:
    """Return one line for each thing that a reader has left out."""
    lines = [f"{'note' if error.fault in REMARKS else 'left out'}: {error}" for error in skipped.first]
    more = skipped.count - len(lines)
    return lines + [f"left out: {more} more"] * (more > 0)


def _format(path: Path) -> str:
    ending = path.suffix.lower().removeprefix(".")
    ending = ALIASES.get(ending, ending)
    if ending not in formats.WRITTEN:
        raise TengenError(f"{path} has none of the endings .{', .'.join(formats.WRITTEN)}; say --to")
    return ending


def write_atomically(target: Path, pieces: Iterable[bytes]) -> None:
    """Write a file as a whole or not at all, even if the machine stops."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            for piece in pieces:
                stream.write(piece)
            stream.flush()
            os.fsync(stream.fileno())
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
