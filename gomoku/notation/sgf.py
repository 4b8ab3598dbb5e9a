"""SGF, FF[4] with GM[4]: the Smart Game Format's entry for Gomoku and Renju.

Points are two letters, column and row from the top left; ``aa`` is the corner. Data without an SGF equivalent goes into
private properties, as the format permits: ``TGREASON`` how the game ended, ``TGTHINK`` the milliseconds of a move,
``TGOPENING`` the opening rule.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gomoku.board import Color
from gomoku.game import Outcome, Reason
from gomoku.notation import sgf_tree
from gomoku.notation.faults import fault
from gomoku.notation.games import game_line
from gomoku.notation.record import GameRecord
from gomoku.notation.sgf_nodes import escape, unescape
from gomoku.notation.tree import ROOT, Note, Skipped, Tree
from gomoku.notation.words import find_rules, is_result, parse_date, parse_outcome

MOST_NODES = 50_000
"""Limit for a text that is read for its main line alone."""

_LETTERS = {Color.BLACK: "B", Color.WHITE: "W"}
_ENDINGS = {
    Reason.FIVE: "",
    Reason.RESIGNED: "R",
    Reason.TIMEOUT: "T",
    Reason.ABANDONED: "F",
    Reason.FORBIDDEN: "F",
}


def dump(record: GameRecord) -> str:
    """Format a record; line breaks and control characters in names become spaces."""
    root = [("FF", "4"), ("GM", "4"), ("CA", "UTF-8"), ("AP", "Tengen"), ("SZ", str(record.size))]
    root += [("PB", escape(record.black)), ("PW", escape(record.white))]
    if record.event:
        root.append(("EV", escape(record.event)))
    if record.rules is not None:
        root.append(("RU", escape(record.rules)))
    if record.date is not None:
        root.append(("DT", escape(record.date)))
    if record.outcome is not None:
        root += [("RE", _result(record.outcome)), ("TGREASON", record.outcome.reason.value)]
    if record.opening:
        root.append(("TGOPENING", escape(record.opening)))
    nodes = [_node(root)] + [_node(_move(record, ply)) for ply in range(len(record.moves))]
    return "(" + "\n".join(nodes) + ")\n"


def load(text: str) -> GameRecord:
    """Parse the main line of the first game in a text.

    Unknown properties and side variations are ignored. Raises BadNotation, with the line or the move, for text that is
    no SGF or no game of five in a row, and for a main line that cannot be read or played to its end.
    """
    tree = sgf_tree.load(text, MOST_NODES).tree
    if tree.cut is not None:
        raise tree.cut
    return record_of_tree(tree)


def record_of_tree(tree: Tree, skipped: Skipped | None = None, number: int = 1) -> GameRecord:
    """Convert the main line of a tree and the data of the game, which is the ``number``th of its file.

    ``skipped`` is told where the line stops being a game from an empty board, at which the record ends, and which data
    is not understood. Without ``skipped``, raises BadNotation, with the move, for the former.
    """
    played = game_line(tree, skipped)
    moves = tuple(point for point, _ in played)
    root = _texts(tree.said(ROOT))
    nodes = [_texts(tree.said(node)) for _, node in played]
    rules = find_rules(root.get("RU", ""))
    day, result = root.get("DT", "").strip(), root.get("RE", "").strip()
    date = parse_date(day)
    if skipped is not None and day and date is None:
        skipped.tell(fault(number, "no_date", day, unit="game"))
    if skipped is not None and not is_result(result):
        skipped.tell(fault(number, "no_result", result, unit="game"))
    think = [_whole(node) for node in nodes]
    left = [_left(node, ply) for ply, node in enumerate(nodes)]
    return GameRecord(
        size=tree.size,
        moves=moves,
        rules=rules,
        black=root.get("PB", ""),
        white=root.get("PW", ""),
        outcome=_outcome(root, tree.size, moves, rules),
        date=date,
        think_ms=tuple(ms for ms in think if ms is not None) if None not in think else (),
        left_ms=tuple(left) if any(ms is not None for ms in left) else (),
        event=root.get("EV", ""),
    )


def tree_of_record(record: GameRecord) -> Tree:
    """Build a tree of one line with all that is known of the game."""
    return sgf_tree.load(dump(record)).tree


def _texts(note: Note) -> dict[str, str]:
    """Return the first value of each property without meaning for a tree."""
    first = {name: values[0] for name, values in reversed(note.properties) if values}
    return {name: unescape(value) for name, value in first.items()}


def _node(properties: list[tuple[str, str]]) -> str:
    return ";" + "".join(f"{name}[{value}]" for name, value in properties)


def _move(record: GameRecord, ply: int) -> list[tuple[str, str]]:
    color = "BW"[ply % 2]
    y, x = divmod(record.moves[ply], record.size)
    properties = [(color, chr(ord("a") + x) + chr(ord("a") + y))]
    left = record.left_ms[ply] if record.left_ms else None
    if left is not None:
        properties.append((f"{color}L", f"{left // 1000}.{left % 1000:03}"))
    if record.overtime and record.overtime[ply] is not None:
        properties.append((f"O{color}", str(record.overtime[ply])))
    if record.think_ms:
        properties.append(("TGTHINK", str(record.think_ms[ply])))
    comment = record.comments.get(ply + 1)
    if comment is not None:
        properties.append(("C", escape(comment)))
    return properties


def _result(outcome: Outcome) -> str:
    if outcome.reason is Reason.ABORTED:
        return "Void"
    if outcome.winner is None:
        return "0"
    return f"{_LETTERS[outcome.winner]}+{_ENDINGS.get(outcome.reason, '')}"


def _whole(node: Mapping[str, str]) -> int | None:
    text = node.get("TGTHINK", "").strip()
    return int(text) if re.fullmatch("[0-9]{1,12}", text) else None


def _left(node: Mapping[str, str], ply: int) -> int | None:
    text = node.get(f"{'BW'[ply % 2]}L", "").strip()
    match = re.fullmatch(r"([0-9]{1,9})(?:\.([0-9]+))?", text)
    return None if match is None else int(match[1]) * 1000 + int((match[2] or "")[:3].ljust(3, "0"))


def _outcome(root: Mapping[str, str], size: int, moves: tuple[int, ...], rules: str | None) -> Outcome | None:
    result = root.get("RE", "").strip()
    found = parse_outcome(result, root.get("TE", ""), size, moves, rules)
    if found is None:
        return None
    try:
        exact = Outcome(found.winner, Reason(root.get("TGREASON", "")))
    except ValueError:
        return found
    return exact if _result(exact) == result else found
