"""Entry point of ``tengen`` and of ``python -m server``: imports the rest only where an interrupt does no harm."""

from bots.interrupt import INTERRUPTED, leaving_at_once


def main() -> int:
    """Run one command. Return its exit status, 130 if it was interrupted."""
    with leaving_at_once():
        from server import command_line  # noqa: PLC0415 - it takes a second
    try:
        return command_line.main()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    raise SystemExit(main())
