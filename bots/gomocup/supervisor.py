"""The program between us and an external engine: ``python supervisor.py LIFELINE_FD COMMAND...``

It starts the engine on its own stdin and stdout, and leads the process group of the engine and its children. The
lifeline is a pipe whose other end we hold and never write to: when it closes, because we closed it or were killed, the
group is killed a moment later. When the engine ends, so does the group. It uses the standard library only.
"""

import os
import signal
import sys
import threading
import time

ENDING_S = 1.0  # from END to SIGKILL


def main() -> int:
    """Run the engine; return only when it could not be started."""
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(lifeline, False)
    try:
        engine = os.posix_spawnp(
            command[0],
            command,
            os.environ,
            setsigdef=[signal.SIGPIPE, signal.SIGXFSZ],  # Python ignores these signals, and a child would inherit that
        )
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)
        return 127
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)  # only the engine holds the pipes, so that the other side notices when they close
    os.dup2(nothing, 1)
    threading.Thread(target=watch, args=(lifeline,), daemon=True).start()
    os.waitpid(engine, 0)
    os.killpg(0, signal.SIGKILL)
    return 0


def watch(lifeline: int) -> None:
    """Wait for the lifeline to close, and a little longer for the engine."""
    os.read(lifeline, 1)
    time.sleep(ENDING_S)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
