"""The lists of the proof explorer: clauses, and the antecedents and uses of one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from engine.base.language import Sentence
from engine.sat.formula.words import NUMBERS, Words
from tui.base.rows import Rows
from tui.draw.cells import Line, clip, pad_left
from tui.features.proof import words as say
from tui.features.proof.job import VerifiedProof

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NUMBER, _LENGTH, _COUNT = 8, 5, 6
"""Columns of a clause's number, of its length, and of the number of its antecedents or uses."""
_LITERALS = 400
"""Maximum number of literals of a clause in a row."""


def text_of(proof: VerifiedProof, row: int, names: Words, width: int, ellipsis: str) -> str:
    """Return the literals of a clause, or its name if it is a rule, in at most `width` cells."""
    clauses = proof.derivation.clauses
    start, end = clauses.starts[row], clauses.starts[row + 1]
    if start == end:
        return clip(str(say.EMPTY), width, ellipsis)
    if row < proof.derivation.formula_size and (rule := names.rule(row)):
        return clip(rule, width, ellipsis)
    excerpt = clauses.literals[start : min(end, start + _LITERALS)]
    return clip(names.between.join(map(names.literal, excerpt)), width, ellipsis)


def heads(last_head: Sentence) -> str:
    """Return the column titles of `ClauseRows`; `last_head` is the last one."""
    columns = (say.NUMBER, _NUMBER), (say.LENGTH, _LENGTH), (say.ANTECEDENTS, _COUNT), (say.USERS, _COUNT)
    return "".join(pad_left(str(head), width) for head, width in columns) + f"  {last_head}"


@dataclass
class ListLeft(Message):
    """Posted when the user goes from a list to the next one (`by` is 1), or to the previous one."""

    rows: Rows
    by: int


class ClauseRows(Rows):
    """Clauses of the proof, by rows of the derivation. Those that nothing needs are dim."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "enter", "jump", tooltip="to the clauses that it follows from; there: jump to the clause"),
        Binding("left,h", "across(-1)", "list left", show=False, tooltip="to the previous list: clauses, from, used"),
        Binding("right,l", "across(1)", "list right", show=False, tooltip="to the next list: clauses, from, used"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.names: Words = NUMBERS
        """The names of literals."""
        self._proof: VerifiedProof | None = None
        self._rows: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return 0 if self._rows is None else len(self._rows)

    @property
    def row(self) -> int | None:
        """The row of the derivation under the cursor."""
        return None if self._rows is None or not len(self._rows) else int(self._rows[self.cursor])

    def place_of(self, row: int) -> int | None:
        """The place of a row of the derivation in the list; None if it is not listed."""
        found = [] if self._rows is None else (self._rows == row).nonzero()[0]
        return int(found[0]) if len(found) else None

    def show(self, proof: VerifiedProof, rows: "NDArray[np.int64]", row: int | None) -> None:
        """List these rows, with the cursor on the given one, or on the first if that is not listed."""
        self._proof, self._rows = proof, rows
        place = self.place_of(row) if row is not None else None
        self.reset(place or 0, (place or 0) - self.size.height // 2)

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        proof, rows = self._proof, self._rows
        assert proof is not None, "what is listed is there"
        assert rows is not None, "what is listed is there"
        derivation, row, palette = proof.derivation, int(rows[index]), self.palette
        needed = bool(derivation.needed[row])
        number = f"{derivation.numbers[row]}" if derivation.numbers[row] else "-"
        length = derivation.clauses.starts[row + 1] - derivation.clauses.starts[row]
        sources, users = len(derivation.antecedents(row)), len(derivation.users(row))
        head, counts = f"{number:>{_NUMBER}}", f"{length:>{_LENGTH}}{sources:>{_COUNT}}{users:>{_COUNT}}  "
        ink, number_ink = (palette.plain, palette.accent) if needed else (palette.dim, palette.dim)
        text = text_of(proof, row, self.names, width - len(head) - len(counts) - 1, self.glyphs.ellipsis)
        return self.painted(((head, number_ink), (counts, palette.dim), (text, ink)), is_selected)

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """Nothing leads on from an empty list."""
        return dict.fromkeys(("enter", "across"), len(self) > 0)

    def action_enter(self) -> None:
        self.action_across(1)

    def action_across(self, by: int) -> None:
        self.post_message(ListLeft(self, by))

    def on_rows_row_clicked(self) -> None:
        self.action_enter()


class Links(Rows):
    """The antecedents of a clause, or its uses: rows of the derivation from 1, negative ones for resolvents.

    Enter goes to the clause under the cursor.
    """

    BINDINGS = ClauseRows.BINDINGS

    class Followed(Message):
        """Posted when the user goes to a clause, by its row."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    def __init__(self, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.names: Words = NUMBERS
        self._proof: VerifiedProof | None = None
        self._links: NDArray[np.signedinteger] | None = None

    def __len__(self) -> int:
        return 0 if self._links is None else len(self._links)

    def show(self, proof: VerifiedProof, links: "NDArray[np.signedinteger]", names: Words, nothing: str) -> None:
        """List these rows."""
        self._proof, self._links, self.names, self.notice = proof, links, names, nothing
        self.reset(0, 0)

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        proof, links = self._proof, self._links
        assert proof is not None, "what is listed is there"
        assert links is not None, "what is listed is there"
        link, derivation, palette = int(links[index]), proof.derivation, self.palette
        row = abs(link) - 1
        number = int(derivation.numbers[row])
        mark = f"{say.WITH.format(number=number)} " if link < 0 else f"{number:>{_NUMBER}}  "
        text = text_of(proof, row, self.names, width - len(mark) - 1, self.glyphs.ellipsis)
        ink = palette.dim if row < derivation.formula_size else palette.accent
        return self.painted(((mark, ink), (text, palette.plain)), is_selected)

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """Nothing leads on from an empty list."""
        return {"enter": len(self) > 0}

    def action_enter(self) -> None:
        if self._links is not None and len(self._links):
            self.post_message(self.Followed(abs(int(self._links[self.cursor])) - 1))

    def on_rows_row_clicked(self) -> None:
        self.action_enter()

    def action_across(self, by: int) -> None:
        self.post_message(ListLeft(self, by))
