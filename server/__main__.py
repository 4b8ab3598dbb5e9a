"""The program ``tengen``, the same as ``python -m server``: imports the rest only where an interrupt does no harm."""

from bots.interrupt import INTERRUPTED, leaving_at_once


def main() -> int:
    """Run the command of the command line; its exit status, 130 where it was interrupted."""
    with leaving_at_once():
        from server import command_line  # noqa: PLC0415 - it takes a second
    try:
        return command_line.main()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    raise SystemExit(main())
