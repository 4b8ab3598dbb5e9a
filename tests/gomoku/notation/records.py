"""Random game records."""

from hypothesis import strategies as st

from gomoku.board import Color
from gomoku.game import Outcome, Reason
from gomoku.notation.record import GameRecord
from gomoku.rulesets import RULESETS
from tests.gomoku.notation.trees import SPECIAL

NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=20) | st.text(SPECIAL, max_size=6)
WON = st.builds(
    Outcome,
    st.sampled_from(list(Color)),
    st.sampled_from([Reason.FIVE, Reason.FORBIDDEN, Reason.RESIGNED, Reason.TIMEOUT, Reason.ABANDONED]),
)
DRAWN = st.builds(Outcome, st.none(), st.sampled_from([Reason.FULL_BOARD, Reason.AGREED_DRAW, Reason.ABORTED]))
MS = st.integers(0, 10_000_000)


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Draw records that files can hold completely: no control characters in names, and times not all unknown."""
    size = draw(st.sampled_from([3, 15, 19, 20, 26]))
    moves = draw(st.lists(st.integers(0, size * size - 1), unique=True, max_size=40))
    plies = len(moves)
    think = draw(st.just(()) | st.tuples(*[MS] * plies).filter(any))
    left = draw(st.just(()) | st.tuples(*[st.none() | MS] * plies).filter(lambda t: any(ms is not None for ms in t)))
    return GameRecord(
        size=size,
        moves=tuple(moves),
        rules=draw(st.none() | st.sampled_from(sorted(RULESETS))),
        black=draw(NAMES),
        white=draw(NAMES),
        outcome=draw(st.none() | WON | DRAWN),
        date=draw(st.none() | st.dates().map(lambda day: day.isoformat())),
        think_ms=think if plies else (),
        left_ms=left if plies else (),
        event=draw(NAMES),
    )
