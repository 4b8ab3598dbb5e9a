import io

import pytest

from bots.engine import Choice
from bots.errors import NoMove
from bots.reasons import SearchReason
from bots.workers.frames import pack, read


def test_messages_come_out_as_they_went_in_one_after_another() -> None:
    choice = Choice(7, 30, ((7, 30), (8, None)), SearchReason("search", 9, [7, 8]))
    pipe = io.BytesIO(pack(choice) + pack(3) + pack(NoMove("full")))
    assert read(pipe) == choice
    assert read(pipe) == 3
    error = read(pipe)
    assert isinstance(error, NoMove)
    assert error.detail == "full"
    with pytest.raises(EOFError):
        read(pipe)


def test_a_pipe_that_ends_early_is_at_its_end() -> None:
    whole = pack("message")
    for length in range(len(whole)):
        with pytest.raises(EOFError):
            read(io.BytesIO(whole[:length]))
