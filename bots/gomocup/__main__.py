"""The program ``pbrain-tengen``, the same as ``python -m bots.gomocup``, with imports that an interrupt cannot harm."""

from bots.interrupt import INTERRUPTED, leaving_at_once


def main() -> int:
    """Run the program; return the exit status, 130 when interrupted before a game."""
    with leaving_at_once():
        from bots.gomocup import program  # noqa: PLC0415 - its imports take a while
    try:
        return program.main()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    raise SystemExit(main())
