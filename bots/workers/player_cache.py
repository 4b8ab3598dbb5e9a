"""The players of a thread pool or worker process, kept between the moves of their games while memory permits."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock
from typing import TypeVar

from bots.engine import MEMORY, Choice, DecidingPlayer, Limits, Numbers, OpeningAnswer, Player, Stop
from bots.errors import BotError, PlayerCrashed
from bots.immediate_wins import find_threat
from bots.levels import Level, open_player
from bots.registry import engine
from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.openings.rules import opening_rule
from gomoku.openings.turns import Action
from gomoku.rulesets import ruleset

log = logging.getLogger(__name__)

Asked = TypeVar("Asked")


@dataclass(frozen=True, slots=True)
class Seating:
    """All that is needed to open a seat's player anywhere. ``memory`` is in bytes; ``weights`` None means the engine's
    own."""

    seat: int
    level: Level
    rules: str
    size: int
    seed: int
    memory: int
    weights: Numbers | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """A move to choose: the seat, the game so far, and the limits."""

    seating: Seating
    moves: tuple[int, ...]
    limits: Limits


@dataclass(frozen=True, slots=True)
class OpeningRequest:
    """An action to choose in an opening: the seat, the opening's name, the actions so far, and the limits."""

    seating: Seating
    opening: str
    actions: tuple[Action, ...]
    limits: Limits


@dataclass(slots=True)
class _Seated:
    """A seated player, the game it has reached, and the bytes it may hold."""

    game: Game
    player: Player
    holds: int


class PlayerCache:
    """Players by seat, opened at their first move. A seat is never used by two threads at once.

    Players together may hold ``room`` bytes. To make room, the least recently used ones are closed, and reopened at
    their next move; players that are choosing stay, whatever they hold.
    """

    def __init__(self, room: int = MEMORY) -> None:
        self._room = room
        self._held = 0
        self._idle: dict[int, _Seated] = {}  # least recently used first
        self._lock = Lock()  # several threads may share the seats

    @property
    def held(self) -> int:
        """The bytes that all players together may hold now."""
        return self._held

    def choose(self, request: Request, stop: Stop) -> Choice:
        """Return the player's choice; raises BotError, or PlayerCrashed for any other exception."""

        def ask(seated: _Seated) -> Choice:
            _catch_up(seated, request)
            choice = seated.player.choose(seated.game, request.limits, stop)
            return replace(choice, forced=find_threat(seated.game))

        return self._ask(request.seating, ask)

    def decide(self, request: OpeningRequest, stop: Stop) -> OpeningAnswer:
        """Return the player's action in an opening; an empty answer if it cannot decide. Raises as ``choose`` does."""

        def ask(seated: _Seated) -> OpeningAnswer:
            if not isinstance(seated.player, DecidingPlayer):
                return OpeningAnswer()
            rules, size = seated.game.rules, seated.game.size
            opening = Opening.replay(opening_rule(request.opening), rules, size, request.actions)
            return seated.player.decide(opening, request.limits, stop)

        return self._ask(request.seating, ask)

    def _ask(self, seating: Seating, ask: Callable[[_Seated], Asked]) -> Asked:
        with self._lock:
            seated = self._idle.pop(seating.seat, None)
        try:
            if seated is None:
                seated = self._open(seating)
            answer = ask(seated)
        except BotError:
            self._keep(seating.seat, seated)
            raise
        except BaseException as error:
            self._dismiss(seated)
            if not isinstance(error, Exception):
                raise  # the worker handles the end of the thread
            log.exception("a player of %s crashed", seating.level.engine)
            raise PlayerCrashed(repr(error)) from error
        self._keep(seating.seat, seated)
        return answer

    def forget(self, seat: int) -> None:
        """Close the seat's player, if there is one here."""
        with self._lock:
            seated = self._idle.pop(seat, None)
        self._dismiss(seated)

    def close(self) -> None:
        """Close every player."""
        for seat in list(self._idle):
            self.forget(seat)

    def _open(self, seating: Seating) -> _Seated:
        """Open a player after making room for it."""
        holds = engine(seating.level.engine).holds(seating.memory)
        for other in self._making_room(holds):
            _close(other)
        try:
            rules = ruleset(seating.rules)
            player = open_player(seating.level, rules, seating.size, seating.seed, seating.memory, seating.weights)
            return _Seated(Game(rules, seating.size), player, holds)
        except BaseException:
            with self._lock:
                self._held -= holds
            raise

    def _making_room(self, needed: int) -> list[_Seated]:
        """Reserve ``needed`` bytes; return the players to close for it."""
        going: list[_Seated] = []
        with self._lock:
            if needed:
                for seat in [seat for seat, seated in self._idle.items() if seated.holds]:
                    if self._held + needed <= self._room:
                        break
                    going.append(self._idle.pop(seat))
                    self._held -= going[-1].holds
            self._held += needed
        return going

    def _keep(self, seat: int, seated: _Seated | None) -> None:
        if seated is not None:
            with self._lock:
                self._idle[seat] = seated

    def _dismiss(self, seated: _Seated | None) -> None:
        if seated is not None:
            with self._lock:
                self._held -= seated.holds
            _close(seated)


def _close(seated: _Seated) -> None:
    try:
        seated.player.close()
    except Exception:
        log.exception("a player did not close")


def _catch_up(seated: _Seated, request: Request) -> None:
    """Bring the seat's game to the requested moves."""
    moves, game = request.moves, seated.game
    if list(moves[: game.ply]) != game.moves:
        game = seated.game = Game(game.rules, game.size)
    for point in moves[game.ply :]:
        game.play(point)
