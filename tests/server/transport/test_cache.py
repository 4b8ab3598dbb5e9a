"""Answers that are kept: as long as nothing has changed, and within bounds."""

from server.transport.cache import MOST_ANSWERS, MOST_OF_ONE, Cache, Kept


def answer(size: int, *, lasting: bool = True) -> Kept:
    return Kept("text/plain", b"x" * size, lasting=lasting)


def test_an_answer_is_kept_until_something_changes() -> None:
    cache = Cache()
    assert cache.get("a", 1) is None
    cache.put("a", 1, answer(5))
    assert cache.get("a", 1) == answer(5)
    assert cache.get("b", 1) is None
    assert cache.get("a", 2) is None
    assert cache.bytes == 0
    cache.put("a", 1, answer(5))  # it was begun before the change
    assert cache.get("a", 2) is None


def test_what_goes_on_or_is_large_is_not_kept() -> None:
    cache = Cache()
    cache.get("a", 1)
    cache.put("a", 1, answer(5, lasting=False))
    cache.put("b", 1, answer(MOST_OF_ONE + 1))
    assert cache.get("a", 1) is cache.get("b", 1) is None


def test_what_nobody_asks_for_any_more_goes_first() -> None:
    cache = Cache(most=30)
    cache.get("", 1)
    for key in "abc":
        cache.put(key, 1, answer(10))
    cache.get("a", 1)
    cache.put("d", 1, answer(10))
    assert [key for key in "abcd" if cache.get(key, 1)] == ["a", "c", "d"]
    cache.put("d", 1, answer(25))
    assert cache.bytes == 25
    assert [key for key in "abcd" if cache.get(key, 1)] == ["d"]


def test_answers_of_next_to_nothing_are_counted_too() -> None:
    cache = Cache()
    cache.get("", 1)
    for n in range(MOST_ANSWERS + 10):
        cache.put(n, 1, answer(12))
    assert cache.bytes == 12 * MOST_ANSWERS
    assert cache.get(9, 1) is None
    assert cache.get(10, 1) is not None
