"""Detects the kind of a file from its first bytes.

Names are unreliable: a formula may be called `a.txt` and a puzzle `b.cnf`. The name decides only if the content is
ambiguous or too damaged.
"""

import re
from collections.abc import Callable
from enum import Enum
from functools import cached_property

from engine.base.language import N_
from engine.base.lazy_dataclasses import dataclass
from engine.base.patterns import pattern


class FileKind(Enum):
    """The kind of a path."""

    FOLDER = N_("folder")
    CNF = N_("CNF formula")
    PUZZLE = N_("puzzle")
    RESULT = N_("result")
    LAYOUT = N_("layout")
    PROOF = N_("proof")
    """A proof in DRAT, LRAT or VeriPB. The text of the first two could be a formula, so the name decides."""
    RECORDING = N_("recording")
    """A recorded search: see `engine.sat.solvers.recording_file`."""
    GAME = N_("recorded game")
    """A game of sudoku with its moves and times; see `engine.play.game_file`."""
    LESSON = N_("lesson")
    """A lesson; see `engine.sat.lessons.lesson_file`."""
    EMPTY = N_("empty file")
    TEXT = N_("text")
    BINARY = N_("binary file")
    SPECIAL = N_("not a file")
    """A pipe, a socket or a device: never opened."""
    UNREADABLE = N_("unreadable")


BOM = b"\xef\xbb\xbf"
"""The byte order mark that some editors write before UTF-8 text."""

_COMMENT = pattern(rb"c($|[\s\W_])")
_HEADER = pattern(rb"p\s+[A-Za-z]+(\s|$)")
_INTEGERS = pattern(rb"[+-]?\d+(\s+[+-]?\d+)*|%")
_NUMBER = pattern(rb"[+-]?\d+(\s|$)")
_RESULT = pattern(rb"([co][^\n]*\n)*s (1|0|-1|SATISFIABLE|UNSATISFIABLE|UNKNOWN|OPTIMUM FOUND)\s")
_LAYOUT = pattern(rb"(\s*#[^\n]*\n)*\s*layout\s+\S+\s*(#[^\n]*)?(\n|$)")
_RECORDING = b"satsudoku recording "
_GAME = b"satsudoku game "
_LESSON = pattern(rb"(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*lesson[ \t]*=")
PROOF_NAME = pattern(r"\.(drat|drup|lrat|lrit|proof|pbp|veripb)(\.(gz|bz2|xz))?$", re.IGNORECASE)
_PROOF_STEP = pattern(rb"(\d+\s+)?(d(\s+|$))?(-?\d+(\s+|$))*")
VERIPB_HEADER = b"pseudo-Boolean proof version"
"""The first bytes of a VeriPB proof."""

LINEAR_NAME = pattern(r"\.(opb|pbo|wcnf)(\.(gz|bz2|xz))?$", re.IGNORECASE)
"""Names of files with linear constraints or soft clauses, which VeriPB proofs can be about."""
CNF_NAME = pattern(r"\.(cnf|dimacs|sat)(\.(gz|bz2|xz))?$", re.IGNORECASE)


@dataclass(frozen=True)
class _Content:
    """The first bytes of a file (`whole`: all of them) and its name."""

    data: bytes
    whole: bool
    name: str

    @property
    def is_blank(self) -> bool:
        return not self.data.strip()

    @cached_property
    def lines(self) -> list[bytes]:
        """The stripped lines, without the last one if it may be incomplete."""
        lines = [line.strip() for line in self.data.splitlines()]
        return lines if self.whole or len(lines) < 2 else lines[:-1]

    @cached_property
    def rows(self) -> list[bytes]:
        """The lines that are not comments of a formula or of puzzles."""
        return [line for line in self.lines if line and not _is_remark(line)]

    @cached_property
    def has_comments(self) -> bool:
        """Whether it has comments in the style of formulas."""
        return any(map(_COMMENT.match, self.lines))

    @cached_property
    def has_header(self) -> bool:
        """Whether it has the header of a formula, preceded only by comments and clauses."""
        for line in self.lines:
            if _HEADER.match(line):
                return True
            if line and not _is_remark(line) and not _INTEGERS.fullmatch(line):
                return False
        return False

    @cached_property
    def has_integers_only(self) -> bool:
        return all(map(_INTEGERS.fullmatch, self.rows))

    @property
    def is_proof(self) -> bool:
        """Whether it has the name of a proof, and lines like its steps, or the header of VeriPB."""
        if self.data.startswith(VERIPB_HEADER):
            return True
        if not PROOF_NAME.search(self.name) or self.has_header:
            return False
        binary = b"\0" in self.data or self.data.startswith(b"a")
        return binary or all(map(_PROOF_STEP.fullmatch, self.rows))

    @property
    def is_opb(self) -> bool:
        from engine.sat.formula.opb import begins_like_opb

        return begins_like_opb(self.data)

    @property
    def is_wcnf(self) -> bool:
        from engine.sat.formula.wcnf import begins_like_wcnf

        return begins_like_wcnf(self.data)

    @property
    def is_named_cnf(self) -> bool:
        return bool(CNF_NAME.search(self.name))

    @property
    def has_integer_puzzles(self) -> bool:
        from engine.sudoku import formats

        numbers = [row.split() for row in self.rows if row != b"%"]
        return bool(numbers) and formats.numbers_are_puzzles(numbers, self.whole, self.is_named_cnf)

    @property
    def has_puzzles(self) -> bool:
        from engine.sudoku import formats

        return formats.are_puzzles(self.data, self.rows, self.name)


def _is_remark(line: bytes) -> bool:
    return bool(_COMMENT.match(line)) or line.startswith((b"#", b";", b"//"))


_UNDECIDED = None
"""The file begins with nothing but comments of a formula."""

_TESTS: tuple[tuple[FileKind | None, Callable[[_Content], bool]], ...] = (
    (FileKind.RECORDING, lambda content: content.data.startswith(_RECORDING)),
    (FileKind.GAME, lambda content: content.data.startswith(_GAME)),
    (FileKind.EMPTY, lambda content: content.is_blank and content.whole),
    (FileKind.TEXT, lambda content: content.is_blank),
    (FileKind.PROOF, lambda content: content.is_proof),
    (FileKind.BINARY, lambda content: b"\0" in content.data),
    (FileKind.LESSON, lambda content: bool(_LESSON.match(content.data))),
    (FileKind.CNF, lambda content: content.has_header or content.is_opb or content.is_wcnf),
    (FileKind.TEXT, lambda content: not content.rows and not content.has_comments),
    (FileKind.CNF, lambda content: not content.rows and content.whole),
    (_UNDECIDED, lambda content: not content.rows),
    (FileKind.PUZZLE, lambda content: content.has_integers_only and not content.has_comments
        and content.has_integer_puzzles),
    (FileKind.CNF, lambda content: content.has_integers_only and (content.has_comments or content.is_named_cnf
        or any(b"0" in row.split() for row in content.rows))),
    (FileKind.TEXT, lambda content: content.has_integers_only),
    (FileKind.CNF, lambda content: content.is_named_cnf
        or (content.has_comments and bool(_NUMBER.match(content.rows[0])))),
    (FileKind.PUZZLE, lambda content: content.has_puzzles),
    (FileKind.RESULT, lambda content: bool(_RESULT.match(content.data))),
    (FileKind.LAYOUT, lambda content: bool(_LAYOUT.match(content.data))),
    (FileKind.TEXT, lambda _: True),
)  # fmt: skip
"""Tests in order of precedence: the first that holds gives the kind."""


def kind_of(head: bytes, whole: bool, name: str) -> FileKind | None:
    """The kind of a file with these first bytes (`whole`: all of them); None if they are only comments of a CNF file.

    One of CNF, PUZZLE, RESULT, LAYOUT, PROOF, RECORDING, GAME, LESSON, EMPTY, TEXT and BINARY. PUZZLE means that errors
    of the content are worth reporting as those of a puzzle, not that there are none.
    """
    content = _Content(head.removeprefix(BOM), whole, name)
    return next(kind for kind, holds in _TESTS if holds(content))
