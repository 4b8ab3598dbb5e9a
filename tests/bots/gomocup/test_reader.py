"""Commands that arrive through a pipe while the engine is thinking."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import SimpleQueue
from time import monotonic, sleep
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from bots import registry
from bots.engine import Choice, Engine, Limits, Stop
from bots.gomocup.brain import Brain
from bots.gomocup.reader import LineReader, measure_age_s, read_batches
from gomoku.game import Game
from gomoku.ruleset import RuleSet
from tests.bots.engines import level_of

SIZE = 9
POINTS = SIZE * SIZE


def reply(stones: list[int]) -> int:
    """Return an empty point determined by the stones."""
    first = (7 * sum(stones) + len(stones)) % POINTS
    return next(int(point) for point in (*range(first, POINTS), *range(first)) if point not in stones)


class Watched(Engine):
    """An engine that thinks until stopped and puts an item in ``begun`` when it starts."""

    name, version, knows_rules = "watched", "1", True

    def __init__(self) -> None:
        self.begun: SimpleQueue[None] = SimpleQueue()

    def supports(self, rules: RuleSet, size: int) -> bool:
        return rules.name != "tictactoe"

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> "Watched":
        return self

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        self.begun.put(None)
        while not stop.is_set():
            sleep(0.0005)
        return Choice(reply([point for point in range(POINTS) if game.board.cells[point]]))

    def close(self) -> None:
        pass


@dataclass
class Talk:
    """A manager talking to a brain over a pipe; ``said`` collects the lines of the brain."""

    engine: Watched
    write: Callable[[bytes], object]
    said: list[str] = field(default_factory=list)
    heard: SimpleQueue[str] = field(default_factory=SimpleQueue)

    def say(self, line: str) -> None:
        """Record a line from the brain."""
        self.said.append(line)
        self.heard.put(line)

    def await_move(self) -> None:
        """Wait until the brain sends a move."""
        while "," not in self.heard.get(timeout=10):
            pass

    def tell(self, *lines: str) -> None:
        """Send lines in a single write."""
        self.write("".join(f"{line}\n" for line in lines).encode())

    def ask(self, *lines: str) -> None:
        """Send lines ending in a request for a move, and wait until the engine starts to think."""
        self.tell(*lines)
        self.engine.begun.get(timeout=10)


@contextmanager
def talking() -> Iterator[tuple[Talk, Callable[[], None]]]:
    """Yield a talk and a function that sends END and waits until the brain has obeyed all commands."""
    source, sink = os.pipe()
    engine = Watched()
    registry.add("watched", engine)
    talk = Talk(engine, lambda data: os.write(sink, data))
    file = os.fdopen(source, "rb")
    reader = LineReader(file)
    brain = Brain(level_of("watched"), 1, "1.2.3", talk.say)

    def obey() -> None:
        for line in reader:
            brain.handle(*line)
        reader.finish()

    obeying = threading.Thread(target=obey)

    def end() -> None:
        talk.tell("END")
        obeying.join(30)
        assert not obeying.is_alive()

    with patch("bots.gomocup.reader.measure_age_s", lambda: 0.0), file:  # the test process is old
        reader.start()
        obeying.start()
        try:
            yield talk, end
        finally:
            os.close(sink)
            obeying.join(30)  # wait for the reader to finish before the file descriptor can be reused


def coordinates(point: int) -> str:
    return f"{point % SIZE},{point // SIZE}"


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_no_interleaving_of_commands_brings_a_move_for_an_old_position(data: st.DataObject) -> None:
    stones: list[int] = []
    expected = ["OK"]
    thinking = False
    with talking() as (talk, end):
        talk.tell(f"START {SIZE}")
        for _ in range(data.draw(st.integers(1, 12))):
            free = st.sampled_from([point for point in range(POINTS) if point not in stones])
            possible = ["START", "RECTSTART", "RESTART", "BOARD", "YXBOARD", "INFO"]
            possible += ["TAKEBACK"] if stones else []
            possible += ["STOP", "HURRY"] if thinking else ["TURN"] if stones else ["TURN", "BEGIN"]
            match data.draw(st.sampled_from(possible)):
                case "START" | "RECTSTART" | "RESTART" as word:
                    size = {"START": f" {SIZE} {SIZE}", "RECTSTART": f" {SIZE},{SIZE}", "RESTART": ""}[word]
                    talk.tell(f"{word}{size}")
                    stones, thinking = [], False
                    expected.append("OK")
                case "BOARD" | "YXBOARD" as word:
                    # far apart, so nobody has won
                    stones = data.draw(st.lists(st.sampled_from(range(0, POINTS, 7)), max_size=6, unique=True))
                    owners = [1 + (len(stones) - ply) % 2 for ply in range(len(stones))]
                    told = [f"{coordinates(at)},{owner}" for at, owner in zip(stones, owners, strict=True)]
                    thinking = word == "BOARD"
                    (talk.ask if thinking else talk.tell)(word, *told, "DONE")
                case "TURN":
                    stones = [*stones, data.draw(free)]
                    talk.ask(f"TURN {coordinates(stones[-1])}")
                    thinking = True
                case "BEGIN":
                    talk.ask("BEGIN")
                    thinking = True
                case "TAKEBACK":
                    talk.tell(f"TAKEBACK {coordinates(stones[-1])}")
                    stones, thinking = stones[:-1], False
                    expected.append("OK")
                case "INFO":
                    talk.tell("INFO game_type 1")
                case word:
                    stones = [*stones, reply(stones)]
                    talk.tell(*(["STOP"] if word == "STOP" else ["INFO timeout_turn 0", "INFO timeout_turn 60000"]))
                    thinking = False
                    expected.append(coordinates(stones[-1]))
                    talk.await_move()
        end()
    assert talk.said == expected


def test_lines_that_come_together_are_a_script_of_which_every_question_is_answered() -> None:
    with talking() as (talk, end):
        talk.tell(f"START\t{SIZE}", "TURN 0,0", "STOP", "RESTART", "TURN 1,0", "STOP")
        for _ in range(2):
            talk.engine.begun.get(timeout=10)
        end()
    assert talk.said == ["OK", coordinates(reply([0])), "OK", coordinates(reply([1]))]


def test_a_board_that_was_not_done_ends_with_the_next_game() -> None:
    with talking() as (talk, end):
        talk.tell(f"START {SIZE}", "BOARD", "0,0,1", f"START {SIZE}", "BOARD", "1,1,1", "RESTART")
        end()
    assert talk.said == ["OK", "OK", "OK"]


def test_the_board_of_yixin_gets_one_line_for_a_thought_that_it_has_taken_back() -> None:
    with talking() as (talk, end):
        talk.tell("yxshowinfo")
        talk.ask(f"START {SIZE} {SIZE}", "board", "0,0,2", "done")
        # it takes a move back: it shows the position, and then counts on one more line
        talk.tell(f"start {SIZE} {SIZE}", "yxboard", "done", "yxshowforbid", "yxstop")
        talk.ask("board", "1,0,2", "done")
        talk.tell("yxstop")
        end()
    answers = talk.said[2:]
    assert answers == ["OK", "OK", "FORBID .", coordinates(reply([0])), coordinates(reply([1]))]


def test_a_mark_before_the_first_line_and_ends_of_strings_are_no_part_of_a_line() -> None:
    source, sink = os.pipe()
    os.write(sink, b"\xef\xbb\xbf")
    batches = read_batches(source)
    assert next(batches)[0] == []
    os.write(sink, b"START 15\r\n\0BEGIN\n\0")
    os.close(sink)
    assert [texts for texts, _ in batches] == [["START 15", "BEGIN"]]
    os.close(source)


def test_time_counts_from_when_a_line_came_and_not_from_when_it_was_read() -> None:
    source, sink = os.pipe()
    before = monotonic()
    os.write(sink, b"START 15\nTURN 7,7\n")
    batches = read_batches(source)
    texts, came = next(batches)
    assert texts == ["START 15", "TURN 7,7"]
    assert before - measure_age_s() - 1 < came < before, "what was there came while the process began to run"
    timer = threading.Timer(0.05, os.write, (sink, b"TURN 8,"))
    timer.start()
    between = monotonic()
    assert next(batches)[0] == []
    os.write(sink, b"8\r\nABO")
    texts, came = next(batches)
    assert texts == ["TURN 8,8"]
    assert between < came <= monotonic()
    os.close(sink)
    assert [texts for texts, _ in batches] == [["ABO"]]
    os.close(source)
