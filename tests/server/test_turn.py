import asyncio

from server.turn import Turn


async def test_a_turn_is_taken_at_once_only_if_nobody_has_it_or_waits_for_it() -> None:
    turn = Turn()
    assert turn.take()
    assert not turn.take()
    waiting = asyncio.create_task(turn.acquire())
    await asyncio.sleep(0)
    turn.release()
    assert not turn.take()  # the other has waited longer
    await waiting
    turn.release()
    assert turn.take()
