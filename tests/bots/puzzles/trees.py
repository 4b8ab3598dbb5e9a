"""Proof trees to write and read, of no real position."""

from hypothesis import strategies as st

from bots.search.solver.proof import Win

POINTS = st.integers(0, 224)


def _grown(below: st.SearchStrategy[Win]) -> st.SearchStrategy[Win]:
    answers = st.lists(st.tuples(POINTS, below), max_size=3, unique_by=lambda answer: answer[0]).map(tuple)
    return st.builds(Win, POINTS, answers, st.none() | below)


WINS = st.recursive(st.builds(Win, POINTS), _grown, max_leaves=12)
