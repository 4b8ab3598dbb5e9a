from collections import Counter
from dataclasses import dataclass
from itertools import count

from hypothesis import given, settings
from hypothesis import strategies as st

from bots.workers.fair_queue import Asker, FairQueue

NUMBERS = count()


@dataclass(frozen=True)
class Wish:
    asker: Asker
    cost: float
    number: int


def wish(address: str, person: str = "p", cost: float = 1.0, there: bool = True) -> Wish:
    return Wish(Asker(address, person, lambda: there), cost, next(NUMBERS))


class Line:
    """A queue before one worker, as in the pool; it answers in order of the turns."""

    def __init__(self) -> None:
        self.turns = FairQueue()
        self.waiting: list[Wish] = []

    def join(self, new: Wish) -> Wish:
        self.turns.join(new, self.waiting)
        self.waiting.append(new)
        return new

    def serve(self) -> Wish:
        first = next(self.turns.order(self.waiting))
        self.waiting.remove(first)
        self.turns.charge(first, self.waiting)
        return first

    def keep_up(self, rounds: int) -> Counter[str]:
        """Serve people who rejoin at once; return how much each address got."""
        had: Counter[str] = Counter()
        for _ in range(rounds):
            served = self.serve()
            had[served.asker.address] += int(served.cost)
            self.join(wish(served.asker.address, served.asker.person, served.cost))
        return had


WISHES = st.lists(
    st.builds(
        wish, st.sampled_from("ABC"), st.sampled_from("xyz"), st.sampled_from([1.0, 20.0, 5000.0]), st.booleans()
    ),
    max_size=30,
)


@settings(deadline=None)
@given(WISHES)
def test_all_are_served_once_those_who_are_there_first_and_each_person_in_order(wishes: list[Wish]) -> None:
    line = Line()
    for each in wishes:
        line.join(each)
    order = list(line.turns.order(line.waiting))
    assert sorted(order, key=lambda each: each.number) == sorted(wishes, key=lambda each: each.number)
    there = [each.asker.there() for each in order]
    assert there == sorted(there, reverse=True)
    for key in {(each.asker, each.asker.there()) for each in order}:
        own = [wishes.index(each) for each in order if (each.asker, each.asker.there()) == key]
        assert own == sorted(own)


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 50), st.integers(1, 50), st.integers(2, 12), st.integers(2, 12))
def test_two_addresses_that_always_wait_have_as_much_whatever_they_ask_for(
    a: int, b: int, of_a: int, of_b: int
) -> None:
    line = Line()
    for n in range(of_a):
        line.join(wish("A", f"p{n}", a))
    for n in range(of_b):
        line.join(wish("B", f"p{n}", b))
    had = line.keep_up(300)
    assert abs(had["A"] - had["B"]) <= a + b


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 50), st.integers(1, 50), st.integers(2, 8))
def test_so_have_two_people_of_one_address(a: int, b: int, games: int) -> None:
    line = Line()
    for _ in range(2):
        line.join(wish("A", "one", a))
    for _ in range(games):
        line.join(wish("A", "two", b))
    had: Counter[str] = Counter()
    for _ in range(300):
        served = line.serve()
        had[served.asker.person] += int(served.cost)
        line.join(wish("A", served.asker.person, served.cost))
    assert abs(had["one"] - had["two"]) <= a + b


@settings(deadline=None, max_examples=20)
@given(st.integers(1, 3), st.sampled_from([1.0, 5000.0]), st.integers(0, 5))
def test_no_stream_of_strangers_holds_anybody_back_for_good(each_time: int, cost: float, before: int) -> None:
    line = Line()
    for _ in range(before):  # an earlier heavy user
        line.join(wish("A", cost=5000.0))
        line.serve()
    mine, served = line.join(wish("A", cost=5000.0)), 0
    while mine in line.waiting:
        for _ in range(each_time if len(line.waiting) < 40 else 1):
            line.join(wish(f"stranger {next(NUMBERS)}", cost=cost))
        line.serve()
        served += 1
        assert served <= 45 * (1 + before * 5000 / cost)


def test_who_was_away_has_saved_nothing_up() -> None:
    line = Line()
    for _ in range(100):
        line.join(wish("A"))
        line.serve()
    for _ in range(10):
        line.join(wish("A"))
        line.join(wish("B"))
    assert Counter(each.asker.address for each in list(line.turns.order(line.waiting))[:10]) == {"A": 5, "B": 5}


def test_cheap_moves_go_before_the_second_dear_one() -> None:
    line = Line()
    for _ in range(3):
        line.join(wish("A", cost=5000))
    for _ in range(20):
        line.join(wish("B", cost=200))
    assert "".join(each.asker.address for each in line.turns.order(line.waiting)) == "A" + 20 * "B" + "AA"


def test_what_is_remembered_of_strangers_is_bounded() -> None:
    line = Line()
    for n in range(3000):
        line.join(wish(f"address {n}", f"person {n % 7}", 5000))
        if n % 3:
            line.serve()
        if len(line.waiting) > 20:
            line.waiting.pop()
    assert len(line.turns) < 400
