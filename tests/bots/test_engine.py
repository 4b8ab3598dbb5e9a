import numpy as np

from bots.engine import Stop


def test_a_stop_flag_is_one_byte_that_can_be_shared() -> None:
    memory = np.zeros(3, np.uint8)
    stop, twin = Stop(memory[1:2]), Stop(memory[1:2])
    assert not stop.is_set()
    stop.set()
    assert twin.is_set()
    assert memory.tolist() == [0, 1, 0]
    twin.clear()
    assert not stop.is_set()


def test_flags_of_their_own_are_apart() -> None:
    one, other = Stop(), Stop()
    one.set()
    assert not other.is_set()
    assert one.array.shape == (1,)
    assert one.array.dtype == np.uint8
