"""One player floods a room with talk, and says what hides, turns round or looks like markup: what do others see?"""

import unicodedata
from pathlib import Path
from time import monotonic

from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Refusal
from tests.kit.process import ServerProcess

FLOOD = 40
"""Fewer than a player may send at once: the budget of messages is not what holds it up."""
ALIKE_IN_TEN_SECONDS = 2
"""Four remarks, of which those that are like another count double."""
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
TEXTS = (
    "<img src=x onerror=alert(1)>",
    "\u202egnp.exe\u202c \u2066left\u2069",
    "a\u200b\u200d\ufeff\u00ad\u3164b",
    "z" + "\u0336\u0353" * 60,
)


async def _flood(client: Client, room: str, text: str) -> int:
    """How many of many remarks were taken."""
    taken = 0
    for _ in range(FLOOD):
        try:
            await client.command("say", room=room, text=text)
        except Refusal as refusal:
            if refusal.code != "talk_flood":
                raise
        else:
            taken += 1
    return taken


async def _attack(folder: Path) -> Finding:
    server = ServerProcess(folder / "tengen.db", talk="free", messages_per_s=1000, message_burst=1000).start()
    try:
        async with Client(server.ws) as ada, Client(server.ws) as flooder, Client(server.ws) as quick:
            room = await ada.create()
            for watcher in (flooder, quick):
                await watcher.enter(room)
            began = monotonic()
            same = await _flood(flooder, room, "buy this")
            windows = int((monotonic() - began) / 10) + 1  # of a slow machine more than one
            for text in TEXTS:
                async with Client(server.ws) as guest:  # a new one, whom nothing holds up
                    await guest.enter(room)
                    await guest.command("say", room=room, text=text)
            shown: list[str] = []
            while len(shown) < same + len(TEXTS):
                shown.append((await quick.wait(lambda m: m["t"] == "said"))["remark"]["text"])
            refused = 0
            for nothing in ("\u202e\u200b", "x" * 141):
                try:
                    await quick.command("say", room=room, text=nothing)
                except Refusal as refusal:
                    refused += refusal.code == "bad_text"
    finally:
        server.kill()
    unseen = sum(unicodedata.category(character) in HIDDEN for text in shown for character in text)
    marks = max(sum(unicodedata.category(character) == "Mn" for character in text) for text in shown)
    figures: dict[str, float | int | str] = {
        "said": FLOOD,
        "taken": same,
        "unseen_characters": unseen,
        "most_marks": marks,
        "refused": refused,
    }
    as_it_stands = TEXTS[0] in shown  # text is text: the page shows it by textContent
    held = 0 < same <= ALIKE_IN_TEN_SECONDS * windows and unseen == 0 and marks <= 2 and refused == 2 and as_it_stands
    return Finding(held, figures)


ATTACK = Attack("talk", "a flood of talk is held up, and nobody is shown what cannot be seen or turns a text", _attack)
