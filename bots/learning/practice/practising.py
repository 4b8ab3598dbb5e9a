"""Practice after one lost game: plays the next games of its record, and learns from them as a bot does from its own."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from random import Random
from time import process_time
from typing import Final

from msgspec.structs import replace

from bots.engine import Limits, Player, Stop
from bots.learning.players.book import Book, Choices, Step, list_images, steps
from bots.learning.players.experience import NEARLY, OPENING, Experience, PlayedGame, Settling, look
from bots.learning.practice.partner import Partner
from bots.learning.practice.record import (
    LEARNED,
    LONGEST,
    MOST_GAMES,
    PERSON,
    REHEARSALS,
    PracticeGame,
    PracticeRecord,
    PractisedLoss,
    rehearsal_to_book_game,
    to_book_game,
)
from gomoku.board import Color
from gomoku.game import Game
from gomoku.keys import Keys
from gomoku.rulesets import ruleset

REHEARSING: Final = 0.5
"""Share of the time of a practice that its rehearsals may take."""
LOST: Final = 0.02
"""Expected score of a move that has only lost, against everything that was tried."""

OpenLearner = Callable[[Experience, int], Player]
"""Opens the learner with an experience; its draws depend on the seed."""


class Practice:
    """Goes on with the ``record`` of a lost game.

    ``book`` has the bot's games so far, to which those of the record are added. At most ``most_games`` are played in
    all, besides ``most_rehearsals``, and their results depend on nothing else, except where time runs out.
    Compiles or loads the kernels if needed.
    """

    def __init__(
        self,
        lost: PractisedLoss,
        record: PracticeRecord,
        learner: OpenLearner,
        limits: Limits,
        chooser: Settling,
        book: Book,
        most_games: int = MOST_GAMES,
        most_rehearsals: int = REHEARSALS,
    ) -> None:
        self.record = record
        self._lost = lost
        self._learner = learner
        self._limits = limits
        self._chooser = chooser
        rehearsed = (rehearsal_to_book_game(lost, n, game) for n, game in enumerate(record.rehearsals))
        self._book = book.with_choices(record.choices).with_more(rehearsed)
        self._most_games = most_games
        self._most_rehearsals = most_rehearsals
        self._learned = 0
        self._widened = set[int]()
        self._own = steps(lost.size, lost.moves, lost.learner, lost.laid)

    def go_on(self, most_ms: int, enough_ms: int) -> PracticeRecord:
        """Practise until it is done or took ``enough_ms`` more of processor time, and return the record.

        ``most_ms`` bounds the whole practice; only the game that passes it is finished.
        """
        until = self.record.ms + enough_ms
        with closing(Partner(self._lost)) as partner:
            while not self.record.done and self.record.ms < until:
                self._step(partner, most_ms)
        return self.record

    def _step(self, partner: Partner, most_ms: int) -> None:
        begun = process_time()
        self._learn()
        if self.record.rehearses(self._most_rehearsals) and self.record.ms < most_ms * REHEARSING:
            self._rehearse(len(self.record.rehearsals), partner, begun)
            return
        end = self.record.find_end(self.record.learns and self._is_hopeless(), most_ms, self._most_games)
        if end is not None:
            self.record = self.record.with_end(end)
            return
        game = self._play(len(self.record.games), partner)
        self.record = self.record.with_game(game, round(1000 * (process_time() - begun)))

    def _rehearse(self, number: int, partner: Partner, begun: float) -> None:
        """Play anew from the start of the lost game against a partner that varies, each own move after a long search.

        In the opening it is drawn among those that are expected to score nearly as much as the best, as in play.
        """
        lost, settled, least = self._lost, dict[int, Choices](), 1.0
        game = Game.replay(ruleset(lost.rules), lost.size, lost.moves[: lost.first], forbidden_loses=True)
        while game.outcome is None and game.ply < lost.first + 2 * LEARNED:
            if game.to_move is not lost.learner:
                game.play(partner.vary(game, number))
                continue
            key, frames = Keys.of(game.board).frames(game.to_move)
            if key not in settled and not self._is_settled(key, game.ply):
                settled[key] = self._chooser.settle(game.size, tuple(game.moves))
                self._book = self._book.with_choices({key: settled[key]})
            expected = self._expect(key)
            best = max(expected.values(), default=0.0)
            least = min(least, best)
            floor = best - NEARLY if game.ply < OPENING else best
            liked = sorted(move for move, each in expected.items() if each >= floor)
            drawn = Random(f"own:{lost.moves}:{number}:{game.ply}").choice(liked) if liked else None
            points = [] if drawn is None else list_images(game.board, drawn, frames)
            if not points:  # all moves lose
                break
            game.play(points[0])
        made = PracticeGame(tuple(game.moves), least if game.outcome is None else _count_points(game, lost.learner))
        self._book = self._book.with_more([rehearsal_to_book_game(lost, number, made)])
        self.record = self.record.with_rehearsal(made, settled, round(1000 * (process_time() - begun)))

    def _is_settled(self, key: int, ply: int) -> bool:
        """Tell whether a rehearsal has settled a position: one of this practice in the opening, later any, which leaves
        it one choice."""
        if ply < OPENING:
            return key in self.record.choices
        choices = self._book.choices(key)
        return choices is not None and len(choices) <= 1

    def _expect(self, key: int) -> dict[int, float]:
        """Return the expected score of each known move of a position that was searched; none if all lose."""
        place, choices = self._book.at(key), self._book.choices(key)
        tried = {} if place is None else {tried.move: tried.expected for tried in place.tried}
        return dict(choices) | tried if choices else {}

    def _learn(self) -> None:
        """Add the games that are not learned yet to the book, and look for what could have been played instead."""
        if not self.record.learns and self.record.last is None:
            return
        first, last = self._learned, self.record.last if self.record.last is not None else len(self.record.games)
        if first == last:
            return
        games = list(enumerate(self.record.games))[first:last]
        self._book = self._book.with_more(to_book_game(self._lost, number, game) for number, game in games)
        found = look((self._to_played(number, game) for number, game in games), self._chooser, self._book.looked)
        self._book = self._book.with_choices(found)
        found |= self._widen()
        self.record = replace(self.record, choices=self.record.choices | found)
        self._learned = last

    def _widen(self) -> dict[int, Choices]:
        """Look for more moves where the one that a rehearsal settled on has lost; return the choices by key."""
        found = dict[int, Choices]()
        for step in self._list_practised():
            alone = len(self._book.choices(step.key) or ()) == 1
            if alone and step.key not in self._widened and self._is_lost(step.key):
                self._widened.add(step.key)
                found[step.key] = self._chooser.choices(self._lost.size, self._lost.moves[: step.ply])
        self._book = self._book.with_choices(found)
        return found

    def _to_played(self, number: int, game: PracticeGame) -> PlayedGame:
        """Convert a practice game to the part of it that is learned."""
        start, me = self._lost.start(number), self._lost.learner
        moves = game.moves[: start + 2 * LEARNED]
        winner = {1.0: me, 0.0: me.other}.get(game.points)
        return PlayedGame(0, moves, me, winner, PERSON, self._lost.size, start)

    def _is_hopeless(self) -> bool:
        """Tell whether every move that was found has lost, wherever practice starts."""
        return all(self._is_lost(step.key) for step in self._list_practised())

    def _list_practised(self) -> list[Step]:
        """List the own moves of the lost game from where practice starts to the mistake."""
        first = min(self._lost.starts())
        return [step for step in self._own if first <= step.ply <= self._lost.mistake]

    def _is_lost(self, key: int) -> bool:
        place = self._book.at(key)
        searched = place is not None and place.choices is not None
        return searched and max(self._expect(key).values(), default=0.0) <= LOST

    def _play(self, number: int, partner: Partner) -> PracticeGame:
        lost, start = self._lost, self._lost.start(number)
        game = Game.replay(ruleset(lost.rules), lost.size, lost.moves[:start], forbidden_loses=True)
        with closing(self._learner(Experience({lost.size: self._book}, self._learned + 1), number)) as learner:
            while game.outcome is None and game.ply < start + LONGEST:
                if game.to_move is lost.learner:
                    game.play(learner.choose(game, self._limits, Stop()).point)
                else:
                    game.play(partner.choose(game, number))
        return PracticeGame(tuple(game.moves), _count_points(game, lost.learner))


def _count_points(game: Game, learner: Color) -> float:
    winner = None if game.outcome is None else game.outcome.winner
    return 0.5 if winner is None else float(winner is learner)
