"""Ratings of players and puzzles from times."""

from engine.sudoku.techniques.catalogue import Level
from engine.together.ratings import TimedResult, ratings


def results(weeks: int) -> list[TimedResult]:
    """Ann takes half of Bob's time, and hard puzzles take four times as long as easy ones."""
    found = []
    for week in range(weeks):
        for number, (level, seconds) in enumerate(((Level.EASY, 200.0), (Level.HARD, 800.0))):
            found += [
                TimedResult(week, "Ann", 2 * week + number, "single", level, seconds),
                TimedResult(week, "Bob", 2 * week + number, "single", level, 2 * seconds),
            ]
    return found


def test_the_faster_player_and_the_slower_puzzle_are_rated_higher() -> None:
    players, puzzles = ratings(results(8))
    assert [(player.name, player.puzzles) for player in players] == [("Ann", 16), ("Bob", 16)]
    assert players[0].rating.rating > 1500 > players[1].rating.rating
    assert max(player.rating.deviation for player in players) < 200
    assert [puzzle.level for puzzle in puzzles] == [Level.HARD] * 8 + [Level.EASY] * 8
    assert {puzzle.players for puzzle in puzzles} == {2}


def test_a_new_puzzle_begins_with_the_rating_of_its_level() -> None:
    """So a player of hard puzzles alone is not below one of easy puzzles alone who is as fast for them."""
    later = [
        TimedResult(week, name, 1000 + 2 * week + number, "single", level, seconds)
        for week in range(8, 16)
        for number, (name, level, seconds) in enumerate((("Cy", Level.EASY, 280.0), ("Di", Level.HARD, 1130.0)))
    ]
    players, _ = ratings([*results(8), *later])
    rated = {player.name: player.rating.rating for player in players}
    assert abs(rated["Cy"] - rated["Di"]) < 100
    assert rated["Ann"] > max(rated["Cy"], rated["Di"]) > rated["Bob"]


def test_without_results_no_player_is_rated() -> None:
    assert ratings([]) == ((), ())
