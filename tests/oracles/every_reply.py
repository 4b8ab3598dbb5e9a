"""Wins by fours and by threats on the rules alone, by trying every attacking move and every reply."""

from bots.search.solver.solver import Method
from gomoku.board import EMPTY, Board, Color
from gomoku.lines import rays
from gomoku.rulesets import ruleset


def wins_in_fours(rules: str, board: Board, attacker: Color, depth: int) -> bool:
    """Tell whether the attacker wins by at most ``depth`` fours and then a five, against every reply."""
    rule = ruleset(rules)

    def fives(color: Color) -> list[int]:
        return [point for point in empty() if made(point, color)]

    def made(point: int, color: Color) -> bool:
        board.place(point, color)
        row = rule.winning_line(board, point)
        board.remove(point)
        return row is not None

    def empty() -> list[int]:
        return [point for point, cell in enumerate(board.cells) if not cell]

    if fives(attacker):
        return True
    if depth == 0:
        return False
    for point in empty():
        if rule.forbidden(board, point, attacker):
            continue
        board.place(point, attacker)
        won = bool(fives(attacker)) and not fives(attacker.other)
        for reply in empty() if won else ():
            if rule.forbidden(board, reply, attacker.other):
                continue
            board.place(reply, attacker.other)
            won = wins_in_fours(rules, board, attacker, depth - 1)
            board.remove(reply)
            if not won:
                break
        board.remove(point)
        if won:
            return True
    return False


def _makes_open_three(rules: str, board: Board, point: int) -> bool:
    """Tell whether one more stone on a line through this one makes a four with a five at both ends."""
    rule, color = ruleset(rules), Color(board[point])

    def five(at: int) -> bool:
        board.place(at, color)
        row = rule.winning_line(board, at)
        board.remove(at)
        return row is not None

    for _, *ways in rays(board.size)[point]:
        for fourth in [at for way in ways for at in way[:3] if board[at] == EMPTY]:
            board.place(fourth, color)
            runs = [next((n for n, at in enumerate(way) if board[at] != color), len(way)) for way in ways]
            ends = [way[n] for way, n in zip(ways, runs, strict=True) if n < len(way) and board[way[n]] == EMPTY]
            found = sum(runs) == 3 and len(ends) == 2 and all(five(at) for at in ends)
            board.remove(fourth)
            if found:
                return True
    return False


def wins_in_threats(rules: str, board: Board, attacker: Color, depth: int, method: Method) -> bool:
    """Tell whether the attacker wins by at most ``depth`` threats of the method and then a four, against every
    reply."""
    rule = ruleset(rules)
    if wins_in_fours(rules, board, attacker, 1):
        return True
    if depth == 0:
        return False
    empty = [point for point, cell in enumerate(board.cells) if cell == EMPTY]
    for point in empty:
        if rule.forbidden(board, point, attacker):
            continue
        board.place(point, attacker)
        won = (
            (method == "fukumi" or wins_in_fours(rules, board, attacker, 0) or _makes_open_three(rules, board, point))
            and not wins_in_fours(rules, board, attacker.other, 0)
            and wins_in_fours(rules, board, attacker, 1)
        )
        for reply in empty if won else ():
            if reply == point or rule.forbidden(board, reply, attacker.other):
                continue
            board.place(reply, attacker.other)
            won = wins_in_threats(rules, board, attacker, depth - 1, method)
            board.remove(reply)
            if not won:
                break
        board.remove(point)
        if won:
            return True
    return False
