"""Files of games that come up in chunks: gathered, read, checked whole, and kept only if all of it is good."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from msgspec.json import Encoder

from gomoku.board import Color
from gomoku.errors import BadNotation, IllegalMove
from gomoku.game import Game, Outcome, Reason
from gomoku.notation import psq, sgf
from gomoku.notation.record import GameRecord
from gomoku.rulesets import ruleset
from server.errors import Refused
from server.protocol.inbound import ImportChunk, ImportClose, ImportOpen
from server.protocol.outbound import Ack
from server.protocol.shapes import ReasonName
from server.review.analyst import Follower
from server.store import imports
from server.store.ids import new_id
from server.store.imports import ImportedGame
from server.store.store import Store

encode = Encoder().encode

MOST_NAME = 80
MOST_IMPORTS = 1000
"""Games out of files that one player may keep."""
_LOADERS = {"sgf": sgf.load, "psq": psq.load}


@dataclass
class Upload:
    """What has come of one file; ``bytes`` of it in UTF-8."""

    opened: ImportOpen
    chunks: list[str] = field(default_factory=list)
    bytes: int = 0


class Imports:
    """The uploads of all connections, one of each. ``now`` gives the time in ms."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._uploads: dict[Follower, Upload] = {}

    async def open(self, sender: Follower, command: ImportOpen) -> None:
        """Begin an upload in place of the connection's last one."""
        made = await self._store.room_of_command(sender.player, command.id)
        if made is None:
            if await imports.count(self._store, sender.player) >= MOST_IMPORTS:
                raise Refused(code="too_many_imports", limit=MOST_IMPORTS)
            self._uploads[sender] = Upload(command)
        sender.send(encode(Ack(command.id, made)))

    async def chunk(self, sender: Follower, command: ImportChunk) -> None:
        """Take the next chunk, or the last one again; raises Refused."""
        upload = self._upload(sender, command.upload)
        again = command.n == len(upload.chunks) - 1 and command.text == upload.chunks[-1]
        if not again:
            size = upload.bytes + len(command.text.encode())
            if command.n != len(upload.chunks) or size > upload.opened.bytes:
                raise Refused(code="wrong_chunk", next=len(upload.chunks))
            upload.chunks.append(command.text)
            upload.bytes = size
        sender.send(encode(Ack(command.id)))

    async def close(self, sender: Follower, command: ImportClose) -> None:
        """Keep the game if it is one; raises Refused, and then nothing is kept."""
        made = await self._store.room_of_command(sender.player, command.upload)
        if made is None:
            upload = self._upload(sender, command.upload)
            if upload.bytes != upload.opened.bytes:
                raise Refused(code="wrong_chunk", next=len(upload.chunks))
            del self._uploads[sender]
            made = await imports.insert(self._store, read(upload, sender.player, self._now()))
        sender.send(encode(Ack(command.id, made)))

    def forget(self, sender: Follower) -> None:
        """The connection is gone, and with it what it has not completed."""
        self._uploads.pop(sender, None)

    def _upload(self, sender: Follower, id: str) -> Upload:
        upload = self._uploads.get(sender)
        if upload is None or upload.opened.id != id:
            raise Refused(code="no_upload")
        return upload


def read(upload: Upload, owner: str, now: int) -> ImportedGame:
    """The game in a whole file; raises Refused with the line, or the move, and why it is none."""
    opened = upload.opened
    try:
        record = _LOADERS[opened.format]("".join(upload.chunks))
    except BadNotation as error:
        raise Refused(code="bad_notation", line=error.line, why=error.fault, text=error.text) from None
    rules = opened.rules or record.rules
    if rules is None:
        raise Refused(code="rules_needed")
    game = _replayed(record, rules)
    winner, reason = _end(game.outcome or record.outcome, game.outcome is not None)
    return ImportedGame(
        id=new_id(),
        owner=owner,
        command=opened.id,
        file=opened.name,
        visibility=opened.visibility,
        rules=rules,  # type: ignore[arg-type]  # a name of `gomoku.rulesets`
        size=record.size,  # type: ignore[arg-type]  # one of the rule set's
        black=record.black[:MOST_NAME],
        white=record.white[:MOST_NAME],
        moves=record.moves,
        think_ms=record.think_ms,
        winner=None if winner is None else "black" if winner is Color.BLACK else "white",
        reason=reason,
        line=None if game.winning_line is None else list(game.winning_line),
        played_at=_played_at(record.date, now),
        at=now,
    )


def _replayed(record: GameRecord, rules: str) -> Game:
    """The game after all moves, judged by the rules; a forbidden move ends it, and nothing may come after an end."""
    if record.size not in ruleset(rules).sizes:
        raise Refused(code="bad_size", size=record.size)
    if not record.moves:
        raise Refused(code="bad_game", why="no_moves")
    game = Game(ruleset(rules), record.size, forbidden_loses=True)
    for number, point in enumerate(record.moves, start=1):
        try:
            game.play(point)
        except IllegalMove as error:
            raise Refused(code="bad_game", move=number, why=error.code) from None
    return game


def _end(outcome: Outcome | None, on_board: bool) -> tuple[Color | None, ReasonName]:
    """Who won and how. What a file claims of the board, but the board does not show, was agreed upon."""
    if outcome is None or outcome.reason is Reason.ABORTED:
        return None, "unfinished"
    if not on_board and outcome.reason in (Reason.FIVE, Reason.FORBIDDEN, Reason.FULL_BOARD):
        return outcome.winner, "agreed_draw" if outcome.winner is None else "resigned"
    return outcome.winner, _name(outcome.reason)


def _name(reason: Reason) -> ReasonName:
    return reason.value


def _played_at(date: str | None, now: int) -> int:
    if date is None:
        return now
    return int(datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
