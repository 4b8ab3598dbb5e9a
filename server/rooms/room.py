"""A room: its state and queries on it. No sockets, no store; time is passed in.

`server.rooms.judge` maps a command to events, `server.rooms.fold` applies stored events.
"""

from collections.abc import Iterable
from typing import Any

from gomoku.clock import Charge, Clock
from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.openings.rules import opening_rule
from gomoku.rulesets import ruleset
from gomoku.time_control import Correspondence, NoClock, SeatTime
from gomoku.working_time import Interval, WorkingTime, merge
from server.protocol.events import Chose, Created, Declared, Left, Proposed, Reserve
from server.protocol.time_controls import make_time_control
from server.protocol.values import BotRun, ColorName, OfferKind, Result, RoomRating, TimedMove, Who
from server.rooms.policy import Policy

UNCHARGED_PLIES = 2
"""The first move of either side is not on the clock; until both are made the game can be aborted."""

UNHURRIED = 10
"""Factor on the grace for an absent player in a game without a clock: nobody watches the time there, and a phone's
screen turns off while its owner thinks.
"""


def pair_times(first: SeatTime, second: SeatTime) -> tuple[Left, Reserve | None]:
    """Return the times of both seats in the form of events and messages."""
    reserve = None if first.reserve is None and second.reserve is None else (first.reserve, second.reserve)
    return (first.left_ms, second.left_ms), reserve


Offers = tuple[set[OfferKind], set[OfferKind]]
"""Offers that stand, of either seat."""


class Room:
    """One game between two seats, from the creation of the room to its rematch.

    Seats are 0 (the owner) and 1. ``first`` is the seat that begins, ``black`` the seat that has black, which an
    opening may change; both are None until the second player sits. ``told_ms`` is the part of the running turn that its
    earlier actions have already reported.

    ``gone_since`` is not history: the time (ms) since which a person has no connection; None while they have one, or
    for a bot. After a restart the clock stands still until the player to move is back, at most until ``awaited_until``
    (ms). ``why`` is (ply, reasons) of the last bot move with reasons; those of earlier moves are in the store.
    """

    __slots__ = (
        "awaited_until",
        "black",
        "bot",
        "charges",
        "clock",
        "commands",
        "created",
        "decisions",
        "declined",
        "downtimes",
        "first",
        "game",
        "gone_since",
        "id",
        "next",
        "offers",
        "opening",
        "policy",
        "rated",
        "rating",
        "result",
        "seats",
        "serial",
        "slow",
        "stones",
        "timed",
        "told_ms",
        "turn_at",
        "v",
        "vacations",
        "why",
    )

    def __init__(self, serial: int, id: str, created: Created, policy: Policy, bot: BotRun | None = None) -> None:
        self.serial = serial
        self.id = id
        self.created = created
        self.policy = policy
        self.bot = bot
        self.v = created.v
        self.seats: list[Who | None] = [created.owner, None]
        self.first: int | None = None
        self.black: int | None = None
        self.rated = created.rated
        self.rating: RoomRating | None = None
        """Ratings shown beside the game, once known; not history."""
        self.game = Game(ruleset(created.rules), created.size)
        for point in created.start:
            self.game.push(point)
        self.opening = Opening(opening_rule(created.opening), self.game)
        self.decisions: list[Chose | Declared | Proposed] = []
        self.told_ms = 0
        self.clock = Clock(make_time_control(created.clock))
        self.timed = not isinstance(self.clock.control, NoClock)
        """Whether moves are on a clock at all."""
        self.slow = isinstance(self.clock.control, Correspondence)
        """Whether the game is by correspondence: the clock runs from the first move on, whoever is connected."""
        self.stones = [TimedMove(point, 0) for point in created.start]
        self.charges: list[Charge] = []
        """Time charged for each stone played here, for a take-back."""
        self.why: tuple[int, dict[str, Any]] | None = None
        self.turn_at = created.at
        self.offers: Offers = (set(), set())
        self.declined: set[tuple[int, OfferKind]] = set()
        """Offers of each seat that were declined since the position last changed."""
        self.result: Result | None = None
        self.next: str | None = None
        self.gone_since: list[int | None] = [None, None]
        self.awaited_until: int | None = None
        self.commands: dict[str, int] = {}
        self.vacations: list[list[Interval]] = [[], []]
        self.downtimes: list[Interval] = []
        """Intervals in which the server did not run; not history."""

    # --- who and when ---------------------------------------------------------------------------------------------

    @property
    def open(self) -> bool:
        """Whether a seat is free and the room is not closed."""
        return self.seats[1] is None and self.result is None

    @property
    def playing(self) -> bool:
        """Whether both seats are taken and the game goes on."""
        return self.seats[1] is not None and self.result is None

    def color(self, seat: int) -> ColorName:
        """Return the colour of a seat once the game has begun; in an opening, its present colour."""
        return "black" if seat == self.black else "white"

    def seat_of(self, player: str) -> int | None:
        """Return the seat of a person, or None."""
        for seat in (0, 1):
            who = self.seats[seat]
            if who is not None and who.id == player and who.level is None:
                return seat
        return None

    @property
    def played(self) -> int:
        """Number of stones played here, without those that the game began with."""
        return self.game.ply - len(self.created.start)

    @property
    def under_way(self) -> bool:
        """Whether both sides have made their first move: from here on time is charged and nobody may abort."""
        acted = self.opening.acted
        return self.played >= UNCHARGED_PLIES and (not self.opening.rule.steps or len(acted) == len(self.seats))

    @property
    def seat_to_act(self) -> int | None:
        """The seat to act; None unless the game goes on. This is the only place that decides whose turn it is."""
        if self.first is None or self.result is not None:
            return None
        return self.first ^ self.opening.player

    def is_bot(self, seat: int) -> bool:
        """Return whether a bot has the seat."""
        who = self.seats[seat]
        return who is not None and who.level is not None

    @property
    def shows_why(self) -> bool:
        """Whether a bot's reasons may be sent: in a rated game only after its end, as they would be advice."""
        return not self.rated or self.result is not None

    @property
    def dormant(self) -> bool:
        """Whether the room stays in the store while nobody looks: an unfinished game by correspondence."""
        return self.slow and self.playing

    @property
    def counts_time(self) -> bool:
        """Whether the time of the present move is charged, or at least recorded."""
        return self.under_way or not self.timed or self.slow

    @property
    def claim_after_ms(self) -> int:
        """How long a player must be gone before the other may claim the game."""
        return self.policy.grace_ms * (1 if self.timed else UNHURRIED)

    def away_until(self, seat: int, at: int) -> int | None:
        """Return the end (ms) of the current vacation of a seat's player; None if they are not on vacation."""
        return next((end for start, end in self.vacations[seat] if start <= at < end), None)

    def set_free_time(self, downtimes: Iterable[Interval]) -> None:
        """Stop all clocks in these downtimes, and a player's clock in their vacations."""
        self.downtimes = sorted({*self.downtimes, *downtimes})
        for seat in (0, 1):
            self.clock.free(seat, [*self.downtimes, *self.vacations[seat]])

    def stand_still(self, start: int, end: int) -> None:
        """Record a downtime that has just ended: nobody was gone or awaited meanwhile."""
        self.set_free_time([(start, end)])
        self.gone_since = [None if since is None else since + end - start for since in self.gone_since]
        if self.awaited_until is not None:
            self.awaited_until += end - start

    def later(self, at: int, ms: int) -> int:
        """Return the time at which the server will have run for ``ms`` since ``at``."""
        return WorkingTime(free=merge(self.downtimes)).after(at, ms)

    def left(self, at: int) -> Left:
        """Return the time left to both seats."""
        return self.read_clocks(at)[0]

    def reserve(self, at: int) -> Reserve | None:
        """Return the reserve of both clocks; None if their kind has none."""
        return self.read_clocks(at)[1]

    def read_clocks(self, at: int) -> tuple[Left, Reserve | None]:
        """Return the time left and the reserve of both seats."""
        return pair_times(self.clock.time_at(0, at), self.clock.time_at(1, at))

    def score_after(self) -> tuple[int, int]:
        """Return the half points of the series with this game counted."""
        a, b = self.created.score
        if self.result is None or self.result.reason == "aborted" or self.black is None:
            return (a, b)
        if self.result.winner is None:
            return (a + 1, b + 1)
        winner = self.black if self.result.winner == "black" else 1 - self.black
        return (a + 2, b) if winner == 0 else (a, b + 2)
