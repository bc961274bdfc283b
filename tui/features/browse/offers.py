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
from tui.features.browse.words import FILLED

if TYPE_CHECKING:  # the store is loaded on its own thread
    from engine.play.store import Store

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
"""The action that is offered on a server only."""
HERE, OPEN_MATCHES = lazy_gettext("{count:,} here"), lazy_gettext("matches: {count:,}")
NOTHING_DUE, NO_STREAK = lazy_gettext("nothing due"), lazy_gettext("no streak yet")

TITLES: dict[str, Sentence] = {
    "resume": lazy_gettext("go on"),
    "daily": lazy_gettext("today"),
    "train": lazy_gettext("train"),
    "lessons": lazy_gettext("learn"),
    OTHERS: lazy_gettext("others"),
}
"""The titles of the offers by action, in the order in which they are shown."""
FRAME_GAP = 1
"""Columns between two frames."""
ENTRY_GAP = 3
"""Columns between two offers in a line."""
MIN_NAME = 10
"""Minimum columns of the text of an offer in a line."""


@dataclass(frozen=True)
class HomeOffer:
    """An offer to continue something, in a frame or in a line."""

    headline: str = ""
    """The text in a frame."""
    short: str = ""
    """The text in a line, which has nothing else; "" leaves the offer out there."""
    detail: str = ""
    """The second row in a frame."""
    share: float | None = None
    """The progress from 0 to 1, if there is any."""
    level: str = ""
    """The value of the level, if there is one."""
    action: str = ""
    """The action in place of the usual one, if it differs."""


Offers = dict[str, HomeOffer]
"""Offers by their usual action."""


def read_offers(today: date, store: "Store") -> Offers:
    """Read the offers from the store. Raises StoreError."""
    from engine.play.daily import streak
    from engine.play.schedule import practice_by_technique
    from engine.play.training import TrainingStage, stage, training_path
    from engine.sudoku.layout import LAYOUTS

    game = next((game for game in store.games() if not game.solved), None)
    resume = HomeOffer(str(NEW_GAME_TEXT), str(NEW_GAME_TEXT), str(NO_GAME), action=NEW_GAME)
    if game is not None:
        name = printable(game.title or title_of(game.file)) or printable(game.layout)
        detail, share = FILLED.format(filled=game.filled, holes=game.holes), game.filled / max(game.holes, 1)
        resume = HomeOffer(name, name, detail, share, game.level or "")
    dailies, days = store.dailies(today), streak(store.solved_days(), today).current
    solved, puzzles = sum(daily.solved for daily in dailies), len(dailies)
    headline, short = (text.format(solved=solved, puzzles=puzzles) for text in (TODAY_SOLVED, TODAY))
    detail = RUNNING.format(days=pluralized(days, "day")) if days else str(NO_STREAK)
    daily_offer = HomeOffer(headline, short, detail, solved / max(puzzles, 1))
    stages = [stage(practice, today) for practice in practice_by_technique(store.drills_answered()).values()]
    due, mastered = stages.count(TrainingStage.DUE), stages.count(TrainingStage.MASTERED)
    techniques = len(training_path(LAYOUTS["single"]()))
    headline = DUE.format(techniques=pluralized(due, "technique")) if due else str(NOTHING_DUE)
    detail = MASTERED.format(mastered=mastered, techniques=techniques)
    train = HomeOffer(headline, headline, detail, mastered / max(techniques, 1))
    return {"resume": resume, "daily": daily_offer, "train": train}


def next_lesson(folders: Sequence[Path]) -> HomeOffer:
    """Return the offer of the next lesson in these folders. Reads files, so it must not run on the event loop."""
    import tomllib

    from engine.sat.lessons.lesson_folder import all_lessons

    files = all_lessons(folders)
    done = lessons_done()
    next_file = first_open(files)
    title = str(ALL_DONE) if files else ""
    if next_file is not None:
        with suppress(OSError, tomllib.TOMLDecodeError, UnicodeDecodeError):
            table = tomllib.loads(next_file.read_text(encoding="utf-8"))
            title = title_of(str(table.get(f"title-{current()}", table.get("title", next_file.stem))))
    count = sum(lesson_key(path) in done for path in files)
    return HomeOffer(title, title, LESSONS_DONE.format(done=count, lessons=len(files)), count / max(len(files), 1))


def other_players(players: int, matches: int) -> HomeOffer:
    """Return the offer to play with others; `players` counts the player too, `matches` the open ones."""
    headline = HERE.format(count=players)
    is_alone = players <= 1 and not matches
    return HomeOffer(headline, "" if is_alone else headline, OPEN_MATCHES.format(count=matches))


def offer_panels(
    offers: Offers, keys: dict[str, str], palette: Palette, glyphs: Glyphs, width: int, height: int
) -> Stack:
    """Lay out the offers side by side: in frames if there are several rows, else in a line.

    `keys` has the key of each action. Offers that are not read yet are empty.
    """
    complete = {action: offers.get(action, HomeOffer()) for action in TITLES if action in offers or action != OTHERS}
    actions = {action: offer.action or action for action, offer in complete.items()}
    if height > 1:
        room = width // len(complete) - 5
        return Stack([
            Panel(_card(offer, keys[actions[action]], palette, glyphs, room), str(TITLES[action]), name=actions[action])
            for action, offer in complete.items()
        ], FRAME_GAP, across=True)  # fmt: skip
    texts = {actions[action]: offer.short for action, offer in complete.items() if offer.short}
    spare = width - sum(cell_len(f"{keys[action]} {text}") + ENTRY_GAP for action, text in texts.items())
    parts = []
    for action, text in texts.items():
        room = max(cell_len(text) + min(spare, 0), MIN_NAME)  # if not all texts fit, the first ones are clipped first
        name = clip_middle(text, room, glyphs.ellipsis)
        spare += cell_len(text) - cell_len(name)
        entry = [Segment(f"{keys[action]} ", palette.key), Segment(name, palette.plain)]
        parts.append(Panel([entry], columns=width_of(entry) + ENTRY_GAP, name=action))
    return Stack(parts, across=True)


def _card(offer: HomeOffer, key: str, palette: Palette, glyphs: Glyphs, room: int) -> list[Line]:
    """Return the rows of an offer in a frame: its key and headline, its detail, and its progress."""
    indent = len(key) + 1
    dot = [level_dot(offer.level, palette, glyphs), Segment(" ")] if offer.level else []
    name = clip_middle(offer.headline, max(room - indent - width_of(dot), 1), glyphs.ellipsis)
    head = [Segment(f"{key} ", palette.key), *dot, Segment(name, palette.title)]
    blank = Segment(" " * indent)
    bar = [] if offer.share is None else [[blank, *progress(offer.share, max(room - indent, 1), palette, glyphs)]]
    return [head, [blank, Segment(offer.detail, palette.dim)], *bar]
