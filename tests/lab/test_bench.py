import json

import pytest

from bots.openings import DRAWN_ON, load
from bots.search.solver.solver import Solver
from gomoku.game import Game
from lab.bench import bench
from lab.middlegames import FEWEST, FILE, MOST, RULES, is_undecided, middlegames
from server.command_line import main


def test_the_positions_are_undecided_middle_games() -> None:
    games, solver = load(FILE, RULES, DRAWN_ON), Solver(RULES, DRAWN_ON)
    assert len(games) == 20
    for moves in (*games, *middlegames(2, 1)):
        assert FEWEST <= len(moves) <= MOST
        assert is_undecided(Game.replay(RULES, DRAWN_ON, moves), solver)


def test_the_same_seed_makes_the_same_positions() -> None:
    assert tuple(middlegames(3, 1)) == tuple(middlegames(20, 1))[:3]


def test_the_same_search_has_the_same_signature() -> None:
    found = [bench(nodes) for nodes in (300, 300, 301)]
    assert found[0]["signature"] == found[1]["signature"] != found[2]["signature"]
    assert found[0]["nodes"] <= 20 * 302


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--nodes", "100", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes_per_cpu_second"] > 0
