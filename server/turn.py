"""A lock that can be taken at once."""

import asyncio


class Turn(asyncio.Lock):
    """A lock that a caller who cannot wait takes if it is free."""

    def take(self) -> bool:
        """Acquire the lock if nobody has it or waits for it; return whether that succeeded."""
        acquiring = self.acquire()
        try:
            acquiring.send(None)  # a free lock is acquired without waiting
        except StopIteration:
            return True
        acquiring.close()
        return False
