"""A manager that behaves like Gomocup's: it sends START and the INFO lines, suspends the process at once, resumes it
for each move, and suspends it again after the answer.

``python -m tests.bots.gomocup.judge`` prints the time of each move as a fraction of its limit.
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
"""Moves in the middle of a 15x15 board that leave the game undecided."""


@dataclass
class Judge:
    """One game against one program; records the seconds of each answer and the other lines of the program."""

    process: subprocess.Popen[bytes]
    times: list[float] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    _unread: bytes = b""

    def write(self, *lines: str) -> None:
        """Send lines, flushing after each one as a manager does."""
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(f"{line}\r\n".encode())
            self.process.stdin.flush()

    def suspend(self) -> None:
        """Suspend the process."""
        os.kill(self.process.pid, signal.SIGSTOP)

    def answer(self, *lines: str) -> str:
        """Send lines to the suspended process, resume it, and return its first line other than OK and MESSAGE."""
        self.write(*lines)
        begun = monotonic()
        os.kill(self.process.pid, signal.SIGCONT)
        while (line := self.hear()).startswith(("OK", "MESSAGE")):
            self.messages.append(line)
        self.times.append(monotonic() - begun)
        self.suspend()
        return line

    def hear(self) -> str:
        """Return the next line of the program."""
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
    """Yield a judge of a game on a 15x15 board; ``ready`` waits for the OK before the process is suspended."""
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
    """Return the BOARD command for the stones, from the view of the side to move."""
    owners = (1, 2) if len(stones) % 2 == 0 else (2, 1)
    return ["BOARD", *(f"{coordinates(point, 15)},{owners[ply % 2]}" for ply, point in enumerate(stones)), "DONE"]


def play(judge: Judge, moves: int, left_ms: int = 2_147_483_647) -> list[str]:
    """Play up to ``moves`` moves from BALANCED against a level 6 player; return the answers of the program."""
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
    """Print the times at several limits, with the process suspended before and after its OK."""
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
