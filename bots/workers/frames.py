"""Messages between the server and a worker process: pickles, each after its length in four bytes.

To the process go a Request, a Work, or the number of a seat to forget; from it comes, for each Request, a Choice or a
BotError, and for each Work any number of Reports, then a WorkResult or a BotError.
"""

import pickle
import struct
from typing import IO

HEADER = struct.Struct("!I")


def pack(message: object) -> bytes:
    """A message as it goes over the pipe."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return HEADER.pack(len(body)) + body


def unpack(body: bytes) -> object:
    """A message from what follows its length."""
    message: object = pickle.loads(body)
    return message


def read(pipe: IO[bytes]) -> object:
    """The next message of a blocking pipe; raises EOFError at its end."""
    (length,) = HEADER.unpack(_exactly(pipe, HEADER.size))
    return unpack(_exactly(pipe, length))


def _exactly(pipe: IO[bytes], length: int) -> bytes:
    data = pipe.read(length)
    if len(data) < length:
        raise EOFError
    return data
