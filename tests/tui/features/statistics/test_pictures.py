"""The charts of statistics in several rooms."""

import random
from datetime import UTC, date, datetime, timedelta

from drawn import drawn
from syrupy.assertion import SnapshotAssertion
from textual.geometry import Size

from engine.play.store import FinishedGame
from engine.play.training import TrainingStage
from engine.sudoku.techniques.catalogue import Level, Technique
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.draw.panels import draw
from tui.features.statistics.pictures import PlayedGames, pictures

TODAY = date(2026, 11, 28)


def played(count: int) -> PlayedGames:
    dice, noon = random.Random(count), datetime(2026, 11, 28, 12, tzinfo=UTC)
    games = []
    for number in range(count):
        finished = (noon - timedelta(days=count - number)).timestamp()
        level, helps = dice.choice([*Level]).value, [dice.choice((0, 0, 1, 3)) for _ in range(3)]
        games.append(FinishedGame(finished, "single", level, dice.randint(40, 4000), *helps))
    stages = {technique: dice.choice([*TrainingStage]) for technique in [*Technique][: 2 * count]}
    return PlayedGames(TODAY, games, [TODAY - timedelta(days) for days in range(0, count, 3)], stages)


def test_charts(snapshot: SnapshotAssertion) -> None:
    found = []
    for count in (0, 1, 12, 40):
        for width, height in ((60, 10), (78, 24), (120, 45)):
            palette, glyphs = (PALETTES["mono"], ASCII) if width == 78 else (PALETTES["dark"], UNICODE)
            made = draw(pictures(played(count), palette, glyphs, height), Size(width, height).region, palette, glyphs)
            found.append(f"{count} {width} {height}\n{drawn(made.picture)}")
    assert "\n".join(found) == snapshot
