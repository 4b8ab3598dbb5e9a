"""The opening of one game: whose turn it is to do what, and which player owns which colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from gomoku.board import Color
from gomoku.errors import BadAction, IllegalMove
from gomoku.game import Game
from gomoku.openings.patterns import find_pattern
from gomoku.openings.steps import AskStep, DeclareStep, LayStep, OfferStep, OpeningRule, PickStep, Step
from gomoku.openings.turns import Action, ChoiceTurn, NumberTurn, OfferTurn, PickTurn, StoneTurn, Turn, Word
from gomoku.ruleset import RuleSet
from gomoku.symmetry import maps


class Opening:
    """The opening of a game under one rule, action by action; its stones are placed on the board of ``game``.

    ``turn`` is the current turn, None once the game is played as usual. ``black`` is the player (0 begins) who
    currently owns black, finally once the colours are ``settled``. ``offered`` are the points from which white picks;
    they are no stones. ``laid`` counts the stones placed in the opening; ``acted`` are the players who have acted in
    it.
    """

    __slots__ = (
        *("_last", "_rest", "acted", "actions", "black", "declared", "game", "laid", "offered", "rule", "turn"),
    )

    def __init__(self, rule: OpeningRule, game: Game) -> None:
        self.rule = rule
        self.game = game
        self.actions: list[Action] = []
        self.black = 0
        self.declared = 0
        self.offered: tuple[int, ...] = ()
        self.laid = 0
        self.acted: frozenset[int] = frozenset()
        self._last = 0
        self._rest = rule.steps
        self.turn = self._ask()

    @classmethod
    def replay(cls, rule: OpeningRule, rules: RuleSet, size: int, actions: Iterable[Action]) -> Opening:
        """Return the opening after these actions; raises IllegalMove at the first that is refused."""
        opening = cls(rule, Game(rules, size))
        for action in actions:
            opening.play(action)
        return opening

    @property
    def player(self) -> int:
        """The player to act next, in the opening or after it."""
        return self.black ^ (len(self.stones) & 1) if self.turn is None else self.turn.player

    @property
    def settled(self) -> bool:
        """Whether no choice of colours can follow."""
        return not any(isinstance(step, AskStep) for step in self._rest)

    @property
    def colors(self) -> tuple[Color, Color] | None:
        """Colours of players 0 and 1; None while undecided."""
        if not self.settled:
            return None
        return (Color.BLACK, Color.WHITE) if self.black == 0 else (Color.WHITE, Color.BLACK)

    @property
    def offers(self) -> int:
        """The number of points black will offer; 0 while undecided, or if it offers none."""
        step = next((step for step in self._rest if isinstance(step, OfferStep)), None)
        return 0 if step is None else step.count or self.declared

    @property
    def stones(self) -> Sequence[int]:
        """Points of the stones on the board, in order of play."""
        return self.game.moves

    def play(self, action: Action) -> None:
        """Take an action of the player to act; raises IllegalMove, and then changes nothing."""
        self.check(action)
        self.push(action)

    def check(self, action: Action) -> None:
        """Raise what ``play`` would raise; do nothing when the action is allowed."""
        match self.turn, action:
            case StoneTurn(zone=zone, without=without), int():
                self._check_stone(action)
                if not zone.contains(action, self.game.size):
                    raise BadAction("outside_zone")
                if without and find_pattern([*self.stones, action], self.game.size) in without:
                    raise BadAction("pattern_excluded")
            case ChoiceTurn(words=words), str():
                if action not in words:
                    raise BadAction("no_such_choice")
            case NumberTurn(most=most), int():
                if not 1 <= action <= most:
                    raise BadAction("bad_number")
            case OfferTurn(count=count), tuple():
                self._check_offer(action, count)
            case PickTurn(points=points), int():
                if action not in points:
                    raise BadAction("not_offered")
            case None, _:
                raise BadAction("opening_over")
            case _:
                raise BadAction("wrong_action")

    def push(self, action: Action) -> None:
        """Take an action known to be allowed, as when replaying a stored game, without any check."""
        if self.turn is None:
            raise BadAction("opening_over")
        player = self.turn.player
        step, self._rest = self._rest[0], self._rest[1:]
        match step, action:
            case ((LayStep() | PickStep()), int()):
                self.game.push(action)
                self.laid += 1
                self.offered = ()
            case AskStep(words=words), ("keep" | "swap" | "black" | "white" | "one" | "two" | "offer") as word:
                self._rest = words[word] + self._rest
                if word == "swap":
                    self.black = 1 - self.black
                elif word in ("black", "white"):
                    self.black = player if word == "black" else 1 - player
            case DeclareStep(), int():
                self.declared = action
            case OfferStep(), tuple():
                self.offered = action
            case _:
                raise BadAction("wrong_action")
        self._last = player
        self.acted |= {player}
        self.actions.append(action)
        self.turn = self._ask()

    def follow(self, word: Word) -> tuple[Step, ...]:
        """Return the steps that a word of the current choice leads to; empty for a word that cannot be said."""
        step = self._rest[0] if self._rest else None
        return tuple(step.words.get(word, ())) if isinstance(step, AskStep) else ()

    def after(self, action: Action) -> Opening:
        """Return an independent opening after an action known to be allowed; this one is unchanged."""
        opening = Opening.__new__(Opening)
        for name in Opening.__slots__:
            setattr(opening, name, getattr(self, name))
        opening.actions = self.actions[:]
        opening.game = self.game.copy()
        opening.push(action)
        return opening

    def offerable(self) -> list[int]:
        """List the points that black may offer, ascending, the first of each symmetry class; empty when there is no
        such turn."""
        if not isinstance(self.turn, OfferTurn):
            return []
        images = self._stabilizer()
        return [
            point
            for point in range(len(self.game.board.cells))
            if all(image[point] >= point for image in images) and self._allows_stone(point)
        ]

    def _check_stone(self, point: int) -> None:
        """Raise where the next stone may not lie. A winning stone is refused, because its owner is still undecided."""
        outcome, _ = self.game.foresee(point)
        if outcome is not None:
            raise BadAction("ends_the_game")

    def _allows_stone(self, point: int) -> bool:
        try:
            self._check_stone(point)
        except IllegalMove:
            return False
        return True

    def _check_offer(self, points: tuple[int, ...], count: int) -> None:
        if len(points) != count:
            raise BadAction("wrong_count")
        images = self._stabilizer()
        taken: set[int] = set()
        for point in points:
            self._check_stone(point)
            if point in taken:
                raise BadAction("duplicate_offer")
            taken.update(image[point] for image in images)

    def _stabilizer(self) -> list[tuple[int, ...]]:
        """List the symmetries of the board that map the coloured stones onto themselves."""
        cells = self.game.board.cells
        return [
            image
            for image in maps(self.game.size)
            if all(cells[image[point]] == cell for point, cell in enumerate(cells) if cell)
        ]

    def _ask(self) -> Turn | None:
        """Return the turn of the next step."""
        if not self._rest:
            return None
        step: Step = self._rest[0]
        owner = self.black ^ (len(self.stones) & 1)
        match step:
            case LayStep(zone=zone, again=again, without=without):
                return StoneTurn(self._last if again else owner, zone, without)
            case AskStep(words=words):
                return ChoiceTurn(1 - self._last, tuple(words))
            case DeclareStep(most=most):
                return NumberTurn(self._last, most)
            case OfferStep(count=count):
                return OfferTurn(owner, count or self.declared)
            case PickStep():
                return PickTurn(1 - owner, self.offered)
            case _:
                assert_never(step)
