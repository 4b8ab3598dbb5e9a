"""An external engine in a seat of ours: a player whose thinking another process does."""

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic, sleep

from bots import levels, registry
from bots.engine import Choice, Engine, Limits, OpeningAnswer, Stop
from bots.errors import BotError, IllegalAnswer, NoMove, PlayerCrashed, Stopped, UnsupportedGame
from bots.gomocup.asking import WAYS, OpeningQuestion, Way, may_do
from bots.gomocup.conversation import Conversation
from bots.gomocup.process import PAUSE_S, Interrupted
from bots.gomocup.settings import ExternalEngine
from bots.levels import Level
from gomoku.errors import IllegalMove, OffBoard
from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.openings.turns import Action
from gomoku.point import at
from gomoku.ruleset import RuleSet

log = logging.getLogger(__name__)

STOPPING_S = 0.5  # for the move of an engine that was told to hurry
UNLIMITED = 2_147_483_647  # ms, the value by which managers mean no limit
MOST_LINES = 16  # of an answer in an opening

_MOVE = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})", re.ASCII)


class UnusableAnswer(Exception):
    """The engine has no usable answer in an opening; the message says why."""


class GomocupEngine(Engine):
    """Another author's program as an engine. A seed does not affect its answers."""

    version = "external"
    waits = True
    knows_rules = True
    decides = True

    def __init__(self, settings: ExternalEngine) -> None:
        self.name = settings.name
        self.settings = settings

    def supports(self, rules: RuleSet, size: int) -> bool:
        """Tell whether the operator has configured the engine for this."""
        return rules.name in self.settings.rules and size in self.settings.sizes

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> "GomocupPlayer":
        """Open a player whose process starts at its first move; its memory is set in the settings."""
        if not self.supports(rules, size):
            raise UnsupportedGame(f"{self.name} does not play {rules.name} on {size}x{size}")
        return GomocupPlayer(self.settings, rules, size)

    def holds(self, memory: int) -> int:
        """Return the memory that the program was told it may use, in bytes."""
        return self.settings.memory_mib << 20


class GomocupPlayer:
    """One process for one game, replaced after a crash or after it was closed to make room."""

    def __init__(self, settings: ExternalEngine, rules: RuleSet, size: int) -> None:
        self._settings = settings
        self._size = size
        self._talk = Conversation(settings, rules, size)
        self._in_vain: set[str] = set()  # ways to ask about an opening that failed
        self._said: tuple[Action, ...] = ()  # all actions of the opening up to the last one answered
        self._promised: tuple[tuple[int, ...], int] | None = None  # its move after the opening, following these stones

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Let the engine choose; the node limit is ignored.

        Raises NoMove; IllegalAnswer for an illegal move; PlayerCrashed when the process ends, answers with an error,
        with too much rubbish or too late; Stopped. The next move then gets a new process.
        """
        if game.outcome is not None:
            raise NoMove("the game is over")
        if self._promised is not None and self._promised[0] == tuple(game.moves):
            return Choice(self._promised[1])
        with self._killing():
            answer = self._ask(game, self._time_ms(limits), stop)
        self._talk.known = [*game.moves, answer]
        return Choice(answer)

    def decide(self, opening: Opening, limits: Limits, stop: Stop) -> OpeningAnswer:
        """Return the engine's action in an opening in which engines can be asked, else an empty answer.

        The answer is also empty when the engine does not answer in time or acceptably: it plays on in a new process and
        is not asked in this way again. Raises PlayerCrashed when it does not even start, and Stopped.
        """
        ways, so_far = WAYS.get(opening.rule.name, ()), tuple(opening.actions)
        if not ways:
            return OpeningAnswer()
        if len(self._said) > len(so_far) and self._said[: len(so_far)] == so_far:
            return OpeningAnswer(self._said[len(so_far)])
        failures = []
        for way in ways:
            question = None if way.name in self._in_vain else way.ask(opening)
            if question is None:
                continue
            with self._killing():
                try:
                    return self._said_so(opening, self._ask_in_opening(way, question, opening, limits, stop))
                except UnusableAnswer as failure:
                    self._in_vain.add(way.name)
                    failures.append(f"{way.name}: {failure}")
        if failures:
            log.info("%s is not asked so about its opening again: %s", self._settings.name, "; ".join(failures))
        return OpeningAnswer()

    def close(self) -> None:
        """Let the process end."""
        self._talk.end()

    @contextmanager
    def _killing(self) -> Iterator[None]:
        """Kill the process of an engine that failed; raises Stopped if it was told to hurry and did not."""
        try:
            yield
        except Interrupted:
            self._talk.kill()
            raise Stopped(f"{self._settings.name} was stopped") from None
        except BotError:
            self._talk.kill()
            raise

    def _ask(self, game: Game, time_ms: int, stop: Stop) -> int:
        talk = self._talk
        talk.ready(game.moves[:-1], stop)
        talk.forget_unheard()
        talk.send(*_times(time_ms), *talk.question(game.moves))
        try:
            line = talk.hear(_MOVE, self._deadline(time_ms), stop, after_news=True)
        except Interrupted:
            talk.send("INFO timeout_turn 0")  # read by engines that listen while thinking
            line = talk.hear(_MOVE, monotonic() + STOPPING_S, Stop(), after_news=True)
        return self._check(game, line)

    def _ask_in_opening(
        self, way: Way, question: OpeningQuestion, opening: Opening, limits: Limits, stop: Stop
    ) -> tuple[Action, ...]:
        """Return its actions until the other player's turn; raises UnusableAnswer."""
        talk, time_ms = self._talk, self._time_ms(limits)
        if way.dialect and not talk.learn_dialect(stop):
            raise UnusableAnswer("it does not speak Yixin's dialect")
        talk.ready([], stop)
        if way.dialect:
            talk.known = None
        heard: list[str] = []
        deadline = self._deadline(time_ms)
        try:
            talk.send(*_times(time_ms))
            sleep(PAUSE_S)  # an ERROR that comes later is an answer to the question
            talk.forget_unheard()
            talk.send(*question.lines)
            while len(heard) < MOST_LINES and not (heard and question.last(heard[-1])):
                heard.append(talk.hear(question.answer, deadline, stop))
            talk.send(*question.afterwards)
            actions = question.read(heard)
            if actions is None or not may_do(opening, actions):
                raise UnusableAnswer(f"it answers {heard[-1][:200]}")
        except PlayerCrashed as error:
            talk.kill()
            raise UnusableAnswer(error.detail) from None
        except UnusableAnswer:
            talk.kill()  # it may have more to say about unknown lines
            raise
        return actions

    def _said_so(self, opening: Opening, actions: tuple[Action, ...]) -> OpeningAnswer:
        """Answer with its first action; keep the others until they are asked for."""
        self._said = (*opening.actions, *actions)
        match actions:
            case "white", int(point):
                self._said, self._promised = (*opening.actions, "white"), (tuple(opening.stones), point)
        return OpeningAnswer(actions[0])

    def _time_ms(self, limits: Limits) -> int:
        return self._settings.time_ms if limits.time_ms is None else limits.time_ms

    def _deadline(self, time_ms: int) -> float:
        return monotonic() + (time_ms + self._settings.grace_ms) / 1000

    def _check(self, game: Game, line: str) -> int:
        """Return the point of a line; raises IllegalAnswer."""
        x, y = (int(part) for part in line.split(","))
        point = at(x, y, self._size)
        try:
            if x >= self._size or y >= self._size:
                raise OffBoard(point)
            game.check(point)
        except IllegalMove as error:
            raise IllegalAnswer(f"{self._settings.name} plays {line} as move {game.ply + 1}: {error}") from error
        return point


def _times(time_ms: int) -> tuple[str, str]:
    return f"INFO timeout_turn {time_ms}", f"INFO time_left {UNLIMITED}"


def offer(engines: Sequence[ExternalEngine]) -> None:
    """Offer these engines as levels, replacing those offered before."""
    offered = []
    for settings in engines:
        key = f"external:{settings.name}"
        registry.add(key, GomocupEngine(settings))
        offered.append(_level(settings, key))
    levels.configure(offered)


def _level(settings: ExternalEngine, engine: str) -> Level:
    seconds = f"{settings.time_ms / 1000:g}"
    return Level(
        number=settings.level,
        engine=engine,
        name=dict.fromkeys(("en", "zh-Hans", "zh-Hant"), settings.name),
        character={
            "en": f"A guest program with {seconds} s for a move.",
            "zh-Hans": f"外来程序，每步 {seconds} 秒。",
            "zh-Hant": f"外來程式，每步 {seconds} 秒。",
        },
        rules=settings.rules,
        sizes=settings.sizes,
        limits=Limits(time_ms=settings.time_ms),
    )
