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
"""The name of the item that leads to the folder above."""

LEADS_OUT = lazy_gettext("leads out")
"""The label of a link out of the guest's folder, which a guest may not follow."""


@dataclass(frozen=True, slots=True)
class ListItem:
    """One row of the list: a file, a folder, or a puzzle of a file."""

    name: str
    """The name of a file or puzzle; in a folder open in place, the path from the listed folder."""
    folder: bool = False
    """Whether the item is a folder."""
    label: str = ""
    """The text at the right, if it is known without reading the file."""
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
    """The contents of a folder."""

    path: Path
    items: list[ListItem]
    select: str = ""
    """The name of the item to select; "" for none in particular."""
    notice: str = ""
    """Why there are no items."""
    message: str = ""
    """Why this folder is listed in place of the requested path."""


def list_folder(
    path: Path,
    select: str,
    hidden: bool,
    opened: frozenset[str],
    cancel: Callable[[], bool],
    root: Path | None = None,
) -> FolderListing:
    """Read a folder; for a file, the folder that contains it; for a missing path, the nearest existing folder.

    `hidden` includes hidden files; `opened` are the folders open in place, by their paths from the listed folder.
    Instead of a path outside of `root`, a real path, the folder above is listed. Raises Cancelled.
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
            with suppress(OSError, ValueError):  # a folder that can't be read looks empty
                inner_entries = read_folder(path / entry.name, hidden=hidden, cancel=cancel)
                items += _items(path / entry.name, f"{name}/", inner_entries, hidden, opened, cancel, root)
    return items


def puzzle_item(puzzles: Sequence[Puzzle], index: int) -> ListItem:
    """Return the row for a puzzle of a file; row 0 leads out.

    Rows are created when they are drawn, because a file may have a million puzzles.
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
