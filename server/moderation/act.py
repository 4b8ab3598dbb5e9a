"""Acts of staff: the shape of one, and what it works with.

The instances stand in the modules of ``server/operator/``, next to the code that performs them.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from server.protocol.values import RoleName
from server.store.database import Database
from server.store.records import StoredPlayer
from server.store.sql import Statement

Tell = Callable[[str], Awaitable[None]]
"""Is awaited with the progress of a long act, as a sentence."""

TargetKind = Literal["room", "game", "player", "account", "name", "pattern", "version", "tree", "file"]
"""The kind of thing that an act changes. An ``account`` is given by its name on the command line and by the player's id
on the page; a ``name`` belongs to nobody yet."""

Logging = Literal["with", "after", "itself"]
"""When an act is logged: in its own transaction; once it is done, where it takes several transactions; or by the code
that performs it."""

_LOG_KEYS: dict[TargetKind, str] = {"game": "room", "account": "name"}
"""Names of targets in the audit log, where they differ from the kind."""


class Live(Protocol):
    """The running server, as far as acts change it."""

    async def close_room(self, room: str, *noted: Statement) -> None:
        """Abort an unfinished room and log it. On return it is stored and everybody knows."""

    async def game_deleted(self, room: str) -> None:
        """Forget a room whose game is gone from the store."""

    def tree_deleted(self, tree: str, owner: str) -> None:
        """Tell a deleted tree's owner, and everybody who looks at it."""

    async def player_renamed(self, player: StoredPlayer) -> None:
        """Show the new name."""

    async def player_sanctioned(self, player: str) -> None:
        """Tell a player about their newest sanction; disconnect them if they are banned."""

    async def sanction_lifted(self, player: str) -> None:
        """Show a player that a sanction has ended."""

    async def roles_changed(self) -> None:
        """Read the roles of accounts again."""

    async def player_signed_out(self, player: str) -> None:
        """Close the connections of a player whose devices were ended."""

    async def player_leaving(self, player: str) -> list[str]:
        """Resign the rated games of a player who is about to be deleted. On return they are stored. Return the ids of
        games that cannot be ended."""

    async def player_deleted(self, player: str) -> None:
        """Close the connections of a deleted player and show their seats as nobody's."""

    def study_dropped(self, serial: int) -> None:
        """Stop studying a game, given by its number in the store."""

    def patterns_changed(self) -> None:
        """Give all bots the patterns that are now in use."""

    async def weights_changed(self) -> None:
        """Start new games with the weights that are now in use."""


class Doing(Struct, frozen=True):
    """One performance of an act.

    ``live`` is None where no server runs. ``noted`` holds the statements of the audit log, for the transaction of the
    act; empty unless it logs "with". ``now`` is in ms.
    """

    store: Database
    target: str
    argument: str
    live: Live | None
    tell: Tell
    noted: Sequence[Statement]
    now: int


class Argument(Struct, frozen=True):
    """The argument of an act beside its target, logged with it; ``choices`` lists all values where they are few."""

    metavar: str
    choices: tuple[str, ...] = ()


class Options(Struct, frozen=True):
    """Options of a command that its act takes as one argument: ``add`` adds them to the parser, ``read`` encodes them.
    ``read`` raises Refused with a sentence."""

    add: Callable[[ArgumentParser], None]
    read: Callable[[Namespace], str]


class ActCommand(Struct, frozen=True):
    """The place of an act on the command line: ``tengen GROUP NAME TARGET ARGUMENT``. ``metavar`` names the target."""

    group: str
    name: str
    help: str
    metavar: str = "ID"
    options: Options | None = None


class StaffAct(Struct, frozen=True, kw_only=True):
    """Something that staff can do.

    ``roles`` may do it by the page, with none the command line alone. ``decides_game``: moderators may not do it to a
    game of their own. ``answers``: a code or a token is made, whose hash is the argument of `perform`. ``rebuilds``: it
    takes minutes, and one at a time runs. ``command`` is None where the command line has a parser of its own for it.

    ``perform`` returns a sentence about what was done. Refused with a sentence and a code of the protocol.
    """

    name: str
    perform: Callable[[Doing], Awaitable[str]]
    roles: frozenset[RoleName] = frozenset()
    target: TargetKind | None = None
    argument: Argument | None = None
    decides_game: bool = False
    logs: Logging = "with"
    answers: Literal["code", "token"] | None = None
    rebuilds: bool = False
    command: ActCommand | None = None

    @property
    def upon_player(self) -> bool:
        """Whether the page names a player as the target, who must be of a lower rank."""
        return self.target in ("player", "account")

    def describe(self, target: str, argument: str) -> dict[str, str]:
        """Return the data of the audit log: the target, unless it is a player, and the argument."""
        data = {} if self.argument is None else {"argument": argument}
        if self.target is not None and self.target != "player":
            data[_LOG_KEYS.get(self.target, self.target)] = target
        return data
