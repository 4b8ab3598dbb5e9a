"""Wins by continuous fours (VCF), found by trying all fours on the rules alone."""

from gomoku.board import EMPTY, Board, Color
from gomoku.lines import lines
from gomoku.ruleset import RuleSet


class _OutOfPositions(Exception):
    pass


def fives(rules: RuleSet, board: Board, color: Color) -> list[int]:
    """List the empty points where a stone of the colour wins at once; a five wins even if otherwise forbidden."""
    near = {point for point in _lacking(board, color, 1) if _wins(rules, board, point, color)}
    return sorted(near)


def _wins(rules: RuleSet, board: Board, point: int, color: Color) -> bool:
    board.place(point, color)
    row = rules.winning_line(board, point)
    board.remove(point)
    return row is not None


def _lacking(board: Board, color: Color, most: int) -> set[int]:
    """Find the empty points of all lines of five with only the colour's stones and at most ``most`` gaps."""
    cells, found = board.cells, set[int]()
    for line in lines(board.size, 5):
        gaps = [point for point in line if cells[point] != color]
        if 0 < len(gaps) <= most and all(cells[point] == EMPTY for point in gaps):
            found.update(gaps)
    return found


def wins_by_fours(rules: RuleSet, board: Board, attacker: Color, most: int) -> bool | None:
    """Tell whether a side, to move, wins by fours alone; None if ``most`` positions do not decide."""
    try:
        return _Fours(rules, attacker, most).wins(board.copy())
    except _OutOfPositions:
        return None


class _Fours:
    """One search, which visits each position once and at most ``most`` positions."""

    def __init__(self, rules: RuleSet, attacker: Color, most: int) -> None:
        self._rules = rules
        self._attacker = attacker
        self._left = most
        self._known: dict[bytes, bool] = {}

    def wins(self, board: Board) -> bool:
        """Tell whether the attacker, to move, wins; the board is unchanged on return, unless it raises
        _OutOfPositions."""
        key = bytes(board.cells)
        if key not in self._known:
            if not self._left:
                raise _OutOfPositions
            self._left -= 1
            self._known[key] = self._looked(board)
        return self._known[key]

    def _looked(self, board: Board) -> bool:
        if fives(self._rules, board, self._attacker):
            return True
        stops = fives(self._rules, board, self._attacker.other)
        if len(stops) > 1:
            return False
        return any(self._wins_with(board, point) for point in stops or sorted(_lacking(board, self._attacker, 2)))

    def _wins_with(self, board: Board, point: int) -> bool:
        rules, attacker = self._rules, self._attacker
        if rules.forbidden(board, point, attacker) is not None:
            return False
        board.place(point, attacker)
        threats = fives(rules, board, attacker)
        won = bool(threats) and not fives(rules, board, attacker.other)
        if won:
            won = all(self._wins_against(board, reply) for reply in _on_lines_of(board, threats))
        board.remove(point)
        return won

    def _wins_against(self, board: Board, reply: int) -> bool:
        """Tell whether the attacker wins after a reply; a reply off the lines of the threatened fives stops none."""
        if self._rules.forbidden(board, reply, self._attacker.other) is not None:
            return True
        board.place(reply, self._attacker.other)
        won = bool(fives(self._rules, board, self._attacker)) or self.wins(board)
        board.remove(reply)
        return won


def _on_lines_of(board: Board, points: list[int]) -> list[int]:
    """List the empty points on lines of seven with the first five: its stones, and its ends, where it may be
    enclosed."""
    found = {at for line in lines(board.size, 7) if points[0] in line for at in line}
    found |= {at for line in lines(board.size, 5) if points[0] in line for at in line}  # along the edge
    return sorted(at for at in found if board[at] == EMPTY)
