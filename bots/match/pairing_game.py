"""One game of a match, from its opening to its end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bots.engine import Limits, Player, Stop
from bots.match.pairing import Pairing
from gomoku.board import Color
from gomoku.errors import IllegalMove
from gomoku.game import Game
from gomoku.ruleset import RuleSet

CRASHED, ILLEGAL = "crashed", "illegal"

Opener = Callable[[str, RuleSet, int, int], tuple[Player, Limits]]


@dataclass(frozen=True, slots=True)
class PairingResult:
    """The result of a pairing: the winner's name, None for a draw, and the reason.

    ``reason`` is a ``gomoku.game.Reason``, "illegal" or "crashed"; ``log`` explains the last two in one line.
    """

    number: int
    winner: str | None
    reason: str
    moves: tuple[int, ...]
    log: str = ""


def play(
    match: Pairing,
    rules: RuleSet,
    size: int,
    opening: Sequence[int],
    opened: Opener,
    thinking: Callable[[Color], None] = lambda _: None,
) -> PairingResult:
    """Play the pairing from this opening; an illegal move or an exception loses the game.

    ``thinking`` is called with the colour to move before each move; ``opened`` returns the player of a name and its
    limits.
    """
    game = Game.replay(rules, size, opening, forbidden_loses=True)
    names = {Color.BLACK: match.black, Color.WHITE: match.white}
    players = {}
    stop = Stop()
    try:
        while game.outcome is None:
            color = game.to_move
            thinking(color)
            try:
                if color not in players:
                    players[color] = opened(names[color], rules, size, match.seed)
                player, limits = players[color]
                point = player.choose(game, limits, stop).point
                game.play(point)
            except IllegalMove as error:
                return forfeit(match, color, ILLEGAL, game.moves, f"{point}: {error}")
            except Exception as error:  # an engine's error costs it this game only
                return forfeit(match, color, CRASHED, game.moves, repr(error))
    finally:
        for player, _ in players.values():
            player.close()
    winner = game.outcome.winner
    return PairingResult(match.number, names[winner] if winner else None, game.outcome.reason, tuple(game.moves))


def forfeit(match: Pairing, color: Color, reason: str, moves: Sequence[int], log: str) -> PairingResult:
    """Return the pairing as lost by this side for an error."""
    name, winner = (match.black, match.white) if color is Color.BLACK else (match.white, match.black)
    return PairingResult(match.number, winner, reason, tuple(moves), f"{name}: {log}".replace("\n", " "))
