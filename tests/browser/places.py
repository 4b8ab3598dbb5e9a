"""Every page of the client, each with something on it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.browser.person import Person
from tests.kit.client import Client
from tests.kit.process import ServerProcess
from tests.kit.trees import bring

# H8 I8 H9 I9 H10 H7: Black threatens. H11, a corner and H12 later Black has five.
OPENING = (112, 113, 97, 98, 82, 127)
ENDING = (67, 0, 52)
TREE = b"(;SZ[15]C[Two ways](;B[hh];W[ih];B[ii])(;B[gg];W[hi]))"


@dataclass(frozen=True)
class Place:
    """A page: its path, and a selector of what is there once it is complete."""

    path: str
    sign: str

    async def visit(self, person: Person) -> None:
        """Load it and wait until it is complete."""
        await person.goto(self.path)
        await person.expect(person.page.locator(self.sign).first).to_be_visible()
        await person.expect(person.page.locator("[data-connection=online]")).to_be_attached()


async def furnish(server: ServerProcess) -> dict[str, Place]:
    """Play three games as far as they shall be seen; all pages by name."""
    async with Client(server.ws) as black, Client(server.ws) as white:
        rooms = {}
        for name, moves in (("open", ()), ("playing", OPENING), ("over", OPENING + ENDING)):
            room = rooms[name] = await black.create(
                clock={"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}
            )
            if moves:
                await white.command("sit", room=room)
            for ply, point in enumerate(moves):
                await (black, white)[ply % 2].move(room, ply, point)
        name = f"Ada-{black.player}"  # a server may be furnished more than once
        await black.command("keep_name", name=name, password="correct horse")
        rated = await black.create(rated=True, level=1)
        await black.enter(rated)
        await black.move(rated, 0, 112)
        await black.wait(
            lambda m: m.get("room") == rated and any(event.get("ply") == 1 for event in m.get("events", ()))
        )
        await black.command("resign", room=rated)
        await black.wait(lambda m: m["t"] == "ratings" and "shifts" in m["rating"])
        tree = await bring(black, TREE, name="openings.sgf", visibility="link")
    return {
        "lobby": Place("/", f"[data-room='{rooms['open']}']"),
        "opponents": Place("/play", ".ladder .rung"),
        "room, open": Place(f"/room/{rooms['open']}", ".invitation [data-do=sit]"),
        "room, playing": Place(f"/room/{rooms['playing']}", "#tab-details"),
        "room, rated": Place(f"/room/{rated}", "[data-shift]"),
        "room, over": Place(f"/room/{rooms['over']}", "[data-phase=over]"),
        "library": Place("/games", "[data-game]"),
        "library, nothing found": Place("/games?rules=caro&result=draw", ".empty"),
        "explorer": Place("/explorer?moves=h8", "[data-do=explore]"),
        "explorer, nothing found": Place("/explorer?rules=caro", "[data-testid=explorer-summary]"),
        "review": Place(f"/game/{rooms['over']}?ply=5", ".moves-move"),
        "review, rated": Place(f"/game/{rated}", "[data-shift]"),
        "traps, none": Place("/traps", ".empty"),
        "no such trap": Place("/traps/0", ".empty [role=alert]"),
        "all traps, none": Place("/traps?all=1", ".empty"),
        "no such line": Place("/line/000000000000", ".empty [role=alert]"),
        "bot": Place("/bot/10", "[data-key=strength]"),
        "leaderboard": Place("/leaderboard", "[data-testid=ranking-none]"),
        "player": Place(f"/players/{name}", "[data-key=profile-ratings] h3"),
        "no such player": Place("/players/nobody", ".empty [role=alert]"),
        "no such bot": Place("/bot/999", ".empty [role=alert]"),
        "puzzles, none": Place("/puzzles", ".empty [data-testid=none]"),
        "next puzzle, none": Place("/puzzles/next", ".empty [data-testid=none]"),
        "run of puzzles": Place("/puzzles/storm", "[data-do=begin]"),
        "trees, none": Place("/trees", "#tree-file"),
        "tree": Place(f"/trees/{tree}", "[data-branch]"),
        "no such tree": Place("/trees/000000000000", ".empty [role=alert]"),
        "path for beginners": Place("/learn", "[data-example] .board-cell"),
        "rules": Place("/rules/renju", "[data-example=white_six_wins] .board-cell"),
        "opening": Place("/rules/swap2", "[data-trial=swap2] .board-cell"),
        "shape": Place("/rules/vcf", "[data-example=vcf] .board-cell"),
        "staff, for strangers": Place("/staff", "[data-testid=stranger]"),
        "classes, for strangers": Place("/staff/classes", "[data-testid=stranger]"),
        "provider, off": Place("/oidc?error=oidc_off", "main [role=alert]"),
        "code": Place("/code", "[data-do=use-code]"),
        "settings": Place("/settings", "#settings-name"),
        "no such room": Place("/room/000000000000", ".empty [role=alert]"),
        "no such game": Place("/game/000000000000", ".empty [role=alert]"),
        "no such page": Place("/nowhere", ".empty h1"),
    }
