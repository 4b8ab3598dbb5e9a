"""SGF as a tree: all variations of one game, with setup stones, comments, marks, and other programs' properties.

Damaged parts are skipped and reported: a variation ends at the first move that cannot be read or played, a game at its
last sound node, and a game with an unknown board is skipped if there are others.

``C``, ``N`` and ``LB`` are a node's comment, name and labels; ``HO`` marks it; the private property ``TGSTART`` makes
it the node where a reader starts. Properties without meaning for a `Tree` are kept as they are. An empty move, or
``tt`` on a board of up to 19 lines, is a pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from gomoku.board import Color
from gomoku.errors import BadNotation
from gomoku.notation.faults import REMARKS, fault
from gomoku.notation.sgf_nodes import GAME, NEXT_GAME, SPECIAL, Property, Scanner, board_size, escape, unescape
from gomoku.notation.tree import MOST_NODES, PASS, ROOT, SETUP, Move, Note, PathStones, ReadTree, Skipped, Tree
from gomoku.notation.words import find_rules
from gomoku.point import name as point_name

MOST_DEPTH = 10_000
"""Most nodes on a path from the root, and most nested parentheses."""
MOST_SET_UP = 1_000_000
"""Most setup points in all nodes: a large rectangle takes few characters."""
VALUES_A_NODE = 8
"""Most values, as a multiple of the number of nodes."""

_COLORS = {"B": Color.BLACK, "W": Color.WHITE}
_LETTERS = {color: letter for letter, color in _COLORS.items()}
_WRITTEN_ANEW = frozenset({"FF", "GM", "CA", "AP", "SZ"})
_READ = frozenset({"B", "W", "AB", "AW", "AE", "PL", "N", "C", "LB", "HO", "TGSTART", "SZ", "GM"})
"""Properties with a meaning for a tree."""
_PLAIN_MOVE = re.compile(r"\s*;\s*([BW])\[([a-z])([a-z])\]\s*(?=[;()])")
"""The commonest node: a move with nothing else."""
_POINT = re.compile("([a-z])([a-z])")
_RECTANGLE = re.compile("([a-z])([a-z]):([a-z])([a-z])")
_LABEL = re.compile(r"\s*([a-z])([a-z])\s*:(.*)", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_PIECES = 1 << 14
_BAD = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
_OUT_OF_PLACE = re.compile(r"[^;()]*")
_OPENED = re.compile(r"(?:^|[^A-Za-z])[A-Z]{1,2}\[[^\[\]]*$|[A-Z]{2}\[[^\[\]]*$")
"""The end of a value that swallowed the beginning of the next property, as when its bracket is missing."""
_LAST_PASS = 19
OF_ONE_GAME = frozenset({"other_game", "no_size", "not_square", "no_such_board"})
"""Faults for which a game is skipped while the others of its file are read."""
_OF_A_MOVE = frozenset({"two_moves", "no_point", "outside", "no_value", "unclosed_value"})


def load(text: str, most: int = MOST_NODES, *, any_game: bool = False) -> ReadTree:
    """Read the tree of the first readable game in a text; skipped parts are reported.

    Raises BadNotation, with the line, if there is no game of five in a row, or one of more than ``most`` nodes. A file
    whose GM names another game, as programs for Go write it, is accepted if RU names rules of five in a row or with
    ``any_game``.
    """
    skipped = Skipped()
    return ReadTree(next(load_all(text, skipped, most, any_game=any_game)), skipped, "utf-8")


def load_all(text: str, skipped: Skipped, most: int = MOST_NODES, *, any_game: bool = False) -> Iterator[Tree]:
    """Yield the trees of all games in a text, at least one, lazily; skipped parts are reported to ``skipped``.

    Raises BadNotation as `load` does.
    """
    scanner = Scanner(text, most * VALUES_A_NODE)
    first: BadNotation | None = None
    read = False
    while True:
        begun = scanner.at
        reader = _Reader(scanner, most, skipped, any_game=any_game)
        try:
            tree = reader.read()
        except BadNotation as error:
            if error.fault not in OF_ONE_GAME:
                raise
            first = first or error
            skipped.tell(error)
            scanner.at = begun
            scanner.skip_game()
        else:
            if tree.cut is not None and len(tree) == 1 and not tree.said(ROOT).setup:
                first = first or tree.cut  # and nothing before it
            else:
                read = True
                yield tree
        after = scanner.peek()
        line = scanner.line()
        more = scanner.find_game()
        if after and not (more and after == "("):
            skipped.tell(fault(line, "out_of_place", after))
        if not more:
            break
    if first is not None and not read:
        raise first


def dump(tree: Tree) -> Iterator[str]:
    """Write the text of a tree, in pieces; control characters become spaces, except line ends in comments."""
    head = f"(;FF[4]GM[4]CA[UTF-8]AP[Tengen]SZ[{tree.size}]"
    pieces = [head + _written(tree.said(ROOT), tree.size)]
    opened: list[int] = []  # depths of the nodes with which a parenthesis was opened
    nodes = tree.walk()
    next(nodes)
    for node, depth in nodes:
        while opened and opened[-1] >= depth:
            opened.pop()
            pieces.append(")")
        if tree.following(tree.first(tree.parent(node))):
            opened.append(depth)
            pieces.append("\n(")
        else:
            pieces.append("\n")
        move, note = tree.move(node), tree.said(node)
        played = "" if move is None else f"{_LETTERS[move[1]]}[{_written_point(move[0], tree.size)}]"
        pieces.append(f";{played}{_written(note, tree.size)}" if note else f";{played}")
        if len(pieces) > _PIECES:
            yield "".join(pieces)
            pieces.clear()
    yield "".join(pieces) + ")" * (len(opened) + 1) + "\n"


def _written(note: Note, size: int) -> str:
    """Format the properties of a note."""
    if not note:
        return ""
    found: list[tuple[str, Sequence[str]]] = []
    for name, color in SETUP.items():
        points = [_written_point(point, size) for point, lies in note.setup if lies == color]
        found.append((name, points))
    if note.to_move is not None:
        found.append(("PL", [_LETTERS[note.to_move]]))
    if note.name:
        found.append(("N", [escape(note.name)]))
    if note.comment:
        found.append(("C", [escape_lines(note.comment)]))
    labels = sorted(note.labels.items())
    found.append(("LB", [f"{_written_point(point, size)}:{_escape_part(text)}" for point, text in labels]))
    found += [("HO", ["1"])] * note.marked + [("TGSTART", ["1"])] * note.start
    found += note.properties
    return "".join(name + "".join(f"[{value}]" for value in values) for name, values in found if values)


def _written_point(point: int, size: int) -> str:
    if point == PASS:
        return ""
    y, x = divmod(point, size)
    return chr(ord("a") + x) + chr(ord("a") + y)


def points_of(values: Iterable[str], size: int) -> list[int]:
    """Return the distinct points in the values of a property such as TR; invalid ones are ignored."""
    found: dict[int, None] = {}
    for value in values:
        match = _RECTANGLE.fullmatch(value.strip()) or _RECTANGLE.fullmatch(f"{value.strip()}:{value.strip()}")
        if match is not None:
            found |= dict.fromkeys(y * size + x for x, y in _rectangle(match) if x < size and y < size)
    return list(found)


def _rectangle(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Yield the columns and rows, both from 0, of the points from one corner to the other."""
    (left, right), (top, bottom) = sorted((match[1], match[3])), sorted((match[2], match[4]))
    for y, x in product(range(ord(top), ord(bottom) + 1), range(ord(left), ord(right) + 1)):
        yield x - ord("a"), y - ord("a")


def escape_lines(text: str) -> str:
    """Escape a text of several lines for brackets; other control characters become spaces."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return SPECIAL.sub(r"\\\g<0>", _BAD.sub(" ", text))


def _escape_part(text: str) -> str:
    """Escape a text after a colon."""
    return escape(text).replace(":", "\\:")


def unescape_lines(raw: str) -> str:
    """Unescape a text of several lines: as simple text, but line breaks stay."""
    if "\\" in raw:
        raw = _ESCAPED.sub(lambda match: "" if match[1] == "\n" else match[1], raw)
    return _BAD.sub(" ", raw)


def _unescape_line(raw: str) -> str:
    """Unescape simple text and drop control characters, in the form that is written again."""
    return _BAD.sub(" ", unescape(raw))


class _Reader:
    """A text being read into a tree."""

    def __init__(self, scanner: Scanner, most: int, skipped: Skipped, *, any_game: bool) -> None:
        self.scanner = scanner
        self.most = most
        self.any_game = any_game
        self.set_up = 0
        self.skipped = skipped
        self.branched = False
        """Whether the main line has ended."""

    def read(self) -> Tree:
        scanner = self.scanner
        lengths = [0]  # lengths of the path at which the open parentheses were opened
        outside = MOST_DEPTH + 1 if self._root() else 1  # parentheses open where a variation is skipped
        path, line = self.path, self.line
        while True:
            plain = scanner.match(_PLAIN_MOVE)
            character = ";" if plain is not None else scanner.peek()
            if character == ";":
                try:
                    if plain is not None:
                        move: Move | None = (self._point(plain[2], plain[3], played=True), _COLORS[plain[1]])
                        note = None
                    else:
                        scanner.at += 1
                        move, note = self._read_node(self._properties())
                except BadNotation as error:
                    if error.fault not in _OF_A_MOVE:
                        raise
                    if len(lengths) < outside:
                        self._tell(error)
                        outside = len(lengths)
                    continue
                if len(lengths) >= outside:
                    continue
                if move is None and not note and not scanner.peek():
                    continue  # the file ends within it
                if not self._try_add(move, note):
                    outside = len(lengths)
            elif character == "(":
                if NEXT_GAME.match(scanner.text, scanner.at):
                    self._tell(scanner.out_of_place(""))
                    return self.tree
                if len(lengths) == MOST_DEPTH:
                    raise fault(scanner.line(), "too_deep", str(MOST_DEPTH))
                lengths.append(len(path))
                scanner.at += 1
            elif character == ")":
                scanner.at += 1
                self.branched = True
                length = lengths.pop()
                if not length:
                    return self.tree
                del path[length:]
                line.back_to(length)
                if len(lengths) < outside:
                    outside = MOST_DEPTH + 1
            else:
                self._tell(scanner.out_of_place(character))
                if not character:
                    return self.tree
                scanner.match(_OUT_OF_PLACE)

    def _tell(self, error: BadNotation) -> None:
        """Report a fault, and record it if the main line lacks the part."""
        self.skipped.tell(error)
        if not self.branched and self.tree.cut is None:
            self.tree.cut = error

    def _root(self) -> bool:
        """Read the properties of the root, whose board size must be known before any point.

        Return whether a move in the root, if any, could be played.
        """
        scanner = self.scanner
        scanner.match(GAME)
        found, faults = self._list_properties()
        heads = {name: (unescape(values[0]), line) for name, values, line in found if name in _WRITTEN_ANEW}
        game, at = heads.get("GM", ("4", 0))
        taken = game.strip() == "4"
        if not taken:
            named = any(name == "RU" and find_rules(unescape(values[0])) for name, values, _ in found)
            if not (named or self.any_game):
                raise fault(at, "other_game", game)
            faults.append(fault(at, "taken_for_five", game))
        size = heads.get("SZ")
        self.tree = Tree(board_size(*size) if size else board_size(None, 0))
        for error in faults:
            (self.skipped.tell if error.fault in REMARKS else self._tell)(error)
        self.line = PathStones(self.tree.size)
        self.path = [ROOT]
        try:
            move, note = self._read_node([each for each in found if each[0] not in _WRITTEN_ANEW])
        except BadNotation as error:
            if error.fault not in _OF_A_MOVE:
                raise
            self._tell(error)
            self.line.enter()
            return False
        self._enter(ROOT, None, note)
        if move is None:
            return True
        return self._try_add(move, None)

    def _try_add(self, move: Move | None, note: Note | None) -> bool:
        """Continue at a new child, unless a stone lies there, which is reported."""
        if move is not None and self._is_taken(move, note):
            self._tell(fault(self.scanner.line(), "stone_twice", point_name(move[0], self.tree.size)))
            return False
        self._add(move, note)
        return True

    def _add(self, move: Move | None, note: Note | None) -> None:
        """Continue at a new child."""
        if len(self.path) > MOST_DEPTH:
            raise fault(self.scanner.line(), "too_deep", str(MOST_DEPTH))
        if len(self.tree) >= self.most:
            raise fault(self.scanner.line(), "too_many_nodes", str(self.most))
        self.path.append(self.tree.add(self.path[-1], move))
        self._enter(self.path[-1], move, note)

    def _enter(self, node: int, move: Move | None, note: Note | None) -> None:
        self.line.enter()
        if note:
            self.tree.take(node, note)
            for point, lies in note.setup:
                self.line.put(point, lies)
        if move is not None and move[0] != PASS:
            self.line.put(*move)

    def _is_taken(self, move: Move, note: Note | None) -> bool:
        """Tell whether a stone lies on the move's point, considering the node's own setup."""
        if move[0] == PASS:
            return False
        set_up = dict(note.setup) if note else {}
        return bool(set_up.get(move[0], self.line.cells[move[0]]))

    def _properties(self) -> list[Property]:
        """Parse the properties of a node; faulty ones are reported. Raises BadNotation for a fault in a move."""
        found, faults = self._list_properties()
        for error in faults:
            if error.text in _COLORS and error.fault not in REMARKS:
                raise error
            (self.skipped.tell if error.fault in REMARKS else self._tell)(error)
        return found

    def _list_properties(self) -> tuple[list[Property], list[BadNotation]]:
        found: list[Property] = []
        faults: list[BadNotation] = []
        scanner = self.scanner
        while True:
            single = scanner.single_properties()
            for name, (value,), line in single:
                if "[" in value and _OPENED.search(value):
                    faults.append(fault(line, "open_value", name))
            found += single
            try:
                each = scanner.property()
            except BadNotation as error:
                if error.fault == "too_many_values":
                    raise
                faults.append(error)
                if error.fault == "unclosed_value":
                    scanner.at = len(scanner.text)
                continue
            if each is None:
                return found, faults
            if any("[" in value and _OPENED.search(value) for value in each[1]):
                faults.append(fault(each[2], "open_value", each[0]))
            found.append(each)

    def _read_node(self, properties: list[Property]) -> tuple[Move | None, Note]:
        """Parse the move and the note of a node."""
        move: Move | None = None
        note = Note()
        set_up: dict[int, int] = {}
        comments: list[str] = []
        for name, values, line in properties:
            if name not in _READ:
                note.properties.append((name, values))
                continue
            match name:
                case "B" | "W":
                    if move is not None or len(values) > 1:
                        raise fault(line, "two_moves")
                    move = self._parse_point(unescape(values[0]).strip(), line), _COLORS[name]
                case "AB" | "AW" | "AE":
                    points = (point for value in values for point in self._points(value.strip(), line))
                    set_up.update(dict.fromkeys(points, SETUP[name]))
                case "PL" if values[0].strip()[:1].upper() in _COLORS:
                    note.to_move = _COLORS[values[0].strip()[0].upper()]
                case "N":
                    note.name = _unescape_line(values[0])
                case "C":
                    if comments == [""]:
                        comments.clear()
                    comments += map(unescape_lines, values)
                case "LB" if all(_LABEL.fullmatch(value) for value in values):
                    for value in values:
                        x, y, text = _LABEL.fullmatch(value).groups()  # type: ignore[union-attr]  # as was just seen
                        note.labels[self._point(x, y, line)] = _unescape_line(text)
                case "HO":
                    note.marked = True
                case "TGSTART":
                    note.start = True
                case "SZ" | "GM":  # the root was read without it
                    self._tell(fault(line, "out_of_place", name))
                case _:
                    note.properties.append((name, values))
        note.comment = "\n".join(comments)
        if set_up:
            note.setup = tuple(sorted(set_up.items()))
        return move, note

    def _parse_point(self, text: str, line: int) -> int:
        """Parse the point of a move, or PASS."""
        if not text:
            return PASS
        match = _POINT.fullmatch(text)
        if match is None:
            raise fault(line, "no_point", text)
        return self._point(match[1], match[2], line, played=True)

    def _points(self, text: str, line: int) -> Iterator[int]:
        """Parse a point, or all points of a rectangle."""
        match = _RECTANGLE.fullmatch(text) or _RECTANGLE.fullmatch(f"{text}:{text}")
        if match is None:
            raise fault(line, "no_point", text)
        for x, y in _rectangle(match):
            self.set_up += 1
            if self.set_up > MOST_SET_UP:
                raise fault(self.scanner.line(), "too_many_values", str(MOST_SET_UP))
            yield self._point(chr(x + ord("a")), chr(y + ord("a")), line)

    def _point(self, x: str, y: str, line: int | None = None, *, played: bool = False) -> int:
        column, row, size = ord(x) - ord("a"), ord(y) - ord("a"), self.tree.size
        if column < size and row < size:
            return row * size + column
        if played and x + y == "tt" and size <= _LAST_PASS:
            return PASS
        raise fault(self.scanner.line() if line is None else line, "outside", x + y)
