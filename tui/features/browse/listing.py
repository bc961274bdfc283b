"""The items of the browser's list: the contents of a folder, or the puzzles of a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.folder import FolderEntry, nearest_folder, read_folder
from engine.base.language import _, lazy_gettext
from engine.base.lazy_dataclasses import dataclass
from engine.base.text import printable
from tui.guests.confinement import leads_out

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.sudoku.puzzle import Puzzle

PARENT = ".."
"""The item that leads out."""

LEADS_OUT = lazy_gettext("leads out")
"""The label of a link that a guest may not follow."""


@dataclass(frozen=True, slots=True)
class ListItem:
    """One row: a file name or the title of a puzzle, whether it leads into something, and a label if known."""

    name: str
    """The name; in a folder open in place, the path from the listed folder."""
    folder: bool = False
    label: str = ""
    depth: int = 0
    """The number of folders open in place around the item."""
    is_open: bool = False
    """Whether the folder is open in place, with its contents below it."""

    @property
    def title(self) -> str:
        """The last part of the name."""
        return self.name[self.name.rfind("/") + 1 :] if self.depth else self.name


OUT = ListItem(PARENT, folder=True)


@dataclass(frozen=True)
class FolderListing:
    """The contents of a folder; `notice` replaces missing items, `message` explains how the user got there."""

    path: Path
    items: list[ListItem]
    select: str = ""
    notice: str = ""
    message: str = ""


def list_folder(
    path: Path,
    select: str,
    hidden: bool,
    opened: frozenset[str],
    cancel: Callable[[], bool],
    root: Path | None = None,
) -> FolderListing:
    """Read a folder; for a file, its folder; for a missing path, the nearest existing folder.

    `opened` are the names of folders in it that are open in place.

    Paths outside of `root`, a real path, are not entered; the folder above is listed instead. Raises Cancelled.
    """
    target, message = path, ""
    while True:
        if root and path != root and leads_out(path, root):
            above = path.parent if path.is_relative_to(root) else root
            path, select, message = above, path.name, f"{printable(path.name)} {LEADS_OUT}"
            continue
        out = [] if path in (path.parent, root) else [OUT]
        try:
            entries = read_folder(path, hidden=hidden, cancel=cancel)
        except NotADirectoryError:
            path, select = path.parent, path.name
        except FileNotFoundError:
            if path == root:
                return FolderListing(path, [], notice=_("this folder is gone"))
            path, select = nearest_folder(path.parent), ""
            message = _("{name} is gone; nearest folder").format(name=printable(target.name))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            return FolderListing(path, out, notice=_("can't be read: {reason}").format(reason=reason.lower()))
        else:
            items = _items(path, "", entries, hidden, opened, cancel, root)
            return FolderListing(path, out + items, select, "" if items else _("nothing here"), message)


def _items(
    path: Path,
    prefix: str,
    entries: Sequence[FolderEntry],
    hidden: bool,
    opened: frozenset[str],
    cancel: Callable[[], bool],
    root: Path | None,
) -> list[ListItem]:
    """Return the items of a folder, with the contents of open folders below them. Raises Cancelled."""
    items = []
    for entry in entries:
        name, depth = prefix + entry.name, prefix.count("/")
        leads_away = bool(root and leads_out(path / entry.name, root))
        is_open = entry.is_folder and name in opened and not leads_away
        items.append(ListItem(name, entry.is_folder, str(LEADS_OUT) if leads_away else "", depth, is_open))
        if is_open:
            with suppress(OSError, ValueError):  # then it has no items below it
                inside = read_folder(path / entry.name, hidden=hidden, cancel=cancel)
                items += _items(path / entry.name, f"{name}/", inside, hidden, opened, cancel, root)
    return items


def puzzle_item(puzzles: Sequence[Puzzle], index: int) -> ListItem:
    """Return the row for a puzzle of a file, after the row that leads out.

    It is created when it is drawn, because there may be a million.
    """
    if index == 0:
        return OUT
    puzzle = puzzles[index - 1]
    name = f"{index:>{len(str(len(puzzles)))}}  {puzzle.name}"
    return ListItem(name, label=str(len(puzzle.givens) - puzzle.holes))


def shown_path(path: Path, shipped: Path) -> str:
    """Return a path for display: relative to the folder of shipped puzzles or to `~`, else absolute."""
    if path.is_relative_to(shipped):
        return str(path.relative_to(shipped.parent))
    with suppress(RuntimeError):  # no home
        if path.is_relative_to(Path.home()):
            return str(Path("~") / path.relative_to(Path.home()))
    return str(path)
