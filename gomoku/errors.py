"""Every error of the game, each with a stable ``code`` that programs may rely on."""

from __future__ import annotations

from enum import StrEnum


class ForbiddenReason(StrEnum):
    """Why black may not play a point under renju rules."""

    OVERLINE = "overline"
    DOUBLE_FOUR = "double-four"
    DOUBLE_THREE = "double-three"


class GomokuError(Exception):
    """Base of the tree; ``code`` never changes, the message may."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(message or code)
        self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        # subclasses take other arguments than their message, and errors return from worker processes by pickle
        return _restore, (type(self), str(self), self.__dict__)


def _restore(kind: type[GomokuError], message: str, state: dict[str, object]) -> GomokuError:
    error = kind.__new__(kind, message)
    error.__dict__.update(state)
    return error


class IllegalMove(GomokuError):
    """A move that the rules refuse."""


class OffBoard(IllegalMove):
    """The point is outside the board."""

    def __init__(self, point: int) -> None:
        super().__init__("off_board", f"point {point} is outside the board")


class Occupied(IllegalMove):
    """A stone already lies there."""

    def __init__(self, point: int) -> None:
        super().__init__("occupied", f"point {point} is occupied")


class ForbiddenMove(IllegalMove):
    """The rule set forbids the move; ``reason`` says why."""

    def __init__(self, reason: ForbiddenReason) -> None:
        super().__init__(f"forbidden_{reason.value.replace('-', '_')}", f"forbidden: {reason.value}")
        self.reason = reason


class BadAction(IllegalMove):
    """An action that the opening does not allow now."""

    def __init__(self, code: str) -> None:
        super().__init__(code, f"not in this opening: {code.replace('_', ' ')}")


class GameOver(IllegalMove):
    """The game has already ended."""

    def __init__(self) -> None:
        super().__init__("game_over", "the game is over")


class BadPlan(GomokuError):
    """Branch number ``branch`` of a plan cannot be played; ``why`` is a code, usually that of the move."""

    def __init__(self, branch: int, why: str) -> None:
        super().__init__("bad_plan", f"branch {branch}: {why}")
        self.branch = branch
        self.why = why


class NothingToUndo(GomokuError):
    """More moves were to be taken back than were played."""

    def __init__(self) -> None:
        super().__init__("nothing_to_undo", "there are not enough moves to take back")


class BadPoint(GomokuError):
    """The text does not name a point of the board."""

    def __init__(self, text: str) -> None:
        super().__init__("bad_point", f"not a point of the board: {text!r}")
        self.text = text


class BadBoardSize(GomokuError):
    """A board of this size does not exist, or the rule set is not played on it."""

    def __init__(self, size: int) -> None:
        super().__init__("bad_size", f"no board of size {size}")


class UnknownRuleSet(GomokuError):
    """No rule set has this name."""

    def __init__(self, name: str) -> None:
        super().__init__("unknown_rules", f"no rule set is called {name!r}")


class UnknownOpening(GomokuError):
    """No opening rule has this name."""

    def __init__(self, name: str) -> None:
        super().__init__("unknown_opening", f"no opening rule is called {name!r}")


class BadNotation(GomokuError):
    """A game file cannot be read; ``line`` counts from 1, ``why`` is a sentence for people.

    Where the format is violated, ``fault`` is one of `gomoku.notation.faults`, about the ``text`` in the file. ``unit``
    is what ``line`` counts in files without lines: bytes, from 0, or nodes.
    """

    def __init__(self, line: int, why: str, fault: str = "", text: str = "", unit: str = "line") -> None:
        super().__init__("bad_notation", f"{unit} {line}: {why}")
        self.line = line
        self.unit = unit
        self.why = why
        self.fault = fault
        self.text = text
