"""What the arena is asked for and cannot do."""

from bots.errors import BotError


class ArenaError(BotError):
    """The arena cannot run like this; `detail` is the one line for the person who asked."""

    code = "arena"
