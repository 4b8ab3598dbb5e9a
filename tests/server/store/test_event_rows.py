import subprocess
import sys
from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from server.protocol.events import (
    Answered,
    Chose,
    Created,
    Declared,
    Ended,
    Moved,
    Offered,
    Proposed,
    Rematched,
    Resumed,
    RoomEvent,
    Seated,
    TookBack,
)
from server.protocol.values import (
    AbsoluteSpec,
    ByoYomiSpec,
    CanadianSpec,
    ChoiceName,
    ColorChoice,
    CorrespondenceSpec,
    FischerSpec,
    NoClockSpec,
    OfferKind,
    OpeningName,
    PerMoveSpec,
    ReasonName,
    Rules,
    Who,
)
from server.store import event_rows

INTEGER = st.integers(-(2**63), 2**63 - 1)
COUNT = st.integers(0, 400)
SEAT = st.integers(0, 1)
LEFT = st.tuples(*[st.none() | st.integers(0, 10**9)] * 2)
RESERVE = st.none() | LEFT
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
ID = st.text("abcXYZ019", min_size=8, max_size=12)
PERSON = st.builds(Who, id=ID, name=TEXT)
WHO = PERSON | st.builds(Who, level=st.integers(0, 999))
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)


def literal(kind: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from(get_args(kind))


DAYS = st.integers(3_600_000, 31_536_000_000)
CLOCK = (
    st.just(NoClockSpec())
    | st.builds(FischerSpec, initial_ms=st.integers(1_000, 10_800_000), increment_ms=st.integers(0, 180_000))
    | st.builds(FischerSpec, initial_ms=st.just(1_000), increment_ms=COUNT, cap_ms=st.integers(1_000, 10_800_000))
    | st.builds(PerMoveSpec, move_ms=st.integers(1_000, 86_400_000))
    | st.builds(AbsoluteSpec, total_ms=st.integers(1_000, 10_800_000))
    | st.builds(ByoYomiSpec, main_ms=COUNT, period_ms=st.integers(1_000, 600_000), periods=st.integers(1, 20))
    | st.builds(CorrespondenceSpec, total_ms=st.none() | DAYS, move_ms=DAYS, bank_ms=DAYS, weekends_free=st.booleans())
    | st.builds(CorrespondenceSpec, total_ms=DAYS)
    | st.builds(CanadianSpec, main_ms=COUNT, period_ms=st.integers(1_000, 3_600_000), stones=st.integers(1, 50))
)
BASE: dict[str, Any] = {"v": INTEGER, "at": INTEGER}
CREATED = st.builds(
    Created,
    **BASE,
    rules=literal(Rules),
    size=st.integers(3, 20),
    clock=CLOCK,
    visibility=st.sampled_from(["public", "link", "private"]),
    rated=st.booleans(),
    color=literal(ColorChoice),
    owner=WHO,
    previous=st.none() | ID,
    score=st.tuples(COUNT, COUNT),
    opening=literal(OpeningName),
)
DECIDED: dict[str, Any] = {"seat": SEAT, "ply": COUNT, "think_ms": INTEGER, "lag_ms": INTEGER, "given_ms": INTEGER}
EVENTS: dict[type, st.SearchStrategy[Any]] = {
    Created: CREATED,
    Seated: st.builds(Seated, **BASE, seat=SEAT, who=WHO, black=SEAT),
    Moved: st.builds(
        Moved,
        **BASE,
        seat=SEAT,
        ply=COUNT,
        point=COUNT,
        think_ms=INTEGER,
        lag_ms=INTEGER,
        given_ms=INTEGER,
        left=LEFT,
        forced=st.none() | st.booleans(),
        why=st.none() | st.dictionaries(TEXT, JSON, max_size=3),
        reserve=RESERVE,
    ),
    Chose: st.builds(Chose, **BASE, **DECIDED, left=LEFT, choice=literal(ChoiceName), black=SEAT),
    Declared: st.builds(Declared, **BASE, **DECIDED, left=LEFT, number=COUNT),
    Proposed: st.builds(Proposed, **BASE, **DECIDED, left=LEFT, points=st.lists(COUNT, max_size=12)),
    Offered: st.builds(Offered, **BASE, seat=SEAT, what=literal(OfferKind)),
    Answered: st.builds(Answered, **BASE, seat=SEAT, what=literal(OfferKind)),
    TookBack: st.builds(TookBack, **BASE, seat=SEAT, plies=COUNT, left=LEFT, reserve=RESERVE),
    Ended: st.builds(
        Ended,
        **BASE,
        winner=st.sampled_from([None, "black", "white"]),
        reason=literal(ReasonName),
        left=LEFT,
        line=st.none() | st.lists(COUNT, max_size=9),
        reserve=RESERVE,
    ),
    Rematched: st.builds(Rematched, **BASE, room=ID),
    Resumed: st.builds(Resumed, **BASE, left=LEFT, reserve=RESERVE),
}


def test_every_kind_of_event_is_tried() -> None:
    assert set(EVENTS) == set(get_args(RoomEvent))


@given(st.one_of(*EVENTS.values()))
def test_an_event_comes_back_equal(event: RoomEvent) -> None:
    row = event_rows.make_action_row(7, event, "command")
    assert row[:2] == (7, "command")
    assert all(value is None or isinstance(value, int | str) for value in row)
    who = event.owner if isinstance(event, Created) else event.who if isinstance(event, Seated) else Who()
    names = {who.id: who.name} if who.id else {}
    assert event_rows.fill_in_names(event_rows.read_event(row[2:-1]), names) == event


@given(st.builds(Seated, **BASE, seat=SEAT, who=PERSON, black=SEAT))
def test_names_are_not_stored(event: Seated) -> None:
    stored = event_rows.read_event(event_rows.make_action_row(1, event, None)[2:-1])
    assert isinstance(stored, Seated)
    assert stored.who == Who(id=event.who.id)
    renamed = event_rows.fill_in_names(stored, {event.who.id: "Another"})
    assert isinstance(renamed, Seated)
    assert renamed.who == Who(id=event.who.id, name="Another")


@given(CREATED.filter(lambda event: event.owner.level is None))
def test_a_deleted_player_has_neither_id_nor_name(event: Created) -> None:
    anonymous = event_rows.fill_in_names(event, {})
    assert isinstance(anonymous, Created)
    assert anonymous.owner == Who()


def test_people_are_the_players_and_not_the_bots() -> None:
    events: list[RoomEvent] = [
        Seated(v=1, at=1, seat=1, who=Who(id="abcdefgh"), black=0),
        Seated(v=2, at=1, seat=1, who=Who(level=3), black=0),
        Resumed(v=3, at=1, left=(None, None)),
    ]
    assert event_rows.list_people(events) == {"abcdefgh"}


LEARNS = """
import sys
import msgspec
from server.store import event_rows

called = set()
sys.setprofile(lambda frame, event, argument: called.add(frame.f_code.co_name))
for kind in event_rows.KINDS.values():
    try:
        msgspec.convert({}, kind)
    except msgspec.ValidationError:
        continue
sys.setprofile(None)
print("get_class_annotations" in called)
class Unknown(msgspec.Struct):
    v: int
sys.setprofile(lambda frame, event, argument: called.add(frame.f_code.co_name))
msgspec.convert({"v": 1}, Unknown)
sys.setprofile(None)
print("get_class_annotations" in called)
"""


def test_no_thread_is_the_first_to_read_a_kind_of_event() -> None:
    """Two that were ended the server: msgspec learns a class while the other uses what is half learned."""
    command = [sys.executable, "-c", LEARNS]
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    assert finished.stdout.split() == ["False", "True"], "what is told of a class that is not known yet is noticed"
