"""The clocks of a stored game recomputed from its events, and its moves checked against the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gomoku.board import Color
from tests.kit.heard_room import HeardRoom

LAG_CAP_MS = 500
LEAST_LEFT_MS = 10_000


def check_history(history: dict[str, Any], kills: Sequence[int]) -> HeardRoom:
    """Check a body of ``/api/games/{id}`` against the rules of game and clock; return the room its events make.

    ``kills`` are the instants (ms) at which the server was killed: no move may be charged for the time from a kill to
    the next restart, whatever else the stored events say.
    """
    game, events = history["game"], history["events"]
    assert [event["v"] for event in events] == list(range(1, len(events) + 1)), game["id"]
    record = HeardRoom(game["id"], game["rules"], game["size"])
    record.apply(events[1:])
    assert [move["point"] for move in history["moves"]] == record.game.moves
    if record.game.outcome is not None:  # decided on the board
        winner = record.game.outcome.winner
        assert record.result == (None if winner is None else Color(winner).name.lower(), record.game.outcome.reason)
    _check_clock(events, kills)
    return record


class _Ledger:
    """One seat's time by the rules of a clock, in milliseconds until its flag falls; None without a clock.

    ``due``: stones still to place in a Canadian period, 0 in main time. Correspondence is exact where no day is free,
    because nobody is on vacation here.
    """

    def __init__(self, clock: dict[str, Any]) -> None:
        self.clock = clock
        self.due = 0
        self.lost = 0
        self.total: int | None = None
        self.left: int | None = None
        match clock["kind"]:
            case "fischer":
                self.left = clock["initial_ms"]
            case "absolute":
                self.left = clock["total_ms"]
            case "per_move":
                self.left = clock["move_ms"]
            case "byo_yomi":
                self.left = clock["main_ms"] + clock["periods"] * clock["period_ms"]
            case "canadian":
                self.left = clock["main_ms"] + clock["period_ms"]
            case "correspondence":
                self.total = clock.get("total_ms")
                self.left = clock["move_ms"] + clock.get("bank_ms", 0) if "move_ms" in clock else self.total
                self._cap()

    def _cap(self) -> None:
        if self.total is not None and self.left is not None:
            self.left = min(self.left, self.total)

    def begin(self) -> None:
        """Start a move of this seat."""
        if self.clock["kind"] == "per_move":
            self.left = self.clock["move_ms"]
        elif self.clock["kind"] == "canadian" and not self.due and (self.left or 0) <= self.clock["period_ms"]:
            self.due = self.clock["stones"]

    def spend(self, ms: int) -> None:
        """Pass time on this seat's move."""
        assert self.left is not None
        self.left = max(0, self.left - ms)
        if self.total is not None:
            self.total = max(0, self.total - ms)

    def press(self) -> None:
        """Place a stone and end the move."""
        assert self.left is not None
        if self.clock["kind"] == "fischer":
            self.left += self.clock["increment_ms"]
            self.left = min(self.left, self.clock.get("cap_ms") or self.left)
        elif self.clock["kind"] == "canadian":
            period, stones = self.clock["period_ms"], self.clock["stones"]
            if not self.due and self.left < period:
                self.due = stones  # the stone that outlasted main time is the first
            if self.due == 1:
                self.left, self.due = period, stones
            elif self.due:
                self.due -= 1

    def over(self, spent_ms: int) -> None:
        """End a move that took ``spent_ms``, by a stone or a take-back."""
        assert self.left is not None
        period = self.clock.get("period_ms", 0)
        if self.clock["kind"] == "byo_yomi" and self.left < period * self.clock["periods"]:
            self.left = -(-self.left // period) * period
        elif self.clock["kind"] == "correspondence" and "move_ms" in self.clock:
            self.left += min(spent_ms, self.clock["move_ms"])
            self._cap()

    def read(self) -> tuple[int | None, int, int | None]:
        """All that the seat has."""
        return self.left, self.due, self.total

    def take_back(self, own: Sequence["_Made"], running: tuple[int, int] | None) -> None:
        """Moves of this seat are taken back, and its ``running`` one is broken off after so long, and so long before a
        pause; ``lost`` is what the seat has less than before them."""
        assert self.left is not None
        shown = self.left - (running[0] if running else 0)
        if own:
            self.left, self.due, self.total = own[0].before
        before = self.left or 0
        for move in own:
            self.spend(move.used)
            self.over(move.used)
        if running:
            self.spend(sum(running) if own else running[0])
            self.over(sum(running))
        left = max(self.left or 0, min(LEAST_LEFT_MS, before, shown))
        self.left, self.lost = left, max(0, before - left)


@dataclass
class _Made:
    """A move that was made: whose, what the seat had before it, and what it was charged."""

    seat: _Ledger
    before: tuple[int | None, int, int | None]
    used: int


def _check_clock(events: list[dict[str, Any]], kills: Sequence[int]) -> None:
    clock = events[0]["clock"]
    seats = (_Ledger(clock), _Ledger(clock))
    timed, slow = seats[0].left is not None, clock["kind"] == "correspondence"
    turn_at, thought, spent, ply, black = 0, 0, 0, 0, 0
    bots: set[int] = set()
    made: list[_Made] = []

    def left() -> list[int | None]:
        return [seat.left for seat in seats]

    for event in events[1:]:
        at, mover = event["at"], seats[(black + ply) % 2]
        charged = timed and (slow or ply >= 2)
        match event["k"]:
            case "seated":
                black, turn_at = event["black"], at
                if "level" in event["who"]:
                    bots.add(event["seat"])
            case "moved":
                used = at - turn_at
                made.append(_Made(mover, mover.read(), 0))
                if charged:
                    given = event["given_ms"]
                    assert 0 <= given <= min(event["lag_ms"], LAG_CAP_MS, used), event
                    made[-1].used = used - given
                    mover.spend(used - given)
                    mover.press()
                    mover.over(spent + used - given)
                    assert event["think_ms"] == thought + used, event
                assert event["left"] == left(), (event, left())
                ply, turn_at, thought, spent = ply + 1, at, 0, 0
            case "took_back":
                gone = made[len(made) - event["plies"] :]
                del made[len(made) - event["plies"] :]
                for seat in seats if timed else ():
                    running = (at - turn_at, spent) if charged and seat is mover else None
                    seat.take_back([each for each in gone if each.seat is seat], running)
                    last = next((each for each in reversed(made) if each.seat is seat), None)
                    if last is not None:
                        last.used += seat.lost
                assert event["left"] == left(), (event, left())
                ply, turn_at, thought, spent = ply - event["plies"], at, 0, 0
            case "resumed":
                killed = max(kill for kill in kills if kill <= at)
                now = event["left"][seats.index(mover)]
                lost = 0 if mover.left is None else mover.left - now
                # a bot has waited too, for a person or an engine: it is charged the time passed when its wait began
                until = at if killed < turn_at and (black + ply) % 2 in bots else max(killed, turn_at)
                assert 0 <= lost <= (until - turn_at if charged else 0), (event, left(), turn_at, killed)
                if mover.left is not None:
                    mover.spend(lost)
                assert event["left"] == left(), (event, left())
                turn_at, thought, spent = at, event.get("thought_ms", 0), spent + lost
        if timed and event["k"] in ("moved", "took_back") and (slow or ply >= 2):
            seats[(black + ply) % 2].begin()
