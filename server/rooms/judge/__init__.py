"""The judge of commands and of time: maps a room and a command to events, and changes nothing.

Every function returns the events to store, in order, or raises `server.errors.Refused` with a stable code. `decide`
handles the commands of players.
"""

from server.rooms.judge.commands import choose_black, decide, move, sit
from server.rooms.judge.conditional import follow_plans
from server.rooms.judge.ends import close, expire, go_on, resign, resume

__all__ = ["choose_black", "close", "decide", "expire", "follow_plans", "go_on", "move", "resign", "resume", "sit"]
