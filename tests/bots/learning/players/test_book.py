"""The book of a bot's games, compared with a count of all games one by one."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

import pytest

from bots.learning.players.book import (
    EARLIER,
    PERSON,
    PRIOR,
    UNKNOWN,
    UNNAMED,
    Book,
    BookGame,
    Choices,
    steps,
)
from gomoku.board import Board, Color
from gomoku.keys import Keys
from gomoku.symmetry import maps

SIZE = 5  # small, so that games share positions
LOSS, DRAW, WIN = 0.0, 0.5, 1.0


def canonical(cells: Sequence[int], point: int) -> tuple[tuple[int, ...], int]:
    """Return the least of the eight images of a position, and the least image of a move in it, by trying all."""
    images = []
    for image in maps(SIZE):
        turned = [0] * len(cells)
        for at, cell in enumerate(cells):
            turned[image[at]] = cell
        images.append((tuple(turned), image[point]))
    return min(images)


def key_of(cells: Sequence[int], to_move: Color) -> int:
    return Keys.of(Board.from_stones(SIZE, *([n for n, cell in enumerate(cells) if cell == c] for c in (1, 2)))).key(
        to_move
    )


class Oracle:
    """All results of a book, counted game by game and position by position."""

    def __init__(self, games: Iterable["Game"], choices: dict[int, Choices]) -> None:
        self.games = list(games)
        self.paths = [game.path() for game in self.games]
        self.choices = choices
        self.places = {place for path in self.paths for place, _ in path}

    def through(self, place: object, move: int) -> list[int]:
        return [n for n, path in enumerate(self.paths) if (place, move) in path]

    def tried(self, place: object) -> set[int]:
        return {move for path in self.paths for at, move in path if at == place}

    def share(self, place: object, move: int, game: int) -> float:
        count = Counter(self.games[n].person for n in self.through(place, move))
        found = self.games[game]
        return min(1.0, PERSON / count[found.person]) * (1.0 if found.current else EARLIER)

    def weight(self, place: object, move: int) -> tuple[float, float]:
        shares = [(self.share(place, move, n), self.games[n].score) for n in self.through(place, move)]
        return sum(share for share, _ in shares), sum(share * score for share, score in shares)

    def prior(self, place: "Place", move: int) -> float:
        found = self.choices.get(place.key)
        if found is None:
            return UNKNOWN
        return dict(found).get(move, UNNAMED * min((each for _, each in found), default=0.0))

    def came(self, place: object, move: int) -> "Iterator[tuple[float, float]]":
        """Yield each game's weight and its value for the move."""
        for n in self.through(place, move):
            path, score = self.paths[n], self.games[n].score
            at = path.index((place, move)) + 1  # type: ignore[arg-type]
            yield self.share(place, move, n), max(score, self.best(path[at][0]) if at < len(path) else 0.0)

    def expected(self, place: "Place", move: int) -> float:
        prior = self.prior(place, move)
        if prior == 1 or move not in self.tried(place):
            return prior
        came = list(self.came(place, move))
        total = sum(share * worth for share, worth in came)
        most = max(worth for _, worth in came)
        return (PRIOR * min(prior, most) + total) / (PRIOR + sum(share for share, _ in came))

    def best(self, place: "Place") -> float:
        if place.key not in self.choices:
            return UNKNOWN
        moves = {move for move, _ in self.choices[place.key]} | self.tried(place)
        return max(self.expected(place, move) for move in moves)

    def ranked(self, place: "Place") -> Choices | None:
        found = self.choices.get(place.key)
        if found is None:
            return None
        rows = [(move, self.expected(place, move)) for move, _ in found]
        return tuple(sorted(rows, key=lambda row: (-row[1], row[0])))


class Place(tuple[object, ...]):
    """A position as the oracle knows it, with its key."""

    key: int


class Game:
    def __init__(
        self, number: int, moves: Sequence[int], color: Color, score: float, person: str, current: bool
    ) -> None:
        self.number, self.moves, self.color = number, moves, color
        self.score, self.person, self.current = score, person, current

    def path(self) -> list[tuple[Place, int]]:
        cells, found, mover = [0] * SIZE**2, [], Color.BLACK
        for point in self.moves:
            if mover is self.color:
                image, move = canonical(cells, point)
                place = Place((image, mover))
                place.key = key_of(cells, mover)
                found.append((place, move))
            cells[point] = mover
            mover = mover.other
        return found

    def to_book_game(self) -> BookGame:
        own = steps(SIZE, self.moves, self.color)
        # the book's frame is that of the key, the oracle's that of the cells: the oracle's moves stand for both
        moves = [move for _, move in self.path()]
        return BookGame(
            self.number,
            [step._replace(move=move) for step, move in zip(own, moves, strict=True)],
            self.score,
            self.person,
            self.current,
        )


def games(count: int, seed: int) -> list[Game]:
    """Make games that often meet: on few points, randomly turned, with their moves in other orders."""
    chance, found = random.Random(seed), []
    for number in range(count):
        points = chance.sample([0, 1, 2, 6, 7, 12], chance.randint(1, 6))
        image = chance.choice(maps(SIZE))
        score = chance.choice([LOSS, LOSS, DRAW, WIN])
        person = chance.choice("abc")
        color = chance.choice(list(Color))
        found.append(Game(number, [image[point] for point in points], color, score, person, chance.random() < 0.8))
    return found


def choices_of(given: Sequence[Game], seed: int) -> dict[int, Choices]:
    """Make up choices at most positions, from moves played and others."""
    chance, found = random.Random(seed), dict[int, Choices]()
    moves = defaultdict[int, set[int]](set)
    for game in given:
        for place, move in game.path():
            moves[place.key].add(move)
    for key, played in moves.items():
        if chance.random() < 0.8:
            some = [move for move in played if chance.random() < 0.8]
            some += [move for move in (3, 4) if chance.random() < 0.15]
            rows = [(move, chance.choice([0.1, 0.35, 0.42, 0.5, 0.5, 1.0])) for move in some]
            found[key] = tuple(sorted(rows, key=lambda row: (-row[1], row[0])))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_it_says_what_counting_every_game_says(seed: int) -> None:
    given = games(60, seed)
    choices = choices_of(given, seed)
    oracle, book = Oracle(given, choices), Book().with_more(game.to_book_game() for game in given).with_choices(choices)
    climbed = 0
    assert book.positions == len(oracle.places)
    for path in oracle.paths:
        for place, _ in path:
            found = book.at(place.key)
            assert found is not None
            ranked = oracle.ranked(place)
            assert (found.choices is None) is (ranked is None)
            assert dict(found.choices or ()) == pytest.approx(dict(ranked or ()))
            assert [each for _, each in found.choices or ()] == sorted(dict(found.choices or ()).values(), reverse=True)
            assert {each.move for each in found.tried} == oracle.tried(place)
            for each in found.tried:
                assert (each.weight, each.score) == pytest.approx(oracle.weight(place, each.move))
                assert each.expected == pytest.approx(oracle.expected(place, each.move))
                climbed += each.expected < oracle.prior(place, each.move) * PRIOR / (PRIOR + each.weight)
    assert climbed > 5


def same(one: Book, other: Book, given: Sequence[Game]) -> bool:
    keys = {step.key for game in given for step in game.to_book_game().steps}
    return one.games == other.games and all(one.at(key) == other.at(key) for key in keys)


@pytest.mark.parametrize("seed", range(6))
def test_a_book_is_the_same_however_it_came_about(seed: int) -> None:
    given, chance = games(30, seed), random.Random(seed)
    choices = choices_of(given, seed)
    whole = Book().with_more(game.to_book_game() for game in given).with_choices(choices)
    grown = Book()
    for game in chance.sample(given, len(given)):
        grown = grown.with_more([game.to_book_game()])
        key = chance.choice(list(choices))
        grown = grown.with_choices({key: choices[key]})
    grown = grown.with_choices(choices).with_more([given[0].to_book_game()])
    assert same(whole, grown, given)


@pytest.mark.parametrize("seed", range(6))
def test_a_game_that_is_taken_away_was_never_played(seed: int) -> None:
    given, chance = games(30, seed), random.Random(seed)
    choices = choices_of(given, seed)
    gone = {game.number for game in chance.sample(given, 11)}
    left = Book().with_choices(choices).with_more(game.to_book_game() for game in given if game.number not in gone)
    taken = Book().with_more(game.to_book_game() for game in given).with_choices(choices).without(gone)
    assert same(left, taken, given)
    assert len(taken) == 19
    assert taken.without(range(30)).positions == 0


@pytest.mark.parametrize("seed", range(10))
def test_the_book_of_the_games_through_some_positions_has_no_other(seed: int) -> None:
    given = games(30, seed)
    choices = choices_of(given, seed)
    whole = Book().with_more(game.to_book_game() for game in given).with_choices(choices)
    keys = random.Random(seed).sample(sorted({place.key for game in given for place, _ in game.path()}), 3)
    through = [game for game in given if any(place.key in keys for place, _ in game.path())]
    for most in (5, 30):
        some = through[-most:]
        there = {place.key for game in some for place, _ in game.path()}
        made = Book().with_more(game.to_book_game() for game in some)
        found = whole.through(keys, most)
        assert found.games == {game.number for game in some}
        assert same(found, made.with_choices({key: row for key, row in choices.items() if key in there}), given)


def test_a_step_has_the_same_name_in_all_images_and_orders() -> None:
    one, other = (112, 98, 126, 99, 140), (126, 99, 112, 98, 140)
    expected = steps(15, one, Color.BLACK)[-1]
    for image in maps(15):
        assert steps(15, [image[point] for point in one], Color.BLACK)[-1] == expected
        assert steps(15, [image[point] for point in other], Color.BLACK)[-1] == expected
    first = {steps(15, [112, image[98]], Color.WHITE)[0] for image in maps(15)}
    assert len(first) == 1  # the eight answers to a stone in the centre are one
    assert steps(15, one, Color.BLACK, start=3) == (expected,)


def test_one_persons_results_at_a_move_count_as_three_games_at_most() -> None:
    def book(persons: Sequence[str]) -> Book:
        return Book().with_more(
            Game(n, [12, 0], Color.BLACK, LOSS, person, True).to_book_game() for n, person in enumerate(persons)
        )

    key = steps(SIZE, [12], Color.BLACK)[0].key
    assert [book("a" * n).at(key).tried[0].weight for n in (1, 3, 4, 1000)] == pytest.approx([1, 3, 3, 3])  # type: ignore[union-attr]
    assert book("ab" * 4).at(key).tried[0].weight == pytest.approx(6)  # type: ignore[union-attr]
