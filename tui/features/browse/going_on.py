"""Offers to continue: the last game, the puzzles of the day, drills that are due, the next lesson, other players."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.segment import Segment

from engine.base.language import Sentence, current, lazy_gettext
from engine.base.lazy_dataclasses import dataclass
from engine.base.text import pluralized, printable, title_of
from tui.base.lesson_progress import first_open, lesson_key, lessons_done
from tui.draw.bars import progress
from tui.draw.cells import Line, clip_middle, width_of
from tui.draw.face import level_dot
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import Panel, Stack

if TYPE_CHECKING:  # the store is loaded on its own thread
    from engine.play.store import Store

FILLED = lazy_gettext("{filled} of {holes} filled")
RUNNING = lazy_gettext("{days} running")
MASTERED = lazy_gettext("{mastered} of {techniques} mastered")
TODAY = lazy_gettext("today: {solved} of {puzzles}")
TODAY_SOLVED = lazy_gettext("{solved} of {puzzles} solved")
DUE = lazy_gettext("{techniques} due")
LESSONS_DONE = lazy_gettext("{done} of {lessons} done")
NO_GAME, ALL_DONE = lazy_gettext("no unfinished game"), lazy_gettext("all lessons done")
NEW_GAME, NEW_GAME_TEXT = "new_game", lazy_gettext("new game")
"""The action that is offered while there is no game to continue, and its text."""
OTHERS = "together"
"""The action that is offered only on a server."""
HERE, OPEN_MATCHES = lazy_gettext("{count:,} here"), lazy_gettext("matches: {count:,}")
NOTHING_DUE, NO_STREAK = lazy_gettext("nothing due"), lazy_gettext("no streak yet")

TITLES: dict[str, Sentence] = {
    "resume": lazy_gettext("go on"),
    "daily": lazy_gettext("today"),
    "train": lazy_gettext("train"),
    "lessons": lazy_gettext("learn"),
    OTHERS: lazy_gettext("others"),
}
"""By action, in order."""
_GAP, _BETWEEN, _SHORTEST = 1, 3, 10
"""Columns between frames and between the entries of a line, and minimum columns of a name."""


@dataclass(frozen=True)
class HomeOffer:
    """An offer: a headline, a text that stands alone, a detail, the progress (0 to 1), and the name of its level.

    `action` replaces the usual action of its place.
    """

    headline: str = ""
    short: str = ""
    detail: str = ""
    share: float | None = None
    level: str = ""
    action: str = ""


Offers = dict[str, HomeOffer]
"""By action."""


def read_offers(today: date, store: "Store") -> Offers:
    """Read the offers from the store. Raises StoreError."""
    from engine.play.daily import streak
    from engine.play.schedule import practice_by_technique
    from engine.play.training import TrainingStage, stage, training_path
    from engine.sudoku.layout import LAYOUTS

    game = next((game for game in store.games() if not game.solved), None)
    last = HomeOffer(str(NEW_GAME_TEXT), str(NEW_GAME_TEXT), str(NO_GAME), action=NEW_GAME)
    if game is not None:
        name = printable(game.title or title_of(game.file)) or printable(game.layout)
        last = HomeOffer(
            name,
            name,
            FILLED.format(filled=game.filled, holes=game.holes),
            game.filled / max(game.holes, 1),
            game.level or "",
        )
    dailies, run = store.dailies(today), streak(store.solved_days(), today)
    count = {"solved": sum(daily.solved for daily in dailies), "puzzles": len(dailies)}
    days = RUNNING.format(days=pluralized(run.current, "day")) if run.current else str(NO_STREAK)
    practices = practice_by_technique(store.drills_answered())
    stages = [stage(practice, today) for practice in practices.values()]
    due, techniques = stages.count(TrainingStage.DUE), len(training_path(LAYOUTS["single"]()))
    mastered = stages.count(TrainingStage.MASTERED)
    drills = DUE.format(techniques=pluralized(due, "technique")) if due else str(NOTHING_DUE)
    return {
        "resume": last,
        "daily": HomeOffer(
            TODAY_SOLVED.format(**count), TODAY.format(**count), days, count["solved"] / max(count["puzzles"], 1)
        ),
        "train": HomeOffer(
            drills, drills, MASTERED.format(mastered=mastered, techniques=techniques), mastered / max(techniques, 1)
        ),
    }


def next_lesson(folders: Sequence[Path]) -> HomeOffer:
    """Return the lesson to do next. Reads files, so it must not run on the event loop."""
    import tomllib

    from engine.sat.lessons.lesson_folder import all_lessons

    files = all_lessons(folders)
    done = lessons_done()
    following = first_open(files)
    title = str(ALL_DONE) if files else ""
    if following is not None:
        with suppress(OSError, tomllib.TOMLDecodeError, UnicodeDecodeError):
            table = tomllib.loads(following.read_text(encoding="utf-8"))
            title = title_of(str(table.get(f"title-{current()}", table.get("title", following.stem))))
    count = sum(lesson_key(path) in done for path in files)
    return HomeOffer(title, title, LESSONS_DONE.format(done=count, lessons=len(files)), count / max(len(files), 1))


def company(players: int, matches: int) -> HomeOffer:
    """Return the offer to play with others: the players here, the player included, and the open matches."""
    here = HERE.format(count=players)
    return HomeOffer(here, here if players > 1 or matches else "", OPEN_MATCHES.format(count=matches))


def panels_of(offers: Offers, keys: dict[str, str], palette: Palette, glyphs: Glyphs, width: int, height: int) -> Stack:
    """Lay out the offers side by side: in frames if there are several rows, else in a line."""
    complete = {action: offers.get(action, HomeOffer()) for action in TITLES if action in offers or action != OTHERS}
    actions = {action: offer.action or action for action, offer in complete.items()}
    if height > 1:
        room = width // len(complete) - 5
        return Stack([
            Panel(_card(offer, keys[actions[action]], palette, glyphs, room), str(TITLES[action]), name=actions[action])
            for action, offer in complete.items()
        ], _GAP, across=True)  # fmt: skip
    shorts = {actions[action]: offer.short for action, offer in complete.items() if offer.short}
    spare = width - sum(cell_len(f"{keys[action]} {text}") + _BETWEEN for action, text in shorts.items())
    parts = []
    for action, text in shorts.items():
        room = max(cell_len(text) + min(spare, 0), _SHORTEST)  # texts that do not fit are cut, the first one first
        name = clip_middle(text, room, glyphs.ellipsis)
        spare += cell_len(text) - cell_len(name)
        entry = [Segment(f"{keys[action]} ", palette.key), Segment(name, palette.plain)]
        parts.append(Panel([entry], columns=width_of(entry) + _BETWEEN, name=action))
    return Stack(parts, across=True)


def _card(offer: HomeOffer, key: str, palette: Palette, glyphs: Glyphs, room: int) -> list[Line]:
    indent = len(key) + 1
    dot = [level_dot(offer.level, palette, glyphs), Segment(" ")] if offer.level else []
    name = clip_middle(offer.headline, max(room - indent - width_of(dot), 1), glyphs.ellipsis)
    head = [Segment(f"{key} ", palette.key), *dot, Segment(name, palette.title)]
    blank = Segment(" " * indent)
    bar = [] if offer.share is None else [[blank, *progress(offer.share, max(room - indent, 1), palette, glyphs)]]
    return [head, [blank, Segment(offer.detail, palette.dim)], *bar]
