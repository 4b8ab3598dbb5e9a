"""A simulation of an installation under load: ``python -m lab.scaling --people 100000 --servers 8 [--json]``.

It replays costs that were measured (`python -m tests.benchmarks.cluster`) as queues: each server is one core that
serves moves and copies of others' moves in the order of their arrival, and commits its moves in batches, one at a time;
the database is so many cores that serve batches. It says how long a move takes until it is stored, what every part is
busy with, and which part is full first.

Assumed: moves arrive independently (a Poisson process), players are spread evenly, nothing fails, the network costs
nothing, and a core does as much for any number of servers as it did when measured. Bots, studies and pages are
others' work: see ``tengen worker``.
"""

import argparse
import json
from dataclasses import asdict, dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Costs:
    """Measured costs; CPU in microseconds, memory in KiB."""

    move_us: float = 139.0
    """CPU of the server that judges, stores and tells a move, saturated."""
    copy_us: float = 75.0
    """CPU of every other server for its copy of that move."""
    batch_us: float = 190.0
    """CPU of the database for a commit, whatever is in it."""
    row_us: float = 20.0
    """CPU of the database for each move in a commit."""
    message_us: float = 5.0
    """CPU of the bus for each server that a message reaches."""
    connection_kib: float = 16.5
    room_kib: float = 30.0
    """Memory of a live room in each server."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """People and what they do."""

    people: int
    playing: float = 0.5
    """Share of the people who play; the others look around or watch."""
    move_s: float = 8.0
    """Mean seconds that a player thinks."""

    @property
    def rooms(self) -> int:
        """Live games of two people."""
        return int(self.people * self.playing / 2)

    @property
    def moves_per_s(self) -> float:
        """Moves of all games in a second."""
        return self.rooms / self.move_s


@dataclass(frozen=True, slots=True)
class Forecast:
    """Results of a simulation; shares of 1, times in ms, memory in MiB for each server."""

    people: int
    servers: int
    moves_per_s: float
    server_busy: float
    database_busy: float
    bus_busy: float
    server_mib: float
    stored_p50_ms: float | None
    """Time from a move's arrival until it is stored; None where a part is full, and it grows without end."""
    stored_p99_ms: float | None
    full: str
    """The part that is fullest."""


def simulate(
    load: Crowd, servers: int, database_cores: int, costs: Costs, *, moves: int = 60_000, seed: int = 1
) -> Forecast:
    """Simulate one of ``servers`` equal servers and its share of the database for so many of its moves."""
    own = load.moves_per_s / servers
    copies = load.moves_per_s - own
    server_busy = (own * costs.move_us + copies * costs.copy_us) / 1e6
    bus_busy = load.moves_per_s * servers * costs.message_us / 1e6
    mib = (load.people / servers * costs.connection_kib + load.rooms * costs.room_kib) / 1024
    waits, commits_per_s = _run(own, copies, servers, load.moves_per_s, database_cores, costs, moves, seed)
    database_busy = (commits_per_s * servers * costs.batch_us + load.moves_per_s * costs.row_us) / 1e6 / database_cores
    parts = {"server": server_busy, "database": database_busy, "bus": bus_busy}
    fullest = max(parts, key=lambda name: parts[name])
    steady = parts[fullest] < 1
    return Forecast(
        load.people,
        servers,
        round(load.moves_per_s, 1),
        round(server_busy, 3),
        round(database_busy, 3),
        round(bus_busy, 3),
        round(mib, 1),
        round(float(np.percentile(waits, 50)), 2) if steady else None,
        round(float(np.percentile(waits, 99)), 2) if steady else None,
        fullest,
    )


def _run(
    own: float, copies: float, servers: int, total: float, cores: int, costs: Costs, moves: int, seed: int
) -> tuple[np.ndarray, float]:
    """Return the times until moves are stored, in ms, and the commits of a server in a second.

    The server's core serves in order of arrival. What it has judged while a commit is under way is the next commit;
    the cores of the database are shared by all servers, so a commit is slower by the share that they are busy.
    """
    random = np.random.default_rng(seed)
    rate = own + copies
    count = int(moves * rate / own)
    arrivals = np.cumsum(random.exponential(1 / rate, count))
    is_own = random.random(count) < own / rate
    service = np.where(is_own, costs.move_us, costs.copy_us) / 1e6
    # Lindley: the end of each service is its own length after the later of its arrival and the end before
    ends = np.empty(count)
    free_at = 0.0
    for number in range(count):
        free_at = max(free_at, arrivals[number]) + service[number]
        ends[number] = free_at
    judged, came = ends[is_own], arrivals[is_own]
    rows_busy = min(0.95, total * costs.row_us / 1e6 / cores)
    stored = np.empty(len(judged))
    commits, at, first = 0, 0.0, 0
    while first < len(judged):
        begin = max(at, judged[first])
        last = int(np.searchsorted(judged, begin, side="right"))
        busy = min(0.95, rows_busy + servers * costs.batch_us / 1e6 * (commits / max(begin, 1e-9)) / cores)
        at = begin + (costs.batch_us + (last - first) * costs.row_us) / 1e6 / (1 - busy)
        stored[first:last] = at
        first, commits = last, commits + 1
    return (stored - came) * 1000, commits / float(arrivals[-1])


def find_wall(load: Crowd, database_cores: int, costs: Costs, most: int = 64) -> tuple[int, Forecast] | None:
    """Return the least number of servers that carry a load with every part at most 70 % busy, None if none does."""
    for servers in range(1, most + 1):
        found = simulate(load, servers, database_cores, costs, moves=4_000)
        if max(found.server_busy, found.database_busy, found.bus_busy) <= 0.7:
            return servers, found
    return None


def main() -> None:
    """Print the forecast for what is asked."""
    parser = argparse.ArgumentParser(prog="python -m lab.scaling", description=__doc__)
    parser.add_argument("--people", type=int, nargs="*", default=[1_000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--servers", type=int, help="so many servers; by default as few as carry the load")
    parser.add_argument("--database-cores", type=int, default=8)
    parser.add_argument("--move-s", type=float, default=8.0, help="mean seconds that a player thinks")
    parser.add_argument("--playing", type=float, default=0.5, help="share of the people who play")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    costs, rows = Costs(), []
    for people in options.people:
        load = Crowd(people, options.playing, options.move_s)
        servers = options.servers
        if servers is None:
            wall = find_wall(load, options.database_cores, costs)
            servers = 64 if wall is None else wall[0]
        rows.append(simulate(load, servers, options.database_cores, costs))
    if options.json:
        print(json.dumps([asdict(row) for row in rows]))
        return
    for row in rows:
        times = "no end" if row.stored_p99_ms is None else f"p50 {row.stored_p50_ms} p99 {row.stored_p99_ms} ms"
        print(
            f"{row.people:>9,} people on {row.servers:>2} servers: {row.moves_per_s:8.0f} moves/s, stored {times}; "
            f"busy: server {row.server_busy:.0%}, database {row.database_busy:.0%}, bus {row.bus_busy:.0%}; "
            f"{row.server_mib:,.0f} MiB a server; fullest: {row.full}"
        )


if __name__ == "__main__":
    main()
