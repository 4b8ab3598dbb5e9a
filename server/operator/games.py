"""Acts upon stored games: delete one, count the book anew."""

from server.errors import Refused
from server.learning.bookkeeping import read_games
from server.moderation.act import ActCommand, Doing, StaffAct
from server.moderation.roles import OWNER
from server.operator.ratings import count_waiting
from server.store.games import explorer_index, library
from server.store.knowledge import experience

AT_ONCE = 100
"""Games counted in one transaction where no server runs."""


async def _delete(doing: Doing) -> str:
    if not await library.delete_game(doing.store, doing.target, *doing.noted):
        raise Refused(f"there is no game {doing.target}", code="unknown_game")
    if doing.live:
        await doing.live.game_deleted(doing.target)
    else:
        await count_waiting(doing.store)
    return f"game {doing.target} is deleted"


async def _rebuild_book(doing: Doing) -> str:
    store = doing.store
    games = await explorer_index.rebuild(store)
    await experience.rebuild(store)
    if doing.live:
        doing.live.patterns_changed()
        return f"{games} games are counted anew from now on, while the server runs"
    while await explorer_index.work(store, AT_ONCE, rows=AT_ONCE * 100):
        pass
    while waiting := await experience.list_unread(store):
        await read_games(store, waiting)
    return f"{games} games are counted anew"


ACTS = (
    StaffAct(
        name="delete_game",
        perform=_delete,
        roles=OWNER,
        target="game",
        command=ActCommand("games", "delete", "delete a game, also one that is being played"),
    ),
    StaffAct(
        name="book_rebuild",
        perform=_rebuild_book,
        roles=OWNER,
        logs="after",
        rebuilds=True,
        command=ActCommand("book", "rebuild", "count all games anew"),
    ),
)
