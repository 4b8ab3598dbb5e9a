"""Time controls with small numbers, for property tests."""

from hypothesis import strategies as st

from gomoku.time_control import Absolute, ByoYomi, Canadian, Correspondence, Fischer, PerMove, TimeControl

_some, _few = st.integers(1, 60), st.integers(1, 4)

CORRESPONDENCE = st.one_of(
    st.builds(Correspondence, _some, st.none()),
    st.builds(Correspondence, st.none() | _some, _some, st.integers(0, 30)),
)
CONTROLS: st.SearchStrategy[TimeControl] = st.one_of(
    st.builds(Fischer, _some, st.integers(0, 20)),
    st.builds(lambda initial, increment, more: Fischer(initial, increment, initial + more), _some, _some, _some),
    st.builds(Absolute, _some),
    st.builds(PerMove, _some),
    st.builds(ByoYomi, st.integers(0, 60), _some, _few),
    st.builds(Canadian, st.integers(0, 60), _some, _few),
    CORRESPONDENCE,
)
