"""The program ``pbrain-tengen``, the same as ``python -m bots.gomocup``: imports where an interrupt does no harm."""

from bots.interrupt import INTERRUPTED, leaving_at_once


def main() -> int:
    """Play as the command line says; the exit status, 130 where it was interrupted before there was a game."""
    with leaving_at_once():
        from bots.gomocup import program  # noqa: PLC0415 - what it imports takes a while
    try:
        return program.main()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    raise SystemExit(main())
