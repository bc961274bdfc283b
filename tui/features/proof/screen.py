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
from engine.base.text import as_beginning, pluralized, printable
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
from tui.base.text_block import TextLine
from tui.draw.bars import progress
from tui.draw.cells import Line, wrap_line
from tui.draw.face import Chip
from tui.draw.panels import MARGIN, Panel
from tui.features.proof import words as say
from tui.features.proof.job import InvalidProof, ProofProgress, ProofSubject, VerifiedProof, explore, exports
from tui.features.proof.listing import WORDS, ListKind, ProofListing, SortOrder, condition
from tui.features.proof.lists import ClauseRows, Links, ListLeft, heads

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DETAIL = 3
"""Rows of the clause in full."""
_BAR = 40
"""Columns of the bar."""


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
    ProofScreen.-invalid #side, ProofScreen.-invalid #detail {{ height: 1fr; }}
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
        self._proof: VerifiedProof | None = None
        self._progress: ProofProgress | None = None
        """The progress of reading and checking; None when it is over."""
        self._fault = ""
        """Why there is nothing to show."""
        self._reasons: tuple[str, ...] = ()
        """Why the wrong step of the proof does not follow."""
        self._message = ""
        """A message above the list, until the cursor moves."""
        self._listing = ProofListing()
        self._jumps: list[ProofLocation] = []
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
                yield PanelView(self._detail, margin=MARGIN, framed_margin=0, id="detail")
                with Horizontal(id="links"):
                    yield Links("sources")
                    yield Links("users")

    @property
    def topic(self) -> str:
        return self._subject.name

    @property
    def header_facts(self) -> Sequence[str]:
        return [say.needed(*self._proof.counts)] if self._proof is not None else ()

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """Without a proof, only a few actions are possible."""
        needs_proof = ("list", "filter", "order", "go_to", "cells", "export")
        return {
            **dict.fromkeys(needs_proof, self._proof is not None),
            "stop": self._progress is not None,
            "start": self._progress is None and self._proof is None,
            "retrace": bool(self._jumps),
        }

    # reading and checking

    def on_mount(self) -> None:
        self.action_start()

    def action_start(self) -> None:
        self._fault, self._reasons, self._progress = "", (), ProofProgress("")
        self.remove_class("-invalid")
        self.background.start(
            "explore",
            partial(explore, self._subject),
            self._show_proof,
            failed=self._show_error,
            news=self._show_progress,
        )
        self.call_after_refresh(self.redraw)

    def _show_progress(self, stage: ProofProgress) -> None:
        self._progress = stage
        self._show_note()

    def _show_proof(self, proof: VerifiedProof | InvalidProof) -> None:
        self._progress = None
        if isinstance(proof, InvalidProof):
            self._fault, self._reasons = say.NOT_VERIFIED.format(fault=proof.fault), proof.reasons
            self.add_class("-invalid")
        else:
            self._proof = proof
            self._show_listing(self._listing, proof.derivation.end)
        self.redraw()

    def _show_error(self, error: Exception) -> None:
        self._progress = None
        if isinstance(error, InputError):
            self._fault = printable(say.failed(error.message, os.path.basename(error.path or ""), error.line))
        else:
            self._fault = say.failed(complaint(error), "", None)
        self.redraw()

    def action_stop(self) -> None:
        self.background.cancel("explore")
        self._progress = None
        self._fault = say.STOPPED.format(key=self.key("start"))
        self.redraw()

    # the list

    @property
    def _rows(self) -> ClauseRows:
        return self.query_one(ClauseRows)

    @property
    def _sources(self) -> Links:
        return self.query_one("#sources", Links)

    @property
    def _users(self) -> Links:
        return self.query_one("#users", Links)

    def _show_listing(self, listing: ProofListing, row: int | None) -> None:
        """List another selection, with the cursor on a row of the derivation if that is in it."""
        proof = self._proof
        if proof is None:
            return

        def show(rows: "NDArray[np.int64]") -> None:
            if not len(rows) and listing.selection is not None:
                self._show_message(say.NONE_HAS.format(filter=listing.selection))
                return
            self._listing = listing
            self._rows.show(proof, rows, row)
            self._show_row()

        self.background.start("list", call(listing.rows, proof.derivation), show, here=True)

    def action_list(self) -> None:
        kinds = list(ListKind)
        following = kinds[(kinds.index(self._listing.kind) + 1) % len(kinds)]
        self._show_listing(replace(self._listing, kind=following), self._rows.row)

    def action_order(self) -> None:
        orders = list(SortOrder)
        following = orders[(orders.index(self._listing.order) + 1) % len(orders)]
        row = self._rows.row if following is SortOrder.PROOF else None  # else the first row is wanted
        self._show_listing(replace(self._listing, order=following), row)

    @work
    async def action_filter(self) -> None:
        proof = self._proof
        assert proof is not None, "only a proof can be filtered"
        typed = await self.ask(Prompt(str(say.ASK_FILTER), placeholder="  ".join((*ALLOWED, *WORDS))))
        if not typed or not typed.strip():
            return
        try:
            selection = Selection.parse(typed, names=lambda word: condition(proof, word), with_states=False)
        except InputError as error:
            self._show_message(printable(", ".join((str(error), *WORDS))))
        else:
            self._show_listing(replace(self._listing, selection=selection), self._rows.row)

    # jumps

    @on(Links.Followed)
    def _follow_link(self, event: Links.Followed) -> None:
        self._jump(event.row)

    def _jump(self, row: int) -> None:
        """Go to a row of the derivation; if it is not listed, first list all rows of its kind."""
        proof, current = self._proof, self._rows.row
        if proof is None:
            return
        if current is not None:
            self._jumps.append(ProofLocation(self._listing, current))
        place = self._rows.place_of(row)
        if place is not None:
            self._rows.reset(place, place - self._rows.size.height // 2)
            self._show_row()
            return
        derivation = proof.derivation
        kind = ListKind.CORE if row < derivation.formula_size else ListKind.LEMMAS
        self._show_listing(ProofListing(kind if derivation.needed[row] else ListKind.ALL), row)

    def action_retrace(self) -> None:
        """Go back to the start of the last jump."""
        if self._jumps:
            place = self._jumps.pop()
            self._show_listing(place.listing, place.row)

    @work
    async def action_go_to(self) -> None:
        proof = self._proof
        assert proof is not None, "there are numbers to go to"
        derivation = proof.derivation
        last = int(derivation.numbers[derivation.end])
        typed = ungrouped((await self.ask(Prompt(say.ASK_NUMBER.format(last=last))) or "").strip())
        if not typed:
            return
        row = derivation.row_of(int(typed)) if typed.isascii() and typed.isdigit() and len(typed) < 11 else None
        if row is None:
            self._show_message(say.NO_NUMBER.format(number=printable(typed)))
        else:
            self._jump(row)

    # moving

    @on(Rows.Moved)
    def _moved(self, event: Rows.Moved) -> None:
        if event.rows is self._rows:
            self._show_row()

    @on(ListLeft)
    def _go_across(self, event: ListLeft) -> None:
        """The lists form a ring: all clauses, antecedents, uses."""
        ring: list[Widget] = [self._rows, self._sources, self._users]
        self.set_focus(ring[(ring.index(event.rows) + event.by) % len(ring)])

    async def action_back(self) -> None:
        """Go up to the list, from the filtered list to the whole one, then leave."""
        if self._proof is not None and self.focused is not self._rows:
            self.set_focus(self._rows)
        elif self._listing.selection is not None:
            self._show_listing(replace(self._listing, selection=None), self._rows.row)
        else:
            await super().action_back()

    # the actions of the keys

    def action_cells(self) -> None:
        proof = self._proof
        assert proof is not None, "only a proof has literals"
        words: Words | None = proof.names
        if proof.sudoku is not None:
            from engine.sudoku.as_sat.cell_words import CellWords

            words = CellWords(proof.sudoku, self.glyphs.unequal)
        if words is None:
            self._show_message(str(say.NO_NAMES))
            return
        self._rows.names = words if self._rows.names is NUMBERS else NUMBERS
        self._rows.refresh()
        self._show_row()

    def action_export(self) -> None:
        if self._proof is not None:
            self._exporter.offer(exports(self._subject, self._proof))

    # the display

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self.redraw)
        self.call_after_refresh(self._show_links)  # once the lines above the lists have their widths

    def redraw(self) -> None:
        is_loaded = self._proof is not None
        for selector in ("#rows", "#links"):
            self.query_one(selector).display = is_loaded
        if is_loaded and self.focused is None:
            self.set_focus(self._rows)
        self._rows.refresh()
        self._show_row()

    def _show_message(self, message: str) -> None:
        self._message = message
        self._show_note()

    def _show_row(self) -> None:
        """Show the facts about the cursor's row, without a message."""
        self._message = ""
        self._show_columns()
        self._show_note()
        self.query_one("#detail", PanelView).redraw()
        self._show_links()
        self.refresh_keys()

    def _show_columns(self) -> None:
        self.refresh_header()
        last_head = say.RULES if self._rows.names.rules else say.LITERALS
        self.query_one("#columns", TextLine).show([Segment(heads(last_head), self.palette.dim)])

    def _show_note(self) -> None:
        palette, line = self.palette, self.query_one("#note", TextLine)
        if self._progress is not None:
            keys = [Segment(f"{say.STOPS.format(key=self.key('stop'))} ", palette.dim)]
            left: Line = [Segment(f" {self._progress.activity}  ")]
            if self._progress.share is not None:
                left += progress(self._progress.share, _BAR, palette, self.glyphs)
            line.show(left, keys)
        elif self._proof is not None:
            place = f"{self._rows.row_text} "
            text = Segment(f" {self._message or self._listing}", palette.warning if self._message else palette.dim)
            line.show([text], [Segment(place, palette.dim)])
        else:
            line.show([])

    def _detail(self, _width: int, _height: int) -> Panel | list[Line]:
        """Return the clause of the cursor in full, or why there is none."""
        proof, row = self._proof, self._rows.row if self.is_mounted else None
        if self._fault:
            return Panel(self._fault_lines, str(say.NO_PROOF), chip=Chip(str(say.FAULT), "bad"))
        if proof is None:
            return []
        if row is None:
            return [[Segment(say.NOTHING_LISTED.format(key=self.key("list")), self.palette.dim)]]
        derivation = proof.derivation
        needed = bool(derivation.needed[row])
        kind = say.CLAUSE_NUMBER if row < derivation.formula_size else say.LEMMA_NUMBER
        chip = Chip(str(say.NEEDED_CHIP if needed else say.UNNEEDED_CHIP), "accent" if needed else "dim")
        return Panel(partial(self._clause, proof, row), kind.format(number=int(derivation.numbers[row])), chip=chip)

    def _fault_lines(self, width: int, _height: int) -> list[Line]:
        lines = wrap_line([Segment(self._fault, self.palette.bad)], max(width, 2))
        for reason in self._reasons:
            lines += [[], *wrap_line([Segment(say.REASON.format(reason=as_beginning(reason)))], max(width, 2))]
        return lines

    def _clause(self, proof: VerifiedProof, row: int, width: int, height: int) -> list[Line]:
        """Return a clause in full, as far as it fits, after the facts about it."""
        derivation, names, palette = proof.derivation, self._rows.names, self.palette
        literals = derivation.clauses[row]
        facts = [self._title_of(proof, row), pluralized(len(literals), "literal")]
        if derivation.is_rat(row):
            facts.append(say.BY_RAT.format(literal=names.literal(literals[0])))
        first: Line = [Segment("   ".join(facts), palette.dim)]
        rule = names.rule(row) if row < derivation.formula_size else ""
        rule_segments = [Segment(rule, palette.plain), Segment("  ")] if rule else []
        text = names.between.join(map(names.literal, literals[: width * height])) or say.EMPTY
        ink = palette.dim if rule else palette.title
        return [first, *wrap_line([*rule_segments, Segment(str(text), ink)], max(width, 2))][:height]

    def _title_of(self, proof: VerifiedProof, row: int) -> str:
        """Return the kind of a clause, and its place."""
        derivation = proof.derivation
        number, needed = int(derivation.numbers[row]), bool(derivation.needed[row])
        if row < derivation.formula_size:
            return (say.CLAUSE if needed else say.UNNEEDED_CLAUSE).format(number=number)
        place = str(say.AT_END)
        if derivation.places[row]:
            place = (say.AT_LINE if proof.by_line else say.AT_STEP).format(place=int(derivation.places[row]))
        return (say.LEMMA if needed else say.UNNEEDED_LEMMA).format(number=number, place=place)

    def _show_links(self) -> None:
        proof, row = self._proof, self._rows.row
        if proof is None or row is None:
            return
        derivation, names = proof.derivation, self._rows.names
        sources, users = derivation.antecedents(row), derivation.users(row) + 1
        ends = say.ENDS if row == derivation.end else say.NOT_USED
        given = say.GIVEN if row < derivation.formula_size else say.NOT_DERIVED
        self._sources.show(proof, sources, names, str(given))
        self._users.show(proof, users, names, str(ends))
        follows = say.FOLLOWS.format(clauses=pluralized(len(sources), "clause"))
        users_head = say.USED_BY.format(lemmas=pluralized(len(users), "lemma"))
        for links, head, count in ((self._sources, follows, len(sources)), (self._users, users_head, len(users))):
            self.put_frame(links, head, *("enter",) * bool(count))
