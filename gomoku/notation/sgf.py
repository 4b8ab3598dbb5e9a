"""SGF, FF[4] with GM[4]: the Smart Game Format's entry for Gomoku and Renju.

Points are two letters, column and row from the top left, ``aa`` the corner. What SGF cannot say goes into private
properties, as the format provides for: ``TGREASON`` how the game ended, ``TGTHINK`` the milliseconds a move took, and
``TGOPENING`` the rule by which the first stones were laid.
"""

from __future__ import annotations

import re
from datetime import date

from gomoku.board import LARGEST, SMALLEST, Board, Color
from gomoku.game import Outcome, Reason
from gomoku.lines import rows_through
from gomoku.notation.faults import fault
from gomoku.notation.record import GameRecord
from gomoku.notation.sgf_nodes import Node, Value, escape, main_line
from gomoku.rulesets import RULESETS

DEFAULT_SIZE = 15  # where a file names none

_LETTERS = {Color.BLACK: "B", Color.WHITE: "W"}
_ENDINGS = {
    Reason.FIVE: "",
    Reason.RESIGNED: "R",
    Reason.TIMEOUT: "T",
    Reason.ABANDONED: "F",
    Reason.FORBIDDEN: "F",
}
_SETUP = ("AB", "AW", "AE")


def dump(record: GameRecord) -> str:
    """Text of a record; line breaks and control characters in names become spaces."""
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
    """Record of the main line of the first game in a text.

    Unknown properties and side variations are passed over. Raises BadNotation, with the line, for what is no SGF, no
    game of five in a row, or holds setup stones, passes or moves out of turn, off the board or on a stone.
    """
    nodes = main_line(text)
    root = nodes[0]
    game = root.get("GM")
    if game is not None and game.text.strip() != "4":
        raise fault(game.line, "other_game")
    size = board_size(root.get("SZ"))
    moves, timed = _moves(nodes, size)
    rules = _text(root, "RU").strip().lower()
    known_rules = rules if rules in RULESETS else None
    think = [_whole(node) for node in timed]
    left = [_left(node, ply) for ply, node in enumerate(timed)]
    return GameRecord(
        size=size,
        moves=moves,
        rules=known_rules,
        black=_text(root, "PB"),
        white=_text(root, "PW"),
        outcome=_outcome(root, size, moves, known_rules),
        date=_date(_text(root, "DT")),
        think_ms=tuple(ms for ms in think if ms is not None) if None not in think else (),
        left_ms=tuple(left) if any(ms is not None for ms in left) else (),
        event=_text(root, "EV"),
    )


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


def _text(node: Node, name: str) -> str:
    value = node.get(name)
    return "" if value is None else value.text


def board_size(value: Value | None) -> int:
    """The size that the property SZ of a root says; raises BadNotation."""
    if value is None:
        return DEFAULT_SIZE
    match = re.fullmatch(r"\s*([0-9]{1,3})(?::([0-9]{1,3}))?\s*", value.text)
    if match is None:
        raise fault(value.line, "no_size", value.text)
    width, height = int(match[1]), int(match[2] or match[1])
    if width != height:
        raise fault(value.line, "not_square", f"{width}x{height}")
    if not SMALLEST <= width <= LARGEST:
        raise fault(value.line, "no_such_board", str(width))
    return width


def _moves(nodes: list[Node], size: int) -> tuple[tuple[int, ...], list[Node]]:
    """Moves of the main line, and the node of each."""
    moves: list[int] = []
    timed: list[Node] = []
    taken: set[int] = set()
    for node in nodes:
        for name in _SETUP:
            if name in node:
                raise fault(node[name].line, "setup_stones", name)
        played = [(name, node[name]) for name in ("B", "W") if name in node]
        for name, value in played:
            if len(played) == 2 or value.more or name != "BW"[len(moves) % 2]:
                raise fault(value.line, "out_of_turn")
            point = _point(value, size)
            if point in taken:
                raise fault(value.line, "stone_twice", value.text)
            taken.add(point)
            moves.append(point)
            timed.append(node)
    return tuple(moves), timed


def _point(value: Value, size: int) -> int:
    text = value.text.strip()
    if not text:
        raise fault(value.line, "passing")
    if not re.fullmatch("[a-z]{2}", text):
        raise fault(value.line, "no_point", text)
    x, y = ord(text[0]) - ord("a"), ord(text[1]) - ord("a")
    if x >= size or y >= size:
        raise fault(value.line, "outside", text)
    return y * size + x


def _whole(node: Node) -> int | None:
    text = _text(node, "TGTHINK").strip()
    return int(text) if re.fullmatch("[0-9]{1,12}", text) else None


def _left(node: Node, ply: int) -> int | None:
    text = _text(node, f"{'BW'[ply % 2]}L").strip()
    match = re.fullmatch(r"([0-9]{1,9})(?:\.([0-9]+))?", text)
    return None if match is None else int(match[1]) * 1000 + int((match[2] or "")[:3].ljust(3, "0"))


def _date(text: str) -> str | None:
    match = re.search("[0-9]{4}-[0-9]{2}-[0-9]{2}", text)
    if match is None:
        return None
    try:
        return date.fromisoformat(match[0]).isoformat()
    except ValueError:
        return None


def _outcome(root: Node, size: int, moves: tuple[int, ...], rules: str | None) -> Outcome | None:
    result = _text(root, "RE").strip()
    guess = _standard_outcome(result, size, moves, rules)
    if guess is None:
        return None
    try:
        exact = Outcome(guess.winner, Reason(_text(root, "TGREASON")))
    except ValueError:
        return guess
    return exact if _result(exact) == result else guess


def _standard_outcome(result: str, size: int, moves: tuple[int, ...], rules: str | None) -> Outcome | None:
    """Outcome as far as the standard property RE tells it."""
    if result.lower() == "void":
        return Outcome(None, Reason.ABORTED)
    if result.lower() in ("0", "draw"):
        return Outcome(None, Reason.FULL_BOARD if len(moves) == size * size else Reason.AGREED_DRAW)
    match = re.fullmatch(r"([BbWw])\+(.*)", result)
    if match is None:
        return None
    winner = Color.BLACK if match[1] in "Bb" else Color.WHITE
    match match[2][:1].upper():
        case "T":
            return Outcome(winner, Reason.TIMEOUT)
        case "F":
            return Outcome(winner, Reason.ABANDONED)
        case "R":
            return Outcome(winner, Reason.RESIGNED)
    return Outcome(winner, Reason.FIVE if _ends_in_five(size, moves, rules, winner) else Reason.RESIGNED)


def _ends_in_five(size: int, moves: tuple[int, ...], rules: str | None, winner: Color) -> bool:
    """Whether the last move was the winner's and won on the board."""
    if not moves or winner is not (Color.BLACK if len(moves) % 2 else Color.WHITE):
        return False
    board = Board.from_stones(size, moves[::2], moves[1::2])
    if rules is None:
        return bool(rows_through(board, moves[-1], 5))
    return RULESETS[rules].winning_line(board, moves[-1]) is not None
