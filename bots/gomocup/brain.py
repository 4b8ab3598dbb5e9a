"""The brain behind a Gomocup manager: an engine that obeys one line after another, without pipes or threads."""

import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from threading import Timer
from time import monotonic
from typing import Final

from bots.engine import CORES, Choice, Limits, Player, Stop
from bots.errors import BotError
from bots.gomocup.info import Info
from bots.gomocup.loading import Loading, find_stand_in, measure_taken
from bots.gomocup.position import BoardStone, game_of
from bots.gomocup.protocol import (
    ANEW,
    MINE,
    RULE_OF_MASK,
    THEIRS,
    UNTOLD,
    BadLine,
    Say,
    board_size,
    coordinates,
    numbers,
    point_at,
    split,
)
from bots.gomocup.reports import Reports
from bots.gomocup.swap2 import answer_in_line, lay_swap2
from bots.gomocup.yixin import (
    KEYS,
    LIMITS,
    RULE_OF_NUMBER,
    UNSUPPORTED,
    answer_soosorv_step,
    answer_swap2_step,
    lay_to_swap,
    list_forbidden,
)
from bots.levels import Level, open_player
from bots.registry import engine
from gomoku.errors import IllegalMove
from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.point import name
from gomoku.ruleset import RuleSet
from gomoku.rulesets import ruleset

RESERVE_S: Final = 0.15
"""Seconds before the deadline at which the stand-in's move is played: a load may hold the interpreter lock this
long."""


class Brain:
    """A level that plays by the protocol; ``say`` sends one line. ``loading``, if given, is waited for."""

    def __init__(self, level: Level, seed: int, version: str, say: Say, loading: Loading | None = None) -> None:
        self._level = level
        self._seed = seed
        self._version = version
        self._say = say
        self._loading = loading
        self._info = Info()
        self._dropped = Stop()  # the flag of the current line
        self._asked_at = 0.0  # when the time for the current line started
        self._answered_at = 0.0
        self._warned_of = 0  # the memory limit that was last found too small
        self._owed: list[str] = []  # answers that Yixin's board skips once it has sent YXSTOP
        self._size = 0
        self._stones: list[BoardStone] = []
        self._told: list[str] | None = None  # the lines so far of an unfinished BOARD or similar command
        self._hear_out: Callable[[list[str], Stop], None] = self._take_board
        self._yixin = False  # whether the manager has used the dialect
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
            "YXSTOP": self._yxstop,
            "STOP": self._yxstop,
            "YXNBEST": self._yxnbest,
            "YXSHOWFORBID": self._yxshowforbid,
            "YXHASHCLEAR": self._yxhashclear,
            **dict.fromkeys(("YXBLOCKRESET", "YXBLOCKPATHRESET"), lambda _, __: None),  # no point is ever blocked
            **{word: partial(self._refuse, word) for word in UNSUPPORTED},
            **{f"YXSWAP2STEP{step}": partial(self._yxswap2, step) for step in range(1, 4)},
            **{f"YXSOOSORVSTEP{step}": partial(self._yxsoosorv, step) for step in range(1, 7)},
        }

    def handle(self, line: str, stop: Stop, dropped: Stop | None = None, came: float | None = None) -> None:
        """Obey one line other than END; ``stop`` ends the thinking it asks for.

        Nothing is answered once ``dropped`` is set. The time for a move counts from ``came``, when the line arrived
        (seconds of ``monotonic``), or from the previous answer if that was later.
        """
        word, rest = split(line)
        self._yixin |= word.startswith("YX")
        self._dropped = dropped or Stop()
        self._asked_at = max(monotonic() if came is None else came, self._answered_at)
        try:
            if self._told is not None and word in ANEW:
                self._told = None  # the sender has not said DONE, and never will
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
        """Close the player."""
        self._close_player()

    # --- commands ---------------------------------------------------------------------------------------------------

    def _start(self, rest: str, stop: Stop) -> None:
        """Answer OK once everything is loaded and the player is open, or earlier when somebody asks for a move."""
        size = board_size(rest)
        if self._loading is not None:
            self._loading.wait(stop)
        if not any(self._plays(rules, size) for rules in RULE_OF_MASK.values()):
            raise BadLine(f"unsupported size; supported are {', '.join(map(str, self._level.sizes))}")
        self._size = size
        if not self._can_play():
            self._info.rule = 0
        self._begin_anew()

    def _rectstart(self, rest: str, stop: Stop) -> None:
        if len(rest.replace(",", " ").split()) < 2:
            raise BadLine("width and height were expected")
        self._start(rest, stop)

    def _restart(self, _: str, __: Stop) -> None:
        self._require_start()
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._stones = []
        self._seen = None
        self._close_player()
        self._make_ready()
        self._say("OK")

    def _make_ready(self) -> None:
        """Open a player for the current rules, so that the first move need not wait for it."""
        if self._size and self._ready and self._can_play():
            self._seat(self._rules())

    @property
    def _ready(self) -> bool:
        return self._loading is None or self._loading.done

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
        """Take one line of a board. The answer waits for the last line, because the manager expects a single answer."""
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
        """Answer for the opening; a later BOARD tells the resulting stones."""
        points = self._points_of(told)
        with _refusing_illegal():
            opening = lay_swap2(self._rules(), self._size, points)
        self._answer([self._answer_in_line(opening, stop)])

    def _answer_in_line(self, opening: Opening, stop: Stop) -> str:
        def choose(game: Game) -> int:
            return self._choose(game, stop).point

        self._wait_to_decide(stop)
        return answer_in_line(opening, self._seed, self._info.turn_ms(), choose)

    def _points_of(self, told: list[str]) -> list[int]:
        return [point_at(x, y, self._size) for x, y in (numbers(line, 2) for line in told)]

    def _yxboard(self, _: str, __: Stop) -> None:
        """Take the stones on the board without answering yet."""
        self._require_start()
        self._told, self._hear_out = [], self._take_yxboard

    def _take_yxboard(self, told: list[str], _: Stop) -> None:
        self._stones = self._stones_of(told)

    def _yxstop(self, _: str, __: Stop) -> None:
        """Send the owed answers; the reader has handled the command itself.

        If a START came before it, the board still waits for a move, which it will skip.
        """
        self._say_all(self._owed)
        self._owed.clear()

    def _yxnbest(self, _: str, stop: Stop) -> None:
        self._require_start()
        self._think(stop)

    def _yxshowforbid(self, _: str, __: Stop) -> None:
        self._require_start()
        self._say(list_forbidden(game_of(self._rules(), self._size, self._stones)))

    def _yxhashclear(self, _: str, __: Stop) -> None:
        self._close_player()
        self._make_ready()
        self._say("MESSAGE the table of transpositions is empty")

    def _refuse(self, word: str, _: str, __: Stop) -> None:
        """Reject a command with lines up to DONE, which must not be taken for other commands."""

        def refuse(_: list[str], __: Stop) -> None:
            raise BadLine(f"{word.lower()} is not supported")

        self._told, self._hear_out = [], refuse

    def _yxswap2(self, step: int, _: str, stop: Stop) -> None:
        self._require_start()
        points = [stone.point for stone in self._stones] if step > 1 else []
        self._wait_to_decide(stop)
        with _refusing_illegal():
            self._answer(answer_swap2_step(step, self._rules(), self._size, points, self._seed, self._info.turn_ms()))

    def _yxsoosorv(self, step: int, rest: str, stop: Stop) -> None:
        self._require_start()
        if not self._plays("renju", self._size):
            raise BadLine("unsupported opening")

        def take(told: list[str], stop: Stop) -> None:
            (offers,) = numbers(rest, 1) if step in (4, 5) else (0,)
            points = self._points_of(told)
            self._wait_to_decide(stop)
            with _refusing_illegal():
                self._answer(answer_soosorv_step(step, offers, self._size, points, self._seed, self._info.turn_ms()))

        if step == 1:
            take([], stop)
        else:
            self._told, self._hear_out = [], take

    def _wait_to_decide(self, stop: Stop) -> None:
        """Wait for the loading: decisions in openings need the search."""
        if self._loading is not None:
            self._loading.wait(stop)

    def _answer(self, lines: Sequence[str]) -> None:
        """Send the answer unless its request was dropped."""
        if not self._dropped.is_set():
            self._say_all(lines)
            self._answered_at = monotonic()
            self._owed.clear()

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
        """Store useful settings. The protocol wants no answer, except to a rule that we cannot play."""
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
            self._make_ready()
        elif key in ("pondering", "checkmate") and value != "0":
            self._say(f"MESSAGE {key} is not supported")

    def _evaluate(self, x: int, y: int) -> None:
        """Report the last search's score of the point under the mouse."""
        if self._size and self._seen is not None:
            point = point_at(x, y, self._size)
            for candidate, score in self._seen.candidates:
                if candidate == point and score is not None:
                    self._say(f"MESSAGE {name(point, self._size)}: {score}")

    def _about(self, _: str, __: Stop) -> None:
        self._say(f'name="Tengen {self._level.engine}", version="{self._version}", author="Tengen"')

    # --- thinking -----------------------------------------------------------------------------------------------------

    def _think(self, stop: Stop) -> None:
        if self._dropped.is_set() and not self._yixin:
            return
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
        choice = self._choose(game, stop)
        answer = coordinates(choice.point, self._size)
        if self._dropped.is_set():
            self._owed += [answer] if self._yixin else []
            return
        self._seen = choice
        self._stones.append(BoardStone(choice.point, mine=True))
        self._answer([answer])

    def _choose(self, game: Game, stop: Stop) -> Choice:
        """Choose a move by the deadline, at which ``stop`` is set."""
        limits = self._limits()
        assert limits.time_ms is not None
        deadline = self._asked_at + limits.time_ms / 1000
        alarm = Timer(max(0.0, deadline - monotonic()), stop.set)
        alarm.daemon = True
        alarm.start()
        try:
            in_time = None if self._ready else self._stand_in(game, stop, deadline - RESERVE_S)
            return in_time or self._look_ahead(game, limits, stop, deadline)
        finally:
            alarm.cancel()

    def _stand_in(self, game: Game, stop: Stop, until: float) -> Choice | None:
        """Choose with a player that needs no loading; return None if the loading ends in time for the level's
        player."""
        assert self._loading is not None
        player = open_player(find_stand_in(game.rules, game.size), game.rules, game.size, self._seed, 0)
        choice = player.choose(game, Limits(), stop)
        if game.board.stones == 0:
            return choice  # there is nothing to search
        if self._loading.wait(stop, until):
            return None
        if not self._dropped.is_set():
            self._say("MESSAGE the search is not loaded yet, and a simpler player moves")
        return choice

    def _look_ahead(self, game: Game, limits: Limits, stop: Stop, deadline: float) -> Choice:
        """Choose with the level's player in the time left."""
        player = self._seat(game.rules)
        self._warn_of_memory()
        reports = Reports(self._say, self._info, self._size, stop, self._dropped)
        with reports.listening():
            choice = player.choose(game, replace(limits, time_ms=max(1, int(1000 * (deadline - monotonic())))), stop)
        reports.end(choice)
        return choice

    def _warn_of_memory(self) -> None:
        """Report once that a memory limit is less than the program takes without a player."""
        bound, taken = self._info.max_memory, measure_taken()
        if bound != self._warned_of and 0 < bound < taken:
            self._say(
                f"MESSAGE max_memory is {bound >> 20} MiB, and the program alone takes {taken >> 20} MiB: "
                "its tables are as small as they can be"
            )
        self._warned_of = bound

    def _swap_or_lay(self, answer: str) -> None:
        """Send the answer and update the owners of the stones."""
        if self._dropped.is_set():
            return
        if answer == "SWAP":
            self._stones = [BoardStone(stone.point, not stone.mine) for stone in self._stones]
        else:
            laid = self._points_of(answer.split())
            self._stones += [BoardStone(point, mine=ply % 2 == 0) for ply, point in enumerate(laid)]
        self._answer([answer])

    def _limits(self) -> Limits:
        own, turn_ms, nodes = self._level.limits, self._info.turn_ms(), self._info.nodes()
        bounds = [bound for bound in (own.nodes, nodes) if bound is not None]
        return Limits(
            turn_ms if own.time_ms is None else min(turn_ms, own.time_ms),
            min(bounds, default=None),
            max(1, min(self._info.thread_num, CORES)),
        )

    def _seat(self, rules: RuleSet) -> Player:
        """Return this game's player, opened at its first move and reopened when the manager changes the settings."""
        wanted = rules.name, self._size, self._info.memory(measure_taken())
        if self._player is None or self._opened_for != wanted:
            self._close_player()
            self._player = open_player(self._level, rules, self._size, self._seed, wanted[2])
            self._opened_for = wanted
        return self._player

    def _close_player(self) -> None:
        player, self._player = self._player, None
        if player is not None:
            player.close()

    def _require_start(self) -> None:
        if not self._size:
            raise BadLine("START comes first")

    def _rules(self) -> RuleSet:
        """Return the rules of the game; raises BadLine for rules that the level does not play."""
        rules = (RULE_OF_NUMBER if self._yixin else RULE_OF_MASK).get(self._info.rule)
        sizes = (self._size,) if self._size else self._level.sizes
        if rules is None or not any(self._plays(rules, size) for size in sizes):
            raise BadLine(f"unsupported rule {self._info.rule}")
        return ruleset(rules)

    def _can_play(self) -> bool:
        """Tell whether the level plays by the manager's rules."""
        try:
            self._rules()
        except BadLine:
            return False
        return True

    def _plays(self, rules: str, size: int) -> bool:
        """Tell whether the level, and once loaded its engine, plays this."""
        plays = self._level.plays(rules, size)
        return plays and (not self._ready or engine(self._level.engine).supports(ruleset(rules), size))


@contextmanager
def _refusing_illegal() -> Iterator[None]:
    """Report illegal stones to the manager."""
    try:
        yield
    except IllegalMove as error:
        raise BadLine(str(error)) from error
