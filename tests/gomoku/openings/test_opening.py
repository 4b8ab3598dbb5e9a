from collections.abc import Sequence

from gomoku.board import Color
from gomoku.openings import OPENINGS
from gomoku.openings.opening import Action, Opening


class ThreeThenChoose(Opening):
    """The first player lays three stones, the first of them in the centre; the second then chooses a colour."""

    name = "three-then-choose"

    def player(self, actions: Sequence[Action]) -> int:
        if len(actions) < 3:
            return 0
        if len(actions) == 3:
            return 1
        black, _ = self.players(actions)
        # three stones and a choice have gone before; white's is the fourth stone
        return 1 - black if len(actions) % 2 == 0 else black

    def players(self, actions: Sequence[Action]) -> tuple[int, int]:
        return (1, 0) if actions[3] == "black" else (0, 1)

    def colors(self, actions: Sequence[Action]) -> tuple[Color, Color] | None:
        if len(actions) < 4:
            return None
        return (Color.WHITE, Color.BLACK) if actions[3] == "black" else (Color.BLACK, Color.WHITE)

    def allows(self, actions: Sequence[Action], point: int, size: int) -> bool:
        return len(actions) != 3 and (bool(actions) or point == size * size // 2)


def test_the_free_opening_alternates_from_black() -> None:
    free = OPENINGS["free"]
    assert free.name == "free"
    for actions in ([], [112], [112, 113], [112, 113, 0]):
        assert free.player(actions) == len(actions) % 2
        assert free.colors(actions) == (Color.BLACK, Color.WHITE)
        assert all(free.allows(actions, point, 15) for point in range(225))


def test_the_seam_carries_an_opening_in_which_seat_colour_and_parity_part() -> None:
    opening = ThreeThenChoose()
    assert [p for p in range(225) if opening.allows([], p, 15)] == [112]
    stones: list[Action] = [112, 113, 114]
    assert [opening.player(stones[:n]) for n in range(4)] == [0, 0, 0, 1]
    assert opening.colors(stones) is None
    assert not opening.allows(stones, 0, 15)
    assert opening.colors([*stones, "black"]) == (Color.WHITE, Color.BLACK)
    assert opening.player([*stones, "black"]) == 0
    assert opening.player([*stones, "white"]) == 1
    assert opening.player([*stones, "black", 0]) == 1
