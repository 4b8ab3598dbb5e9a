"""An engine for tests, ``python fake.py MODE LOG``: plays the first empty point and misbehaves according to its mode.

It logs its process id and every line it reads.
"""

import subprocess
import sys
import time
from pathlib import Path
from typing import TextIO

SIZE = 15


class Fake:
    """One run of the engine."""

    def __init__(self, mode: str, log: TextIO) -> None:
        self.mode = mode
        self.log = log
        self.stones: list[str] = []
        self.pending = False
        self.swaps = False

    def note(self, line: str) -> None:
        print(line, file=self.log, flush=True)

    def say(self, *lines: str) -> None:
        end = "\r" if self.mode == "carriage-return" else "\n"
        sys.stdout.write("".join(line + end for line in lines))
        sys.stdout.flush()

    def point(self) -> str:
        return next(
            f"{p % SIZE},{p // SIZE}" for p in range(SIZE * SIZE) if f"{p % SIZE},{p // SIZE}" not in self.stones
        )

    def play(self, text: str) -> None:
        self.stones.append(text)
        self.say(text)

    def move(self) -> None:
        match self.mode:
            case "hang":
                return
            case "hurry":
                self.pending = True
            case "rubbish":
                while True:
                    self.say("~" * 50, "1,2,3", "\xff\x00", "7")
            case "flood":
                while True:
                    sys.stdout.write("~" * 10000)
            case "babble":
                while True:
                    self.say(*["MESSAGE"] * 10_000)
            case "die":
                sys.exit(3)
            case "occupied":
                self.say(self.stones[0])
            case "outside":
                self.say("15,0")
            case "error":
                self.say("ERROR out of ideas")
            case "insist":
                while True:
                    self.say(*["SUGGEST 0,0"] * 300)
            case "twice":
                self.play(self.point())
                self.say("14,14")
            case "suggest":
                self.say(f"SUGGEST {self.point()}")
            case "loquacious":
                self.say(*["thinking about 3,3 ..."] * 150, *["UNKNOWN what"] * 150)
                self.play(self.point())
            case "chatter":
                self.say("MESSAGE 3,3", "debug 4,4", "", "UNKNOWN that", "what is this", f"  {self.point()} ")
                self.stones.append(self.point())
            case _:
                self.play(self.point())

    def obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word.startswith("yx"):
            self.dialect(word, rest)
        elif line == "INFO rule 5" and self.mode == "yixin-no-swap1":
            self.say("ERROR Invalid rule 5")
        elif word == "INFO":
            self.swaps = {"INFO swapable 1": True, "INFO swapable 0": False}.get(line, self.swaps)
            if line == "INFO timeout_turn 0" and self.pending:
                self.pending = False
                self.play(self.point())
            if self.mode == "no-news":
                self.say(f"ERROR unknown key {rest}")
        elif word == "START":
            if self.mode != "mute":
                self.say("ERROR not today" if self.mode == "refuse" else "OK - ready")
        elif word == "RESTART":
            self.stones = []
            self.say("UNKNOWN" if self.mode == "no-restart" else "OK")
        elif word == "BEGIN":
            self.move()
        elif word == "TURN":
            self.stones.append(rest)
            self.move()
        elif word == "PLAY":
            self.play(rest)
        elif word == "BOARD":
            self.stones = []
            while (stone := self.read()) != "DONE":
                self.stones.append(stone.rpartition(",")[0])
            if self.swaps and self.mode == "yixin-swaps":
                self.say("SWAP")
            else:
                self.move()
        elif word == "SWAP2BOARD" and self.mode.startswith("swap2"):
            self.swap2()
        elif self.mode.startswith(("unknown", "yixin")):
            self.say(f"UNKNOWN {word}")

    def dialect(self, word: str, count: str) -> None:
        """Answer in Yixin's dialect in modes named for it; in other modes say nothing, or that the command is
        unknown."""
        told = self.told(word)
        if self.mode == "unknown":
            self.say(*["UNKNOWN command"] * (len(told) + 1))
        if not self.mode.startswith("yixin") or word == "yxboard":
            return
        if word == "yxshowinfo":
            self.say("MESSAGE Fake 1.0", "MESSAGE INFO MAX_THREAD_NUM 2", "MESSAGE INFO MAX_HASH_SIZE 20")
        elif self.mode == "yixin-garbage":
            self.say(
                "~" * 50, "MESSAGE SWAP2 MOVE1 x y", "SOOSORV", "MESSAGE SOOSORV MOVE1 99 99", "MESSAGE SOOSORV SWAP1"
            )
        elif self.mode == "yixin-error":
            self.say(f"ERROR Unsupported command {word!r}")
        elif self.mode == "yixin-endless":
            while True:
                self.say("MESSAGE SOOSORV MOVE5 1 1")
        elif self.mode == "yixin-illegal":
            self.say("MESSAGE SOOSORV MOVE1 7 7", "MESSAGE SOOSORV MOVE2 0 0", "MESSAGE SOOSORV MOVE3 7 8")
        elif self.mode != "yixin-silent":
            self.say("MESSAGE DEPTH 3-5", *self.steps(word, told, count))

    def told(self, word: str) -> list[str]:
        """Read the lines up to ``done`` of a command that has such lines."""
        told = []
        if word == "yxboard" or (word[:-1] == "yxsoosorvstep" and word[-1] != "1"):
            while (line := self.read()) not in ("", "done"):
                told.append(line)
        return told

    def steps(self, word: str, told: list[str], count: str) -> list[str]:
        """Return the answers to the steps; a swapper accepts every swap."""
        yes = self.mode == "yixin-swaps"
        match word:
            case "yxswap2step1":
                return [f"MESSAGE SWAP2 MOVE{n} {n} {n + 1}" for n in (1, 2, 3)]
            case "yxswap2step2":
                return ["MESSAGE SWAP2 SWAP1 YES"] if yes else ["message swap2 move4 5 6", "message swap2 move5 6 5"]
            case "yxswap2step3":
                return [f"MESSAGE SWAP2 SWAP2 {'YES' if yes else 'NO'}"]
            case "yxsoosorvstep1":
                return [f"MESSAGE SOOSORV MOVE{n} {place}" for n, place in enumerate(("7 7", "7 8", "8 8"), 1)]
            case "yxsoosorvstep2" | "yxsoosorvstep4":
                return [f"MESSAGE SOOSORV SWAP{int(word[-1]) // 2} {'Y' if yes else 'N'}"]
            case "yxsoosorvstep3":
                return ["MESSAGE SOOSORV MOVE4 6 6 3"]
            case "yxsoosorvstep5":
                return [
                    "MESSAGE SOOSORV MOVE5 REFRESH",
                    *(f"MESSAGE SOOSORV MOVE5 {n} 0" for n in range(int(count))),
                    "MESSAGE SOOSORV MOVE5 DONE",
                ]
        return [f"MESSAGE SOOSORV MOVE5 C {told[-1].replace(',', ' ')}"]

    def swap2(self) -> None:
        lines = 0
        while self.read() != "DONE":
            lines += 1
        match self.mode, lines:
            case "swap2-unknown", _:
                self.say(*["UNKNOWN command"] * (lines + 2))
            case "swap2-error", _:
                self.say("ERROR no such thing")
            case "swap2-late", _:
                time.sleep(60)
            case "swap2-dies", _:
                sys.exit(3)
            case "swap2-occupied", _:
                self.say("7,7 7,7 8,8" if lines == 0 else "7,7")
            case _, 0:
                self.say("MESSAGE 1,1", "7,7 8,7  9 , 9")
            case "swap2-stays", _:
                self.say("0,1")
            case "swap2-swaps", _:
                self.say("swap")
            case _, 3:
                self.say("1,1 2,2")
            case _:
                self.say("3,3")

    def read(self) -> str:
        line = sys.stdin.readline().strip()
        self.note(line)
        return line

    def run(self) -> None:
        if self.mode == "family":
            self.note(str(subprocess.Popen(["sleep", "60"]).pid))
        while True:
            line = self.read()
            if line in ("", "END"):
                if self.mode in ("slow-end", "family"):
                    time.sleep(60)
                return
            self.obey(line)


if __name__ == "__main__":
    import os

    with Path(sys.argv[2]).open("a") as file:
        print(f"pid {os.getpid()}", file=file, flush=True)
        Fake(sys.argv[1], file).run()
