"""The formats, each described once: browser, commands, readers and the share screen follow this table."""

import re

from engine.base.language import lazy_gettext as _
from engine.sudoku.formats import fpuzzles, ksudoku, opensudoku, rule_file, sudokupad, text_formats
from engine.sudoku.formats.format import Format
from engine.sudoku.formats.shapes import canvas, line, stack
from engine.sudoku.formats.text_formats import marked_line, marked_text, text
from engine.sudoku.formats.text_lines import CORNER

FORMATS = {
    form.name: form
    for form in (
        Format(
            "grid", _("as on the canvas, . for an empty cell"), text(canvas), blank_lines=True, shape=canvas,
            candidates_body=marked_text(canvas),
        ),
        Format(
            "stack", _("one grid below the other, . for an empty cell"), text(stack), blank_lines=True, shape=stack,
            candidates_body=marked_text(stack),
        ),
        Format(
            "line", _("all grids in one line, . for an empty cell"), text(line), shape=line,
            candidates_body=marked_line("."),
        ),
        Format(
            "spaced", _("the canvas with blanks, 0 for an empty cell, -1 in corners"),
            text(canvas, "0", CORNER, " "), blank_lines=True, shape=canvas, candidates_body=marked_text(canvas),
        ),
        Format(
            "ss", _("drawn with lines between the boxes"), text_formats.drawn, text_formats.boxes_misfit,
            blank_lines=True, shape=canvas, suffix=".ss", candidates_body=text_formats.marked_drawn,
        ),
        Format(
            "sdk", _("nine lines below [Puzzle]"), text_formats.sdk, text_formats.nine_digits_misfit, blank_lines=True,
            shape=canvas, suffix=".sdk", candidates_body=text_formats.marked_sdk,
        ),
        Format(
            "sdm", _("lines of 81 digits, 0 for an empty cell"), text(line, "0"), text_formats.nine_digits_misfit,
            shape=line, suffix=".sdm", candidates_body=marked_line("0"),
        ),
        Format(
            "hodoku", _("a line of HoDoKu's library"), text_formats.hodoku, text_formats.nine_digits_misfit, shape=line,
            candidates_body=text_formats.marked_hodoku, row=re.compile(rb":[^:\s]*:[^:]*:[0-9.+]+:"),
        ),
        Format(
            "opensudoku", _("OpenSudoku XML"), opensudoku.write, text_formats.standard_misfit, head=opensudoku.HEAD,
            tail=opensudoku.TAIL, remark=opensudoku.remark, suffix=".opensudoku", read_markup=opensudoku.read,
        ),
        Format(
            "rules", _("our own JSON, with any rules on any layout"), rule_file.write, misfit_of_rules=lambda _: "",
            remark=None, suffix=".json", candidates_body=rule_file.write,
            is_object=lambda content, _rows: rule_file.is_puzzle(content), read_object=rule_file.read,
        ),
        Format(
            "fpuzzles", _("f-puzzles JSON, one object per line"), fpuzzles.write, fpuzzles.misfit,
            fpuzzles.misfit_of_rules, remark=None, suffix=".json", candidates_body=fpuzzles.write,
            is_object=lambda content, has_rows: "size" in content and not has_rows, read_object=fpuzzles.read,
        ),
        Format(
            "sudokupad", _("a link that SudokuPad opens"), sudokupad.write_link, sudokupad.misfit,
            sudokupad.misfit_of_rules,
            is_object=lambda content, _rows: "regions" in content and sudokupad.is_puzzle(content),
            read_object=sudokupad.read,
        ),
        Format(
            "fpuzzles-link", _("a link that f-puzzles opens"), fpuzzles.write_link, fpuzzles.misfit,
            fpuzzles.misfit_of_rules, candidates_body=fpuzzles.write_link,
        ),
        Format(
            "ksudoku", _("KSudoku XML, with the layout; one puzzle per file"), ksudoku.write,
            misfit_of_rules=ksudoku.misfit_of_rules, head=ksudoku.HEAD, tail=ksudoku.TAIL, is_single=True, remark=None,
            suffix=".ksudoku", read_markup=ksudoku.read,
        ),
    )
}  # fmt: skip
"""The formats that can be written, by name. What is only read is in `json_reader`, `links` and `text_reader`."""
