"""Saved games; `test_game_machine` saves and loads at any point of a game."""

import threading
from dataclasses import replace
from datetime import date

import pytest

from engine.play import rows
from engine.play.daily import Daily, DailyKind, DailyResult, kinds_of
from engine.play.errors import StoreError
from engine.play.game import Game
from engine.play.origin import Origin
from engine.play.store import Journal, Store, default_path
from engine.sudoku.layout import LAYOUTS, double, from_grids, single
from engine.sudoku.layout.description import describe
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Level


class Time:
    def __init__(self):
        self.seconds = 1000.0

    def __call__(self):
        self.seconds += 1
        return self.seconds


@pytest.fixture
def store(path):
    with Store(path, now=Time()) as store:
        yield store


def empty_game(layout, name=""):
    game = Game(Puzzle(layout, (0,) * len(layout.cells), name))
    game.history.bookmark("begun")
    return game


def test_the_directory_can_be_named(monkeypatch, tmp_path):
    monkeypatch.setenv("SATSUDOKU_STATE", str(tmp_path))
    assert default_path() == tmp_path / "games.db"
    with Store() as store:
        assert store.path.exists()
    monkeypatch.delenv("SATSUDOKU_STATE")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert default_path().name == "games.db"
    assert "satsudoku" in str(default_path())


def test_games_of_every_kind_come_back(store, game):
    unsolvable = Game(Puzzle(double(), (5, 5) + (0,) * 151, "two 5s"), solvable=False)
    unsolvable.place(7, 3)
    for item in (game, unsolvable, empty_game(single())):
        saved = store.load(store.add(item.record(), {"cursor": 3}).number)
        assert saved.game.record() == item.record()
        assert saved.game.layout is item.layout
        assert saved.view == {"cursor": 3}


def test_a_new_game_is_not_written_before_it_is_saved(store, game):
    journal = Journal(store)
    assert journal.number is None
    assert store.unfinished() == []
    game.place(0, 1)
    journal.save(game.record())
    game.place(1, 2)
    journal.save(game.record())
    assert [summary.id for summary in store.unfinished()] == [journal.number]
    assert store.load(journal.number).game.record() == game.record()


def test_unfinished_games_are_listed_last_played_first(store, game):
    first = store.add(game.record())
    second = store.add(empty_game(double(), "empty").record())
    assert [summary.id for summary in store.unfinished()] == [second.number, first.number]
    game.place(0, 1)
    game.place(1, 2)
    first.save(game.record())
    listed = store.unfinished()
    assert [summary.id for summary in listed] == [first.number, second.number]
    assert (listed[0].title, listed[0].layout, listed[0].holes, listed[0].filled) == ("first row", "single", 9, 2)
    assert listed[0].updated > listed[1].updated > listed[0].created
    for cell in range(9):
        game.place(cell, cell + 1)
    first.save(game.record())
    assert [summary.id for summary in store.unfinished()] == [second.number], "solved"
    game.restart()
    first.save(game.record())
    assert len(store.unfinished()) == 2, "played again"


def test_a_deleted_game_is_gone(store, game):
    number = store.add(game.record()).number
    store.delete(number)
    assert store.unfinished() == []
    with pytest.raises(StoreError, match=f"There is no saved game {number}"):
        store.load(number)
    store.delete(number)
    assert store.add(game.record()).number > number, "numbers are not used twice"
    with store._database.transaction("DEFERRED") as connection:
        assert connection.execute("SELECT count(*) FROM node WHERE game = ?", (number,)).fetchone() == (0,)


def solve(game, seconds):
    for cell in range(9):
        game.place(cell, cell + 1)
    return replace(game.record(), elapsed=seconds)


def test_solved_games_are_remembered_once(store, game):
    fresh = store.load(store.add(game.record()).number).game
    assert store.statistics() == []
    journal = store.add(game.record())
    journal.save(solve(game, 90.0))
    game.restart()
    journal.save(game.record())
    journal.save(solve(game, 10.0))
    assert store.statistics() == [("single", None, 1, 1, 90.0, 90.0)], "the first time counts"
    store.delete(journal.number)
    fresh.check()
    store.add(solve(fresh, 30.0))
    assert store.statistics() == [("single", None, 2, 1, 90.0, 60.0)], "a time with help is not the best"


@pytest.mark.parametrize("take_help", [lambda game: game.reveal(0), Game.count_hint, Game.check])
def test_a_time_with_help_is_not_the_best(store, game, take_help):
    slow, filled = Game.of(game.record()), Game.of(game.record())
    take_help(filled)
    store.add(solve(filled, 5.0))
    assert store.statistics() == [("single", None, 1, 0, None, 5.0)]
    assert store.saved_state(game.puzzle) == (0, 1, None)
    store.add(solve(slow, 45.0))
    assert store.statistics() == [("single", None, 2, 1, 45.0, 25.0)]
    assert store.saved_state(game.puzzle) == (0, 1, 45.0)


def test_statistics_separate_layouts_and_levels(store, game):
    for level, seconds in ((Level.HARD, 50.0), (None, 5.0), (Level.EASY, 30.0), (Level.HARD, 70.0)):
        store.add(solve(Game.of(game.record()), seconds), origin=Origin(level))
    mini = Game(Puzzle(LAYOUTS["4x4"](), (0, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)))
    mini.place(0, 1)
    store.add(mini.record(), origin=Origin(Level.EXTREME))
    assert store.statistics() == [
        ("4x4", "extreme", 1, 1, 0.0, 0.0),
        ("single", None, 1, 1, 5.0, 5.0),
        ("single", "easy", 1, 1, 30.0, 30.0),
        ("single", "hard", 2, 2, 50.0, 60.0),
    ]


def test_later_facts_about_a_puzzle_are_written_with_the_next_save(store, game):
    journal = store.add(game.record())
    journal.origin = Origin(Level.UNFAIR)
    game.place(0, 1)
    journal.save(game.record())
    assert store.games()[0].level == "unfair"
    assert store.load(journal.number).journal.origin == Origin(Level.UNFAIR)
    journal.save(solve(game, 8.0))
    assert store.statistics() == [("single", "unfair", 1, 1, 8.0, 8.0)]


def test_a_game_that_is_rated_once_it_is_solved_counts_with_those_of_its_level(store, game):
    store.add(solve(Game.of(game.record()), 5.0), origin=Origin(Level.HARD))
    journal = store.add(solve(game, 8.0))
    assert store.statistics(journal.number) == [("single", None, 1, 1, 8.0, 8.0)]
    store.rate(journal.number, Level.HARD)
    assert store.statistics(journal.number) == store.statistics() == [("single", "hard", 2, 2, 5.0, 6.5)]
    assert store.load(journal.number).journal.origin == Origin(Level.HARD)
    assert store.statistics(store.add(Game(game.puzzle).record()).number) == [], "it is not solved"


def test_the_puzzle_of_a_day_is_known_while_it_is_played_and_when_it_is_solved(store, game):
    today, friday = date(2026, 11, 21), date(2026, 11, 20)
    kinds, hard = list(DailyKind), DailyKind.HARD

    def others(day):
        return [Daily(day, kind) for kind in kinds_of(day) if kind is not hard]

    def of(day):
        dailies = store.dailies(day)
        assert [daily for daily in dailies if daily.kind is not hard] == others(day)
        return next(daily for daily in dailies if daily.kind is hard)

    assert kinds_of(today) == kinds
    assert of(today) == Daily(today, hard)
    journal = store.add(game.record(), origin=Origin(Level.HARD, today))
    assert of(today) == Daily(today, hard, journal.number)
    assert of(friday) == Daily(friday, hard)
    assert store.load(journal.number).journal.origin == Origin(Level.HARD, today)
    journal.save(solve(game, 60.0))
    assert of(today) == Daily(today, hard, journal.number, DailyResult(60.0))
    store.delete(journal.number)
    assert of(today) == Daily(today, hard, result=DailyResult(60.0))
    assert store.solved_days() == {today}
    assert store.solved_days_by_kind() == {kind: {today} if kind is hard else frozenset() for kind in kinds}


def test_a_day_whose_solution_was_shown_is_not_solved(store, game):
    today = date(2026, 11, 21)
    game.show_solution()
    store.add(game.record(), origin=Origin(day=today))
    assert store.solved_days() == frozenset()


def test_favourites(store, game):
    first, second = store.add(game.record()), store.add(empty_game(double()).record())
    store.set_favourite(second.number, True)
    assert {listed.id: listed.favourite for listed in store.games()} == {first.number: 0, second.number: 1}
    second.save(empty_game(double()).record())
    store.set_favourite(first.number, True)
    store.set_favourite(second.number, False)
    assert {listed.id: listed.favourite for listed in store.games()} == {first.number: 1, second.number: 0}


def test_a_puzzle_becomes_a_favourite_by_a_game_that_is_not_started(store, game):
    assert store.toggle_favourite(untouched(game).record())
    (listed,) = store.games()
    assert (listed.favourite, listed.filled, listed.title) == (1, 0, "first row")
    assert not store.toggle_favourite(untouched(game).record())
    assert numbers_in_the_file(store) == set(), "nobody had begun it"
    game.place(0, 1)
    journal = store.add(game.record())
    assert store.toggle_favourite(Game(game.puzzle, game.solution).record())
    assert [(listed.id, listed.favourite) for listed in store.games()] == [(journal.number, 1)]
    assert not store.toggle_favourite(game.record())
    assert [(listed.id, listed.favourite) for listed in store.games()] == [(journal.number, 0)]


def untouched(game):
    """A new game of the same puzzle, in which nothing was done."""
    return Game(game.puzzle, game.solution)


def numbers_in_the_file(store):
    with store._database.transaction("DEFERRED") as connection:
        return {number for (number,) in connection.execute("SELECT id FROM game")}


def test_only_a_game_without_moves_can_be_discarded(store, game):
    journal = store.add(untouched(game).record())
    journal.discard()
    assert numbers_in_the_file(store) == set()
    favourite = store.add(untouched(game).record())
    store.set_favourite(favourite.number, True)
    favourite.discard()
    undone, hinted = untouched(game), untouched(game)
    undone.place(0, 1)
    undone.undo()
    hinted.count_hint()
    entries = [favourite, *(store.add(item.record()) for item in (undone, hinted, game))]
    for journal in entries:
        journal.discard()
    assert {listed.id for listed in store.games()} == {journal.number for journal in entries}


def test_untouched_games_do_not_pile_up(store, game):
    """A killed program could not discard its game: it is in no list, and is deleted when another game starts."""
    played = store.add(game.record())
    for _ in range(22):
        left = store.add(untouched(game).record())
    assert numbers_in_the_file(store) == {played.number, left.number}
    assert [listed.id for listed in store.unfinished()] == [listed.id for listed in store.games()] == [played.number]


def test_a_game_that_another_program_removed_before_its_first_move_is_saved_without_a_word(store, path, game):
    mine = untouched(game)
    journal = store.add(mine.record())
    with Store(path) as other:
        other.add(game.record())
    assert journal.number not in numbers_in_the_file(store)
    mine.place(0, 1)
    journal.save(mine.record())
    assert store.take_notice() == ""
    assert store.load(journal.number).game.record() == mine.record()


def test_the_unfinished_games_of_a_puzzle_are_found(store, game):
    older, newer, solved = game, Game(replace(game.puzzle, name="again"), game.solution), untouched(game)
    newer.place(0, 1)
    for cell in range(9):
        solved.place(cell, cell + 1)
    other = Game(Puzzle(single(), (0, *game.puzzle.givens[1:-1], 0)))
    strange = empty_game(STRANGE)
    numbers = [store.add(item.record()).number for item in (older, newer, solved, other, strange, untouched(game))]
    assert [found.id for found in store.unfinished_games_of(game.puzzle)] == [numbers[1], numbers[0]]
    assert [found.id for found in store.unfinished_games_of(strange.puzzle)] == [numbers[4]]
    assert store.unfinished_games_of(empty_game(single()).puzzle) == [], "of the same name, on another layout"


def test_the_games_of_a_puzzle_are_found_by_an_index(store, game):
    store.add(game.record())
    with store._database.transaction("DEFERRED") as connection:
        plan = connection.execute(
            f"EXPLAIN QUERY PLAN SELECT id FROM game WHERE {rows.SAME_PUZZLE}", rows.puzzle_columns(game.puzzle)
        ).fetchall()
    assert "INDEX puzzle" in plan[0][-1]


def test_a_saved_game_has_the_names_of_its_puzzle_and_of_its_file(store, game):
    journal = store.add(game.record(), origin=Origin(file="week 47.sdk"))
    (listed,) = store.games()
    assert (listed.title, listed.file) == ("first row", "week 47.sdk")
    assert store.load(journal.number).journal.origin == Origin(file="week 47.sdk")


def test_a_game_watched_does_not_count(store, game):
    game.count_watch()
    journal = store.add(solve(game, 3.0), origin=Origin(day=date(2026, 11, 21)))
    assert store.load(journal.number).game.counters.watches == 1
    assert store.statistics() == []
    assert store.solved_days() == frozenset()


def test_viewing_the_same_game_elsewhere_is_no_change(store, game):
    journal = store.add(game.record())
    watched = store.load(journal.number)
    watched.journal.save(replace(watched.game.record(), elapsed=99.0), "seen")
    game.place(0, 1)
    journal.save(game.record(), "played")
    watched.journal.save(watched.game.record(), "seen again")
    assert store.take_notice() == ""
    (listed,) = store.games()
    assert listed.id == journal.number
    again = store.load(listed.id)
    assert (again.game.record(), again.view) == (game.record(), "played")


def test_a_game_whose_solution_was_shown_does_not_count(store, game):
    journal = store.add(game.record())
    game.show_solution()
    journal.save(game.record())
    game.restart()
    journal.save(solve(game, 1.0))
    store.add(Game(Puzzle(single(), game.solution)).record())
    assert store.statistics() == []
    assert store.unfinished() == []


STRANGE = from_grids("single", "not the usual one", 3, 3, [(0, 0), (6, 6)])
CAGED = describe("layout caged\ntitle Two cages\nsize 4\nboxes 2x2\ngrid 1 1\nhouse cage r1c1 r2c3 r4c2\nmap odd\nA..A")


@pytest.mark.parametrize("layout", [STRANGE, replace(STRANGE, name="strange"), CAGED], ids=lambda layout: layout.name)
def test_a_layout_outside_the_catalogue_is_pickled(store, layout):
    game = empty_game(layout, "own")
    game.place(2, 1)
    loaded = store.load(store.add(game.record()).number).game
    assert loaded.layout == layout
    assert loaded.layout.cells == layout.cells
    assert loaded.layout.houses == layout.houses
    assert loaded.layout.grids == layout.grids
    assert loaded.record() == game.record()


def test_two_programs_do_not_overwrite_each_other(store, path, game):
    journal = store.add(game.record(), "first")
    with Store(path) as other:
        elsewhere = other.load(journal.number)
        elsewhere.game.place(0, 1)
        elsewhere.journal.save(elsewhere.game.record(), "second")
        game.place(1, 2)
        number = journal.number
        journal.save(game.record(), "first")
        assert journal.number != number
        assert "copy" in store.take_notice()
        assert store.take_notice() == ""
        game.place(2, 3)
        journal.save(game.record(), "first")
        assert store.load(number).game.record() == elsewhere.game.record()
        assert other.load(journal.number).game.record() == game.record()
        other.delete(journal.number)
        game.undo()
        journal.save(game.record(), "first")
        assert other.load(journal.number).game.record() == game.record(), "deleted elsewhere: added again"


def test_the_same_game_opened_twice_loses_nothing(store, game):
    number = store.add(game.record()).number
    first, two = store.load(number), store.load(number)
    first.game.place(0, 1)
    two.game.place(1, 2)
    two.journal.save(two.game.record())
    first.journal.save(first.game.record())
    for saved in (first, two):
        assert store.load(saved.journal.number).game.record() == saved.game.record()


def test_an_older_record_is_not_saved_over_a_newer_one(store, game):
    journal = store.add(game.record())
    game.place(0, 1)
    older = game.record()
    game.place(1, 2)
    newer = game.record()
    journal.save(newer, "newer")
    journal.save(older, "older")
    saved = store.load(journal.number)
    assert (saved.game.record(), saved.view) == (newer, "newer")


def test_records_may_be_saved_by_many_threads_at_once(store, game):
    journals = [store.add(game.record()), store.add(game.record())]
    records, failures = [], []
    for turn in range(120):
        game.toggle_note(turn % 9, turn % 7 + 1)
        records.append(game.record())

    def save(journal, records):
        try:
            for record in records:
                journal.save(record)
        except StoreError as error:
            failures.append(error)

    threads = [threading.Thread(target=save, args=(journals[n % 2], records[n // 2 :: 2])) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(store.unfinished()) == 2
    for journal in journals:
        assert store.load(journal.number).game.record() == records[-1]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE node SET changes = '[[0,0,0'",
        "UPDATE node SET changes = '[[0,0,0,0,\"x\",0,0]]' WHERE number = 1",
        "UPDATE node SET changes = '[[99,0,0,0,1,0,0]]' WHERE number = 1",
        "UPDATE node SET kind = 'juggle' WHERE number = 1",
        "UPDATE node SET parent = 7 WHERE number = 1",
        "UPDATE node SET elapsed = 'noon' WHERE number = 1",
        "UPDATE node SET eliminated = '[[1]]' WHERE number = 1",
        "UPDATE node SET eliminated = '[[1,2]]' WHERE number = 1",  # the correct digit
        "UPDATE node SET eliminated = '[[1,\"x\"]]' WHERE number = 1",
        "UPDATE node SET marks = '[[0,[0,0,[]],[0,10,[]]]]' WHERE number = 1",  # there are nine colours
        "UPDATE node SET marks = '[[0,[0,0,[]],[1,0,[]]]]' WHERE number = 1",
        "UPDATE node SET marks = '[[0,[0,0,[]],[0,0,[[5,1],[5,2]]]]]' WHERE number = 1",
        "UPDATE node SET marks = '[[0,[0,0,[]],[0,0,[[10,1]]]]]' WHERE number = 1",
        "UPDATE node SET marks = '[[8,[0,0,[]],[0,1,[]]]]' WHERE number = 1",  # that cell does not change
        "UPDATE node SET marks = '[[0]]' WHERE number = 1",
        "UPDATE game SET watches = 'many'",
        "DELETE FROM node WHERE number = 1",
        "DELETE FROM node",
        "UPDATE game SET position = 9",
        "UPDATE game SET layout = 'klein bottle'",
        "UPDATE game SET givens = '[1,2]'",
        "UPDATE game SET solution = givens",
        "UPDATE game SET view = '{'",
        "UPDATE game SET level = 'impossible'",
        "UPDATE game SET day = 'yesterday'",
        "UPDATE game SET description = '{}'",
        "UPDATE game SET description = '[1]'",
        'UPDATE game SET description = \'{"name": "a", "title": "a", "size": 4, "box_rows": 2,'
        ' "box_columns": 2, "cells": [[0, 0]], "houses": [{"kind": "row", "name": "row",'
        ' "cells": [0, 1]}], "grids": []}\'',
    ],
)
def test_a_game_that_makes_no_sense_is_refused_alone(store, game, damage):
    other = store.add(game.record())
    game.place(0, 1)
    game.place(1, 2)
    journal = store.add(game.record())
    with store._database.transaction() as connection:
        condition = f"{'game' if 'node' in damage else 'id'} = {journal.number}"
        connection.execute(f"{damage} {'AND' if 'WHERE' in damage else 'WHERE'} {condition}")
    with pytest.raises(StoreError, match=f"Saved game {journal.number} can't be read"):
        store.load(journal.number)
    assert store.load(other.number)


def test_how_far_a_puzzle_is(store):
    solution = random_solution(single(), 1)
    puzzle = Puzzle(single(), (0, 0, *solution[2:]))
    assert store.saved_state(puzzle) == (0, 0, None)

    def play(cells, seconds, *, with_solution=False):
        time = iter([0, seconds, seconds, seconds, seconds, seconds, seconds]).__next__
        game = Game(puzzle, solution, now=time)
        game.start()
        for cell in cells:
            game.place(cell, solution[cell])
        if with_solution:
            game.show_solution()
        store.add(game.record())

    play([], 1)
    assert store.saved_state(puzzle) == (0, 0, None), "nobody has done anything"
    play([0], 5)
    assert store.saved_state(puzzle) == (1, 0, None)
    play([], 5, with_solution=True)
    assert store.saved_state(puzzle) == (1, 1, None)
    play([0, 1], 30)
    play([1, 0], 20)
    assert store.saved_state(puzzle) == (1, 1, 20)
    other = replace(puzzle, givens=(0,) * 81)
    assert store.saved_state(other) == (0, 0, None)
    diagonal = replace(puzzle, layout=LAYOUTS["x"]())
    assert store.saved_states([other, puzzle, diagonal, puzzle]) == {
        place: store.saved_state(puzzle) for place in (1, 3)
    }
