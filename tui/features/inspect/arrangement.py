"""The arrangement of the inspector's panes."""

from dataclasses import dataclass
from enum import Enum


class ListReplacement(Enum):
    """The pane that replaces the list where there is no room beside it."""

    NOTHING = "nothing"
    BOARD = "board"
    STATISTICS = "statistics"


@dataclass(frozen=True)
class Arrangement:
    """The panes of the inspector: those that exist, that the user asked for, and that fit."""

    wide: bool = False
    """Whether there is room beside the list."""
    formula: bool = False
    broken: bool = False
    """Whether the file can't be read; then it is shown alone."""
    board: bool = False
    """Whether the formula is a sudoku."""
    file: bool = False
    """Whether the user asked for the file."""
    replacement: ListReplacement = ListReplacement.NOTHING

    @property
    def visible_panes(self) -> dict[str, bool]:
        """Whether each pane is visible, by its selector."""
        listed = self.wide or self.replacement is ListReplacement.NOTHING
        board = self.board and (self.wide or self.replacement is ListReplacement.BOARD)
        file = self.broken or (self.file and listed)
        numbers = self.formula and (self.wide or self.replacement is ListReplacement.STATISTICS)
        return {
            "#main": listed and not self.broken,
            "#side": board or file or numbers,
            "BoardPane": board,
            "FilePane": file,
            "#statistics": numbers,
        }

    @property
    def words_in_board(self) -> bool:
        """Whether the words on the clause and the cell appear beside the board, and nowhere else."""
        return not self.wide and self.replacement is ListReplacement.BOARD
