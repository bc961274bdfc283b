"""What the browser's list can show: a folder, or the puzzles of a file, as items."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import overload

from engine.base.folder import nearest_folder, read_folder
from engine.base.text import printable
from engine.sudoku.puzzle import Puzzle
from tui.guests.confinement import leads_out

PARENT = ".."
"""The item that leads back out."""

LEADS_OUT = "leads out"
"""What is said of a link that a guest may not follow."""


@dataclass(frozen=True, slots=True)
class Item:
    """One row: the name as it is on disk (or a puzzle's title), whether it leads into something, and a known label."""

    name: str
    folder: bool = False
    label: str = ""


_OUT = Item(PARENT, folder=True)


@dataclass(frozen=True)
class Listing:
    """A folder as it was read: its items, the name to select, what to say instead of items, and a word on how we got
    there.
    """

    path: Path
    items: list[Item]
    select: str = ""
    notice: str = ""
    said: str = ""


def list_folder(
    path: Path, select: str, hidden: bool, cancel: Callable[[], bool], root: Path | None = None
) -> Listing:
    """Read a folder; of a file, the folder that it is in; of what is gone, the nearest folder that is still there.

    What leads out of `root`, a real path, is not entered; the folder above is listed in its place. Raises Cancelled.
    """
    wanted, said = path, ""
    while True:
        if root and path != root and leads_out(path, root):
            above = path.parent if path.is_relative_to(root) else root
            path, select, said = above, path.name, f"{printable(path.name)} {LEADS_OUT}"
            continue
        out = [] if path in (path.parent, root) else [_OUT]
        try:
            entries = read_folder(path, hidden=hidden, cancel=cancel)
        except NotADirectoryError:
            path, select = path.parent, path.name
        except FileNotFoundError:
            if path == root:
                return Listing(path, [], notice="this folder is gone")
            path, select = nearest_folder(path.parent), ""
            said = f"{printable(wanted.name)} is gone; nearest folder"
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            return Listing(path, out, notice=f"can't be read: {reason.lower()}")
        else:
            strange = {entry.name for entry in entries if root and leads_out(path / entry.name, root)}
            items = [Item(entry.name, entry.folder, LEADS_OUT * (entry.name in strange)) for entry in entries]
            return Listing(path, out + items, select, "" if items else "nothing here", said)


class PuzzleItems(Sequence[Item]):
    """The rows for the puzzles of a file: made when they are looked at, for there may be a million."""

    def __init__(self, puzzles: Sequence[Puzzle]) -> None:
        self._puzzles = puzzles
        self._wide = len(str(len(puzzles)))

    def __len__(self) -> int:
        return len(self._puzzles) + 1

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        if index == 0:
            return _OUT
        puzzle = self._puzzles[index - 1]
        givens = len(puzzle.givens) - puzzle.holes
        return Item(f"{index:>{self._wide}}  {puzzle.name}", label=str(givens))


def shown_path(path: Path, shipped: Path) -> str:
    """A path as people know it: from the shipped folder's name on, or from `~` on, else whole."""
    if path.is_relative_to(shipped):
        return str(path.relative_to(shipped.parent))
    try:
        home = Path.home()
    except RuntimeError:
        return str(path)
    if path.is_relative_to(home):
        return str(Path("~") / path.relative_to(home))
    return str(path)
