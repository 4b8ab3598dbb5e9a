"""Conversions between trees and the line of moves that is a game."""

from __future__ import annotations

from gomoku.board import Color
from gomoku.notation import position_string
from gomoku.notation.faults import fault
from gomoku.notation.tree import PASS, ROOT, SETUP, Skipped, Tree


def tree_of_moves(moves: tuple[int, ...], size: int) -> Tree:
    """Build a tree of one line, black first."""
    tree, node = Tree(size), ROOT
    for ply, point in enumerate(moves):
        node = tree.add(node, (point, Color.WHITE if ply % 2 else Color.BLACK))
    return tree


def game_line(tree: Tree, skipped: Skipped | None = None) -> list[tuple[int, int]]:
    """Return the points of the main line with their nodes, as far as they are a game from an empty board.

    ``skipped`` is told the move where they stop being one. Raises BadNotation without ``skipped``, and when the first
    move is already invalid.
    """
    line: list[tuple[int, int]] = []
    taken: set[int] = set()
    for node in tree.main_line():
        move = tree.move(node)
        code = text = ""
        if tree.said(node).setup:
            laid = {color: name for name, color in SETUP.items()}
            code, text = "setup_stones", laid[tree.said(node).setup[0][1]]
        elif move is None:
            continue
        elif move[0] == PASS:
            code = "passing"
        elif move[1] != (Color.WHITE if len(line) % 2 else Color.BLACK):
            code = "out_of_turn"
        elif move[0] in taken:
            code, text = "stone_twice", position_string.dump([move[0]], tree.size)
        if code:
            error = fault(len(line) + 1, code, text, unit="move")
            if skipped is None or not line:
                raise error
            skipped.tell(error)
            break
        assert move is not None
        taken.add(move[0])
        line.append((move[0], node))
    return line


def moves_of_tree(tree: Tree, skipped: Skipped | None = None) -> tuple[int, ...]:
    """Return the moves of the main line; otherwise as `game_line`."""
    return tuple(point for point, _ in game_line(tree, skipped))
