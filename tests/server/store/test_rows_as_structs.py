"""Rows read as structs: each value as it is stored, or not at all."""

import sqlite3
from contextlib import closing
from typing import Any, Literal

import pytest
from msgspec import Struct

from server.protocol.values import ClockSpec, FischerSpec
from server.store.sql import Row, Unreadable, read, read_all


class Line(Struct, frozen=True):
    name: str | None
    number: int
    share: float
    body: bytes
    color: Literal["black", "white"] | None
    is_on: bool
    is_known: bool | None
    clock: ClockSpec | None
    points: list[int]


SOUND: dict[str, Any] = {
    "name": "null",
    "number": 1,
    "share": 0.5,
    "body": b"1",
    "color": None,
    "is_on": 1,
    "is_known": None,
    "clock": '{"kind":"fischer","initial_ms":60000,"increment_ms":0}',
    "points": "[1,2]",
}


def make_row(**values: Any) -> Row:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.row_factory = sqlite3.Row
        row: Row = connection.execute(
            f"SELECT {', '.join(f':{name} AS {name}' for name in values)}, 1 AS other", values
        ).fetchone()
        return row


def test_a_row_is_read_by_the_types_of_its_columns() -> None:
    found = read(Line, make_row(**SOUND))
    assert found == Line("null", 1, 0.5, b"1", None, True, None, FischerSpec(60_000, 0), [1, 2])
    assert type(found.is_on) is bool
    assert read(Line, make_row(**SOUND | {"is_known": 0, "clock": None})).is_known is False


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *(("name", 1), ("number", "1"), ("number", 1.0), ("number", None), ("share", "0.5"), ("body", "1")),
        *(("color", "green"), ("is_on", 2), ("is_on", 1.0), ("is_on", "1"), ("is_on", None)),
        *(
            ("clock", "{"),
            ("clock", "null"),
            ("clock", '{"kind":"sundial"}'),
            ("clock", b"\xff"),
            ("points", '["1"]'),
            ("points", None),
        ),
    ],
)
def test_a_value_of_another_type_is_refused(column: str, value: Any) -> None:
    with pytest.raises(Unreadable, match=f"not readable as Line: .*{column}|not readable as Line: "):
        read(Line, make_row(**SOUND | {column: value}))
    with pytest.raises(Unreadable):
        read_all(Line, [make_row(**SOUND), make_row(**SOUND | {column: value})])


def test_a_column_that_a_query_lacks_is_refused() -> None:
    for column in SOUND:
        with pytest.raises(Unreadable):
            read(Line, make_row(**{name: value for name, value in SOUND.items() if name != column}))
