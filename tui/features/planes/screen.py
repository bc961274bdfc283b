"""A search by cutting planes, line by line: propagations with their constraints, conflicts with their sums."""

from collections.abc import Mapping, Sequence

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding

from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized
from engine.sat.cutting_planes.narration import NarratedKind, NarratedLine, narrated
from engine.sat.formula.formula import Formula
from engine.sat.formula.linear_constraint import LinearConstraint, name_of
from tui.base.background import cancellable
from tui.base.page import Page
from tui.base.rows import ItemRows, Rows
from tui.base.text_block import TextBlock
from tui.draw.cells import Line, clip, wrap_line
from tui.features.planes import words

_INDENTED = (NarratedKind.PROPAGATION, NarratedKind.OPERATION)


class PlaneRows(ItemRows[NarratedLine]):
    """The lines of the search; operations on a conflict are indented."""

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        line, palette = self.items[index], self.palette
        inks = {
            NarratedKind.CONFLICT: palette.bad,
            NarratedKind.LEARNED: palette.good,
            NarratedKind.GIVEN: palette.dim,
            NarratedKind.OTHER: palette.dim,
        }
        ink = inks.get(line.kind, palette.plain)
        indent = "   " if line.kind in _INDENTED else " "
        text = f"{indent}{line.sentence}"
        if line.kind is NarratedKind.GIVEN:
            text = f"{text}: {line.constraint}"
        text = clip(text, width, self.glyphs.ellipsis)
        return [Segment(text.ljust(width) if is_selected else text, palette.selected if is_selected else ink)]


class PlanesScreen(Page):
    """Lists the lines of the search; below them is the constraint of the selected one."""

    HEADING = _("cutting planes")
    PARTS = (PlaneRows,)
    FIRST = ("next_conflict",)
    AUTO_FOCUS = "PlaneRows"
    DEFAULT_CSS = """
    PlanesScreen PlaneRows { height: 1fr; }
    PlanesScreen TextBlock { height: 30%; min-height: 5; max-height: 12; }
    """
    BINDINGS = [
        Binding("n", "next_conflict(1)", "next conflict", tooltip="go to the next conflict", id="next_conflict"),
        Binding("p", "next_conflict(-1)", "previous", tooltip="go to the previous conflict", id="previous_conflict"),
    ]

    def __init__(self, name: str, formula: Formula) -> None:
        """`name` is the printable name of the formula."""
        super().__init__()
        self._formula_name, self._formula = name, formula
        self._answer: int | None = None

    def content(self) -> ComposeResult:
        self.rows, self.text = PlaneRows(), TextBlock()
        yield self.rows
        yield self.text

    @property
    def topic(self) -> str:
        return self._formula_name

    @property
    def header_facts(self) -> Sequence[str]:
        if self._answer is None:
            return ()
        conflicts = sum(line.kind is NarratedKind.CONFLICT for line in self.rows.items)
        return [str(pluralized(conflicts, "conflict")), str(words.ANSWERS[self._answer])]

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        return {"next_conflict": self._answer is not None}

    def on_mount(self) -> None:
        self.background.start("search", cancellable(narrated, self._formula), self._show)
        self.call_after_refresh(self.redraw)

    def _show(self, search: tuple[list[NarratedLine], int]) -> None:
        lines, self._answer = search
        first = next((place for place, line in enumerate(lines) if line.kind is NarratedKind.CONFLICT), 0)
        self.rows.fill(lines, first)
        self.refresh_header()
        self.refresh_keys()
        self.redraw()

    def action_next_conflict(self, step: int) -> None:
        lines, place = self.rows.items, self.rows.cursor + step
        while 0 <= place < len(lines) and lines[place].kind is not NarratedKind.CONFLICT:
            place += step
        if 0 <= place < len(lines):
            self.rows.fill(lines, place)
            self.redraw()
        else:
            self.notify(str(words.NO_OTHER))

    def on_rows_moved(self, _event: Rows.Moved) -> None:
        self.redraw()

    def redraw(self) -> None:
        """Show the constraint of the selected line."""
        line = self.rows.item
        self.put_frame(self.rows, words.LINES, aside=self.rows.row_text)
        self.put_frame(self.text, words.CONSTRAINT)
        width = max(self.text.size.width, 1)
        if line is None:
            text = words.SEARCHING.format(ellipsis=self.glyphs.ellipsis)
            self.text.put([[Segment(text if self._answer is None else "", self.palette.dim)]])
            return
        text_lines: list[Line] = list(wrap_line([Segment(line.sentence, self.palette.plain)], width))
        if line.added is not None:
            text_lines += self._constraint(f"{words.ADDED}: ", line.added, line.trail, width)
        if line.constraint is not None:
            title = f"{words.SUM}: " if line.added is not None else ""
            text_lines += self._constraint(title, line.constraint, line.trail, width)
        if explanation := words.EXPLANATIONS.get(line.kind):
            text_lines += wrap_line([Segment(str(explanation), self.palette.dim)], width)
        self.text.put(text_lines)

    def _constraint(self, title: str, constraint: LinearConstraint, trail: Sequence[int], width: int) -> Sequence[Line]:
        """A constraint with its slack; false literals are dim, true ones marked."""
        palette, true = self.palette, set(trail)
        segments = [Segment(title, palette.dim)]
        for weight, literal in constraint.terms:
            ink = palette.good if literal in true else palette.bad if -literal in true else palette.plain
            segments.append(Segment(f"{weight} {name_of(literal)} ", ink))
        slack = constraint.slack(-literal for literal in trail)
        segments.append(Segment(f"{'' if constraint.terms else '0 '}>= {constraint.bound}", palette.plain))
        segments.append(Segment(f"  ({_('slack {slack:,}').format(slack=slack)})", palette.dim))
        return wrap_line(segments, width)
