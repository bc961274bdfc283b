"""Parts of a formula as rows of the list: a heading with a count for each kind, then its parts."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from rich.segment import Segment

from engine.base.text import printable
from engine.sat.formula.names import VariableNames
from engine.sat.formula.opb import ListedConstraint
from engine.sat.formula.selection import ClauseFilter, NumberedClauses
from engine.sat.structure import Structure
from tui.draw.cells import Line, clip
from tui.draw.palette import Glyphs, Palette
from tui.features.inspect import words as say

if TYPE_CHECKING:  # loaded by the job that finds remarks
    from engine.sat.lint import LintReport, Remark

_MAX_LENGTH = 1000
"""Maximum number of characters used of a part: more do not fit in a row."""


@dataclass(frozen=True)
class NamedLine:
    """A part without clauses: its line in the file (0 for none), and its text."""

    line: int
    text: str

    def __str__(self) -> str:
        return self.text


class PartView:
    """All parts, one a row; rows are created when they are drawn, because there may be a million."""

    def __init__(
        self, columns: str, kinds: "Iterable[tuple[str, Sequence[ClauseFilter | NamedLine]]]", remarks: Iterable[str]
    ) -> None:
        """`columns` is the heading above the rows; `kinds` are headings with their parts, which have texts; `remarks`
        are sentences below.
        """
        self.columns = f"  {columns}"
        self.cursor = 0
        self.top = 0
        self._parts = [*kinds]
        self._starts = [0, *accumulate(1 + len(parts) for _, parts in self._parts)]
        self._remarks = [*filter(None, remarks)]

    def __len__(self) -> int:
        return self._starts[-1] + len(self._remarks)

    def part(self, row: int) -> ClauseFilter | None:
        """Return the clauses of the part in a row; None for headings, remarks and parts without clauses."""
        part = self._part(row)
        return None if isinstance(part, NamedLine) else part

    def _part(self, row: int) -> "ClauseFilter | NamedLine | None":
        """Return the part in a row; None for headings and remarks."""
        if row >= self._starts[-1]:
            return None
        kind = bisect_right(self._starts, row) - 1
        place = row - self._starts[kind] - 1
        return None if place < 0 else self._parts[kind][1][place]

    def heading(self, row: int, by: int) -> int:
        """Return the row of the next heading after a row (`by` 1), or before it (`by` -1)."""
        kind = bisect_right(self._starts, row) if by > 0 else bisect_left(self._starts, row) - 1
        return self._starts[max(0, min(kind, len(self._parts) - 1))]

    def text(self, row: int) -> str:
        """Return the text of a row."""
        part = self._part(row)
        if part is not None:
            return printable(str(part)[:_MAX_LENGTH])
        if row >= self._starts[-1]:
            return self._remarks[row - self._starts[-1]]
        return str(self._parts[bisect_right(self._starts, row) - 1][0])

    def line(self, row: int) -> int:
        """Return the line in the file of a part without clauses; 0 for none."""
        part = self._part(row)
        return part.line if isinstance(part, NamedLine) else 0

    def draw(self, index: int, width: int, is_selected: bool, palette: Palette, glyphs: Glyphs) -> Line:
        """Return the text of a row in at most `width` cells."""
        part = self._part(index)
        text = clip("  " * (1 + (part is not None)) + self.text(index), width, glyphs.ellipsis)
        return [Segment(text, palette.selected if is_selected else palette.plain if part is not None else palette.dim)]


def structure_view(structure: Structure, key: str) -> PartView:
    """Return the view of a formula's structure; `key` shows the clauses of a part."""
    kinds = ((say.PARTS[kind.value].format(count=len(parts)), parts) for kind, parts in structure.parts.items())
    equal = structure.equivalences
    remarks = (
        str(structure.propagation),
        str(say.INCONSISTENT) if structure.inconsistent else "",
        str(equal) if equal.equal else "",
        str(say.OPPOSITE) if equal.refuted else "",
    )
    return PartView(say.STRUCTURE.format(key=key), kinds, remarks)


def constraint_view(constraints: Sequence[ListedConstraint], key: str, words: str = "") -> PartView:
    """Return the view of the linear constraints of a file that contain all `words`; `key` shows their clauses."""
    required = words.split()
    parts: list[ClauseFilter | NamedLine] = []
    for number, constraint in enumerate(constraints, 1):
        if all(word in constraint.text.replace("+", " ").replace("-", " ").split() for word in required):
            text = say.constraint(number, constraint.text, constraint.degrees)
            clauses = tuple(constraint.clauses)
            parts.append(NumberedClauses(clauses, frozenset(), text) if clauses else NamedLine(0, text))
    template = say.CONSTRAINTS_WITH if required else say.CONSTRAINTS
    heading = template.format(count=len(parts), words=printable(words))
    return PartView(say.CONSTRAINT_HEAD.format(key=key), [(heading, parts)], ())


def lint_view(report: "LintReport", names: VariableNames | None, key: str) -> PartView:
    """Return the view of the remarks on a formula; `key` shows the clauses of a finding, or its line in the file."""
    kinds = (
        (say.LINT[remark.kind.value].format(count=remark.count), _Findings(remark, names))
        for remark in report.remarks
        if remark.findings
    )
    remarks = [remark.sentence for remark in report.remarks if not remark.findings]
    remarks += [str(say.NO_REMARKS)] * (not report.remarks) + [str(say.MORE_POSSIBLE)] * (not report.complete)
    return PartView(say.LINT_HEAD.format(key=key), kinds, remarks)


class _Findings(Sequence[ClauseFilter | NamedLine]):
    """The findings of a remark as parts, created when they are drawn."""

    def __init__(self, remark: "Remark", names: VariableNames | None) -> None:
        self._remark = remark
        self._names = names

    def __len__(self) -> int:
        return len(self._remark.findings)

    def __getitem__(self, place: Any) -> Any:
        from engine.sat.lint import finding_text

        finding = self._remark.findings[place]
        text = finding_text(self._remark.kind, finding, self._names)
        if finding.clauses:
            return NumberedClauses(finding.clauses, frozenset(finding.literals), text)
        return NamedLine(next(iter(finding.lines), 0), text)
