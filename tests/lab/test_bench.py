import json

import pytest

from bots.openings import DRAWN_ON, load
from lab.bench import bench
from lab.middlegames import FEWEST, FILE, MOST, RULES, middlegames
from server.command_line import main


def test_the_positions_are_those_that_their_script_makes() -> None:
    games = load(FILE, RULES, DRAWN_ON)
    assert tuple(middlegames(20, 1)) == games
    assert all(FEWEST <= len(moves) <= MOST for moves in games)


def test_the_same_search_has_the_same_signature() -> None:
    found = [bench(nodes) for nodes in (300, 300, 301)]
    assert found[0]["signature"] == found[1]["signature"] != found[2]["signature"]
    assert found[0]["nodes"] <= 20 * 302


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--nodes", "100", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes_per_cpu_second"] > 0
