"""A manager that does what Gomocup's does: it writes START and the news, stops the process at once, lets it run when it
is to move, and stops it again after its answer.

``python -m tests.bots.gomocup.judge`` prints how long each move took, as a part of the time that there was for it.
"""

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from select import select
from time import monotonic

from bots.engine import Limits, Stop
from bots.gomocup.protocol import coordinates
from bots.levels import level, open_player
from gomoku.game import Game
from gomoku.point import at
from gomoku.rulesets import ruleset

ROOT = Path(__file__).parents[3]
PROGRAM = [sys.executable, "-m", "bots.gomocup"]
PATIENCE_S = 60.0

BALANCED = (112, 127, 98, 113, 143, 97)
"""Stones in the middle of a board of 15 lines that neither side has won with."""


@dataclass
class Judge:
    """One game with one program; every answer is timed, the lines beside it are kept."""

    process: subprocess.Popen[bytes]
    times: list[float] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    _unread: bytes = b""

    def write(self, *lines: str) -> None:
        """Send lines, as a manager does: each at once."""
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(f"{line}\r\n".encode())
            self.process.stdin.flush()

    def suspend(self) -> None:
        """Stop the process where it is."""
        os.kill(self.process.pid, signal.SIGSTOP)

    def answer(self, *lines: str) -> str:
        """Send lines to the process that is stopped, let it run, and wait for what is neither OK nor a message."""
        self.write(*lines)
        begun = monotonic()
        os.kill(self.process.pid, signal.SIGCONT)
        while (line := self.hear()).startswith(("OK", "MESSAGE")):
            self.messages.append(line)
        self.times.append(monotonic() - begun)
        self.suspend()
        return line

    def hear(self) -> str:
        """The next line."""
        assert self.process.stdout is not None
        out = self.process.stdout.fileno()
        while b"\n" not in self._unread:
            assert select([out], [], [], PATIENCE_S)[0], "no answer"
            data = os.read(out, 1 << 16)
            assert data, "the program has ended"
            self._unread += data
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode().strip()


@contextmanager
def judging(turn_ms: int, news: Sequence[str] = (), arguments: Sequence[str] = (), *, ready: bool) -> Iterator[Judge]:
    """A game on a board of 15 lines; ``ready``: the process is stopped after its OK, and not before it."""
    process = subprocess.Popen(
        [*PROGRAM, "--seed", "1", *arguments], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    judge = Judge(process)
    try:
        judge.write("START 15")
        if ready:
            assert judge.hear() == "OK"
        judge.write(f"INFO timeout_turn {turn_ms}", "INFO max_memory 367001600", "INFO game_type 1", *news)
        judge.suspend()
        yield judge
    finally:
        process.kill()
        process.communicate()


def board(stones: Sequence[int]) -> list[str]:
    """The lines that show stones to whom it is to move."""
    owners = (1, 2) if len(stones) % 2 == 0 else (2, 1)
    return ["BOARD", *(f"{coordinates(point, 15)},{owners[ply % 2]}" for ply, point in enumerate(stones)), "DONE"]


def play(judge: Judge, moves: int, left_ms: int = 2_147_483_647) -> list[str]:
    """Answers to a BOARD and to some turns after it, in a game against a simple player."""
    game = Game.replay(ruleset("freestyle"), 15, BALANCED)
    other = open_player(level(6), game.rules, game.size, 1, 0)
    answers: list[str] = []
    lines = board(BALANCED)
    while len(answers) < moves and game.outcome is None:
        answers.append(judge.answer(f"INFO time_left {left_ms}", *lines))
        x, y = map(int, answers[-1].split(","))
        game.play(at(x, y, 15))
        if game.outcome is None:
            game.play(other.choose(game, Limits(), Stop()).point)
            lines = [f"TURN {coordinates(game.moves[-1], 15)}"]
    return answers


def main() -> None:
    """Print times at several limits, with a stop before the OK and after it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--turns", type=int, nargs="*", default=[300, 1000, 5000])
    parser.add_argument("--moves", type=int, default=4)
    parser.add_argument("--games", type=int, default=3)
    options = parser.parse_args()
    for turn_ms in options.turns:
        for ready in (False, True):
            for _ in range(options.games):
                with judging(turn_ms, ready=ready) as judge:
                    play(judge, options.moves)
                parts = " ".join(f"{1000 * time / turn_ms:.2f}" for time in judge.times)
                print(
                    f"{turn_ms} ms, stopped {'after' if ready else 'before'} OK: {parts}; load {os.getloadavg()[0]:.1f}"
                )


if __name__ == "__main__":
    main()
