from pathlib import Path

import pytest

from bots.errors import ArenaError
from lab.machines import open_machines
from tests.kit.dask import DaskCluster

CALLS = [("4",), ("10", 2), ("z", 36)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_processes_compute_all_calls(jobs: int) -> None:
    with open_machines(jobs, None) as compute:
        assert sorted(compute(int, CALLS)) == [(0, 4), (1, 2), (2, 35)]


def test_a_cluster_computes_the_same(tmp_path: Path) -> None:
    with DaskCluster(tmp_path) as dask:
        dask.add()
        with open_machines(1, dask.address) as compute:
            assert sorted(compute(int, CALLS)) == [(0, 4), (1, 2), (2, 35)]
            with pytest.raises(ArenaError, match="invalid literal"):
                list(compute(int, [("none",)]))


def test_arguments_are_taken_when_a_process_is_free() -> None:
    found: list[int] = []
    with open_machines(1, None) as compute:
        for _, each in compute(int, ((str(len(found)),) for _ in range(4))):
            found.append(each)
    assert found == [0, 1, 2, 3]
