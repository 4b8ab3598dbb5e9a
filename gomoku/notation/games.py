"""Games and trees as each other: what one format holds, in the terms of the next."""

from __future__ import annotations

from gomoku.board import Color
from gomoku.notation import position_string, sgf, sgf_tree
from gomoku.notation.faults import fault
from gomoku.notation.record import GameRecord
from gomoku.notation.tree import PASS, ROOT, Tree


def tree_of_moves(moves: tuple[int, ...], size: int) -> Tree:
    """A tree of one line, black first."""
    tree, node = Tree(size), ROOT
    for ply, point in enumerate(moves):
        node = tree.add(node, (point, Color.WHITE if ply % 2 else Color.BLACK))
    return tree


def moves_of_tree(tree: Tree) -> tuple[int, ...]:
    """The moves of the main line; raises BadNotation, with the node, where it is no game from an empty board."""
    moves: list[int] = []
    for node in tree.main_line():
        move = tree.move(node)
        if tree.said(node).setup:
            raise fault(node, "setup_stones", "AB, AW, AE", unit="node")
        if move is None:
            continue
        if move[0] == PASS:
            raise fault(node, "passing", unit="node")
        if move[1] != (Color.WHITE if len(moves) % 2 else Color.BLACK):
            raise fault(node, "out_of_turn", unit="node")
        if move[0] in moves:
            raise fault(node, "stone_twice", position_string.dump([move[0]], tree.size), unit="node")
        moves.append(move[0])
    return tuple(moves)


def tree_of_record(record: GameRecord) -> Tree:
    """A tree of one line, with all that is known of the game."""
    return sgf_tree.load(sgf.dump(record)).tree


def record_of_tree(tree: Tree) -> GameRecord:
    """The main line with what is known of the game; raises BadNotation where it is no game from an empty board."""
    line, node, moves = Tree(tree.size), ROOT, moves_of_tree(tree)
    line.take(ROOT, tree.said(ROOT))
    played = [each for each in tree.main_line() if tree.move(each) is not None]
    for each in played:
        node = line.add(node, tree.move(each))
        line.take(node, tree.said(each))
    assert len(moves) == len(played)
    return sgf.load("".join(sgf_tree.dump(line)))
