from bots.engine import Choice, Limits, Stop
from bots.slip import SlippingPlayer
from gomoku.game import Game
from gomoku.rulesets import ruleset


class Certain:
    """Would play point 7 in every position."""

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        return Choice(7, 30, ((7, 30), (8, 20), (9, 10)), {"kind": "attack"})

    def close(self) -> None:
        pass


def choices(probability: float, seed: int) -> list[Choice]:
    """At each of the first hundred plies."""
    game, found = Game(ruleset("freestyle"), 15), []
    player = SlippingPlayer(Certain(), probability, seed)
    for point in range(100):
        found.append(player.choose(game, Limits(), Stop()))
        game.board.place(point, game.to_move)
        game.moves.append(point)
    return found


def test_slips_to_another_candidate_and_says_so() -> None:
    slips = [choice for choice in choices(0.3, 1) if choice.point != 7]
    assert 15 <= len(slips) <= 45
    assert {(choice.point, choice.score) for choice in slips} == {(8, 20), (9, 10)}
    assert all(choice.why == {"kind": "slip", "instead": 7} for choice in slips)


def test_never_or_always() -> None:
    assert all(choice.point == 7 for choice in choices(0.0, 1))
    assert all(choice.point != 7 for choice in choices(1.0, 1))


def test_the_seed_decides() -> None:
    assert choices(0.3, 1) == choices(0.3, 1)
    assert choices(0.3, 1) != choices(0.3, 2)
