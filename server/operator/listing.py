"""Tables of the operator's commands, with aligned columns, also of wide characters."""

import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime

from server.store.knowledge.studies import DROPPED_DAYS, LAST_FAILED, STATE, read_queue
from server.store.reading import Reading

MOST_FAILED = 20
"""Failed games that are named."""

_SEAT = """CASE WHEN imported IS NOT NULL AND {0} = black THEN black_name WHEN imported IS NOT NULL THEN white_name
  WHEN level{0} IS NOT NULL THEN 'level ' || level{0}
  WHEN player{0} IS NULL THEN '' ELSE coalesce(p{0}.name, '') END"""
_PEOPLE = "LEFT JOIN players p0 ON p0.id = player0 LEFT JOIN players p1 ON p1.id = player1"


def list_rooms(connection: Reading) -> str:
    """Return the unfinished rooms as a table, newest first."""
    rows = connection.execute(
        f"""SELECT games.id, games.created_at, rules, size, visibility, {_SEAT.format(0)}, {_SEAT.format(1)},
          (SELECT count(*) FROM actions WHERE game = serial AND kind = 'moved')
        FROM games {_PEOPLE} WHERE ended_at IS NULL ORDER BY serial DESC"""
    )
    return format_table(
        ("ROOM", "MADE", "RULES", "SIZE", "VISIBILITY", "OWNER", "GUEST", "MOVES"),
        ((id, format_time(at), *rest) for id, at, *rest in rows),
    )


def list_players(connection: Reading) -> str:
    """Return the players who are not deleted as a table, last seen first."""
    finished = "(SELECT count(*) FROM games WHERE player{} = players.id AND plies > 0 AND reason <> 'aborted')"
    rows = connection.execute(
        f"""SELECT id, name, created_at, seen_at, {finished.format(0)} + {finished.format(1)}, banned_at, ban_reason
        FROM players WHERE deleted_at IS NULL ORDER BY seen_at DESC, id"""
    )
    return format_table(
        ("PLAYER", "NAME", "SINCE", "SEEN", "GAMES", "BANNED"),
        (
            (
                id,
                name,
                format_time(since),
                format_time(seen),
                games,
                f"{format_time(banned)} {why or ''}".strip() if banned else "",
            )
            for id, name, since, seen, games, banned, why in rows
        ),
    )


def list_games(connection: Reading, limit: int) -> str:
    """Return the last ``limit`` finished games of two players with at least one stone, as a table."""
    rows = connection.execute(
        f"""SELECT games.id, ended_at, rules, size, visibility, black, {_SEAT.format(0)}, {_SEAT.format(1)},
          coalesce(winner, 'draw'), reason, plies
        FROM games {_PEOPLE} WHERE plies > 0 AND black IS NOT NULL ORDER BY serial DESC LIMIT ?""",
        (limit,),
    )
    lines = []
    for id, ended_at, rules, size, visibility, black, *seats, winner, reason, plies in rows:
        result = "" if reason == "aborted" else winner
        lines.append(
            (id, format_time(ended_at), rules, size, visibility, seats[black], seats[1 - black], result, reason, plies)
        )
    head = ("GAME", "ENDED", "RULES", "SIZE", "VISIBILITY", "BLACK", "WHITE", "WINNER", "REASON", "STONES")
    return format_table(head, lines)


def describe_studies(connection: Reading, now: int) -> str:
    """Describe the queue of studies, with the last games that failed. ``now`` is in ms."""
    found = read_queue(connection.execute(STATE, {"now": now}).fetchone())
    oldest = "" if found.oldest_at is None else f", the oldest for {_span(now - found.oldest_at)}"
    running = "none"
    if found.running is not None:
        running = f"game {found.running}, for {_span(now - (found.running_since or now))}"
    return "\n".join(
        (
            f"waiting  {found.waiting}{oldest}; {found.asked} of them asked for by players",
            f"running  {running}",
            f"done     {found.done} in the last hour",
            f"failed   {found.failed}, tried no more{_last_failed(connection)}",
            f"dropped  {found.dropped} in the last {DROPPED_DAYS} days, for want of room in the queue",
        )
    )


def _last_failed(connection: Reading) -> str:
    games = [id for (id,) in connection.execute(LAST_FAILED, (MOST_FAILED,))]
    return f": {', '.join(games)}" if games else ""


def _span(ms: int) -> str:
    minutes, seconds = divmod(max(0, ms) // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min" if minutes else f"{seconds} s"


def format_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Format rows under their heading, two spaces between columns."""
    cells = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    lines = ("  ".join(cell + " " * (w - _width(cell)) for cell, w in zip(row, widths, strict=True)) for row in cells)
    return "\n".join(line.rstrip() for line in lines)


def _width(text: str) -> int:
    """Count the terminal cells of a text: wide East Asian characters take two, combining marks none."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) != 0 for c in text)


def format_time(at: int) -> str:
    """Format an instant, in ms, in local time."""
    return datetime.fromtimestamp(at / 1000).strftime("%Y-%m-%d %H:%M")
