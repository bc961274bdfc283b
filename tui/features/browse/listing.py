"""What the browser's list can show: a folder, or the puzzles of a file, as items."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.folder import FolderEntry, nearest_folder, read_folder
from engine.base.language import _, lazy_gettext
from engine.base.text import printable
from tui.guests.confinement import leads_out

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.sudoku.puzzle import Puzzle

PARENT = ".."
"""The item that leads back out."""

LEADS_OUT = lazy_gettext("leads out")
"""What is said of a link that a guest may not follow."""


@dataclass(frozen=True, slots=True)
class ListItem:
    """One row: the name as it is on disk (or a puzzle's title), whether it leads into something, and a known label."""

    name: str
    """Of what stands in a folder that is open in place: its path from the folder that is listed."""
    folder: bool = False
    label: str = ""
    depth: int = 0
    """How many folders that are open in place it is in."""
    is_open: bool = False
    """Whether the folder is open in place: what is in it stands below."""

    @property
    def title(self) -> str:
        """The name by itself."""
        return self.name[self.name.rfind("/") + 1 :] if self.depth else self.name


OUT = ListItem(PARENT, folder=True)


@dataclass(frozen=True)
class FolderListing:
    """A folder as it was read; `notice` is said instead of items, `said` tells how we got there."""

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
    """Read a folder; of a file, the folder that it is in; of what is gone, the nearest folder that is still there.

    `opened` are the names of folders in it that are open in place.

    What leads out of `root`, a real path, is not entered; the folder above is listed in its place. Raises Cancelled.
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
    """The items of a folder, and below those that are open in place what is in them. Raises Cancelled."""
    items = []
    for entry in entries:
        name, depth = prefix + entry.name, prefix.count("/")
        leads_away = bool(root and leads_out(path / entry.name, root))
        is_open = entry.folder and name in opened and not leads_away
        items.append(ListItem(name, entry.folder, str(LEADS_OUT) if leads_away else "", depth, is_open))
        if is_open:
            with suppress(OSError, ValueError):  # then nothing stands below it
                inside = read_folder(path / entry.name, hidden=hidden, cancel=cancel)
                items += _items(path / entry.name, f"{name}/", inside, hidden, opened, cancel, root)
    return items


def puzzle_item(puzzles: Sequence[Puzzle], index: int) -> ListItem:
    """The row for a puzzle of a file, after the one that leads back out: made when it is looked at, for there may be a
    million.
    """
    if index == 0:
        return OUT
    puzzle = puzzles[index - 1]
    name = f"{index:>{len(str(len(puzzles)))}}  {puzzle.name}"
    return ListItem(name, label=str(len(puzzle.givens) - puzzle.holes))


def shown_path(path: Path, shipped: Path) -> str:
    """A path as people know it: from the shipped folder's name on, or from `~` on, else whole."""
    if path.is_relative_to(shipped):
        return str(path.relative_to(shipped.parent))
    with suppress(RuntimeError):  # no home
        if path.is_relative_to(Path.home()):
            return str(Path("~") / path.relative_to(Path.home()))
    return str(path)
