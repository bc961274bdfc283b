"""The puzzles of a day, streaks, and the result as text."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import Cancelled
from engine.play import daily
from engine.play.daily import (
    LEVELS,
    Daily,
    DailyKind,
    DailyResult,
    Streak,
    daily_puzzle,
    kinds_of,
    result_text,
    streak,
)
from engine.sudoku.layout import double
from engine.sudoku.making.generator import Generated
from engine.sudoku.making.levels import level_of
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search import solving
from engine.sudoku.search import solving as search
from engine.sudoku.techniques.catalogue import Level

MONDAY = date(2026, 11, 23)


def test_the_daily_puzzle_is_a_double_of_the_level_of_its_weekday():
    puzzle = daily_puzzle(Daily(MONDAY))
    assert puzzle == daily_puzzle(Daily(MONDAY))
    assert puzzle.layout is double()
    assert puzzle.name == "daily 2026-11-23"
    assert search.count(puzzle, 2) == 1
    assert level_of(puzzle) is Daily(MONDAY).level is Level.EASY
    assert daily_puzzle(Daily(MONDAY + timedelta(1))).givens != puzzle.givens


def test_each_day_has_three_singles_and_weekends_a_samurai():
    for offset in range(7):
        day = MONDAY + timedelta(offset)
        kinds = kinds_of(day)
        assert kinds == [kind for kind in DailyKind if kind is not DailyKind.SAMURAI or offset > 4]
        assert all(DailyKind.of(kind.layout.name, Daily(day, kind).level) is kind for kind in kinds)
    singles = [Daily(MONDAY, kind) for kind in kinds_of(MONDAY)[:3]]
    puzzles = [daily_puzzle(each) for each in singles]
    assert [level_of(puzzle) for puzzle in puzzles] == [each.level for each in singles]
    assert len({solving.solve(puzzle) for puzzle in puzzles}) == 3, "each has a grid of its own"
    samurai = Daily(MONDAY + timedelta(5), DailyKind.SAMURAI)
    assert level_of(daily_puzzle(samurai)) is samurai.level


def test_the_result_of_a_day_as_text():
    easy, medium, hard, double = (Daily(MONDAY, kind) for kind in kinds_of(MONDAY))
    solved = replace(easy, result=DailyResult(83.0)), replace(medium, result=DailyResult(600.0, hints=2, checks=1))
    text = result_text([*solved, hard, double], Streak(3, 5), lambda seconds: f"{seconds:.0f} s")
    assert text.splitlines() == [
        "satsudoku, 2026-11-23",
        "sudoku 9x9, easy: 83 s",
        "sudoku 9x9, medium: 600 s, 2 hints, 1 check",
        "sudoku 9x9, hard: -",
        "double sudoku, easy: -",
        "3 days running",
    ]
    assert result_text([], Streak(1, 1), str) == ""


def test_sundays_have_rules_in_turn():
    sundays = [MONDAY + timedelta(6 + 7 * week) for week in range(5)]
    assert {Daily(day).mix.name for day in sundays} == {*daily.SUNDAY_MIXES}
    thermometers = next(day for day in sundays if Daily(day).mix.name == "thermometers")
    puzzle = daily_puzzle(Daily(thermometers))
    assert {rule.kind for rule in puzzle.rules} == {"thermometer"}
    assert solving.count(puzzle) == 1
    assert level_of(puzzle) is Level.UNFAIR


def test_only_sundays_have_rules():
    assert [bool(Daily(MONDAY + timedelta(day)).mix) for day in range(14)] == [day % 7 == 6 for day in range(14)]


def test_a_week_gets_harder():
    levels = [Daily(MONDAY + timedelta(day)).level for day in range(14)]
    assert levels == [*LEVELS, *LEVELS]
    order = list(Level)
    assert levels[:7] == sorted(levels[:7], key=order.index)


def test_a_seed_that_does_not_reach_the_level_is_passed_over(monkeypatch):
    seeds = []

    def generate(layout, options, *, seed, on_progress, cancel):
        seeds.append(seed)
        return Generated(Puzzle(layout, (0,) * 153), (1,) * 153, seed, reached=len(seeds) > 2)

    monkeypatch.setattr(daily, "make_puzzle", generate)
    daily_puzzle(Daily(MONDAY))
    first = seeds[0]
    assert seeds == [first, first + 1, first + 2]
    daily_puzzle(Daily(MONDAY + timedelta(1)))
    assert seeds[3] > first + 500, "no day takes the seeds of another"


def test_it_can_be_cancelled():
    with pytest.raises(Cancelled):
        daily_puzzle(Daily(MONDAY), cancel=lambda: True)


DAYS = st.frozensets(st.integers(-12, 0))


@given(DAYS)
def test_days_running(offsets):
    today = MONDAY
    found = streak([today + timedelta(offset) for offset in offsets], today)
    start = 0 if 0 in offsets else -1
    current = next(length for length in range(20) if start - length not in offsets)
    runs = [next(length for length in range(20) if day + length not in offsets) for day in range(-12, 1)]
    assert found == (current, max(runs))
