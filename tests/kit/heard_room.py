"""A room as one client has heard of it, checked against the rules of the game."""

from typing import Any

from gomoku.game import Game
from gomoku.rulesets import ruleset

Event = dict[str, Any]


class HeardRoom:
    """The events of a room after its creation, contiguous from version 2, and the resulting position."""

    def __init__(self, room: str, rules: str, size: int) -> None:
        self.room = room
        self.events: list[Event] = []
        self.game = Game(ruleset(rules), size)
        self.black: int | None = None
        self.result: tuple[str | None, str] | None = None
        self.next: str | None = None
        self.offers: set[tuple[int, str]] = set()

    @property
    def v(self) -> int:
        """Version of the last event."""
        return len(self.events) + 1

    @property
    def seat_to_move(self) -> int | None:
        """Return the seat to move; None unless the game is running."""
        if self.black is None or self.result is not None:
            return None
        return (self.black + self.game.ply) % 2

    def apply(self, events: list[Event]) -> None:
        """Apply events; raises AssertionError if they contradict earlier ones, leave a gap or are illegal."""
        for event in events:
            if event["v"] <= self.v:
                told = self.events[event["v"] - 2]
                assert event == told, f"{self.room}: told {told}, and later {event}"
            else:
                assert event["v"] == self.v + 1, f"{self.room}: {event} after version {self.v}"
                self._take(event)
                self.events.append(event)

    def _take(self, event: Event) -> None:
        match event["k"]:
            case "seated":
                self.black = event["black"]
            case "moved":
                assert (event["seat"], event["ply"]) == (self.seat_to_move, self.game.ply), f"{self.room}: {event}"
                self.game.play(event["point"])
                self._withdraw((1 - event["seat"], "draw"), (0, "takeback"), (1, "takeback"))
            case "took_back":
                self.game.undo(event["plies"])
                self.offers.clear()
            case "offered":
                self.offers.add((event["seat"], event["what"]))
            case "answered":
                self._withdraw((0, event["what"]), (1, event["what"]))
            case "ended":
                self.result = (event.get("winner"), event["reason"])
                self.offers.clear()
            case "rematched":
                self.next = event["room"]

    def _withdraw(self, *offers: tuple[int, str]) -> None:
        self.offers.difference_update(offers)

    def points_at(self, v: int) -> list[int]:
        """Return the moves that stand at a version."""
        points: list[int] = []
        for event in self.events[: v - 1]:
            if event["k"] == "moved":
                points.append(event["point"])
            elif event["k"] == "took_back":
                del points[len(points) - event["plies"] :]
        return points
