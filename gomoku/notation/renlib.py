"""RenLib ``.lib``, the format of renju players' libraries of variations; the board is 15x15.

After a header of 20 bytes come the nodes, each before its children and these in order: a byte for the point, 16 times
the row from the top plus the column from 1; a byte of flags; two more bytes of flags if one of the first says so; a
comment; a board text. A stack of branches determines the parent of the next node. A node that is no move has the text
of a point of the position before it. Version 3.0 starts with the move H8 if that is the only first move, 3.4 with an
empty root.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from gomoku.board import Color
from gomoku.errors import BadNotation
from gomoku.notation.encodings import MARK, codec, read_text
from gomoku.notation.faults import fault
from gomoku.notation.tree import MOST_NODES, PASS, ROOT, Note, PathStones, ReadTree, Skipped, Tree
from gomoku.point import name

SIZE = 15
MOST_DEPTH = 1_000
"""A board has 225 points; the rest are passes."""
NEWEST = (3, 4)

_MAGIC = b"\xffRenLib\xff"
_HEADER = 20
_CENTRE = 0x78
_SIBLING, _LEAF, _OLD_COMMENT, _MARK, _COMMENT, _START, _NO_MOVE, _EXTENDED = (1 << bit for bit in range(7, -1, -1))
_SAYING = _OLD_COMMENT | _MARK | _COMMENT | _START
_TEXT = 0x01  # in the low byte of the extension
_PARTING = "\x08"
_POINTS = [(byte >> 4) * SIZE + (byte & 15) - 1 if byte & 15 and byte >> 4 < SIZE else None for byte in range(256)]
_LAST = re.compile(rb"[\x80-\xff]")
_WHITE_SPACE = str.maketrans({"\0": " ", "\x08": " "})
_PIECE = 1 << 16
_DAMAGE = frozenset({"cut_off", "cut_text", "no_such_point"})


Detect = Callable[[Iterable[bytes]], str]
"""Finds the encoding of texts."""


def load(data: bytes, encoding: str | Detect = "utf-8", most: int = MOST_NODES) -> ReadTree:
    """Read the tree of a library.

    Skipped and reported are branches that begin on a stone, the rest after the place where a library breaks off, and
    texts with letters that are unreadable in the detected encoding. Raises BadNotation, with the byte, for a file that
    is no library, has no readable content, has a text that does not fit the given encoding, or has more than ``most``
    nodes.
    """
    return _Reader(data, most).read(encoding)


class _Reader:
    """A library being read into a tree; ``at`` is the next byte."""

    def __init__(self, data: bytes, most: int) -> None:
        self.data = data
        self.most = most
        self.at = _begin(data)
        self.tree = Tree(SIZE)
        self.skipped = Skipped()
        self.comments: list[tuple[int, int, bytes]] = []
        self.labels: list[tuple[int, int, int, bytes]] = []

    def read(self, encoding: str | Detect) -> ReadTree:
        try:
            self._read_nodes()
        except BadNotation as error:
            if error.fault not in _DAMAGE or len(self.tree) == 1:
                raise
            self.skipped.tell(error)
        return ReadTree(self.tree, self.skipped, self._decode(encoding))

    def _read_nodes(self) -> None:
        data, begun, end, tree = self.data, self.at, len(self.data), self.tree
        line = PathStones(SIZE)
        path = [ROOT]  # the nodes on the way to the next one; a skipped node is represented by its parent
        branches: list[int] = []  # lengths of the path at which siblings follow
        outside = MOST_DEPTH + 1  # length at which a branch is skipped, with all longer ones
        while self.at < end:
            at, depth, parent = self.at, len(path), path[-1]
            if at + 1 == end:
                raise fault(at, "cut_off", unit="byte")
            place, flags = data[at], data[at + 1]
            self.at += 2
            extension = self._pair() if flags & _EXTENDED else 0
            if at == begun and not place:
                self._say(ROOT, flags, extension, PASS, at)  # the root itself, whose branches the file does not state
                continue
            point = _POINTS[place] if place else PASS
            if point is None:
                raise fault(at, "no_such_point", f"{place:02X}", unit="byte")
            if depth > MOST_DEPTH:
                raise fault(at, "too_deep", str(MOST_DEPTH), unit="byte")
            line.back_to(depth - 1)
            line.enter()
            if depth <= outside:
                outside = MOST_DEPTH + 1
            node = parent
            if depth > outside:
                self._texts(flags, extension)
            elif flags & _NO_MOVE and flags & _LEAF:
                self._say_beside(parent, point, flags, extension, at)
            elif point != PASS and line.cells[point]:
                outside = depth
                self.skipped.tell(fault(at, "stone_twice", name(point, SIZE), unit="byte"))
                self._texts(flags, extension)
            else:
                if len(tree) >= self.most:
                    raise fault(at, "too_many_nodes", str(self.most), unit="byte")
                color = Color.BLACK if depth % 2 else Color.WHITE
                node = tree.add(parent, (point, color))
                if point != PASS:
                    line.put(point, color)
                if flags & _SAYING or extension & _TEXT:
                    self._say(node, flags, extension, point, at)
            if flags & _SIBLING:
                branches.append(depth)
            if not flags & _LEAF:
                path.append(node)
            elif branches:
                del path[branches.pop() :]
            else:
                break
        else:
            if begun == end or (len(tree) > 1 and not branches):
                self.skipped.tell(fault(end, "cut_off", unit="byte"))
        if branches:
            raise fault(end, "cut_off", unit="byte")
        if self.at < end:
            self.skipped.tell(fault(self.at, "after_the_end", unit="byte"))

    def _pair(self) -> int:
        """Read two bytes, the high one first."""
        pair = self.data[self.at : self.at + 2]
        if len(pair) < 2:
            raise fault(self.at, "cut_off", unit="byte")
        self.at += 2
        return pair[0] << 8 | pair[1]

    def _texts(self, flags: int, extension: int) -> tuple[bytes, bytes]:
        """Read comment and board text, each empty if absent."""
        comment = self._old_text() if flags & _OLD_COMMENT else self._text() if flags & _COMMENT else b""
        return comment, self._text() if extension & _TEXT else b""

    def _text(self) -> bytes:
        """Read a text up to a NUL; its bytes come in pairs."""
        end = self.data.find(0, self.at)
        return self._take(end, end)

    def _old_text(self) -> bytes:
        """Read a text of seven-bit characters; the last one has the eighth bit set."""
        last = _LAST.search(self.data, self.at)
        end = -1 if last is None else last.start()
        return bytes(byte & 0x7F for byte in self._take(end, end + 1))

    def _take(self, end: int, until: int) -> bytes:
        begun, self.at = self.at, self.at + (end - self.at) // 2 * 2 + 2
        if end < 0 or self.at > len(self.data):
            raise fault(begun, "cut_text", unit="byte")
        return self.data[begun:until]

    def _say(self, node: int, flags: int, extension: int, point: int, at: int) -> None:
        comment, label = self._texts(flags, extension)
        if comment:
            self.comments.append((node, at, comment))
        if flags & (_MARK | _START):
            note = self.tree.note(node)
            note.marked, note.start = bool(flags & _MARK), bool(flags & _START)
        if label:
            self._label(self.tree.parent(node), point, label, at)

    def _say_beside(self, node: int, point: int, flags: int, extension: int, at: int) -> None:
        """Read the text of a point that no move of the tree leads to."""
        comment, label = self._texts(flags, extension)
        if comment:
            self.skipped.tell(fault(at, "homeless_text", _readable(comment), unit="byte"))
        if label:
            self._label(node, point, label, at)

    def _label(self, node: int, point: int, label: bytes, at: int) -> None:
        if point == PASS:
            self.skipped.tell(fault(at, "homeless_text", _readable(label), unit="byte"))
        else:
            self.labels.append((node, point, at, label))

    def _decode(self, encoding: str | Detect) -> str:
        """Decode the texts into their nodes; return the encoding."""
        given = isinstance(encoding, str)
        if not isinstance(encoding, str):
            encoding = encoding([text for *_, text in self.comments] + [text for *_, text in self.labels])
        for node, at, comment in self.comments:
            title, parting, body = self._read_text(comment, encoding, at, given=given).partition(_PARTING)
            title, body = _held(title), _held(body)
            if not parting and "\n" in title:
                title, body = "", title
            note = self.tree.note(node)
            note.name, note.comment = title.replace("\n", " "), body
        for node, point, at, label in self.labels:
            text = self._read_text(label, encoding, at, given=given)
            self.tree.note(node).labels[point] = _held(text).replace("\n", " ")
        return encoding

    def _read_text(self, data: bytes, encoding: str, at: int, *, given: bool) -> str:
        text, lost = read_text(data, encoding)
        if lost and given:
            raise fault(at, "not_encoded", encoding, unit="byte")
        if lost:
            self.skipped.tell(fault(at, "bad_letters", str(lost), unit="byte"))
        return text


def dump(tree: Tree, encoding: str = "utf-8") -> Iterator[bytes]:
    """Write the bytes of a tree, in pieces; equal trees give equal bytes.

    Raises BadNotation, with the node, for what a library cannot hold: another board size, setup stones, moves out of
    turn, nodes without a move, texts that the encoding cannot represent. `count_left_out` counts what is dropped.
    """
    if tree.size != SIZE:
        raise fault(ROOT, "not_fifteen", f"{tree.size}x{tree.size}", unit="node")
    if tree.said(ROOT).setup:
        raise fault(ROOT, "setup_stones", "AB, AW, AE", unit="node")
    old = _begins_as_of_old(tree)
    out = bytearray(_MAGIC + bytes((NEWEST[0], 0 if old else NEWEST[1]))).ljust(_HEADER, b"\xff")
    if not old:
        _write(out, 0, 0, tree.said(ROOT), "", ROOT, encoding)
    waiting: list[_Waiting] = []
    _expect(tree, ROOT, 0, waiting)
    first = old  # nothing is stated about what follows the first node, be it the root or H8
    while waiting:
        node, depth, text_at, sibling = waiting.pop()
        flags = _SIBLING if sibling else 0
        if text_at is not None:
            _write(
                out, _place(text_at), flags | _LEAF | _NO_MOVE, Note(), tree.said(node).labels[text_at], node, encoding
            )
        else:
            point, note = _find_point(tree, node, depth), tree.said(node)
            before = len(waiting)
            _expect(tree, node, depth, waiting)
            if len(waiting) == before and not first:
                flags |= _LEAF
            label = tree.said(tree.parent(node)).labels.get(point, "")
            _write(out, _place(point), flags, note, label, node, encoding)
        first = False
        if len(out) > _PIECE:
            yield bytes(out)
            out.clear()
    yield bytes(out)


def count_left_out(tree: Tree) -> Counter[str]:
    """Count the properties that a library cannot hold."""
    return Counter(name for _, note in tree.noted() for name, values in note.properties if any(values))


_Waiting = tuple[int, int, int | None, bool]
"""A node, its depth, None, and whether a sibling follows; or a node, its depth, a point with a text but no move there,
and the same."""


def _begin(data: bytes) -> int:
    """Return the offset of the first node."""
    if data[:1] == bytes((_CENTRE,)):
        return 0
    if len(data) < _HEADER or not data.startswith(_MAGIC):
        raise fault(0, "no_library", unit="byte")
    version = data[8], data[9]
    if version > NEWEST:
        raise fault(8, "newer_library", f"{version[0]}.{version[1]}", unit="byte")
    return _HEADER


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _readable(text: bytes) -> str:
    return text.decode("utf-8", "replace")


def _begins_as_of_old(tree: Tree) -> bool:
    """Tell whether programs of version 3.0 can read the tree: it starts with only H8, and has no passes."""
    first = tree.first(ROOT)
    root = tree.said(ROOT)
    return (
        first != ROOT
        and not tree.following(first)
        and tree.move(first) == (_POINTS[_CENTRE], Color.BLACK)
        and not (root.name or root.comment or root.marked or root.start or root.labels.keys() - {_POINTS[_CENTRE]})
        and not tree.has_passes
    )


def _expect(tree: Tree, node: int, depth: int, waiting: list[_Waiting]) -> None:
    """Schedule the parts below a node: its children, then the texts at points that none of them plays."""
    found: list[tuple[int, int, int | None]] = [(child, depth + 1, None) for child in tree.children(node)]
    labels = tree.said(node).labels
    if labels:
        moves = [tree.move(child) for child, *_ in found]
        played = {move[0] for move in moves if move is not None}
        found += [(node, depth + 1, point) for point in sorted(labels.keys() - played)]
    waiting.extend((*each, number > 0) for number, each in enumerate(reversed(found)))


def _find_point(tree: Tree, node: int, depth: int) -> int:
    move = tree.move(node)
    if tree.said(node).setup:
        raise fault(node, "setup_stones", "AB, AW, AE", unit="node")
    if move is None:
        raise fault(node, "no_move_here", unit="node")
    if move[1] != (Color.BLACK if depth % 2 else Color.WHITE):
        raise fault(node, "out_of_turn", unit="node")
    if depth > MOST_DEPTH:
        raise fault(node, "too_deep", str(MOST_DEPTH), unit="node")
    return move[0]


def _place(point: int) -> int:
    y, x = divmod(point, SIZE)
    return 0 if point == PASS else y << 4 | x + 1


def _write(out: bytearray, place: int, flags: int, note: Note, label: str, node: int, encoding: str) -> None:
    flags |= (_MARK if note.marked else 0) | (_START if note.start else 0)
    comment = _held(note.name).replace("\n", " ") + (_PARTING + _held(note.comment) if note.comment else "")
    flags |= (_COMMENT if comment else 0) | (_EXTENDED if label else 0)
    out += bytes((place, flags))
    if label:
        out += bytes((0, _TEXT))
    for text in (comment, _held(label).replace("\n", " ")):
        if text:
            encoded = _encode(text.replace("\n", "\r\n"), node, encoding)
            out += encoded.ljust(len(encoded) // 2 * 2 + 2, b"\0")


def _encode(text: str, node: int, encoding: str) -> bytes:
    if text.startswith(MARK):
        text = MARK + text  # readers take the first one for the encoding's
    try:
        encoded = text.encode(codec(encoding))
    except UnicodeEncodeError:
        raise fault(node, "not_encoded", encoding, unit="node") from None
    if b"\0" in encoded:  # as UTF-16 has everywhere
        raise fault(node, "not_encoded", encoding, unit="node")
    return encoded


def _held(text: str) -> str:
    """Normalise line ends, and replace the two characters that are special in the format."""
    return _lines(text).translate(_WHITE_SPACE)
