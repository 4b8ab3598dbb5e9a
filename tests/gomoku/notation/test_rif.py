import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from typing import Any, BinaryIO, cast
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gomoku.errors import BadNotation
from gomoku.notation import rif
from gomoku.notation.rif_rows import (
    RifCity,
    RifCountry,
    RifGame,
    RifMonth,
    RifOpening,
    RifPlayer,
    RifRow,
    RifRule,
    RifTables,
    RifTournament,
)
from gomoku.notation.tree import Skipped
from gomoku.point import parse, parse_all
from tests.gomoku.notation.rif_documents import WORDS

NOTHING: dict[str, st.SearchStrategy[Any]] = {"id": st.just(""), "more": st.just(()), "below": st.just("")}
COUNTRIES = st.builds(RifCountry, name=WORDS, abbr=WORDS, **NOTHING)
CITIES = st.builds(RifCity, name=WORDS, country=st.none() | COUNTRIES, **NOTHING)
RULES = st.builds(RifRule, name=WORDS, info=WORDS, **NOTHING)
PLAYERS = st.builds(
    RifPlayer, name=WORDS, surname=WORDS, country=st.none() | COUNTRIES, city=st.none() | CITIES, **NOTHING
)
TOURNAMENTS = st.builds(
    RifTournament,
    name=WORDS,
    country=st.none() | COUNTRIES,
    month=st.none() | st.builds(RifMonth, name=WORDS, **NOTHING),
    year=WORDS,
    rule=st.none() | RULES,
    city=st.none(),
    start=st.just("2001-08-01"),
    end=st.just(""),
    rated=st.sampled_from(["", "0", "1"]),
    **NOTHING,
)
GAMES = st.builds(
    RifGame,
    publisher=st.none() | PLAYERS,
    tournament=st.none() | TOURNAMENTS,
    round=WORDS,
    black=st.none() | PLAYERS,
    white=st.none() | PLAYERS,
    opening=st.none() | st.builds(RifOpening, name=WORDS, abbr=WORDS, **NOTHING),
    bresult=st.sampled_from(["0", "0.5", "1", ""]),
    btime=st.just("90"),
    wtime=st.just(""),
    rule=st.none() | RULES,
    alt=WORDS,
    swap=WORDS,
    info=WORDS,
    moves=st.lists(st.integers(0, 224), unique=True, max_size=8).map(tuple),
    **NOTHING,
)

SAMPLE = """<?xml version="1.0" encoding="ISO-8859-1"?>
<!-- a day's file -->
<database>
<countries><country id="3" name="Sweden" abbr="SWE"/></countries>
<cities><city id="9" name="G\xf6teborg" country="3"/></cities>
<months><month id="8" name="August"/></months>
<rules><rule id="2" name="RIF"><info>of &lt;old&gt;</info></rule></rules>
<openings><opening id="25" name="Kansei" abbr="d9"/></openings>
<players><player id="11" name="Ann" surname="A" country="3" city="9"/><player id="12" name="Bob" surname="B"/></players>
<tournaments><tournament id="4" name="Cup" country="3" city="9" year="2001" month="8" start="2001-08-01" rated="1"/>
</tournaments>
<games>
<game id="77" publisher="11" tournament="4" round="1" rule="2" black="11" white="12" bresult="0.5" opening="25"
 alt="g9 f7" swap="-"><move>h8 h9 j7</move><info>drawn</info></game>
<game id="78" black="11" white="99"><move>h8 h8</move></game>
</games>
</database>
"""


def read(data: bytes) -> tuple[list[RifGame], Skipped]:
    skipped = Skipped()
    return list(rif.read(rif.open_file(BytesIO(data)), skipped)), skipped


def without_numbers(row: Any) -> Any:
    """Return a row, and those it references, without numbers."""
    return row._replace(
        id="", **{name: without_numbers(value) for name, value in row._asdict().items() if isinstance(value, RifRow)}
    )


def test_a_file_as_the_federation_has_it() -> None:
    games, skipped = read(SAMPLE.encode("latin-1"))
    sweden = RifCountry("Sweden", "SWE", "3")
    town = RifCity("Göteborg", sweden, "9")
    ann = RifPlayer("Ann", "A", sweden, town, "11")
    assert games == [
        RifGame(
            publisher=ann,
            tournament=RifTournament(
                "Cup", sweden, town, "2001", RifMonth("August", "8"), "2001-08-01", rated="1", id="4"
            ),
            round="1",
            rule=RifRule("RIF", "of <old>", "2"),
            black=ann,
            white=RifPlayer("Bob", "B", id="12"),
            bresult="0.5",
            opening=RifOpening("Kansei", "d9", "25"),
            alt="g9 f7",
            swap="-",
            info="drawn",
            moves=tuple(parse_all("h8h9j7", 15)),
            id="77",
        )
    ]
    assert ann.full_name == "Ann A"
    assert [str(fault) for fault in skipped.first] == [
        "line 15: these are no moves that can be played: 'h8 h8'",
    ]


@given(st.lists(GAMES, max_size=5))
def test_what_is_written_is_read_back(games: list[RifGame]) -> None:
    text = "".join(rif.write(games))
    found, skipped = read(text.encode())
    assert ([without_numbers(game) for game in found], skipped) == (games, Skipped())


@given(st.lists(GAMES, max_size=4))
def test_a_reader_of_whole_documents_finds_the_same(games: list[RifGame]) -> None:
    root = ElementTree.fromstring("".join(rif.write(games)))
    players = {row.get("id"): (row.get("name"), row.get("surname")) for row in root.iterfind("players/player")}
    found = root.findall("games/game")
    assert [game.get("round") for game in found] == [game.round for game in games]
    for row, game in zip(found, games, strict=True):
        assert players.get(row.get("black")) == (None if game.black is None else game.black[:2])
        assert (row.findtext("move") or "").split() == [
            f"{'abcdefghijklmno'[p % 15]}{15 - p // 15}" for p in game.moves
        ]


def test_rows_keep_their_numbers_and_others_get_free_ones() -> None:
    games = [
        RifGame(black=RifPlayer("Ann", id="2"), white=RifPlayer("Bob", id="2"), id="5"),
        RifGame(black=RifPlayer("Cid"), id="5"),
        RifGame(),
    ]
    root = ElementTree.fromstring("".join(rif.write(games)))
    assert {row.get("name"): row.get("id") for row in root.iterfind("players/player")} == {
        "Ann": "2",
        "Bob": "1",
        "Cid": "3",
    }
    assert [row.get("id") for row in root.iterfind("games/game")] == ["5", "1", "2"]


def test_what_is_not_known_is_kept() -> None:
    tables = RifTables()
    unknown = '<arbiters sum="1"><arbiter id="1">A &amp; B</arbiter></arbiters>'
    game = (
        '<game id="7" black="1" video="x&quot;y"><move>h8</move><info>a</info><info>b</info>'
        '<clock unit="s"><b n="1">5</b></clock>loose</game>'
    )
    data = (
        f'<database version="2"><players><player id="1" name="Ann" fide="&lt;9"/><player id="4" name="Bob"/></players>'
        f"{unknown}<games>{game}</games></database>"
    )
    games = list(rif.read(rif.open_file(BytesIO(data.encode())), Skipped(), tables))
    assert games[0].more == (("video", 'x"y'),)
    assert games[0].info == "a"
    assert games[0].below == '<info>b</info><clock unit="s"><b n="1">5</b></clock>loose'
    assert tables.count_unused() == 1
    written = "".join(rif.write(games, tables))
    for part in ('<database version="2">', unknown, 'fide="&lt;9"', 'name="Bob"', game[game.index("<move>") :]):
        assert part in written


def test_a_row_that_is_there_already_is_told() -> None:
    data = b'<database><players><player id="1" name="A"/><player id="1" name="B"/></players></database>'
    assert [str(fault) for fault in read(data)[1].first] == ["line 1: players 1 is in the file already"]


def test_equal_rows_are_written_once() -> None:
    ann = RifPlayer("Ann")
    text = "".join(rif.write([RifGame(black=ann), RifGame(white=ann)]))
    assert text.count("<player ") == 1


def test_a_number_of_no_row_is_told() -> None:
    data = b'<database><games><game black="7" white="0"><move>h8</move></game></games></database>'
    games, skipped = read(data)
    assert games == [RifGame(moves=(parse("h8", 15),))]
    assert [fault.text for fault in skipped.first] == ["black 7"]


@pytest.mark.parametrize(
    ("data", "line", "code"),
    [
        (b"", 1, "no_xml"),
        (b"(;GM[4])", 1, "no_xml"),
        (b"<database>\n<games>", 2, "no_xml"),
        (b"<html></html>", 1, "no_database"),
        (b"<database>\n<players><player/></players></database>", 2, "no_row_number"),
        (b'<!DOCTYPE d [\n<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><database/>', 2, "no_xml"),
        (b'<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><database>&a;</database>', 1, "no_xml"),
        (b"<database>" + b"<a>" * 50, 1, "no_database"),
        (b"<database><games><game><info>" + b"x" * (rif.MOST_TEXT + 9) + b"</info></game>", 1, "too_long"),
        (b"<database><odd>" + b"x" * (rif.MOST_UNKNOWN + 9) + b"</odd>", 1, "too_long"),
        (b"<database><games><game alt='" + b"x" * (4 << 20) + b"'/></games></database>", 1, "too_long"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(data: bytes, line: int, code: str) -> None:
    with pytest.raises(BadNotation) as refused:
        read(data)
    assert (refused.value.line, refused.value.fault) == (line, code)


@given(st.binary(max_size=100), st.integers(0, len(SAMPLE) - 1))
def test_a_file_with_some_bytes_put_in_breaks_nothing(data: bytes, at: int) -> None:
    whole = SAMPLE.encode("latin-1")
    with suppress(BadNotation):
        read(whole[:at] + data + whole[at:])


class Endless:
    """A stream of a file of ``games`` games, read in pieces."""

    def __init__(self, games: int) -> None:
        self.pieces = self._pieces(games)

    def _pieces(self, games: int) -> Iterator[bytes]:
        yield b"<database><games>"
        for number in range(games):
            yield b'<game id="%d" round="%d"><move>h8 h9 j7</move></game>' % (number, number)
        yield b"</games></database>"

    def read(self, _: int = -1) -> bytes:
        return next(self.pieces, b"")


def test_games_are_not_gathered() -> None:
    tracemalloc.start()
    try:
        count = len([None for _ in rif.read(rif.open_file(cast(BinaryIO, Endless(20_000))), Skipped())])
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 20_000
    assert most < 1 << 20
