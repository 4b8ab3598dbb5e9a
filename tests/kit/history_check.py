"""The clocks of a stored game worked out anew from its events, and its moves held against the rules."""

from collections.abc import Sequence
from typing import Any

from gomoku.board import Color
from tests.kit.heard_room import HeardRoom

LAG_CAP_MS = 500


def check_history(history: dict[str, Any], kills: Sequence[int]) -> HeardRoom:
    """Hold a body of ``/api/games/{id}`` against the rules of game and clock; the record that its events make.

    ``kills`` are the instants (ms) at which the server was killed: a move is never charged for the time from one of
    them to the restart after it, whatever else the stored events say.
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


def _check_clock(events: list[dict[str, Any]], kills: Sequence[int]) -> None:
    clock = events[0]["clock"]
    full = clock.get("initial_ms", clock.get("move_ms"))
    increment = clock.get("increment_ms", 0)
    left, turn_at, thought, ply, black = [full, full], 0, 0, 0, 0
    for event in events[1:]:
        at, mover = event["at"], (black + ply) % 2
        charged = full is not None and ply >= 2
        match event["k"]:
            case "seated":
                black, turn_at = event["black"], at
            case "moved":
                used = at - turn_at
                if charged:
                    given = event["given_ms"]
                    assert 0 <= given <= min(event["lag_ms"], LAG_CAP_MS, used), event
                    left[mover] = max(0, left[mover] - (used - given)) + increment
                    assert event["think_ms"] == thought + used, event
                assert event["left"] == left, (event, left)
                ply, turn_at, thought = ply + 1, at, 0
            case "took_back":
                if charged:
                    left[mover] = max(0, left[mover] - (at - turn_at))
                assert event["left"] == left, (event, left)
                ply, turn_at, thought = ply - event["plies"], at, 0
            case "resumed":
                killed = max(kill for kill in kills if kill <= at)
                spent = 0 if full is None else left[mover] - event["left"][mover]
                assert 0 <= spent <= (max(0, killed - turn_at) if charged else 0), (event, left, turn_at, killed)
                assert event["left"][1 - mover] == left[1 - mover], (event, left)
                left, turn_at, thought = list(event["left"]), at, event.get("thought_ms", 0)
        if clock["kind"] == "per_move" and event["k"] in ("moved", "took_back") and ply >= 2:
            left[(black + ply) % 2] = full  # the next move has all of its time
