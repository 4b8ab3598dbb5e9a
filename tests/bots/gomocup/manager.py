"""A manager that drives our brain without pipes."""

from bots.engine import Stop
from bots.gomocup.brain import Brain
from bots.gomocup.loading import Loading
from bots.levels import Level
from tests.bots.engines import level_of

WINS_ARRAY = level_of("wins_array")


class Manager:
    """Sends lines to a brain and returns its answers."""

    def __init__(self, level: Level = WINS_ARRAY, seed: int = 1, loading: Loading | None = None) -> None:
        self.heard: list[str] = []
        self.brain = Brain(level, seed, "1.2.3", self.heard.append, loading)

    def __call__(self, *lines: str) -> list[str]:
        for line in lines:
            self.brain.handle(line, Stop())
        heard, self.heard[:] = self.heard[:], []
        return heard
