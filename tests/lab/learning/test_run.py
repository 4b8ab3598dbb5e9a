"""A run that goes on from a file: the rows are those of a run without a stop."""

import json
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from bots.json_lines import JsonLines, Row
from lab.learning.plan import PLANS
from lab.learning.run import Run

SIZE = 4
WANTED = 2


def make(hits: Collection[int], number: int) -> list[Row]:
    return [{"kind": "drawn", "number": number, "hit": number in hits}]


def play(path: Path, hits: Collection[int], most: int) -> list[Row]:
    """Make rows until WANTED are hits, and return all."""
    with closing(JsonLines(path, {"of": "this test"})) as lines, ThreadPoolExecutor(2) as pool:
        run = Run(PLANS["toy"], lines, pool, 2)
        run.do_batches(
            "drawn",
            "number",
            SIZE,
            lambda number: partial(make, hits, number),
            lambda: sum(row["hit"] for row in run.rows) >= WANTED,
            most,
        )
        return sorted(run.rows, key=lambda row: int(row["number"]))


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(0, 20)), st.integers(1, 22), st.data())
def test_whatever_a_stopped_run_has_left_the_rows_are_the_same(hits: set[int], most: int, data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        whole, stopped = Path(folder) / "whole.jsonl", Path(folder) / "stopped.jsonl"
        rows = play(whole, hits, most)
        assert [row["number"] for row in rows] == list(range(len(rows)))
        assert len(rows) == most or len(rows) % SIZE == 0
        # some whole batches are left, and any rows of the one after them
        begun = data.draw(st.sampled_from(range(0, len(rows), SIZE)))
        more = data.draw(st.sets(st.sampled_from(range(begun, min(begun + SIZE, len(rows))))))
        terms, *lines = whole.read_text().splitlines()
        left = [line for line in lines if json.loads(line)["number"] in {*range(begun), *more}]
        stopped.write_text("\n".join([terms, *left]) + "\n")
        assert play(stopped, hits, most) == rows
