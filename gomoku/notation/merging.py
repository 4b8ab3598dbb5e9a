"""Merging of many trees or games into one: equal beginnings share nodes, whatever the orientation of the board.

Each added tree is oriented so that its main line follows the existing tree furthest; on a tie the original orientation
wins. Texts of merged nodes are concatenated. Players and result no longer describe the root: with several games they
are stated at the end of each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from gomoku import symmetry
from gomoku.notation.faults import fault
from gomoku.notation.sgf_nodes import unescape
from gomoku.notation.tree import MOST_NODES, PASS, ROOT, Move, Note, Tree

_POINTED = {"TR", "SQ", "CR", "MA", "SL", "DD", "TB", "TW", "AR", "LN", "VW"}
"""Properties of SGF that name points: they are valid only while the board is not turned."""
_OF_GAME = ("PB", "PW", "RE", "DT", "EV", "RO")
_NO_MORE = ("PC", "ON", "US", "TGREASON", "TGOPENING", "TGALT", "TGSWAP", "TGRIF")
_PLAYED = {"PB", "PW", "EV"}
"""A root has one of these properties if it is a real game."""

WITHOUT_MOVES = "games without moves"


def merge_all(found: Iterator[Tree], most: int = MOST_NODES, left_out: Counter[str] | None = None) -> Tree:
    """Return the single tree of a file, or merge all into one; ``left_out`` counts lost properties and `WITHOUT_MOVES`.

    Raises BadNotation.
    """
    left_out = Counter() if left_out is None else left_out
    first, second = next(found, None), next(found, None)
    if first is None:
        raise fault(1, "no_games")
    if second is None:
        return first
    merger = TreeMerger(first.size, most)
    for tree in chain((first, second), found):
        left_out.update(say_at_end(tree))
        if len(tree) == 1 and not tree.said(ROOT).setup:
            left_out[WITHOUT_MOVES] += 1
        else:
            merger.add(tree)
    left_out.update(merger.left_out)
    return merger.tree


def say_at_end(tree: Tree) -> list[str]:
    """Move players and result from the root to the end of the main line; return the properties of the game that are
    lost."""
    note = tree.said(ROOT)
    found = {name: unescape(values[0]).strip() for name, values in note.properties if name in _OF_GAME}
    if not any(found.get(name) for name in _PLAYED):
        return []
    players = f"{found.pop('PB', '') or '?'} - {found.pop('PW', '') or '?'}"
    lines = [", ".join([players, *filter(None, (found.get(name) for name in _OF_GAME))]), note.comment]
    dropped = [name for name, values in note.properties if name in _NO_MORE and any(values)]
    note.properties = [each for each in note.properties if each[0] not in (*_OF_GAME, *_NO_MORE)]
    note.comment = ""
    end = tree.note(tree.main_line()[-1])
    end.comment = "\n".join(filter(None, [end.comment, *lines]))
    return dropped


class TreeMerger:
    """A tree that others of the same board size are merged into; raises BadNotation, with the node, beyond ``most``
    nodes.

    ``left_out`` counts properties that conflict with earlier ones or do not fit a turned board.
    """

    def __init__(self, size: int, most: int = MOST_NODES) -> None:
        self.tree = Tree(size)
        self.left_out: Counter[str] = Counter()
        self._most = most
        self._below: dict[tuple[int, Move | None], int] = {}

    def add(self, tree: Tree) -> int:
        """Merge a tree; return the node where its main line ends. Setup stones keep a tree apart."""
        if tree.size != self.tree.size:
            raise fault(ROOT, "other_board", f"{tree.size}x{tree.size}", unit="node")
        set_up = any(note.setup for _, note in tree.noted())
        line = [] if set_up else [move for node in tree.main_line() if (move := tree.move(node)) is not None]
        turned = symmetry.maps(self.tree.size)[self._find_symmetry(line)]
        # positions with setup stones start at a new node without a move, which nothing else shares
        at = self._node(self.tree.add(ROOT, None) if set_up else ROOT)
        places = {ROOT: at}
        self._say(at, tree.said(ROOT), turned)
        last = tree.main_line()[-1]
        for node, _ in tree.walk():
            if node == ROOT:
                continue
            place = self._step(places[tree.parent(node)], _turn(tree.move(node), turned))
            places[node] = place
            self._say(place, tree.said(node), turned)
        return places[last]

    def add_line(self, moves: Sequence[Move]) -> int:
        """Merge the moves of a game; return the node where it ends."""
        turned = symmetry.maps(self.tree.size)[self._find_symmetry(moves)]
        node = ROOT
        for move in moves:
            node = self._step(node, _turn(move, turned))
        return node

    def _find_symmetry(self, line: Sequence[Move]) -> int:
        """Return the symmetry under which a line follows the existing tree furthest."""
        best, furthest = 0, -1
        for number, turned in enumerate(symmetry.maps(self.tree.size)):
            node = length = 0
            for move in line:
                following = self._below.get((node, _turn(move, turned)))
                if following is None:
                    break
                node, length = following, length + 1
            if length > furthest:
                best, furthest = number, length
        return best

    def _step(self, node: int, move: Move | None) -> int:
        following = self._below.get((node, move))
        if following is None:
            following = self._below[node, move] = self._node(self.tree.add(node, move))
        return following

    def _node(self, node: int) -> int:
        if len(self.tree) > self._most:
            raise fault(node, "too_many_nodes", str(self._most), unit="node")
        return node

    def _say(self, node: int, said: Note, turned: Sequence[int]) -> None:
        """Add a note to a node."""
        if not said:
            return
        note = self.tree.note(node)
        same = turned[1] == 1 and turned[-1] == len(turned) - 1
        note.name = note.name or said.name
        if said.comment and said.comment not in note.comment.split("\n\n"):
            note.comment = "\n\n".join(filter(None, (note.comment, said.comment)))
        note.marked |= said.marked
        note.start |= said.start
        for point, text in said.labels.items():
            note.labels.setdefault(turned[point], text)
        if said.setup:
            note.setup = tuple(sorted((turned[point], lies) for point, lies in said.setup))
        note.to_move = note.to_move or said.to_move
        kept = dict(note.properties)
        for name, values in said.properties:
            if name in kept or not (same or name not in _POINTED):
                self.left_out[name] += kept.get(name) != values
            else:
                note.properties.append((name, values))


def _turn(move: Move | None, turned: Sequence[int]) -> Move | None:
    if move is None or move[0] == PASS:
        return move
    return turned[move[0]], move[1]
