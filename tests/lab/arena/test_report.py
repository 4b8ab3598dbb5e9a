import json

from bots.match.pairing import schedule
from bots.match.pairing_game import PairingResult
from lab.arena.report import LOG_LINES, as_json, as_markdown
from lab.arena.standings import Standings, standings

TERMS = {"rules": "renju", "size": 15, "games": 4, "players": {"weak": "weak 1", "strong": "strong 2, guard"}}
MATCHES = schedule(("weak", "strong"), 200, 200, 1)


def found(crashes: int = 0, swept: bool = False) -> Standings:
    """Build standings in which strong takes three points of four and the first ``crashes`` games are logged."""
    winners = ["strong", "strong", "strong", "strong" if swept else "weak"] * 50
    games = [
        PairingResult(n, winner, "five", (0,) * 40, "oh" if n < crashes else "") for n, winner in enumerate(winners)
    ]
    return standings(("weak", "strong"), MATCHES, games, "weak", 500)


def test_the_ratings_come_from_the_strongest() -> None:
    text = as_markdown(found(), TERMS, "tengen arena", "with weak at 500")
    assert text.startswith("# Arena: renju on 15x15\n\n    tengen arena\n\n4 games")
    rows = [line for line in text.splitlines() if line.startswith("| ") and "100" not in line]
    assert "| strong | 691 ± 45 | 191 ± 45 | 75.0 % | 150 | 0 | 50 | strong 2, guard |" in rows
    assert "| weak | 500 ± 0 |  | 25.0 % | 50 | 0 | 150 | weak 1 |" in rows


def test_the_crosstable_has_the_points_of_the_row() -> None:
    text = as_markdown(found(), TERMS, "", "")
    assert "|  | strong | weak |\n| --- | ---: | ---: |\n| strong |  | 75.0 |\n| weak | 25.0 |  |\n" in text
    assert "Games ended by: five 200. Black took 25.0 % of the points. 40.0 moves a game.\n" in text


def test_what_went_wrong_is_told_and_counted() -> None:
    assert "Errors:" not in as_markdown(found(), TERMS, "", "")
    text = as_markdown(found(LOG_LINES + 5), TERMS, "", "")
    assert f"- game {LOG_LINES - 1}: oh\n- and 5 more\n" in text
    assert f"game {LOG_LINES}:" not in text


def test_padding_is_told() -> None:
    assert "a drawn pair was added" in as_markdown(found(swept=True), TERMS, "", "")
    assert "a drawn pair was added" not in as_markdown(found(), TERMS, "", "")


def test_json_has_everything() -> None:
    data = json.loads(json.dumps(as_json(found(1), TERMS, "tengen arena")))
    assert [row["name"] for row in data["ratings"]] == ["strong", "weak"]
    assert data["ratings"][0] == {
        "name": "strong",
        "elo": 690.8,
        "interval_95": data["ratings"][0]["interval_95"],
        "won": 150,
        "drawn": 0,
        "lost": 50,
        "against": {"weak": [150, 0, 50]},
    }
    assert data["ratings"][1]["interval_95"] == 0
    assert (data["log"], data["reasons"], data["black"]) == (["game 0: oh"], {"five": 200}, [50, 0, 150])
    assert (data["command"], data["rules"], data["padded"], data["mean_plies"]) == ("tengen arena", "renju", False, 40)
