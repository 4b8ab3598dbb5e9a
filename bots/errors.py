"""The error tree of the package: every class has a stable `code`."""


class BotError(Exception):
    """Something a bot was asked for cannot be had; `detail` is for the log, `code` for programs.

    Instances cross process boundaries by pickle, so a subclass keeps this constructor.
    """

    code = "bot"

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail)
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}" if self.detail else self.code


class NoMove(BotError):
    """The game is over, or no point is left that may be played."""

    code = "no_move"


class UnsupportedGame(BotError):
    """The engine does not play these rules on this board."""

    code = "unsupported_game"


class UnknownEngine(BotError):
    """No engine of this name is registered."""

    code = "unknown_engine"


class UnknownLevel(BotError):
    """No level has this number."""

    code = "unknown_level"


class ExecutorFull(BotError):
    """Too many moves are waiting already."""

    code = "bots_busy"


class Stopped(BotError):
    """The executor was closed before the move was found."""

    code = "bots_stopped"


class IllegalAnswer(BotError):
    """The player chose what may not be played, and has lost by it; ``detail`` has its own words."""

    code = "bot_illegal_move"


class PlayerCrashed(BotError):
    """The player raised something unexpected, or its process died."""

    code = "bot_crashed"


class WorkCrashed(BotError):
    """Background work raised something unexpected, or its process died."""

    code = "work_crashed"


class NotReady(BotError):
    """The kernels that the engine calls could not be compiled."""

    code = "level_not_ready"


class BadProof(BotError):
    """What was to be read as a proof is none."""

    code = "bad_proof"


class BadWeights(BotError):
    """What was to be read as weights of an evaluation is none."""

    code = "bad_weights"


class BadPattern(BotError):
    """What was to be read as a pattern is none; the message says why."""

    code = "bad_pattern"


class ArenaError(BotError):
    """The arena cannot run like this; `detail` is the one line for the person who asked."""

    code = "arena"
