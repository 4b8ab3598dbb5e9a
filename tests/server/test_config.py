"""Where a setting comes from, and what is said about a wrong one."""

import argparse
from ipaddress import ip_network
from pathlib import Path

import pytest

from server.config import Config, add_arguments, flag, format_table, list_options, load, variable
from server.errors import ConfigError


def test_the_defaults_hold_where_nothing_is_said(tmp_path: Path) -> None:
    assert load({}, {}, tmp_path) == Config()


def test_every_default_is_a_value_that_its_option_takes(tmp_path: Path) -> None:
    for option in list_options():
        default = option.default
        text = ",".join(map(str, default)) if isinstance(default, tuple) else str(default)
        assert getattr(load({option.name: text}, {}, tmp_path), option.name) == default


def test_each_source_outranks_the_one_before_it(tmp_path: Path) -> None:
    (tmp_path / "tengen.toml").write_text("port = 1\ngrace_s = 1\nlag_cap_ms = 1\n")
    config = load({"port": "3"}, {"TENGEN_PORT": "2", "TENGEN_GRACE_S": "2"}, tmp_path)
    assert (config.port, config.grace_s, config.lag_cap_ms, config.bot_queue) == (3, 2, 1, 256)


@pytest.mark.parametrize("said", ["options", "environment"])
def test_the_file_may_be_named(tmp_path: Path, said: str) -> None:
    named = tmp_path / "other.toml"
    named.write_text('host = "::1"')
    (tmp_path / "tengen.toml").write_text('host = "ignored"')
    arguments, environment = {"config": str(named)}, {"TENGEN_CONFIG": str(named)}
    found = load(arguments, {}, tmp_path) if said == "options" else load({}, environment, tmp_path)
    assert found.host == "::1"


def test_a_variable_that_is_set_to_nothing_is_not_set(tmp_path: Path) -> None:
    assert load({}, {"TENGEN_PORT": "", "TENGEN_CONFIG": ""}, tmp_path).port == 8080


def test_lists_are_written_with_commas_or_as_lists(tmp_path: Path) -> None:
    (tmp_path / "tengen.toml").write_text('public_origins = ["https://Go.example/", "http://[::1]:80"]')
    config = load({}, {"TENGEN_TRUSTED_PROXIES": "10.0.0.0/8, ::1"}, tmp_path)
    assert config.public_origins == ("https://go.example", "http://[::1]:80")
    assert config.trusted_proxies == (ip_network("10.0.0.0/8"), ip_network("::1"))


def test_external_engines_are_read_from_the_file(tmp_path: Path) -> None:
    assert load({}, {}, tmp_path).engines == ()
    (tmp_path / "tengen.toml").write_text(
        'port = 1\n[[engine]]\nname = "One"\ncommand = "one -x"\n[[engine]]\nname = "Two"\ncommand = ["two"]\n'
    )
    found = load({}, {"TENGEN_PORT": "2"}, tmp_path)
    assert found.port == 2
    assert [(engine.level, engine.name, engine.command) for engine in found.engines] == [
        (100, "One", ("one", "-x")),
        (101, "Two", ("two",)),
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("port", "65536"),
        ("port", "-1"),
        ("port", "80 80"),
        ("port", "٨"),
        ("port", "1" * 5000),
        ("host", " "),
        ("db", "a\0b"),
        ("log_level", "loud"),
        ("public_origins", "go.example"),
        ("public_origins", "https://go.example/path"),
        ("trusted_proxies", "10.0.0.1/8"),
        ("trusted_proxies", "proxy"),
        ("first_move_s", "0"),
    ],
)
def test_a_wrong_value_is_one_line_that_names_option_place_and_what_it_takes(
    tmp_path: Path, name: str, text: str
) -> None:
    with pytest.raises(ConfigError) as error:
        load({}, {variable(name): text}, tmp_path)
    line = str(error.value)
    assert line.startswith(f"{name}: ")
    assert variable(name) in line
    assert " is not " in line
    assert "\n" not in line


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("pott = 1", "pott: unknown setting"),
        ("port = true", "port: True"),
        ("port = 1.5", "port: 1.5"),
        ("port = [1, 2]", "port: '1,2'"),
        ("[server]\nport = 1", "server: unknown setting"),
        ('[[engine]]\nname = "X"', "engine 1: command is missing"),
        ("engine = 1", "engine: tables headed [[engine]] were expected"),
        ("port = ", "not TOML"),
        ("\xff", "not TOML"),
    ],
)
def test_a_wrong_file_is_one_line_that_names_it(tmp_path: Path, text: str, part: str) -> None:
    file = tmp_path / "tengen.toml"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(ConfigError) as error:
        load({}, {}, tmp_path)
    assert part in str(error.value)
    assert str(file) in str(error.value)
    assert "\n" not in str(error.value)


def test_a_named_file_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot read the settings file .*none\.toml: No such file"):
        load({"config": str(tmp_path / "none.toml")}, {}, tmp_path)


def test_the_command_line_knows_every_option_and_says_its_variable_and_default() -> None:
    parser = argparse.ArgumentParser(allow_abbrev=False)
    add_arguments(parser)
    said = " ".join(parser.format_help().split())
    for option in list_options():
        assert flag(option.name) in said
        assert f"[{variable(option.name)}, default " in said.replace("- ", "-")
    given = parser.parse_args(["--port", "1", "--db", "x"])
    assert (given.port, given.db, given.host, given.config) == ("1", "x", None, None)


def test_the_table_has_a_row_an_option() -> None:
    rows = format_table().splitlines()
    assert len(rows) == len(list(list_options())) + 2
    assert rows[3].startswith("| `--port` | `TENGEN_PORT` | `8080` | ")
    assert len({row.count("|") for row in rows}) == 1


def test_the_readme_has_the_table_as_it_is() -> None:
    readme = Path(__file__).resolve().parents[2] / "README.md"
    assert format_table() in readme.read_text("utf-8")
