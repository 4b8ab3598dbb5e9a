"""Conversion of RIF games to trees of one line, and back.

Data with an SGF equivalent goes into its property: players, event and place, date, round, rule, result, opening, and
publisher. All attributes of the rows also go into the private property ``TGRIF``, one value each, as in
``black.country.name=Sweden``, so that nothing is lost in a round trip; unknown attributes have ``@`` before their name.
A property that differs from these rows was changed later, and wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.parsers import expat

from gomoku.notation.faults import fault
from gomoku.notation.games import moves_of_tree, tree_of_moves
from gomoku.notation.left_out import count_left_out
from gomoku.notation.rif_rows import (
    FIELDS,
    GAMES,
    NAMED,
    SIZE,
    TABLES,
    RifCity,
    RifGame,
    RifOpening,
    RifPlayer,
    RifRow,
    RifRule,
    RifTournament,
)
from gomoku.notation.sgf_nodes import escape, unescape
from gomoku.notation.sgf_tree import escape_lines, unescape_lines
from gomoku.notation.tree import ROOT, Tree

ROWS = "TGRIF"
_RESULTS = {"1": "B+", "0.5": "0", "0": "W+"}
_NUMBERS = {result[:2]: number for number, result in _RESULTS.items()}
_OF_ROOT = frozenset({"PB", "PW", "EV", "PC", "DT", "RO", "RU", "RE", "ON", "US", "TGALT", "TGSWAP", ROWS})
"""Properties of a root that a row of games can hold."""
_NO_NAME = " \t\r\n=\"'<>/"


def tree_of_rif(game: RifGame) -> Tree:
    """Convert a game to a tree of one line."""
    tree = tree_of_moves(game.moves, SIZE)
    note = tree.note(ROOT)
    note.properties = [(name, (escape(text),)) for name, text in _properties(game).items() if text]
    rows = tuple(escape_lines(f"{path}={text}") for path, text in _flatten(game, ""))
    if rows:
        note.properties.append((ROWS, rows))
    note.comment = game.info
    return tree


def rif_of_tree(tree: Tree) -> RifGame:
    """Convert the main line to a row of games; raises BadNotation if it is no game, or the board is not 15x15."""
    if tree.size != SIZE:
        raise fault(ROOT, "not_fifteen", f"{tree.size}x{tree.size}", unit="node")
    moves = moves_of_tree(tree)
    note = tree.said(ROOT)
    values = dict(note.properties)
    game = _unflatten([unescape_lines(value) for value in values.get(ROWS, ())])
    before = _properties(game)
    found = {name: unescape(values[name][0]) if name in values else "" for name in before}
    changed = {name: text for name, text in found.items() if text != unescape(escape(before[name]))}
    return _change(game, changed)._replace(info=note.comment, moves=moves)


def count_rif_left_out(tree: Tree) -> Counter[str]:
    """Count the data of a tree that a row of games cannot hold."""
    found = count_left_out(tree, _OF_ROOT, comment=True)
    results = [values[0] for name, values in tree.said(ROOT).properties if name == "RE"]
    found["how a game ended (RE)"] += any(result and result not in ("B+", "W+", "0") for result in results)
    return +found


def _properties(game: RifGame) -> dict[str, str]:
    """Return the data with an SGF equivalent."""
    event, opening, rule = game.tournament, game.opening, game.rule
    return {
        "PB": "" if game.black is None else game.black.full_name,
        "PW": "" if game.white is None else game.white.full_name,
        "EV": "" if event is None else event.name,
        "PC": "" if event is None else _place(event),
        "DT": "" if event is None else event.start or event.year,
        "RO": game.round,
        "RU": "" if rule is None else rule.name,
        "RE": _RESULTS.get(game.bresult, ""),
        "ON": "" if opening is None else opening.name,
        "US": "" if game.publisher is None else game.publisher.full_name,
        "TGALT": game.alt,
        "TGSWAP": game.swap,
    }


def _place(event: RifTournament) -> str:
    names = [row.name for row in (event.city, event.country) if row is not None and row.name]
    return ", ".join(names)


def _change(game: RifGame, found: dict[str, str]) -> RifGame:
    """Apply changed properties to a game; an empty one means unknown."""
    event = game.tournament or RifTournament()
    for name, text in found.items():
        match name:
            case "PB":
                game = game._replace(black=RifPlayer(text) if text else None)
            case "PW":
                game = game._replace(white=RifPlayer(text) if text else None)
            case "US":
                game = game._replace(publisher=RifPlayer(text) if text else None)
            case "RU":
                game = game._replace(rule=RifRule(text) if text else None)
            case "ON":
                game = game._replace(opening=RifOpening(text) if text else None)
            case "RO":
                game = game._replace(round=text)
            case "RE":
                game = game._replace(bresult=_NUMBERS.get(text[:2], ""))
            case "TGALT":
                game = game._replace(alt=text)
            case "TGSWAP":
                game = game._replace(swap=text)
            case "EV":
                event = event._replace(name=text, id="")
            case "PC":
                event = _move_to(event, text)._replace(id="")
            case "DT":
                day = text if len(text) == len("2001-08-01") else ""
                event = event._replace(year=text[:4], month=None, start=day, end="", id="")
    return game._replace(tournament=None if event == RifTournament() else event)


def _move_to(event: RifTournament, place: str) -> RifTournament:
    """Move the tournament to a place known only by name."""
    return event._replace(city=RifCity(place) if place else None, country=None)


def _flatten(row: RifRow | RifGame, before: str) -> Iterator[tuple[str, str]]:
    """Yield the attributes of a row, and of the rows it references, by path."""
    for name in row._fields:
        value = getattr(row, name)
        if name == "more":
            yield from ((f"{before}@{key}", text) for key, text in value)
        elif isinstance(value, tuple):
            if name != "moves":
                yield from _flatten(value, f"{before}{name}.")  # type: ignore[arg-type]  # a referenced row
        elif value and (name != "info" or before):  # the game's own info is a comment
            yield f"{before}{name}", value


def _unflatten(lines: list[str]) -> RifGame:
    """Build a game without moves; ignore lines that fit no row."""
    top: dict[str, Any] = {}
    for line in lines:
        path, _, text = line.partition("=")
        path, unknown, key = path.partition("@")
        *names, last = path.split(".")
        fields = top
        for name in names:
            fields = fields.setdefault(f"{name}.", {})
        if unknown:
            fields.setdefault("@", {}).setdefault(key, text)
        else:
            fields.setdefault(last, text)
    game: RifGame = _row(GAMES, RifGame, top)
    return game


def _row(table: str, kind: type[RifRow | RifGame], fields: dict[str, Any]) -> Any:
    """Build a row of a table with the rows it references."""
    known = FIELDS[table] | {"id"}
    found: dict[str, Any] = {
        "more": tuple((key, text) for key, text in fields.get("@", {}).items() if key not in known and _is_name(key))
    }
    for name in known | ({"info", "below"} & set(kind._fields)):
        if name in NAMED:
            below = fields.get(f"{name}.")
            found[name] = None if below is None else _row(NAMED[name], TABLES[NAMED[name]][1], below)
        elif name in fields and (name != "below" or _is_xml(fields[name])):
            found[name] = fields[name]
    return kind(**found)


def _is_name(text: str) -> bool:
    """Tell whether an attribute may have this name."""
    return not set(text) & set(_NO_NAME) and _is_xml(f'<a {text}=""/>')


def _is_xml(text: str) -> bool:
    """Tell whether the text is valid element content."""
    try:
        expat.ParserCreate().Parse(f"<a>{text}</a>".encode(), True)
    except (expat.ExpatError, ValueError):
        return False
    return True
