"""The statistics: tables and pictures of made-up games in any size, and the screen with a store that has some."""

import random
from datetime import date, datetime, timedelta

import pytest
from drawn import drawn
from screens import screen_text, until, until_screen, until_shown
from syrupy.assertion import SnapshotAssertion
from textual.geometry import Region

from engine.play.store import FinishedGame, SolvedGames
from engine.play.training import TrainingStage
from engine.sudoku.techniques.catalogue import Level, Technique
from tui.app import SatSudoku
from tui.base.requests import ShowStatistics
from tui.draw.cells import Line
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.draw.panels import draw
from tui.features.statistics.pictures import PlayedGames, pictures
from tui.features.statistics.screen import StatisticsScreen, summary_line, table_lines, technique_lines

TODAY = date(2026, 3, 11)
DARK = PALETTES["dark"]
SOLVED = [
    SolvedGames("double", "easy", 12, 10, 61.0, 125.5),
    SolvedGames("double", "hard", 3, 0, None, 4000.0),
    SolvedGames("samurai", None, 1, 1, 360_000.0, 360_000.0),
    SolvedGames("single", "extreme", 25, 5, 5.0, 90.0),
]
COUNTS = {Technique.X_WING: 7, Technique.HIDDEN_SINGLE: 140, Technique.FINNED_FRANKEN_JELLYFISH: 1}


def played(seed: int, count: int) -> PlayedGames:
    dice = random.Random(seed)
    noon = datetime(2026, 3, 11, 12)
    days = sorted(dice.choices(range(150), k=count), reverse=True)
    games = [
        FinishedGame(
            (noon - timedelta(ago)).timestamp(),
            "double",
            dice.choice([*(level.value for level in Level), None]),
            dice.randrange(20, 4000),
            dice.randrange(3),
            dice.randrange(2),
            dice.randrange(2),
        )
        for ago in days
    ]
    techniques = dice.sample(list(Technique), 40)
    stages = {technique: dice.choice(list(TrainingStage)) for technique in techniques}
    return PlayedGames(TODAY, games, {TODAY - timedelta(dice.randrange(60)) for _ in range(count // 3)}, stages)


@pytest.mark.parametrize("count", [0, 3, 80])
def test_pictures(count: int, snapshot: SnapshotAssertion) -> None:
    found = []
    for width, height, glyphs in ((76, 9, UNICODE), (100, 21, ASCII), (120, 24, UNICODE), (40, 25, UNICODE)):
        root = pictures(played(count, count), DARK, glyphs, height)
        pictured = (draw(root, Region(0, 0, width, height), DARK, glyphs, framed=framed) for framed in (True, False))
        found.extend(drawn(drawing.picture) for drawing in pictured)
    assert "\n\n".join(found) == snapshot


def text(line: Line) -> str:
    return "|".join(piece.text for piece in line)


def test_tables(snapshot: SnapshotAssertion) -> None:
    lines = [summary_line([], DARK), summary_line(SOLVED, DARK)]
    for width in (30, 49, 60, 70, 80, 120):
        lines += [[], *table_lines(SOLVED, DARK, UNICODE, width), *technique_lines(COUNTS, DARK, UNICODE, width)]
        assert all(len(text(line).replace("|", "")) <= max(width, 60) for line in lines[2:])
    assert technique_lines({}, DARK, UNICODE, 80) == []
    assert "\n".join(map(text, lines)) == snapshot


async def test_the_screen_of_a_new_player(app: SatSudoku) -> None:
    async with app.run_test(size=(100, 40)) as pilot:
        app.post_message(ShowStatistics())
        await until_screen(pilot, StatisticsScreen)
        await until_shown(pilot, "No solved games yet", ": 0 of ", "games per day", "best times", "hints per game")
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "hints per game" not in screen_text(app))
        assert "games per day" in screen_text(app)
