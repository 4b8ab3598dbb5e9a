"""Games replayed under renju rules: our engines', and those of tournaments and clubs."""

import json
from pathlib import Path

from gomoku.board import Color
from gomoku.game import Game, Outcome, Reason
from gomoku.point import parse
from gomoku.rulesets import RULESETS
from tests.data import OWN

# black played a double three that white did not claim, and the game went on to black's five
UNCLAIMED = {"5051": 20}


def test_games_of_our_engines_end_as_they_are_said_to_end() -> None:
    rows = [json.loads(line) for line in (OWN / "games.jsonl").read_text().splitlines()]
    assert len(rows) == 40
    assert 0 < sum(row["ends_in_five"] for row in rows) < 40
    for row in rows:
        game = Game.replay(RULESETS["renju"], 15, [parse(name, 15) for name in row["moves"].split()])
        over = Outcome(Color[row["result"].upper()], Reason.FIVE)
        assert game.outcome == (over if row["ends_in_five"] else None), row["id"]


def test_human_games_end_as_they_are_said_to_end(shared_data: Path) -> None:
    rows = [json.loads(line) for line in (shared_data / "human_games.jsonl").read_text().splitlines()]
    assert len(rows) == 1266
    lost_by_forbidden_move = []
    for row in rows:
        moves = [parse(name, 15) for name in row["moves"].split()]
        if row["id"] in UNCLAIMED:
            ply = UNCLAIMED[row["id"]]
            game = Game.replay(RULESETS["renju"], 15, moves[:ply])
            assert moves[ply] in game.forbidden_points()
            continue
        game = Game.replay(RULESETS["renju"], 15, moves, forbidden_loses=True)
        winner = Color.WHITE if row["result"] == "white" else Color.BLACK
        if game.outcome == Outcome(Color.WHITE, Reason.FORBIDDEN):
            lost_by_forbidden_move.append(row["id"])
            assert winner is Color.WHITE
        else:
            assert game.outcome == (Outcome(winner, Reason.FIVE) if row["ends_in_five"] else None), row["id"]
    assert sorted(lost_by_forbidden_move) == ["2243", "2693", "4286", "4334", "5050"]
