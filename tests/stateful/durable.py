"""All of a room that must survive a crash, in one comparable value."""

from typing import Any

from server.rooms.room import Room

PASSING = {"downtimes", "gone_since", "policy", "vacations"}
"""State of a room without events: connections, free time, and the policy."""


def durable(room: Room) -> dict[str, Any]:
    """Everything of ``room`` that its events must bring back, by name."""
    game, clock = room.game, room.clock
    state: dict[str, Any] = {
        name: getattr(room, name) for name in Room.__slots__ if name not in PASSING | {"game", "clock", "opening"}
    }
    state["seats"] = tuple(room.seats)
    state["stones"] = tuple(room.stones)
    state["offers"] = tuple(frozenset(offers) for offers in room.offers)
    state["declined"] = frozenset(room.declined)
    state["charges"] = tuple(room.charges)
    state["commands"] = dict(room.commands)
    state["game"] = (bytes(game.board.cells), game.board.stones, tuple(game.moves), game.outcome, game.winning_line)
    opening = room.opening
    state["opening"] = (opening.rule.name, tuple(opening.actions), opening.turn, opening.black, opening.settled)
    state["decisions"] = tuple(room.decisions)
    state["clock"] = (
        clock.control,
        tuple(clock.left_ms),
        tuple(clock.reserve),
        clock.running,
        clock.since_ms,
        clock.thought_ms,
    )
    return state
