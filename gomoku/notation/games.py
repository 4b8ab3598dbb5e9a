"""Games and trees as each other: what one format holds, in the terms of the next."""

from __future__ import annotations

from gomoku.board import Color
from gomoku.notation import position_string, sgf, sgf_tree
from gomoku.notation.faults import fault
from gomoku.notation.record import GameRecord
from gomoku.notation.rif import SIZE
from gomoku.notation.rif_rows import RifGame, RifPlayer, RifRule, RifTournament
from gomoku.notation.sgf_nodes import escape, unescape
from gomoku.notation.tree import PASS, ROOT, Tree

_RESULTS = {"1": "B+", "0.5": "0", "0": "W+"}


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


def tree_of_rif(game: RifGame) -> Tree:
    """A tree of one line. Other fifth moves and changes of colour go into the private TGALT and TGSWAP."""
    tree = tree_of_moves(game.moves, SIZE)
    event = game.tournament
    texts = {
        "PB": "" if game.black is None else game.black.full_name,
        "PW": "" if game.white is None else game.white.full_name,
        "EV": "" if event is None else event.name,
        "DT": "" if event is None else event.start or event.year,
        "RO": game.round,
        "RU": "" if game.rule is None else game.rule.name,
        "RE": _RESULTS.get(game.bresult, ""),
        "ON": "" if game.opening is None else game.opening.name,
        "TGALT": game.alt,
        "TGSWAP": game.swap,
    }
    note = tree.note(ROOT)
    note.properties = [(name, (escape(text),)) for name, text in texts.items() if text]
    note.comment = game.info
    return tree


def rif_of_tree(tree: Tree) -> RifGame:
    """The main line as a row of games; raises BadNotation where it is none, or the board not 15x15."""
    if tree.size != SIZE:
        raise fault(ROOT, "not_fifteen", f"{tree.size}x{tree.size}", unit="node")
    moves = moves_of_tree(tree)
    note = tree.said(ROOT)
    found = {name: unescape(values[0]) for name, values in note.properties}
    date, event, rule = found.get("DT", ""), found.get("EV", ""), found.get("RU", "")
    day = date if len(date) == len("2001-08-01") else ""
    results = {result[:2]: number for number, result in _RESULTS.items()}
    return RifGame(
        tournament=RifTournament(event, year=date[:4], start=day) if event or date else None,
        round=found.get("RO", ""),
        rule=RifRule(rule) if rule else None,
        black=RifPlayer(found["PB"]) if "PB" in found else None,
        white=RifPlayer(found["PW"]) if "PW" in found else None,
        bresult=results.get(found.get("RE", "")[:2], ""),
        alt=found.get("TGALT", ""),
        swap=found.get("TGSWAP", ""),
        info=note.comment,
        moves=moves,
    )
