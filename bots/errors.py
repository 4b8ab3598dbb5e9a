"""The error tree of the package: every class has a stable `code`."""


class BotError(Exception):
    """A request to a bot cannot be fulfilled; `detail` is for the log, `code` for programs.

    Instances cross process boundaries by pickle, so subclasses keep this constructor.
    """

    code = "bot"

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail)
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}" if self.detail else self.code


class NoMove(BotError):
    """The game is over, or no point may be played."""

    code = "no_move"


class UnsupportedGame(BotError):
    """The engine does not play these rules on this board."""

    code = "unsupported_game"


class UnknownEngine(BotError):
    """No engine has this name."""

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
    """The player chose an illegal move and lost the game; ``detail`` describes it in the player's terms."""

    code = "bot_illegal_move"


class PlayerCrashed(BotError):
    """The player raised an unexpected exception, or its process died."""

    code = "bot_crashed"


class WorkCrashed(BotError):
    """Background work raised an unexpected exception, or its process died."""

    code = "work_crashed"


class NotReady(BotError):
    """The engine's kernels could not be compiled."""

    code = "level_not_ready"


class BadProof(BotError):
    """The data is not a valid proof."""

    code = "bad_proof"


class BadWeights(BotError):
    """The data are not valid weights of an evaluation."""

    code = "bad_weights"


class BadPattern(BotError):
    """The data is not a valid pattern; the message says why."""

    code = "bad_pattern"


class ArenaError(BotError):
    """The arena cannot run with these arguments; `detail` is one line for the person who asked."""

    code = "arena"
