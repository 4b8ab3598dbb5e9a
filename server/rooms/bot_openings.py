"""Opening actions of bots: decided off the event loop, judged like those of people."""

from dataclasses import dataclass

from bots.executor import BotSeat, Executor, SpareMs
from bots.levels import Level
from bots.levels import level as level_of
from bots.openings import deciding
from bots.openings.valuing import NODES
from bots.registry import engine
from bots.workers.fair_queue import Asker
from gomoku.openings.turns import Action, ChoiceTurn, NumberTurn, OfferTurn, PickTurn, StoneTurn
from server.protocol.events import RoomEvent
from server.protocol.inbound import Choose, Declare, Move, Propose, RoomCommand
from server.rooms import judge
from server.rooms.room import Room

DECIDER = Level(number=-1, engine="search", name={}, character={})
"""The level that decides for bots without an opinion of their own; not on the ladder."""

NOISE = 0.12
"""Standard deviation of the error that is added to the values of bots that do not search."""

SHORT_MS, SHORT_NODES = 3_000, 200
"""With less time than this (ms), positions are searched with fewer nodes."""


@dataclass(frozen=True, slots=True)
class OpeningAction:
    """A bot's action in an opening."""

    action: Action


async def choose_action(executor: Executor, room: Room, bot: BotSeat, spare_ms: SpareMs, asker: Asker) -> OpeningAction:
    """Return the action of the bot to act: its own answer where the engine gives one, else ours. Raises BotError."""
    assert room.bot is not None
    opening, created = room.opening, room.created
    said = await bot.decide(opening.rule.name, opening.actions, spare_ms, asker)
    if said is not None:
        return OpeningAction(said)
    await executor.warm()  # our own answer needs kernels
    searches = engine(level_of(room.bot.level).engine).compiled
    spare = spare_ms()
    nodes = NODES if spare is None or spare > SHORT_MS else SHORT_NODES
    chosen = await executor.run(
        deciding.answer,
        *(opening.rule.name, created.rules, created.size, tuple(opening.actions)),
        *(room.bot.seed, 0.0 if searches else NOISE, nodes),
        awaited=True,
        asker=asker,
    )
    return OpeningAction(chosen)


def judge_action(room: Room, seat: int, action: Action, at: int) -> list[RoomEvent]:
    """Return the events of a bot's action; raises Refused."""
    ply, command = room.game.ply, ("opening", room.id)
    wanted: RoomCommand
    match room.opening.turn, action:
        case ((StoneTurn() | PickTurn()), int()):
            wanted = Move(*command, ply, action)
        case NumberTurn(), int():
            wanted = Declare(*command, ply, action)
        case OfferTurn(), tuple():
            wanted = Propose(*command, ply, list(action))
        case ChoiceTurn(), str():
            wanted = Choose(*command, ply, action)
        case turn, _:
            raise AssertionError(f"{action!r} is no answer to {turn!r}")
    return judge.decide(room, seat, wanted, at)
