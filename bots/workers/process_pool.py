"""A pool of processes for measurements: fresh interpreters that end with their parent."""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from bots.workers.child import die_with


@contextmanager
def open_pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Open a pool of ``jobs`` worker processes; jobs not started when the block ends are cancelled."""
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), die_with, (os.getpid(),))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
