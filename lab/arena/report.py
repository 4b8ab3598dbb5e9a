"""The standings as Markdown for people and as JSON for programs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from bots.match.sequential import BOUND, Decision, SequentialTest
from lab.arena.standings import Standings

LOG_LINES = 20  # most log lines shown; the rest are counted


def as_json(
    standings: Standings,
    terms: Mapping[str, object],
    command: str,
    test: SequentialTest | None = None,
    decision: Decision | None = None,
) -> dict[str, object]:
    """Convert everything to an object of plain values, with the players from the strongest."""
    rating, index = standings.rating, standings.players.index
    rows = []
    for name in standings.order:
        record = standings.record(name)
        rows.append(
            {
                "name": name,
                "elo": round(float(rating.elo[index(name)]), 1),
                "interval_95": round(rating.interval(index(name)), 1),
                "won": record.won,
                "drawn": record.drawn,
                "lost": record.lost,
                "against": {other: [r.won, r.drawn, r.lost] for other, r in standings.against[name].items()},
            }
        )
    return {
        "command": command,
        **terms,
        "ratings": rows,
        "padded": rating.padded,
        "black": [standings.black.won, standings.black.drawn, standings.black.lost],
        "reasons": dict(standings.reasons),
        "mean_plies": round(standings.plies, 1),
        "log": list(standings.log),
        **({} if test is None or decision is None else {"sprt": asdict(test) | asdict(decision)}),
    }


def as_markdown(
    standings: Standings,
    terms: Mapping[str, object],
    command: str,
    scale: str,
    test: SequentialTest | None = None,
    decision: Decision | None = None,
) -> str:
    """Format ratings, crosstable and conditions; ``scale`` says in words where Elo 0 or the anchor is."""
    parts = [
        f"# Arena: {terms['rules']} on {terms['size']}x{terms['size']}",
        f"    {command}",
        f"{'At most ' if test else ''}{terms['games']} games for every two players: each opening is played with either "
        "colour, and no two players meet twice over the same one. Elo is the maximum of likelihood with a draw as half "
        f"a win, {scale}; intervals are of 95 % and take the two games over one opening as one piece of evidence.",
        _ratings(standings, terms),
        "Per cent of the points that the player of the row took from that of the column:",
        _crosstable(standings),
        _circumstances(standings),
    ]
    if standings.rating.padded:
        parts.insert(4, "Some players won or lost everything, so a drawn pair was added for every two players.")
    if test is not None and decision is not None:
        parts.append(_told(standings.players, test, decision))
    if standings.log:
        more = len(standings.log) - LOG_LINES
        shown = [*standings.log[:LOG_LINES], *([f"and {more} more"] if more > 0 else [])]
        parts.append("Errors:\n\n" + "\n".join(f"- {line}" for line in shown))
    return "\n\n".join(parts) + "\n"


def _told(players: Sequence[str], test: SequentialTest, decision: Decision) -> str:
    verdict = {True: f"{test.higher:+g} Elo accepted", False: f"{test.lower:+g} Elo accepted", None: "undecided"}
    return (
        f"Sequential test, {players[0]} above {players[1]} by {test.higher:+g} Elo or by {test.lower:+g}: "
        f"**{verdict[decision.accepted]}** after {decision.pairs} pairs, log-likelihood ratio {decision.ratio:.2f} "
        f"(bounds ± {BOUND:.2f}). Elo of a match that ends by such a test is biased away from 0."
    )


def _ratings(standings: Standings, terms: Mapping[str, object]) -> str:
    rating, index, order = standings.rating, standings.players.index, standings.order
    plays = terms["players"]
    assert isinstance(plays, Mapping)
    rows = []
    for place, name in enumerate(order):
        record, number = standings.record(name), index(name)
        step = ""
        if place + 1 < len(order):
            below = index(order[place + 1])
            step = f"{rating.elo[number] - rating.elo[below]:.0f} ± {rating.interval_between(number, below):.0f}"
        elo = f"{rating.elo[number]:.0f} ± {rating.interval(number):.0f}"
        score = f"{100 * record.points / record.games:.1f} %"
        rows.append([name, elo, step, score, record.won, record.drawn, record.lost, plays[name]])
    return _table(["player", "Elo", "above the next", "score", "won", "drawn", "lost", "plays as"], "lrrrrrrl", rows)


def _crosstable(standings: Standings) -> str:
    order = standings.order
    rows = []
    for one in order:
        against = standings.against[one]
        shares = {other: 100 * record.points / record.games for other, record in against.items()}
        rows.append([one, *("" if other == one else f"{shares[other]:.1f}" for other in order)])
    return _table(["", *order], "l" + "r" * len(order), rows)


def _circumstances(standings: Standings) -> str:
    ends = ", ".join(f"{reason} {count}" for reason, count in standings.reasons.items())
    share = 100 * standings.black.points / standings.black.games
    return f"Games ended by: {ends}. Black took {share:.1f} % of the points. {standings.plies:.1f} moves a game."


def _table(head: list[str], align: str, rows: Iterable[Sequence[object]]) -> str:
    rule = [{"l": "---", "r": "---:"}[side] for side in align]
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in (head, rule, *rows))
