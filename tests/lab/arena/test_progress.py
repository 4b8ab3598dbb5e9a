import io

from lab.arena.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(stream: io.StringIO, total: int, done: int) -> str:
    progress = Progress(total, done, stream)
    for _ in range(total - done):
        progress.step()
    progress.end()
    return stream.getvalue()


def test_a_line_for_every_tenth_where_no_terminal_is() -> None:
    lines = shown(io.StringIO(), 200, 0).splitlines()
    assert [line.split()[0] for line in lines] == [f"{n}/200" for n in range(20, 201, 20)]
    assert lines[-1].endswith("0:00 left")


def test_goes_on_from_what_was_done() -> None:
    lines = shown(io.StringIO(), 200, 150).splitlines()
    assert [line.split()[0] for line in lines] == ["160/200", "180/200", "200/200"]


def test_a_bar_on_a_terminal() -> None:
    text = shown(Terminal(), 4, 0)
    assert "\r" + "#" * 15 + "." * 15 + " 2/4 games" in text
    assert text.endswith("\n")
    assert text.count("\n") == 1


def test_nothing_to_do_shows_nothing() -> None:
    assert shown(Terminal(), 4, 4) == ""
