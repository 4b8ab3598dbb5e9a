"""Provers over the solvers shared by the whole run, and public test data."""

from collections.abc import Callable

import pytest

from bots.learning.proofs.prover import Prover
from bots.learning.study.study import solver

NODES = 20_000

Provers = Callable[..., Prover]


@pytest.fixture(scope="session")
def prover() -> Provers:
    """Make a prover for rules and, other than 15, a board size."""

    def make(rules: str, size: int = 15, nodes: int = NODES, total: int | None = None) -> Prover:
        return Prover(solver(rules, size), nodes, total)

    return make
