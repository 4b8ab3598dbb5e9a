"""The stones of an opening, counted in a stored game."""

from msgspec.structs import replace

from server.learning.first_stones import count_laid
from server.protocol.api import GameHistory
from server.protocol.events import Chose, Moved, RoomEvent, TookBack
from server.protocol.values import ChoiceName, OpeningName
from server.store.games import library
from server.store.store import Store
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player


async def game(store: Store, opening: OpeningName, *acts: int | ChoiceName, plies: int | None = None) -> GameHistory:
    """A game under an opening rule, with these stones and choices for its events."""
    await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
    found = await library.find_game(store, "botgame00000")
    assert found is not None
    head, end = found.events[:2], found.events[-1]
    events: list[RoomEvent] = list(head)
    for act in acts:
        v = len(events) + 1
        ply = sum(isinstance(event, Moved) for event in events)
        events.append(
            Moved(v, 2000, ply % 2, ply, act, 5, 0, 0, (None, None))
            if isinstance(act, int)
            else Chose(
                v=v, at=2000, seat=0, ply=ply, choice=act, black=0, think_ms=1, lag_ms=0, given_ms=0, left=(None, None)
            )
        )
    moves = found.moves[: plies if plies is not None else sum(isinstance(act, int) for act in acts)]
    return replace(found, game=replace(found.game, opening=opening), moves=moves, events=[*events, end])


async def test_without_an_opening_nothing_is_laid(store: Store) -> None:
    assert count_laid(await game(store, "free", 112, 113, 114)) == 0


async def test_a_choice_of_colours_ends_a_swap2(store: Store) -> None:
    assert count_laid(await game(store, "swap2", 112, 113, 97, "white", 99, 100)) == 3


async def test_two_more_stones_belong_to_it(store: Store) -> None:
    assert count_laid(await game(store, "swap2", 112, 113, 97, "two", 99, 100, "white", 3, 4)) == 5


async def test_stones_in_zones_are_an_opening_too(store: Store) -> None:
    assert count_laid(await game(store, "pro", 112, 113, 20, 4, 5)) == 3


async def test_all_of_a_game_that_ended_within_it_belongs_to_it(store: Store) -> None:
    assert count_laid(await game(store, "swap2", 112, 113, 97)) == 3


async def test_what_is_taken_back_after_it_changes_nothing(store: Store) -> None:
    history = await game(store, "pro", 112, 113, 20, 4, 5, plies=3)
    back = TookBack(v=9, at=3000, seat=0, plies=2, left=(None, None))
    assert count_laid(replace(history, events=[*history.events[:-1], back])) == 3
