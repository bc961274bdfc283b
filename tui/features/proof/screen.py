"""A proof, clause by clause: the antecedents of each lemma, its uses, and the needed part of the formula."""

import os.path
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Self

from rich.segment import Segment
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal, Vertical
from textual.events import Resize
from textual.widget import Widget

from engine.base.errors import InputError
from engine.base.language import lazy_gettext as _
from engine.base.language import ungrouped
from engine.base.text import pluralized, printable
from engine.sat.formula.selection import ALLOWED, Selection
from engine.sat.formula.words import NUMBERS, Words
from tui.base.background import call, complaint
from tui.base.base_app import BaseApp
from tui.base.dialogs import Prompt
from tui.base.export import Exporter
from tui.base.keymap import MovedBinding
from tui.base.page import Page
from tui.base.picture_view import PanelView
from tui.base.requests import ExploreProof
from tui.base.rows import Rows
from tui.base.text_line import TextLine
from tui.draw.bars import progress
from tui.draw.cells import Line, wrapped
from tui.draw.face import FRAMED_FROM, Chip
from tui.draw.panels import Panel
from tui.features.proof import words as say
from tui.features.proof.job import Explored, ProofProgress, ProofSubject, Unproved, explore, exports
from tui.features.proof.listing import NAMED, ListKind, ProofListing, SortOrder, condition
from tui.features.proof.lists import Across, ClauseRows, Links, heads

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DETAIL = 3
"""Lines of the clause in full."""
_BAR = 40
"""Cells of the bar."""


@dataclass(frozen=True)
class ProofLocation:
    """A place in the list: the selection, and the row of the derivation."""

    listing: ProofListing
    row: int


class ProofScreen(Page):
    """Lists the clauses of a proof; below, side by side, the antecedents and the uses of one."""

    HEADING = _("proof")
    PARTS = (ClauseRows, Links)
    FIRST = ("enter", "retrace", "list", "filter")
    AUTO_FOCUS = "ClauseRows"
    DEFAULT_CSS = f"""
    ProofScreen #body {{ height: 1fr; layout: vertical; }}
    ProofScreen #rows {{ height: 1fr; display: none; }}
    ProofScreen #side {{ height: 50%; min-height: {_DETAIL + 8}; }}
    ProofScreen.-low #side {{ min-height: 0; }}
    ProofScreen #detail {{ height: {_DETAIL + 1}; }}
    ProofScreen #links {{ height: 1fr; display: none; }}
    ProofScreen #users {{ margin-left: 1; }}
    ProofScreen.-framed #body {{ layout: horizontal; }}
    ProofScreen.-framed #rows {{ width: 1fr; }}
    ProofScreen.-framed #side {{ width: 1fr; height: 1fr; margin-left: 1; }}
    ProofScreen.-framed #detail {{ height: {_DETAIL + 4}; }}
    """
    BINDINGS = [
        MovedBinding("backspace", "retrace", "jump back", tooltip="back to where the last jump began", former="b"),
        Binding("c", "list", "core", tooltip="lemmas that are needed, clauses of the formula that are needed, or all"),
        Binding("slash", "filter", "filter", key_display="/",
                tooltip="only some: by literal, length, core, lemma, clause, rat, cell"),
        Binding("o", "order", "order", tooltip="as in the proof, most used, most sources, or shortest first"),
        Binding("g", "go_to", "go to", tooltip="go to a clause by its number"),
        MovedBinding("m", "cells", "cells", former="d",
                     tooltip="literals as cells, or by the names in the file, or as numbers again"),
        Binding("e", "export", "export", tooltip="write the core, the trimmed proof, or LRAT"),
        Binding("x", "stop", "stop", tooltip="stop reading and checking"),
        Binding("r", "start", "again", tooltip="read and check the proof again"),
        Binding("escape", "back", "back", key_display="esc", tooltip="back up to the list, to all of it, then out"),
    ]  # fmt: skip

    @classmethod
    async def from_request(cls, request: ExploreProof, _app: BaseApp, /) -> Self:
        return cls(ProofSubject(request.name, request.formula, request.proof, request.folder))

    def __init__(self, subject: ProofSubject) -> None:
        super().__init__()
        self._subject = subject
        self._explored: Explored | None = None
        self._stage: ProofProgress | None = None
        """The progress of reading and checking; None when it is over."""
        self._fault = ""
        """Why there is nothing to show."""
        self._message = ""
        """A word above the list, until the cursor moves."""
        self._listing = ProofListing()
        self._trail: list[ProofLocation] = []
        """The places from which jumps began."""
        self._exporter = Exporter(self)

    def content(self) -> ComposeResult:
        yield TextLine("note")
        with Container(id="body"):
            with Vertical(id="rows") as rows:
                self.put_frame(rows, say.STEPS, "list", "filter", "order")
                yield TextLine("columns")
                yield ClauseRows()
            with Vertical(id="side"):
                yield PanelView(self._detail, id="detail")
                with Horizontal(id="links"):
                    yield Links("sources")
                    yield Links("users")

    @property
    def topic(self) -> str:
        return self._subject.name

    @property
    def header_facts(self) -> Sequence[str]:
        return [say.needed(*self._explored.counts)] if self._explored is not None else ()

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """Without a proof, there is little to do but to go back."""
        needs_proof = ("list", "filter", "order", "go_to", "cells", "export")
        return {
            **dict.fromkeys(needs_proof, self._explored is not None),
            "stop": self._stage is not None,
            "start": self._stage is None and self._explored is None,
            "retrace": bool(self._trail),
        }

    # reading and checking

    def on_mount(self) -> None:
        self.action_start()

    def action_start(self) -> None:
        self._fault, self._stage = "", ProofProgress("")
        self.background.start(
            "explore", partial(explore, self._subject), self._show_found, failed=self._show_error,
            news=self._show_stage,
        )  # fmt: skip
        self.call_after_refresh(self.redraw)

    def _show_stage(self, stage: ProofProgress) -> None:
        self._stage = stage
        self._show_note()

    def _show_found(self, found: Explored | Unproved) -> None:
        self._stage = None
        if isinstance(found, Unproved):
            self._fault = say.NOT_VERIFIED.format(fault=found.fault)
        else:
            self._explored = found
            self._show_listing(self._listing, found.derivation.end)
        self.redraw()

    def _show_error(self, error: Exception) -> None:
        self._stage = None
        if isinstance(error, InputError):
            self._fault = printable(say.failed(error.message, os.path.basename(error.path or ""), error.line))
        else:
            self._fault = say.failed(complaint(error), "", None)
        self.redraw()

    def action_stop(self) -> None:
        self.background.cancel("explore")
        self._stage = None
        self._fault = say.STOPPED.format(key=self.key("start"))
        self.redraw()

    # the list

    @property
    def _list(self) -> ClauseRows:
        return self.query_one(ClauseRows)

    @property
    def _sources(self) -> Links:
        return self.query_one("#sources", Links)

    @property
    def _users(self) -> Links:
        return self.query_one("#users", Links)

    def _show_listing(self, listing: ProofListing, row: int | None) -> None:
        """List another selection, with the cursor on a row of the derivation if that is in it."""
        explored = self._explored
        if explored is None:
            return

        def show(rows: "NDArray[np.int64]") -> None:
            if not len(rows) and listing.selection is not None:
                self._say(say.NONE_HAS.format(filter=listing.selection))
                return
            self._listing = listing
            self._list.show(explored, rows, row)
            self._follow()

        self.background.start("list", call(listing.rows, explored.derivation), show, here=True)

    def action_list(self) -> None:
        kinds = list(ListKind)
        following = kinds[(kinds.index(self._listing.kind) + 1) % len(kinds)]
        self._show_listing(replace(self._listing, kind=following), self._list.row)

    def action_order(self) -> None:
        orders = list(SortOrder)
        following = orders[(orders.index(self._listing.order) + 1) % len(orders)]
        row = self._list.row if following is SortOrder.PROOF else None  # else the first row is wanted
        self._show_listing(replace(self._listing, order=following), row)

    @work
    async def action_filter(self) -> None:
        explored = self._explored
        assert explored is not None, "a filter is of what is listed"
        typed = await self.ask(Prompt(str(say.ASK_FILTER), placeholder="  ".join((*ALLOWED, *NAMED))))
        if not typed or not typed.strip():
            return
        try:
            selection = Selection.parse(typed, names=lambda word: condition(explored, word), with_states=False)
        except InputError as error:
            self._say(printable(", ".join((str(error), *NAMED))))
        else:
            self._show_listing(replace(self._listing, selection=selection), self._list.row)

    # jumps

    @on(Links.Followed)
    def _jump_along(self, event: Links.Followed) -> None:
        self._jump(event.row)

    def _jump(self, row: int) -> None:
        """Go to a row of the derivation; if it is not listed, first list all rows of its kind."""
        explored, now = self._explored, self._list.row
        if explored is None:
            return
        if now is not None:
            self._trail.append(ProofLocation(self._listing, now))
        place = self._list.place_of(row)
        if place is not None:
            self._list.reset(place, place - self._list.size.height // 2)
            self._follow()
            return
        derivation = explored.derivation
        kind = ListKind.CORE if row < derivation.given else ListKind.LEMMAS
        self._show_listing(ProofListing(kind if derivation.needed[row] else ListKind.ALL), row)

    def action_retrace(self) -> None:
        """Go back to the start of the last jump."""
        if self._trail:
            place = self._trail.pop()
            self._show_listing(place.listing, place.row)

    @work
    async def action_go_to(self) -> None:
        explored = self._explored
        assert explored is not None, "there are numbers to go to"
        derivation = explored.derivation
        last = int(derivation.numbers[derivation.end])
        typed = ungrouped((await self.ask(Prompt(say.ASK_NUMBER.format(last=last))) or "").strip())
        if not typed:
            return
        row = derivation.row_of(int(typed)) if typed.isascii() and typed.isdigit() and len(typed) < 11 else None
        if row is None:
            self._say(say.NO_NUMBER.format(number=printable(typed)))
        else:
            self._jump(row)

    # moving

    @on(Rows.Moved)
    def _moved(self, event: Rows.Moved) -> None:
        if event.rows is self._list:
            self._follow()

    @on(Across)
    def _go_across(self, event: Across) -> None:
        """The lists form a ring: all clauses, antecedents, uses."""
        ring: list[Widget] = [self._list, self._sources, self._users]
        self.set_focus(ring[(ring.index(event.rows) + event.by) % len(ring)])

    async def action_back(self) -> None:
        """Go up to the list, from the filtered list to the whole one, then leave."""
        if self._explored is not None and self.focused is not self._list:
            self.set_focus(self._list)
        elif self._listing.selection is not None:
            self._show_listing(replace(self._listing, selection=None), self._list.row)
        else:
            await super().action_back()

    # the actions of the keys

    def action_cells(self) -> None:
        explored = self._explored
        assert explored is not None, "literals are of what is shown"
        words: Words | None = explored.names
        if explored.sudoku is not None:
            from engine.sudoku.as_sat.cell_words import CellWords

            words = CellWords(explored.sudoku, self.glyphs.unequal)
        if words is None:
            self._say(str(say.NO_NAMES))
            return
        self._list.names = words if self._list.names is NUMBERS else NUMBERS
        self._list.refresh()
        self._follow()

    def action_export(self) -> None:
        if self._explored is not None:
            self._exporter.offer(exports(self._subject, self._explored))

    # the display

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self.redraw)
        self.call_after_refresh(self._show_links)  # once the lines above the lists have their widths

    def redraw(self) -> None:
        is_loaded = self._explored is not None
        for selector in ("#rows", "#links"):
            self.query_one(selector).display = is_loaded
        if is_loaded and self.focused is None:
            self.set_focus(self._list)
        self._list.refresh()
        self._follow()

    def _say(self, message: str) -> None:
        self._message = message
        self._show_note()

    def _follow(self) -> None:
        """Show the facts about the cursor's row."""
        self._message = ""
        self._show_columns()
        self._show_note()
        self.query_one("#detail", PanelView).redraw()
        self._show_links()
        self.refresh_keys()

    def _show_columns(self) -> None:
        self.refresh_header()
        last_head = say.RULES if self._list.names.rules else say.LITERALS
        self.query_one("#columns", TextLine).show([Segment(heads(last_head), self.palette.dim)])

    def _show_note(self) -> None:
        palette, line = self.palette, self.query_one("#note", TextLine)
        if self._stage is not None:
            keys = [Segment(f"{say.STOPS.format(key=self.key('stop'))} ", palette.dim)]
            left: Line = [Segment(f" {self._stage.activity}  ")]
            if self._stage.share is not None:
                left += progress(self._stage.share, _BAR, palette, self.glyphs)
            line.show(left, keys)
        elif self._explored is not None:
            place = f"{say.ROWS.format(row=self._list.cursor + 1, rows=len(self._list))} " if len(self._list) else ""
            text = Segment(f" {self._message or self._listing}", palette.warning if self._message else palette.dim)
            line.show([text], [Segment(place, palette.dim)])
        else:
            line.show([])

    def _detail(self, _width: int, _height: int) -> Panel | list[Line]:
        """The clause of the cursor in full, or why there is none."""
        explored, row = self._explored, self._list.row if self.is_mounted else None
        if self._fault:
            return Panel(self._fault_lines, str(say.NO_PROOF), chip=Chip(str(say.FAULT), "bad"))
        if explored is None:
            return []
        if row is None:
            return [[Segment(f" {say.NOTHING_LISTED.format(key=self.key('list'))}", self.palette.dim)]]
        derivation = explored.derivation
        needed = bool(derivation.needed[row])
        kind = say.CLAUSE_NUMBER if row < derivation.given else say.LEMMA_NUMBER
        chip = Chip(str(say.NEEDED_CHIP if needed else say.UNNEEDED_CHIP), "accent" if needed else "dim")
        return Panel(partial(self._clause, explored, row), kind.format(number=int(derivation.numbers[row])), chip=chip)

    def _fault_lines(self, width: int, _height: int) -> list[Line]:
        return wrapped([Segment(self._fault, self.palette.bad)], max(width, 2))

    def _clause(self, explored: Explored, row: int, width: int, height: int) -> list[Line]:
        """A clause in full, as far as the lines hold it; facts come first."""
        derivation, names, palette = explored.derivation, self._list.names, self.palette
        literals = derivation.clauses[row]
        facts = [self._title_of(explored, row), pluralized(len(literals), "literal")]
        if derivation.by_rat_at(row):
            facts.append(say.BY_RAT.format(literal=names.literal(literals[0])))
        first: Line = [Segment("   ".join(facts), palette.dim)]
        rule = names.rule(row) if row < derivation.given else ""
        rule_segments = [Segment(rule, palette.plain), Segment("  ")] if rule else []
        text = names.between.join(map(names.literal, literals[: width * height])) or say.EMPTY
        ink = palette.dim if rule else palette.title
        edge = [Segment(" ")] * (self.size.width < FRAMED_FROM)
        lines = [first, *wrapped([*rule_segments, Segment(str(text), ink)], max(width - len(edge), 2))][:height]
        return [[*edge, *line] for line in lines]

    def _title_of(self, explored: Explored, row: int) -> str:
        """The kind of a clause, and its place."""
        derivation = explored.derivation
        number, needed = int(derivation.numbers[row]), bool(derivation.needed[row])
        if row < derivation.given:
            return (say.CLAUSE if needed else say.UNNEEDED_CLAUSE).format(number=number)
        at = say.AT_LINE if explored.by_line else say.AT_STEP
        where = at.format(place=int(derivation.places[row])) if derivation.places[row] else say.AT_END
        return (say.LEMMA if needed else say.UNNEEDED_LEMMA).format(number=number, place=where)

    def _show_links(self) -> None:
        explored, row = self._explored, self._list.row
        if explored is None or row is None:
            return
        derivation, names = explored.derivation, self._list.names
        sources, users = derivation.antecedents(row), derivation.users(row) + 1
        ends = say.ENDS if row == derivation.end else say.NOT_USED
        given = say.GIVEN if row < derivation.given else say.NOT_DERIVED
        self._sources.show(explored, sources, names, str(given))
        self._users.show(explored, users, names, str(ends))
        follows = say.FOLLOWS.format(clauses=pluralized(len(sources), "clause"))
        users_head = say.USED_BY.format(lemmas=pluralized(len(users), "lemma"))
        for links, head, count in ((self._sources, follows, len(sources)), (self._users, users_head, len(users))):
            self.put_frame(links, head, *("enter",) * bool(count))
