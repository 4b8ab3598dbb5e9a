from collections.abc import Iterator
from contextlib import closing

import pytest

from bots.learning.practice import partner as partner_module
from bots.learning.practice.partner import MARGIN, MOST_DRAWN, Partner
from bots.learning.practice.record import PractisedLoss
from gomoku.board import Color
from gomoku.game import Game
from gomoku.keys import along
from gomoku.rulesets import ruleset
from gomoku.symmetry import COUNT, maps
from tests.bots.learning.lost import LOSING, MOVES

RULES = ruleset("freestyle")
WAY = tuple(MOVES + LOSING)
LOST = PractisedLoss("freestyle", 15, WAY, "black", len(MOVES) - 1 - (len(MOVES) - 1) % 2, 2)


@pytest.fixture(scope="module")
def partner() -> Iterator[Partner]:
    with pytest.MonkeyPatch.context() as patch, closing(Partner(LOST)) as made:
        patch.setattr(partner_module, "NODES", 2_000)
        yield made


@pytest.mark.parametrize("by", range(COUNT))
def test_it_plays_as_the_person_did_whichever_way_the_board_is_turned(partner: Partner, by: int) -> None:
    turned = [maps(15)[by][point] for point in WAY]
    for ply in range(1, len(WAY), 2):
        game = Game.replay(RULES, 15, turned[:ply])
        played = list(along([*turned[:ply], partner.choose(game, 1)], 15))
        assert played[-1] == list(along(turned[: ply + 1], 15))[-1]


def test_it_plays_as_the_person_did_after_the_same_stones_in_another_order(partner: Partner) -> None:
    swapped = [WAY[2], WAY[1], WAY[0], *WAY[3:5]]
    assert partner.choose(Game.replay(RULES, 15, swapped), 1) == WAY[5]


def test_in_every_other_rehearsal_it_goes_the_persons_way(partner: Partner) -> None:
    for ply in range(1, len(WAY), 2):
        game = Game.replay(RULES, 15, WAY[:ply])
        assert all(partner.vary(game, number) == WAY[ply] for number in (0, 2, 4))


def test_in_the_others_it_draws_among_moves_that_it_scores_nearly_alike(partner: Partner) -> None:
    game = Game.replay(RULES, 15, WAY[:5])
    drawn = {number: partner.vary(game, number) for number in range(1, 40, 2)}
    assert 1 < len(set(drawn.values())) <= MOST_DRAWN
    best = partner._search(game)
    for point in drawn.values():
        others = [other for other in range(225) if other != point and game.board[other] == 0]
        score = partner._search(game, *others).score
        assert score is not None
        assert best.score is not None
        assert score >= best.score - 2 * MARGIN  # searched alone, a move is searched deeper
    with closing(Partner(LOST)) as other:
        assert {number: other.vary(game, number) for number in drawn} == drawn


def test_after_another_loss_it_draws_other_moves(partner: Partner) -> None:
    game = Game.replay(RULES, 15, WAY[:5])
    with closing(Partner(PractisedLoss("freestyle", 15, WAY[:-1], "black", LOST.mistake, 2))) as other:
        assert [other.vary(game, n) for n in range(1, 20, 2)] != [partner.vary(game, n) for n in range(1, 20, 2)]


def test_elsewhere_it_searches_the_same_move_for_the_same_number(partner: Partner) -> None:
    far = next(point for point in range(225) if point not in WAY)
    game = Game.replay(RULES, 15, [*WAY[:4], far])
    assert game.to_move is Color.WHITE
    first = [partner.choose(game, number) for number in range(6)]
    with closing(Partner(LOST)) as other:
        assert [other.choose(game, number) for number in range(6)] == first
    assert all(game.board[point] == 0 for point in first)
