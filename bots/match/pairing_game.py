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
    """How a pairing ended: the name of the winner, None for a draw, and why.

    ``reason`` is one of ``gomoku.game.Reason``, "illegal" or "crashed", of which ``log`` tells in one line.
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
    """Play the pairing from this opening; a player that answers with an illegal move, or with an error, has lost.

    ``opened`` gives the player of a name and its limits; ``thinking`` is told before each move who is to move.
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
            except Exception as error:  # whatever an engine does wrong costs it this game and no other
                return forfeit(match, color, CRASHED, game.moves, repr(error))
    finally:
        for player, _ in players.values():
            player.close()
    winner = game.outcome.winner
    return PairingResult(match.number, names[winner] if winner else None, game.outcome.reason, tuple(game.moves))


def forfeit(match: Pairing, color: Color, reason: str, moves: Sequence[int], log: str) -> PairingResult:
    """The pairing lost by this side for something that happened off the board."""
    name, winner = (match.black, match.white) if color is Color.BLACK else (match.white, match.black)
    return PairingResult(match.number, winner, reason, tuple(moves), f"{name}: {log}".replace("\n", " "))
