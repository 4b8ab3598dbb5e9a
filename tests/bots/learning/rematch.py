"""Games that the learner loses to the search, and the same games after they were studied."""

from dataclasses import dataclass
from functools import cache

from bots.engine import Limits, Player, Stop
from bots.learning.players.learner import Learner
from bots.learning.players.parts import NOTHING
from bots.learning.players.published import LearnedPositions
from bots.learning.players.taught import Learned
from bots.learning.proofs.known_positions import Known
from bots.learning.proofs.last_chances import LastChance, Memory
from bots.learning.proofs.proven_positions import Proofs, Row
from bots.learning.study.study import solver, study
from bots.registry import engine
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from gomoku.symmetry import maps
from lab.learning.knowledge import MemoryShelf

SIZE = 15
OPENINGS = ((112, 98, 114), (112, 97, 126), (112, 113, 128), (112, 96, 100), (112, 127, 83), (112, 99, 142))
ATTACKER = Limits(nodes=14_000)
NODES = 2_000


@dataclass(frozen=True)
class Lost:
    """A game that the learner lost as ``bot``."""

    moves: tuple[int, ...]
    bot: Color


@cache
def lost_games(rules: str = "freestyle") -> tuple[Lost, ...]:
    """Play the games that the untaught learner loses, as either colour."""
    found = []
    for opening in OPENINGS:
        for bot in Color:
            game = Game.replay(ruleset(rules), SIZE, opening)
            sides = {
                bot: Learner(parts=NOTHING).open(game.rules, SIZE, 1, 0),
                bot.other: engine("search").open(game.rules, SIZE, 1, 1 << 22),
            }
            while game.outcome is None:
                limits = Limits() if game.to_move is bot else ATTACKER
                game.play(sides[game.to_move].choose(game, limits, Stop()).point)
            if game.outcome.winner is bot.other:
                found.append(Lost(tuple(game.moves), bot))
    return tuple(found)


class Taught:
    """Results of studies of lost games, kept as a server keeps them."""

    def __init__(self, rules: str = "freestyle") -> None:
        self.rules = rules
        self.rows: dict[tuple[int, bytes], Row] = {}
        self._chances: list[LastChance] = []

    def rows_of(self, key: int) -> list[Row]:
        """Return the rows with a key."""
        return [row for (each, _), row in self.rows.items() if each == key]

    def learn(self, lost: Lost) -> None:
        """Study a game."""
        proofs = Proofs(solver(self.rules, SIZE), MemoryShelf(self.rows.values()))
        winner = lost.bot.other.name.lower()
        found = study(self.rules, SIZE, list(lost.moves), winner, "five", NODES, None, proofs)
        self.rows.update(proofs.fresh)
        if found.lesson is not None and found.lesson.last_chance is not None:
            self._chances.append(LastChance.of_stored(found.lesson.last_chance))

    def positions(self) -> LearnedPositions:
        """Return the positions that bots play with."""
        known = Known.of(self.rows.values(), MemoryShelf(self.rows.values()))
        return LearnedPositions(self.rules, 1, Memory(self._chances), {SIZE: known})


def repeated(lost: Lost, player: Player, by: int, rules: str = "freestyle", opening: int = 3) -> int | None:
    """Return the ply at which the bot deviates when its opponent repeats the game, turned; None for never."""
    moves = [maps(SIZE)[by][point] for point in lost.moves]
    game = Game.replay(ruleset(rules), SIZE, moves[:opening])
    for ply in range(opening, len(moves)):
        if game.to_move is lost.bot and player.choose(game, Limits(), Stop()).point != moves[ply]:
            return ply
        game.play(moves[ply])
    return None


def open_learner(positions: LearnedPositions | None, rules: str = "freestyle") -> Player:
    """Open a learner that plays with these positions."""
    return Learner(Learned(lambda _: positions)).open(ruleset(rules), SIZE, 1, 0)
