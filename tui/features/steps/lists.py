"""The list of the screen: steps, or moves with what they used."""

from dataclasses import dataclass

from rich.cells import cell_len

from tui.base.rows import ItemRows
from tui.draw.cells import Line, clip


@dataclass(frozen=True)
class StepRow:
    """A row: what is done, by which technique, and with what score; `hardest` rows have a mark."""

    title: str
    effect: str
    score: str = ""
    hardest: bool = False


class StepList(ItemRows[StepRow]):
    """Rows as they are given."""

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        row, palette = self.items[index], self.palette
        mark = "!" if row.hardest else " "
        score = f"{row.score:>4} " if row.score else ""
        room = max(width - len(mark) - len(score) - cell_len(row.effect) - 1, 0)
        title = clip(row.title, room, self.glyphs.ellipsis)
        pieces = (
            (mark, palette.warning), (score, palette.dim), (title, palette.warning if row.hardest else palette.plain),
            (" " * (room - cell_len(title) + 1), palette.plain), (row.effect, palette.accent),
        )  # fmt: skip
        return self.painted(pieces, is_selected)
