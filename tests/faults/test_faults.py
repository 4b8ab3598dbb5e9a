"""Thirty faults under live games of three servers; ``python -m tests.faults`` makes more of them."""

from pathlib import Path
from random import SystemRandom

import pytest

from tests.faults.run import run

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.nats]

LONGEST_S = 2.0
"""Longest wait for a fault of another process, on a quiet machine; the busy one of the tests gets twice as much."""


def test_faults_harm_nobody(tmp_path: Path) -> None:
    found = run(tmp_path, 30, SystemRandom().randrange(1 << 30), 3, 8)
    print(found.figures)
    assert found.harms == []
    assert max(found.figures["longest_wait_s"].values()) < 2 * LONGEST_S
    assert found.figures["longest_return_s"] < 5
