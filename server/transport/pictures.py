"""Pictures and animations of the HTTP API: of stored games, of given moves, of nodes of stored trees."""

from bots.executor import Execute
from bots.workers.fair_queue import Asker
from gomoku import point
from gomoku.errors import BadPoint
from gomoku.notation.games import tree_of_moves
from gomoku.notation.picture import picture_of, pictures_of, svg
from gomoku.notation.tree import Tree
from server.errors import Refused
from server.files import raster
from server.protocol.api import GameHistory
from server.protocol.query import PictureQuery, PositionPictureQuery
from server.transport.file_words import FILE_WORDS
from server.transport.turns import Turns


def film(tree: Tree, numbers: bool) -> bytes:
    """Render the positions of a main line as an animated GIF, optionally with move numbers."""
    return raster.gif(list(pictures_of(tree, numbers=numbers)))


MOST_WAITING = 16
"""Most addresses with an animation running or waiting, one each: bots in openings wait for the same process."""
PATIENCE_S = 8.0
"""How long a request waits for its animation; after ten seconds its connection closes without an answer."""


class Films:
    """Animations in turns: ``run`` calls a function in a process, as `bots.executor.Executor.run` does."""

    def __init__(self, run: Execute) -> None:
        self._turns = Turns(run, MOST_WAITING)

    async def make(self, address: str, person: str, tree: Tree, *, numbers: bool = True) -> bytes:
        """Return the animation of a main line. Raises Refused if the address already waits for one, too many wait, or
        it takes too long.
        """
        asker, what = Asker(address, person), f"film of {len(tree) - 1} moves"
        body: bytes = await self._turns.make(asker, PATIENCE_S, what, film, tree, numbers)
        return body


def draw_game(history: GameHistory, query: PictureQuery) -> bytes:
    """Draw a position of a game as SVG; measured at 2 ms for 225 moves."""
    moves = tuple(move.point for move in history.moves)[: query.ply]
    name = FILE_WORDS["en"].name
    title = f"{name(history.game.black)} - {name(history.game.white)}, {len(moves)}"
    return draw_end(tree_of_moves(moves, history.game.size), numbers=query.numbers, title=title)


def draw_end(tree: Tree, *, numbers: bool, title: str) -> bytes:
    """Draw the position at the end of the main line as SVG."""
    return svg(picture_of(tree, tree.main_line()[-1], numbers=numbers, title=title)).encode()


def read_moves(query: PositionPictureQuery) -> tuple[int, ...]:
    """Return the moves to draw; raises Refused("bad_filter") for an invalid or repeated point."""
    try:
        moves = tuple(point.parse_all(query.moves, query.size))
    except BadPoint as error:
        raise Refused(code="bad_filter", why=str(error)) from error
    if len(set(moves)) < len(moves):
        raise Refused(code="bad_filter", why="two stones on one point")
    return moves
