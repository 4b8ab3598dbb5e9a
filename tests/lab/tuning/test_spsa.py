import json
from math import exp
from pathlib import Path
from random import Random

import pytest

from bots.search.alphabeta.margins import MARGINS, Margins
from lab.tuning.spsa import RATE, STEPS, MarginTuning, main, moved, scales, signs


def test_the_last_step_has_the_given_sizes() -> None:
    move, perturbation = scales(1999, 2000)
    assert move == pytest.approx(RATE, rel=0.01)
    assert perturbation == pytest.approx(1)
    assert scales(0, 2000) > (move, perturbation)


def test_directions_are_drawn_for_each_step_and_seed() -> None:
    assert signs(3, 1) == signs(3, 1)
    assert len({signs(step, seed) for step in range(20) for seed in range(2)}) > 35


def test_opposite_moves_cancel() -> None:
    there = moved(MARGINS, signs(1, 1), 0.5)
    assert there != MARGINS
    back = moved(there, signs(1, 1), -0.5)
    assert [getattr(back, name) for name in STEPS] == pytest.approx([getattr(MARGINS, name) for name in STEPS])


def _distance(margins: Margins, best: Margins) -> float:
    apart = [(getattr(margins, name) - getattr(best, name)) / size for name, size in STEPS.items()]
    return float(sum(each**2 for each in apart))


def test_it_approaches_margins_that_win_more_often() -> None:
    best = moved(MARGINS, signs(0, 0), 1.5)
    pairs, chance = 4000, Random(1)
    tuning = MarginTuning(MARGINS, pairs, 1)
    for step in range(pairs):
        up, down = tuning.question(step)
        better = 1 / (1 + exp((_distance(up, best) - _distance(down, best)) / 4))
        tuning.learn(step, sum(chance.random() < better for _ in range(2)))
    assert _distance(tuning.margins, best) < _distance(MARGINS, best) / 3


def test_a_run_resumes_and_prints_margins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "steps.jsonl"
    kept.write_text(json.dumps({"step": 0, "points": 2.0}) + "\n", encoding="ascii")
    monkeypatch.setattr("sys.argv", ["spsa", "--nodes", "40", "--pairs", "2", "--kept", str(kept)])
    main()
    rows = [json.loads(line) for line in kept.read_text(encoding="ascii").splitlines()]
    assert [row["step"] for row in rows] == [0, 1]
    tuning = MarginTuning(MARGINS, 2, 1)
    for row in rows:
        tuning.learn(row["step"], row["points"])
    assert f"reverse: {tuning.margins.reverse:.3f}\n" in capsys.readouterr().out
