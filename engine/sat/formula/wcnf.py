"""WCNF, the format of MaxSAT: hard clauses, and soft ones with weights.

Two forms are read. Since 2022 each line is a clause: `h 1 -2 0` is hard, `5 2 0` soft with weight 5. Before, a header
`p wcnf VARIABLES CLAUSES TOP` came first, each clause began with its weight, and those of weight TOP or more were hard
(MaxSAT Evaluation: rules and input format, 2022 and 2021).
"""

import re
from collections.abc import Callable
from os import PathLike

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.polling import poll
from engine.base.streams import read_whole
from engine.base.text import printable
from engine.sat.formula.dimacs import MAX_COMMENTS, Diagnostic, Document, most_variables
from engine.sat.formula.formula import MAX_LITERAL, Formula, Literals
from engine.sat.formula.objective import Objective

MAX_FILE = 1 << 28
"""Maximum size of a file in bytes (256 MiB)."""
MAX_WEIGHT = 1 << 62
"""Maximum weight of a soft clause."""

_HEADER = re.compile(rb"p\s+wcnf\s")
_HARD = re.compile(rb"h\s[\s\d-]*")
_SOFT = re.compile(rb"[\s\d-]*")


def begins_like_wcnf(head: bytes) -> bool:
    """Whether content with these first bytes looks like WCNF. Files without a hard clause and a header do not."""
    for line in head.removeprefix(b"\xef\xbb\xbf").splitlines(keepends=True):
        text = line.lstrip()
        if _HEADER.match(text) or _HARD.fullmatch(text):
            return True
        if text and not text.startswith(b"c") and not _SOFT.fullmatch(text):
            return False
    return False


def read(
    path: "str | PathLike[str]",
    *,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Document:
    """Read a file (plain, gzip, bzip2 or xz): the hard clauses as the formula, and the soft ones as its objective.

    `on_progress` gets the bytes read and their total. Raises InputError with the line if the file can't be read, and
    Cancelled.
    """
    problem = _("more than {most} MB").format(most=MAX_FILE >> 20)
    too_long = InputError(problem, path=path, advice=_("split the problem"))
    data = read_whole(path, most=MAX_FILE, too_long=too_long, on_progress=on_progress, cancel=cancel)
    return parse(data, path=path, cancel=cancel)


def parse(
    data: bytes, *, path: "str | PathLike[str] | None" = None, cancel: Callable[[], bool] | None = None
) -> Document:
    """Read hard and soft clauses from bytes; see `read`."""
    reader = _WcnfReader(path)
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").splitlines(), 1):
        if number % 10_000 == 0:
            poll(cancel)
        reader.take(number, line)
    return reader.document()


class _WcnfReader:
    """A reader of the lines of a file, one by one."""

    def __init__(self, path: "str | PathLike[str] | None") -> None:
        self._path = path
        self._line = 0
        self._top: int | None = None
        self._declared: tuple[int, int] | None = None
        self._comments: list[str] = []
        self._hard: list[Literals] = []
        self._soft: list[tuple[int, Literals]] = []
        self._warnings: list[Diagnostic] = []

    def take(self, number: int, line: bytes) -> None:
        """Read line `number`, from 1. Raises InputError."""
        self._line = number
        words = line.split()
        if not words:
            return
        if words[0][:1] == b"c":
            if len(self._comments) < MAX_COMMENTS:
                self._comments.append(line.strip()[1:].strip().decode("utf-8", "replace"))
        elif words[0] == b"p":
            self._take_header(words)
        else:
            is_hard = words[0] == b"h"
            weight = 0 if is_hard else self._number(words[0])
            if not is_hard and not 0 <= weight <= MAX_WEIGHT:
                raise self._error(_("a weight of {weight}").format(weight=weight), _("weights are from 1 to 2^62"))
            literals = [self._number(word) for word in words[1:]]
            if not literals or literals.pop() != 0 or 0 in literals:
                raise self._error(_("a clause that does not end with one 0"), _("write one clause a line, with a 0"))
            if literals and max(map(abs, literals)) > MAX_LITERAL:
                raise self._error(
                    _("a variable beyond {most}").format(most=MAX_LITERAL), _("number the variables from 1")
                )
            if is_hard or (self._top is not None and weight >= self._top):
                self._hard.append(tuple(literals))
            elif weight:
                self._soft.append((weight, tuple(literals)))

    def document(self) -> Document:
        """The document, after all lines."""
        literals = sum(len(clause) for clause in self._hard) + sum(len(clause) for _weight, clause in self._soft)
        objective = Objective(tuple(self._soft))
        highest = max((abs(literal) for clause in self._hard for literal in clause), default=0)
        variables = max(highest, objective.variables, self._declared[0] if self._declared else 0)
        if variables > (most := most_variables(literals)):
            problem = _("{variables} variables are too many for so few literals").format(variables=variables)
            raise self._error(problem, _("at most {most} is possible").format(most=most))
        if self._declared and self._declared[1] != len(self._hard) + len(self._soft):
            message = _("the number of clauses is {declared} in the header, but {clauses} in the file").format(
                declared=self._declared[1], clauses=len(self._hard) + len(self._soft)
            )
            self._warnings.append(Diagnostic(1, message))
        formula = Formula.of(self._hard, variables, self._comments)
        return Document(formula, None, tuple(self._warnings), objective=objective, form="WCNF")

    def _take_header(self, words: list[bytes]) -> None:
        if len(words) not in (4, 5) or words[1] != b"wcnf":
            raise self._error(_("this is not a WCNF header"), _("write p wcnf VARIABLES CLAUSES TOP"))
        counts = [self._number(word) for word in words[2:]]
        if min(counts) < 0 or counts[0] > MAX_LITERAL:
            raise self._error(_("this is not a WCNF header"), _("write p wcnf VARIABLES CLAUSES TOP"))
        self._declared = counts[0], counts[1]
        self._top = counts[2] if len(counts) == 3 else None

    def _number(self, word: bytes) -> int:
        if not re.fullmatch(rb"[+-]?[0-9]{1,20}", word):
            excerpt = printable(word[:40].decode("utf-8", "replace"))
            raise self._error(
                _("'{excerpt}' is not a number").format(excerpt=excerpt),
                _("a line is h or a weight, the literals of a clause, and a 0"),
            )
        return int(word)

    def _error(self, problem: str, advice: str) -> InputError:
        return InputError(problem, path=self._path, line=self._line or None, advice=advice)
