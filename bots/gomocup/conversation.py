"""The conversation with an external engine: its process, what it knows of the game, its lines and ours."""

import logging
import re
from collections.abc import Sequence
from time import monotonic

from bots.engine import Stop
from bots.errors import PlayerCrashed
from bots.gomocup.process import EngineProcess
from bots.gomocup.protocol import MASK_OF_RULE, MINE, THEIRS, coordinates, split
from bots.gomocup.settings import ExternalEngine
from bots.gomocup.yixin import RENJU
from gomoku.ruleset import RuleSet

log = logging.getLogger(__name__)

START_S = 20.0  # some engines read large files first
GREETING_S = 2.0  # for an engine that has started
MOST_RUBBISH = 1000  # meaningless lines in one answer: some engines log everything they do

_GREETING = re.compile(r"MESSAGE\s+INFO\s+MAX_.*|(UNKNOWN|ERROR).*", re.ASCII | re.IGNORECASE)
_SUGGESTION = re.compile(r"SUGGEST\s+([0-9]{1,3})\s*,\s*([0-9]{1,3})", re.ASCII | re.IGNORECASE)


class Conversation:
    """An engine in one game, one process at a time, replaced after a crash.

    ``known`` are the moves that the process knows, None when it holds no game of ours. All methods raise PlayerCrashed
    when the engine fails.
    """

    def __init__(self, settings: ExternalEngine, rules: RuleSet, size: int) -> None:
        self.known: list[int] | None = []
        self._settings = settings
        self._rules = rules
        self._size = size
        self._process: EngineProcess | None = None
        self._greets = rules.name == "renju"  # renju has another number in the dialect
        self._dialect: bool | None = None  # whether the engine speaks it, once asked

    def ready(self, before: Sequence[int], stop: Stop) -> None:
        """Provide a process that knows exactly these moves or none. Raises Interrupted."""
        if self._process is not None and self.known not in ([], before):
            self.forget_unheard()
            self.send("RESTART")
            line = self.hear(None, monotonic() + START_S, stop)
            self.known = []
            if split(line)[0] != "OK":
                self.kill()  # it knows no RESTART
        if self._process is None:
            self._start(stop)

    def learn_dialect(self, stop: Stop) -> bool:
        """Tell whether the engine speaks Yixin's dialect, asking a new process first if needed. Raises Interrupted."""
        if self._dialect is None:
            self.kill()
            self._greets = True
            self._start(stop)
        return bool(self._dialect)

    def question(self, moves: Sequence[int]) -> list[str]:
        """Return the lines that ask for the next move; a BOARD is in move order, because some engines ignore owners."""
        if not moves:
            return ["BEGIN"]
        if self.known == moves[:-1]:
            return [f"TURN {coordinates(moves[-1], self._size)}"]
        owners = (MINE, THEIRS) if len(moves) % 2 == 0 else (THEIRS, MINE)
        stones = (f"{coordinates(point, self._size)},{owners[ply % 2]}" for ply, point in enumerate(moves))
        return ["BOARD", *stones, "DONE"]

    def send(self, *lines: str) -> None:
        """Send lines to the running process."""
        assert self._process is not None
        self._process.send(*lines)

    def forget_unheard(self) -> None:
        """Drop lines the engine sent before the question."""
        assert self._process is not None
        self._process.forget_unread()

    def hear(self, wanted: "re.Pattern[str] | None", deadline: float, stop: Stop, *, after_news: bool = False) -> str:
        """Return the next answer: a line of this form or, without one, OK, ERROR or UNKNOWN.

        An ERROR is an answer too; with ``after_news`` it may answer an INFO, so the wanted line is still waited for.
        Raises Interrupted, and PlayerCrashed for an ERROR in place of the wanted line.
        """
        assert self._process is not None
        rubbish, suggested, complaint = 0, False, ""
        while True:
            try:
                line = self._process.line(deadline, stop)
            except PlayerCrashed as error:
                raise PlayerCrashed(f"{self._settings.name} answers {complaint}") if complaint else error from None
            word = split(line)[0]
            if wanted is not None and wanted.fullmatch(line):
                return line
            if word in ("MESSAGE", "DEBUG"):
                log.debug("%s: %s", self._settings.name, line[:500])
                continue
            if wanted is None and word in ("OK", "ERROR", "UNKNOWN"):
                return line
            if wanted is not None and word == "ERROR":
                complaint = line[:200]
                if after_news:
                    log.info("%s answers %s, and its move is waited for", self._settings.name, complaint)
                    continue
                raise PlayerCrashed(f"{self._settings.name} answers {complaint}")
            suggestion = _SUGGESTION.fullmatch(line)
            if suggestion is not None and not suggested:
                suggested = True
                self.send(f"PLAY {suggestion[1]},{suggestion[2]}")
            elif word not in ("OK", "UNKNOWN"):  # these also answer an unasked INFO
                rubbish += 1
                log.debug("%s says what means nothing: %s", self._settings.name, line[:200])
                if rubbish > MOST_RUBBISH:
                    raise PlayerCrashed(f"{self._settings.name} talks rubbish, last: {line[:200]}")

    def end(self) -> None:
        """Let the process end."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def kill(self) -> None:
        """End the process now."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()

    def _start(self, stop: Stop) -> None:
        settings = self._settings
        self._process = EngineProcess(settings.name, settings.command, settings.folder)
        self.known = []
        self.send(f"START {self._size}")
        line = self.hear(None, monotonic() + START_S, stop)
        if split(line)[0] != "OK":
            raise PlayerCrashed(f"{settings.name} does not start: {line[:200]}")
        if self._greets and self._dialect is None and not self._greet(stop):
            self.kill()  # it may have more to say about an unknown line
            self._start(stop)
            return
        in_dialect = self._dialect and self._rules.name == "renju"
        self.send(
            f"INFO rule {RENJU if in_dialect else MASK_OF_RULE[self._rules.name]}",
            f"INFO max_memory {settings.memory_mib << 20}",
            "INFO timeout_match 0",
            "INFO game_type 0",
        )

    def _greet(self, stop: Stop) -> bool:
        """Greet the engine as Yixin's board does, which makes it name its limits; return whether it answered."""
        try:
            self.send("yxshowinfo")
            line = self.hear(_GREETING, monotonic() + GREETING_S, stop)
        except PlayerCrashed:
            self._dialect = False
            return False
        self._dialect = split(line)[0] == "MESSAGE"
        return True
