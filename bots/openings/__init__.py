"""Balanced openings, one file for each use, made by `lab.openings.make_openings` and `lab.openings.make_triples`.

Each line of a file is an opening: the names of its points on a 15x15 board in order of play, black first, separated by
spaces. Lines that begin with ``#`` are comments. Larger boards use the same stones around their own centre.
"""

from pathlib import Path

from gomoku import point
from gomoku.errors import GomokuError
from gomoku.game import Game
from gomoku.ruleset import RuleSet

FREESTYLE = Path(__file__).parent / "freestyle15.txt"
"""Openings of three to seven stones that a deep search scores as even."""
DRAWN_ON = 15


def triples(rules: str) -> Path:
    """Return the file of balanced three-stone openings of a rule set by name, made by `make_triples`.

    There is one for each rule set in which five win.
    """
    return Path(__file__).parent / f"three_{rules}15.txt"


class BadOpenings(ValueError):
    """A file of openings cannot be used; the message is one line that says where."""


def load(path: Path, rules: RuleSet, size: int) -> tuple[tuple[int, ...], ...]:
    """Load the openings of a file as moves on a board of this size, without those that the rules do not allow.

    Raises BadOpenings for a board smaller than 15x15, an unreadable file, or a malformed line.
    """
    if size < DRAWN_ON:
        raise BadOpenings(f"openings need a board of at least {DRAWN_ON}x{DRAWN_ON}, not {size}x{size}")
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadOpenings(f"{path} cannot be read: {getattr(error, 'strerror', 'not a text file')}") from error
    found: dict[tuple[int, ...], None] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            moves = tuple(_shift(point.parse(name, DRAWN_ON), size) for name in line.split())
        except GomokuError as error:
            raise BadOpenings(f"{path}, line {number}: {error}") from error
        if moves in found or len(set(moves)) < len(moves):
            raise BadOpenings(f"{path}, line {number}: repeats {'a stone' if moves not in found else 'an opening'}")
        found[moves] = None
    return tuple(moves for moves in found if _is_allowed(moves, rules, size))


def _shift(drawn: int, size: int) -> int:
    x, y = point.xy(drawn, DRAWN_ON)
    shift = (size - DRAWN_ON) // 2
    return point.at(x + shift, y + shift, size)


def _is_allowed(moves: tuple[int, ...], rules: RuleSet, size: int) -> bool:
    try:
        return Game.replay(rules, size, moves).outcome is None
    except GomokuError:
        return False
