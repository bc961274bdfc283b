"""Rankings."""

from datetime import date

from engine.together.standings import ContestResult, LeagueRow, in_order, league, points, week_of


def test_help_costs_time() -> None:
    quick, helped, checked = ContestResult("a", 400, 0, 0), ContestResult("b", 300, 1, 0), ContestResult("c", 360, 0, 1)
    assert in_order([helped, quick, checked]) == [checked, quick, helped]


def test_a_point_for_it_and_one_for_each_behind() -> None:
    assert [points(rank, 3) for rank in (1, 2, 3)] == [3, 2, 1]
    assert [points(rank, 100) for rank in (1, 93, 94, 100)] == [8, 8, 7, 1]


def test_a_league_adds_up_contests() -> None:
    results = [
        ContestResult("ann", 10, 0, 0, 7),
        ContestResult("bob", 20, 0, 0, 7),
        ContestResult("bob", 10, 0, 0, 8),
        ContestResult("ann", 20, 0, 0, 8),
        ContestResult("cy", 30, 0, 0, 8),
    ]
    assert league(results, lambda _: 0) == [LeagueRow("ann", 4, 2), LeagueRow("bob", 4, 2), LeagueRow("cy", 1, 1)]


def test_no_point_without_another_player() -> None:
    results = [ContestResult("ann", 10, 0, 0, 8), ContestResult("ann", 10, 0, 0, 9)]
    assert league(results, lambda _: 0) == []
    assert league(results, lambda contest: contest == 9) == [LeagueRow("ann", 1, 1)]


def test_weeks_begin_on_monday() -> None:
    assert {week_of(date(2026, 11, day)) for day in range(16, 23)} == {date(2026, 11, 16)}
