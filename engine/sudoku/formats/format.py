"""The description of a puzzle format: how it is written and recognised, and what reads it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any

from engine.base.errors import InputError
from engine.base.language import Sentence, _
from engine.sudoku.formats.markup import Element
from engine.sudoku.formats.shapes import Shape
from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.puzzle import Puzzle

MarkupReader = Callable[[Iterable[Element], Layout | None, "str | PathLike[str] | None"], Iterator[Puzzle | InputError]]
"""Reads the elements of an XML file after its root."""


def _no_rules(puzzle: Puzzle) -> str:
    return _("this format has no {rule}").format(rule=puzzle.rules[0].title) if puzzle.rules else ""


@dataclass(frozen=True)
class Format:
    """A puzzle format.

    How it is written:

    - `body`: the text of one puzzle, with its name. `candidates_body`: the same for a puzzle that excludes candidates;
      None if the format can't hold them.
    - `misfit`: why a layout can't be written, "" if it can; `misfit_of_rules`: why rules besides the houses can't.
    - `head` and `tail`: the text before and after all puzzles of a file. `blank_lines`: an empty line separates
      puzzles. `is_single`: a file holds one puzzle only. `remark` makes a remark for the beginning of a file; None if
      the format has no remarks.
    - `shape`: the shape of plain text, which does not distinguish layouts that look alike.
    - `suffix`: the end of a file's name.

    How it is read; plain text needs none of these, as `text_reader` reads all its forms:

    - `row` matches a line that only files of this format have.
    - `read_markup` reads XML whose root has the name of the format.
    - `is_object` recognises a JSON object, given whether it has rows of digits or text under a name such as `puzzle`;
      `read_object` reads it, and raises InputError without a place.
    """

    name: str
    summary: Sentence
    body: Callable[[Puzzle], str]
    misfit: Callable[[Layout], str] = lambda _: ""
    misfit_of_rules: Callable[[Puzzle], str] = _no_rules
    head: str = ""
    tail: str = ""
    blank_lines: bool = False
    is_single: bool = False
    remark: Callable[[str], str] | None = "# {}\n".format
    shape: Callable[[Layout], Shape] | None = None
    suffix: str = ".txt"
    candidates_body: Callable[[Puzzle], str] | None = None
    row: re.Pattern[bytes] | None = None
    read_markup: MarkupReader | None = None
    is_object: Callable[[Mapping[str, Any], bool], bool] = lambda content, has_rows: False  # noqa: ARG005
    read_object: Callable[[Mapping[str, Any]], Puzzle] | None = None

    def names_layout(self, layout: Layout) -> bool:
        """Whether a file of the format says which layout its puzzles have; text does so if the layout has a name."""
        return self.shape is None or is_named(layout)


def is_named(layout: Layout) -> bool:
    """Whether the program has this layout under its name."""
    return layout.name in LAYOUTS and LAYOUTS[layout.name]() == layout
