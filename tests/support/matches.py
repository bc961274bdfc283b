"""Matches of random moves, always the same ones."""

import random
from collections.abc import Callable, Iterator
from functools import partial

from engine.play.errors import GameError
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.generator import generate
from engine.sudoku.techniques.catalogue import Level
from engine.together.match import Match, MatchKind, MatchView, RatedPuzzle
from engine.together.player import Player


def ticks() -> Callable[[], float]:
    """A clock that goes on by three seconds whenever somebody looks at it."""
    times: Iterator[int] = iter(range(0, 10**7, 3))
    return lambda: float(next(times))


def match_of(kind: MatchKind, players: int = 3, seed: int = 1, moves: int = 60) -> Iterator[tuple[str, MatchView]]:
    """The answer to something at random, and the match after it, again and again."""
    dice, made = random.Random(seed), generate(LAYOUTS["6x6"](), 14, seed=seed)
    match = Match(7, kind, RatedPuzzle(made.puzzle, made.solution, Level.EASY), now=ticks())
    people = [Player(f"player {number}", number if number % 2 else None) for number in range(players)]

    def attempt(action: Callable[[], object]) -> tuple[str, MatchView]:
        try:
            return repr(action()), match.view()
        except GameError as error:
            return str(error), match.view()

    def actions(seat: int, cell: int) -> tuple[Callable[[], object], ...]:
        right = partial(match.place, seat, cell, made.solution[cell])
        return (
            right, right, right, right, right, lambda: match.place(seat, cell, dice.randint(1, 6)),
            lambda: match.place(seat, 0, 1), lambda: match.toggle_note(seat, cell, dice.randint(1, 6)),
            lambda: match.undo(seat), lambda: match.redo(seat), lambda: match.take_back(seat, cell),
            lambda: match.check(seat), lambda: match.ask_hint(seat).filled, lambda: match.point(seat, cell),
            lambda: match.send_phrase(seat, dice.randint(0, 5)), lambda: match.rename(people[0].id, "another"),
            lambda: match.set_ready(seat, False), lambda: match.join(Player("late", 99)),
        )  # fmt: skip

    for person in people:
        yield attempt(partial(match.join, person))
    for seat in range(len(match.seats)):
        yield attempt(partial(match.set_ready, seat, True))
    empty = [cell for cell, digit in enumerate(made.puzzle.givens) if not digit]
    for _ in range(moves):
        yield attempt(dice.choice(actions(dice.randrange(max(1, len(match.seats))), dice.choice(empty))))
    yield attempt(lambda: match.leave(people[-1].id))
    yield attempt(lambda: match.remove(0, people[1].id))
    yield attempt(match.end)
