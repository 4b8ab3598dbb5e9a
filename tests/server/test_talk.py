"""Company over real sockets: who does not meet whom, and what is said in rooms."""

import pytest

from tests.conftest import Connect
from tests.kit.client import Refusal


async def test_who_is_blocked_sits_down_at_none_of_the_rooms(join: Connect) -> None:
    ada, bob = await join(), await join()
    await ada.command("block", player=bob.player, on=True)
    for owner, other in ((ada, bob), (bob, ada)):
        room = await owner.create()
        with pytest.raises(Refusal) as caught:
            await other.command("sit", room=room)
        assert caught.value.code == "not_welcome"
    await ada.send(t="blocks", id="list")
    assert (await ada.wait(lambda m: m["t"] == "blocks"))["players"] == [bob.welcome["player"]]
    await ada.command("block", player=bob.player, on=False)
    await bob.command("sit", room=await ada.create())
