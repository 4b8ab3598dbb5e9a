"""Federation games as trees: nothing is lost in SGF, and later changes there win."""

from io import BytesIO

import pytest
from hypothesis import given, settings

from gomoku.errors import BadNotation
from gomoku.notation import rif, sgf_tree
from gomoku.notation.rif_rows import (
    RifCity,
    RifCountry,
    RifGame,
    RifOpening,
    RifPlayer,
    RifRule,
    RifTables,
    RifTournament,
)
from gomoku.notation.rif_trees import count_rif_left_out, rif_of_tree, tree_of_rif
from gomoku.notation.tree import ROOT, Skipped, Tree
from tests.gomoku.notation.rif_documents import documents, said

SWEDEN = RifCountry("Sweden", "SWE", "3")
GAME = RifGame(
    publisher=RifPlayer("Pat", "P"),
    tournament=RifTournament("Cup [A]", SWEDEN, RifCity("Lund", SWEDEN), "2001", start="2001-08-01", rated="1"),
    round="3",
    rule=RifRule("RIF", "of\nold"),
    black=RifPlayer("Ann", "A", SWEDEN),
    white=RifPlayer("Bob", more=(("fide", "9"),)),
    bresult="0.5",
    btime="90",
    wtime="85",
    opening=RifOpening("Kansei", "d9"),
    alt="g9 f7",
    swap="-",
    info="drawn\nat last",
    moves=(112, 128),
    id="77",
    below='<video href="a]b"/>',
)


def through_sgf(game: RifGame) -> RifGame:
    text = "".join(sgf_tree.dump(tree_of_rif(game)))
    return rif_of_tree(sgf_tree.load(text).tree)


@given(documents())
@settings(deadline=None)
def test_a_document_is_the_same_after_all_ways(document: str) -> None:
    tables, skipped = RifTables(), Skipped()
    games = list(rif.read(rif.open_file(BytesIO(document.encode())), skipped, tables))
    assert skipped.count == 0
    assert said("".join(rif.write(games, tables))) == said(document)
    assert [rif_of_tree(tree_of_rif(game)) for game in games] == games
    assert said("".join(rif.write([through_sgf(game) for game in games], tables))) == said(document)


def test_a_game_of_the_federation_is_a_tree_and_back() -> None:
    tree = tree_of_rif(GAME)
    text = "".join(sgf_tree.dump(tree))
    for part in (
        "PB[Ann A]",
        "PW[Bob]",
        "EV[Cup \\[A\\]]",
        "PC[Lund, Sweden]",
        "DT[2001-08-01]",
        "RO[3]",
        "RU[RIF]",
        "RE[0]",
        "ON[Kansei]",
        "US[Pat P]",
        "[black.country.name=Sweden]",
    ):
        assert part in text
    assert through_sgf(GAME) == GAME


@pytest.mark.parametrize(
    ("before", "after", "game"),
    [
        ("PB[Ann A]", "PB[Eve]", GAME._replace(black=RifPlayer("Eve"))),
        ("PB[Ann A]", "", GAME._replace(black=None)),
        ("ON[Kansei]", "ON[Kagetsu]", GAME._replace(opening=RifOpening("Kagetsu"))),
        ("RE[0]", "RE[W+T]", GAME._replace(bresult="0")),
        ("TGSWAP[-]", "TGSWAP[+]", GAME._replace(swap="+")),
    ],
)
def test_what_was_changed_in_the_sgf_holds(before: str, after: str, game: RifGame) -> None:
    text = "".join(sgf_tree.dump(tree_of_rif(GAME)))
    assert before in text
    assert rif_of_tree(sgf_tree.load(text.replace(before, after)).tree) == game


def test_another_event_is_another_row() -> None:
    text = "".join(sgf_tree.dump(tree_of_rif(GAME))).replace("DT[2001-08-01]", "DT[2002]").replace("RO[3]", "RO[4]")
    changed = rif_of_tree(sgf_tree.load(text).tree)
    assert changed.tournament is not None
    assert (changed.tournament.name, changed.tournament.year, changed.tournament.start) == ("Cup [A]", "2002", "")
    assert (changed.round, changed.black) == ("4", GAME.black)


@pytest.mark.parametrize(
    "odd",
    [
        "below=<a>",
        "below=</a><b/>",
        "black.@name=x",
        "black.@a b=x",
        "black.@=x",
        "black=x",
        "more=x",
        "moves=x",
        "black.black.name=x",
        "a.b.c.d.e.f=x",
        "=",
        "",
    ],
)
def test_rows_that_fit_nothing_are_passed_over(odd: str) -> None:
    game = rif_of_tree(sgf_tree.load(f"(;SZ[15]PB[Ann]TGRIF[{odd}];B[hh])").tree)
    text = "".join(rif.write([game]))
    again = list(rif.read(rif.open_file(BytesIO(text.encode())), Skipped()))
    assert [(each.black.full_name if each.black else "", each.moves) for each in again] == [("Ann", (112,))]


@pytest.mark.parametrize(
    ("result", "number"), [("B+", "1"), ("B+R", "1"), ("W+T", "0"), ("0", "0.5"), ("Void", ""), ("", "")]
)
def test_results(result: str, number: str) -> None:
    tree = sgf_tree.load(f"(;RE[{result}];B[hh])").tree
    assert rif_of_tree(tree).bresult == number


def test_another_board_is_named() -> None:
    with pytest.raises(BadNotation, match="15x15"):
        rif_of_tree(Tree(19))


def test_what_a_row_has_no_place_for_is_counted() -> None:
    assert count_rif_left_out(tree_of_rif(GAME)) == {}
    tree = sgf_tree.load(
        "(;SZ[15]PB[A]BR[3 dan]C[of the game]RE[B+R](;B[hh]BL[9]C[here]LB[aa:1];W[ii])(;B[aa]C[x]))"
    ).tree
    tree.note(ROOT).marked = True
    assert count_rif_left_out(tree) == {
        "BR": 1,
        "BL": 1,
        "comments": 1,
        "labels": 1,
        "marks of nodes": 1,
        "nodes of variations": 1,
        "how a game ended (RE)": 1,
    }
