"""The brain behind a Gomocup manager: an engine that obeys one line after another. Neither pipes nor threads here."""

import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from bots.engine import Choice, Limits, Player, Stop
from bots.errors import BotError
from bots.gomocup.info import Info
from bots.gomocup.position import BoardStone, game_of
from bots.gomocup.protocol import MINE, RULE_OF_MASK, THEIRS, UNTOLD, BadLine, coordinates, numbers, point_at, split
from bots.gomocup.swap2 import answer_in_line, lay_swap2
from bots.gomocup.yixin import KEYS, LIMITS, RULE_OF_NUMBER, answer_soosorv_step, answer_swap2_step, lay_to_swap
from bots.levels import Level, open_player
from bots.registry import engine
from gomoku.errors import IllegalMove
from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.point import name
from gomoku.ruleset import RuleSet
from gomoku.rulesets import ruleset


class Brain:
    """A level that plays by the protocol; ``say`` sends one line."""

    def __init__(self, level: Level, seed: int, version: str, say: Callable[[str], None]) -> None:
        self._level = level
        self._seed = seed
        self._version = version
        self._say = say
        self._info = Info()
        self._size = 0
        self._stones: list[BoardStone] = []
        self._told: list[str] | None = None  # the lines of a BOARD or the like that is not DONE
        self._hear_out: Callable[[list[str], Stop], None] = self._take_board
        self._yixin = False  # whether the manager is known to speak its dialect
        self._player: Player | None = None
        self._opened_for: tuple[str, int, int] | None = None
        self._seen: Choice | None = None
        self._obey: dict[str, Callable[[str, Stop], None]] = {
            "START": self._start,
            "RECTSTART": self._rectstart,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": self._board,
            "SWAP2BOARD": self._swap2board,
            "TAKEBACK": self._takeback,
            "INFO": self._inform,
            "ABOUT": self._about,
            "YXBOARD": self._yxboard,
            "YXSHOWINFO": lambda _, __: self._say_all(LIMITS),
            "YXSTOP": lambda _, __: None,  # was heard as it came
            **{f"YXSWAP2STEP{step}": partial(self._yxswap2, step) for step in range(1, 4)},
            **{f"YXSOOSORVSTEP{step}": partial(self._yxsoosorv, step) for step in range(1, 7)},
        }

    def handle(self, line: str, stop: Stop) -> None:
        """Obey one line other than END; ``stop`` ends the thinking that it asks for."""
        word, rest = split(line)
        self._yixin |= word.startswith("YX")
        try:
            if self._told is not None:
                self._board_line(word, line, stop)
            elif word in self._obey:
                self._obey[word](rest, stop)
            elif word:
                self._say(f"UNKNOWN {word[:40]}")
        except BadLine as error:
            self._say(f"ERROR {error}")
        except BotError as error:
            self._say(f"ERROR {error.code.replace('_', ' ')} {error.detail}".rstrip())
        except OSError:
            raise  # the pipe to the manager: there is nobody to tell
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            self._close_player()
            self._say(f"ERROR {type(error).__name__}")

    def close(self) -> None:
        """Give back what the player holds."""
        self._close_player()

    # --- commands ---------------------------------------------------------------------------------------------------

    def _start(self, rest: str, _: Stop) -> None:
        (size,) = numbers(rest, 1)
        if not any(self._plays(rules, size) for rules in RULE_OF_MASK.values()):
            raise BadLine(f"unsupported size; supported are {', '.join(map(str, self._level.sizes))}")
        self._size = size
        self._clear()
        self._say("OK")
        if self._level.compiled:
            self._seat(self._rules())  # loads the kernels, or compiles them once, while the manager sets up the game

    def _rectstart(self, _: str, __: Stop) -> None:
        raise BadLine("rectangular board is not supported")

    def _restart(self, _: str, __: Stop) -> None:
        self._require_start()
        self._clear()
        self._say("OK")

    def _begin(self, _: str, stop: Stop) -> None:
        self._require_start()
        if self._stones:
            raise BadLine("the board is not empty")
        self._think(stop)

    def _turn(self, rest: str, stop: Stop) -> None:
        self._require_start()
        self._rules()
        x, y = numbers(rest, 2)
        point = point_at(x, y, self._size)
        if any(stone.point == point for stone in self._stones):
            raise BadLine(f"{x},{y} is occupied")
        self._stones.append(BoardStone(point, mine=False))
        self._think(stop)

    def _board(self, _: str, __: Stop) -> None:
        self._require_start()
        self._told, self._hear_out = [], self._take_board

    def _swap2board(self, _: str, __: Stop) -> None:
        self._require_start()
        self._told, self._hear_out = [], self._take_swap2

    def _board_line(self, word: str, line: str, stop: Stop) -> None:
        """One line of a board; the whole is read before anything is said of it, as the manager expects one answer."""
        assert self._told is not None
        if word != "DONE":
            if word:
                self._told.append(line)
            return
        told, self._told = self._told, None
        self._hear_out(told, stop)

    def _take_board(self, told: list[str], stop: Stop) -> None:
        self._stones = self._stones_of(told)
        self._think(stop)

    def _take_swap2(self, told: list[str], stop: Stop) -> None:
        """Answer for the opening; what lies then is told by a BOARD."""
        points = self._points_of(told)
        with _refusing_illegal():
            opening = lay_swap2(self._rules(), self._size, points)
        self._say(self._answer_in_line(opening, stop))

    def _answer_in_line(self, opening: Opening, stop: Stop) -> str:
        def choose(game: Game) -> int:
            return self._seat(game.rules).choose(game, self._limits(), stop).point

        return answer_in_line(opening, self._seed, self._info.turn_ms(), choose)

    def _points_of(self, told: list[str]) -> list[int]:
        return [point_at(x, y, self._size) for x, y in (numbers(line, 2) for line in told)]

    def _yxboard(self, _: str, __: Stop) -> None:
        """The stones that lie, of which nothing is asked yet."""
        self._require_start()
        self._told, self._hear_out = [], self._take_yxboard

    def _take_yxboard(self, told: list[str], _: Stop) -> None:
        self._stones = self._stones_of(told)

    def _yxswap2(self, step: int, _: str, __: Stop) -> None:
        self._require_start()
        points = [stone.point for stone in self._stones] if step > 1 else []
        with _refusing_illegal():
            self._say_all(answer_swap2_step(step, self._rules(), self._size, points, self._seed, self._info.turn_ms()))

    def _yxsoosorv(self, step: int, rest: str, stop: Stop) -> None:
        self._require_start()
        if not self._plays("renju", self._size):
            raise BadLine("unsupported opening")

        def take(told: list[str], _: Stop) -> None:
            (offers,) = numbers(rest, 1) if step in (4, 5) else (0,)
            points = self._points_of(told)
            with _refusing_illegal():
                self._say_all(answer_soosorv_step(step, offers, self._size, points, self._seed, self._info.turn_ms()))

        if step == 1:
            take([], stop)
        else:
            self._told, self._hear_out = [], take

    def _say_all(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._say(line)

    def _stones_of(self, told: list[str]) -> list[BoardStone]:
        stones: dict[int, BoardStone] = {}
        for index, line in enumerate(told):
            x, y, owner = numbers(line, 3)
            point = point_at(x, y, self._size)
            if point in stones:
                raise BadLine(f"{x},{y} is occupied")
            if owner not in (MINE, THEIRS, UNTOLD):
                raise BadLine(f"no owner: {owner}")
            # a stone without an owner was played in turn, if the lines are in the order of the moves
            mine = owner == MINE if owner != UNTOLD else (len(told) - index) % 2 == 0
            stones[point] = BoardStone(point, mine)
        return list(stones.values())

    def _takeback(self, rest: str, _: Stop) -> None:
        self._require_start()
        x, y = numbers(rest, 2)
        point = point_at(x, y, self._size)
        left = [stone for stone in self._stones if stone.point != point]
        if len(left) == len(self._stones):
            raise BadLine(f"there is no stone at {x},{y}")
        self._stones = left
        self._say("OK")

    def _inform(self, rest: str, __: Stop) -> None:
        """Keep what is of use; as the protocol says nothing is answered, but to a rule that we cannot play."""
        key, _, value = rest.partition(" ")
        key = key.lower()
        self._yixin |= key in KEYS
        if key == "evaluate":
            self._evaluate(*numbers(value, 2))
        elif key in Info.__slots__:
            (number,) = numbers(value, 1)
            setattr(self._info, key, max(0, number))
            if key == "rule":
                self._rules()

    def _evaluate(self, x: int, y: int) -> None:
        """Say what the last thinking made of the point that somebody has the mouse on."""
        if self._size and self._seen is not None:
            point = point_at(x, y, self._size)
            for candidate, score in self._seen.candidates:
                if candidate == point and score is not None:
                    self._say(f"MESSAGE {name(point, self._size)}: {score}")

    def _about(self, _: str, __: Stop) -> None:
        self._say(f'name="Tengen {self._level.engine}", version="{self._version}", author="Tengen"')

    # --- thinking -----------------------------------------------------------------------------------------------------

    def _think(self, stop: Stop) -> None:
        rules = self._rules()
        game = game_of(rules, self._size, self._stones)
        if game.outcome is not None:
            raise BadLine("the game is over")
        points = [stone.point for stone in self._stones]
        with _refusing_illegal():
            opening = lay_to_swap(self._info.rule, bool(self._info.swapable), rules, self._size, points)
        if opening is not None:
            self._swap_or_lay(self._answer_in_line(opening, stop))
            return
        choice = self._seat(rules).choose(game, self._limits(), stop)
        self._seen = choice
        self._stones.append(BoardStone(choice.point, mine=True))
        self._say(coordinates(choice.point, self._size))

    def _swap_or_lay(self, answer: str) -> None:
        """Say it, and keep whose the stones are then."""
        if answer == "SWAP":
            self._stones = [BoardStone(stone.point, not stone.mine) for stone in self._stones]
        else:
            laid = self._points_of(answer.split())
            self._stones += [BoardStone(point, mine=ply % 2 == 0) for ply, point in enumerate(laid)]
        self._say(answer)

    def _limits(self) -> Limits:
        own, turn_ms = self._level.limits, self._info.turn_ms()
        return Limits(turn_ms if own.time_ms is None else min(turn_ms, own.time_ms), own.nodes)

    def _seat(self, rules: RuleSet) -> Player:
        """The player of this game, opened at its first move and again when the manager changed its mind."""
        wanted = rules.name, self._size, self._info.memory()
        if self._player is None or self._opened_for != wanted:
            self._close_player()
            self._player = open_player(self._level, rules, self._size, self._seed, wanted[2])
            self._opened_for = wanted
        return self._player

    def _close_player(self) -> None:
        player, self._player = self._player, None
        if player is not None:
            player.close()

    def _clear(self) -> None:
        self._stones = []
        self._seen = None
        self._close_player()

    def _require_start(self) -> None:
        if not self._size:
            raise BadLine("START comes first")

    def _rules(self) -> RuleSet:
        """The rules of the game; raises BadLine where the manager asks for others than the level plays."""
        rules = (RULE_OF_NUMBER if self._yixin else RULE_OF_MASK).get(self._info.rule)
        sizes = (self._size,) if self._size else self._level.sizes
        if rules is None or not any(self._plays(rules, size) for size in sizes):
            raise BadLine(f"unsupported rule {self._info.rule}")
        return ruleset(rules)

    def _plays(self, rules: str, size: int) -> bool:
        return self._level.plays(rules, size) and engine(self._level.engine).supports(ruleset(rules), size)


@contextmanager
def _refusing_illegal() -> Iterator[None]:
    """Tells the manager of stones that cannot lie so."""
    try:
        yield
    except IllegalMove as error:
        raise BadLine(str(error)) from error
