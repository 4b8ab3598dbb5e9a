"""Messages between the server and a worker process: pickles, each preceded by its length in four bytes.

The process receives a Request, a Work, or the number of a seat to forget. It answers each Request with a Choice or a
BotError, and each Work with any number of Reports, then a WorkResult or a BotError.
"""

import pickle
import struct
from typing import IO

HEADER = struct.Struct("!I")


def pack(message: object) -> bytes:
    """Encode a message for the pipe."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return HEADER.pack(len(body)) + body


def unpack(body: bytes) -> object:
    """Decode a message from the bytes after its length."""
    message: object = pickle.loads(body)
    return message


def read(pipe: IO[bytes]) -> object:
    """Read the next message of a blocking pipe; raises EOFError at its end."""
    (length,) = HEADER.unpack(_exactly(pipe, HEADER.size))
    return unpack(_exactly(pipe, length))


def _exactly(pipe: IO[bytes], length: int) -> bytes:
    data = pipe.read(length)
    if len(data) < length:
        raise EOFError
    return data
