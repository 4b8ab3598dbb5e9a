import tomllib

import pytest

from bots.gomocup.settings import BadEngine, ExternalEngine, read_engines


def read(text: str) -> tuple[ExternalEngine, ...]:
    return read_engines(tomllib.loads(text)["engine"])


def test_name_and_command_are_enough() -> None:
    (engine,) = read('[[engine]]\nname = "Stone"\ncommand = "/opt/stone/pbrain \'a b\'"')
    assert engine == ExternalEngine(100, "Stone", ("/opt/stone/pbrain", "a b"))


def test_everything_may_be_said() -> None:
    text = """
        [[engine]]
        level = 300
        name = "Stone"
        command = ["pbrain", "-x"]
        rules = ["standard", "caro"]
        sizes = [20]
        time_ms = 500
        grace_ms = 0
        memory_mib = 64
        folder = "/opt/stone"
        [[engine]]
        name = "Other"
        command = "other"
    """
    stone, other = read(text)
    expected = ExternalEngine(300, "Stone", ("pbrain", "-x"), ("standard", "caro"), (20,), 500, 0, 64, "/opt/stone")
    assert stone == expected
    assert other.level == 101


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("nam = 1", "nam: unknown setting; known are level, name"),
        ("level = 99", "level: 99 is not a whole number from 100"),
        ("level = true", "level: True is not"),
        ('name = ""', "name: '' is not"),
        ('name = "two\\nlines"', "name: "),
        ("command = []", "command: [] is not a program"),
        ("command = [1]", "command: [1] is not"),
        ('command = "\'"', "command: "),
        ('rules = ["chess"]', "rules: ['chess'] is not a list of freestyle"),
        ("rules = []", "rules: [] is not"),
        ('rules = "renju"', "rules: 'renju' is not"),
        ("sizes = [4]", f"sizes: [4] is not a list of {', '.join(map(str, range(5, 21)))}"),
        ("time_ms = 0", "time_ms: 0 is not"),
        ("time_ms = 1.5", "time_ms: 1.5 is not"),
        ("folder = 1", "folder: 1 is not"),
    ],
)
def test_what_is_wrong_is_one_line_that_names_the_table_and_the_key(line: str, part: str) -> None:
    rest = "".join(f'{key} = "x"\n' for key in ("name", "command") if not line.startswith(key))
    with pytest.raises(BadEngine) as error:
        read(f'[[engine]]\nname = "first"\ncommand = "x"\n[[engine]]\n{rest}{line}')
    assert str(error.value).startswith(f"engine 2: {part}")
    assert "\n" not in str(error.value)


def test_what_is_missing_or_there_twice() -> None:
    for text, said in (
        ('[[engine]]\nname = "A"', "engine 1: command is missing"),
        ('[[engine]]\ncommand = "a"', "engine 1: name is missing"),
        ('[[engine]]\nname = "A"\ncommand = "a"\n' * 2, "engine: two have the name A"),
        (
            '[[engine]]\nname = "A"\ncommand = "a"\nlevel = 101\n[[engine]]\nname = "B"\ncommand = "b"',
            "engine: two have the level 101",
        ),
        ("[engine]\na = 1", "engine: tables headed [[engine]] were expected"),
    ):
        with pytest.raises(BadEngine) as error:
            read(text)
        assert str(error.value) == said
