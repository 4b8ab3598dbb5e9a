"""The players of one thread pool or worker process, kept between the moves of their games."""

import logging
from dataclasses import dataclass, replace

from bots.engine import Choice, Limits, Player, Stop
from bots.errors import BotError, PlayerCrashed
from bots.forced import forced_by
from bots.levels import Level, open_player
from gomoku.game import Game
from gomoku.rulesets import ruleset

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Seating:
    """All that it takes to open a seat's player anywhere; ``memory`` in bytes."""

    seat: int
    level: Level
    rules: str
    size: int
    seed: int
    memory: int


@dataclass(frozen=True, slots=True)
class Request:
    """One move to be chosen: the seat, the game so far, and the limits."""

    seating: Seating
    moves: tuple[int, ...]
    limits: Limits


class Seats:
    """Players by seat, opened at their first move. One seat is never asked twice at the same time."""

    def __init__(self) -> None:
        self._seated: dict[int, tuple[Game, Player]] = {}

    def choose(self, request: Request, stop: Stop) -> Choice:
        """The player's choice; raises BotError, PlayerCrashed for whatever else went wrong."""
        seat = request.seating.seat
        try:
            game, player = self._caught_up(request)
            return replace(player.choose(game, request.limits, stop), forced=forced_by(game))
        except BotError:
            raise
        except Exception as error:
            log.exception("a player of %s crashed", request.seating.level.engine)
            self.forget(seat)
            raise PlayerCrashed(repr(error)) from error

    def forget(self, seat: int) -> None:
        """Close the seat's player, if there is one here."""
        seated = self._seated.pop(seat, None)
        if seated is not None:
            try:
                seated[1].close()
            except Exception:
                log.exception("a player did not close")

    def close(self) -> None:
        """Close every player."""
        for seat in list(self._seated):
            self.forget(seat)

    def _caught_up(self, request: Request) -> tuple[Game, Player]:
        """The seat's game after the requested moves, and its player."""
        seating, moves = request.seating, request.moves
        rules = ruleset(seating.rules)
        seated = self._seated.get(seating.seat)
        if seated is not None and list(moves[: seated[0].ply]) == seated[0].moves:
            game, player = seated
            for point in moves[game.ply :]:
                game.play(point)
            return seated
        game = Game.replay(rules, seating.size, moves)
        if seated is not None:
            player = seated[1]
        else:
            player = open_player(seating.level, rules, seating.size, seating.seed, seating.memory)
        self._seated[seating.seat] = game, player
        return game, player
