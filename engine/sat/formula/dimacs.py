"""DIMACS CNF, the file format of SAT solvers: a lenient reader and a strict writer.

The format is that of the second DIMACS challenge (1993) as used by the SAT competitions and SATLIB: comment lines `c
TEXT`, a header `p cnf VARIABLES CLAUSES`, then clauses as numbers, each ended by 0. The reader accepts all variants in
use, reports deviations as warnings, and refuses only input that can't be a formula.

Two extensions are supported. A line `x1 2 -3 0` is an exclusive or (see `xor_lines`); its clauses follow all others. A
file with the header `p inccnf` (S. Wieringa: The icnf file format, 2011) has lines `a 1 -2 0` among its clauses: cubes
of assumptions under which the clauses before them are to be solved in turn.
"""

import io
import re
from array import array
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from typing import BinaryIO, NoReturn

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.base.polling import poll
from engine.base.streams import Source, open_regular
from engine.base.text import pluralized, printable
from engine.sat.formula.formula import MAX_LITERAL, Comment, Formula, Literals
from engine.sat.formula.objective import Objective
from engine.sat.formula.scanner import SLICE, Scanner
from engine.sat.formula.xor_lines import xor_clauses

MAX_COUNT = 1 << 28
"""The highest count accepted in a header: an array over that many variables takes 1 GiB."""
MAX_UNUSED, MAX_SHARE = 1 << 22, 64
"""A formula to solve may always have this many variables, and beyond that this many per literal."""
MAX_CLAUSE = 1 << 22
"""Maximum number of literals of a clause."""
MAX_COMMENTS = 100_000
"""Maximum number of comments kept from a file."""
MAX_LINE = 1 << 24
"""Maximum length of a comment or header line in bytes (16 MiB); lines of clauses have no limit."""
MAX_SPECIAL = 1 << 24
"""Maximum number of literals in all cubes of a file, and in all its XOR lines."""
MAX_WARNINGS = 20
"""Maximum number of warnings kept with the same text."""

_TOKEN = re.compile(rb"[^ \t\n\v\f\r]+")
_LINE_END = re.compile(rb"[\r\n]")
_BOM = b"\xef\xbb\xbf"
_XOR = re.compile(rb"x(-?[0-9]+)?")
_LITERAL = re.compile(rb"-?[0-9]{1,10}")
_SUMS = lazy_gettext("the last {clauses} come from {lines}")
_CUT_SUMS = lazy_gettext("the last {clauses} come from {lines}, with {new} from {first} on")
_MAX_SHOWN_LENGTH = 40
"""Maximum number of bytes of a token in a message."""
_MAX_TOKEN_LENGTH = 4096
"""Maximum length of a token in bytes; longer ones are refused without reading to their end."""


@dataclass(frozen=True)
class Diagnostic:
    """A warning and the line (from 1) that it refers to."""

    line: int
    message: str


@dataclass(frozen=True)
class Header:
    """The values of the line `p cnf VARIABLES CLAUSES`, right or wrong, and its line number."""

    variables: int
    clauses: int
    line: int


@dataclass(frozen=True)
class Document:
    """A parsed file: the formula, the header if any, and the warnings sorted by line.

    The formula has as many variables as the header declares, or more if a clause uses them. `cubes` are the assumptions
    of an icnf file, in order, and `cube_places` the number of clauses before each. The last `encoding_clauses` are not
    clauses of the file, but encode its XOR lines or linear constraints. `objective` is to be minimised, if the file has
    soft clauses or an objective. `form` names the format.
    """

    formula: Formula
    header: Header | None
    warnings: tuple[Diagnostic, ...]
    cubes: tuple[Literals, ...] = ()
    encoding_clauses: int = 0
    cube_places: tuple[int, ...] = ()
    objective: Objective | None = None
    form: str = "CNF"

    @property
    def is_growing(self) -> bool:
        """Whether there are clauses after the first cube."""
        return any(place < len(self.formula) - self.encoding_clauses for place in self.cube_places)


def parse(
    data: bytes,
    *,
    path: "str | PathLike[str] | None" = None,
    strict: bool = False,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Document:
    """Read a formula from the bytes of a file, packed or not; `path` is for messages. See `read`."""
    return _read(Source(io.BytesIO(data), path), path, strict, on_progress, cancel)


def read(
    path: "str | PathLike[str]",
    *,
    strict: bool = False,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Document:
    """Read a formula from a file (plain, gzip, bzip2 or xz).

    `on_progress` gets the bytes read and their total every 256 KiB of text; `cancel` is polled as often. Raises
    InputError with the line if the file can't be read as a formula (with `strict`, also instead of the first warning),
    and Cancelled if `cancel` returns True.
    """
    with open_regular(path) as file:
        return _read(Source(file, path), path, strict, on_progress, cancel)


def most_variables(literals: int) -> int:
    """The maximum number of variables with which a formula of this many literals is solved.

    Solvers use up to 130 bytes per variable, used or not, and a file of a few bytes must not exhaust the memory.
    """
    return min(MAX_COUNT, max(MAX_UNUSED, MAX_SHARE * literals))


def write(formula: Formula, file: BinaryIO) -> None:
    """Write the comments, the header and one clause per line, as UTF-8.

    Line breaks split a comment into several; other control characters in it become blanks.
    """
    for comment in formula.comments:
        for line in re.split(r"\r\n|\n|\r", comment.text):
            text = re.sub(r"[\x00-\x08\v\f\x0e-\x1f\x7f-\x9f]", " ", line)
            file.write(b"c " + text.encode("utf-8", "replace") + b"\n" if text else b"c\n")
    file.write(b"p cnf %d %d\n" % (formula.variables, len(formula)))
    file.writelines(b"%d " * len(clause) % clause + b"0\n" for clause in formula)


def dumps(formula: Formula) -> bytes:
    """The formula as the bytes of a DIMACS file; see `write`."""
    file = io.BytesIO()
    write(formula, file)
    return file.getvalue()


def _read(
    source: Source,
    path: "str | PathLike[str] | None",
    strict: bool,
    on_progress: Callable[[int, int], None] | None,
    cancel: Callable[[], bool] | None,
) -> Document:
    reader = _DimacsReader(path, strict)
    rest, ended = b"", False
    while not ended:
        poll(cancel)
        # Reading as much as is left over keeps the cost linear when a line spans many pieces.
        piece = source.read(max(SLICE, len(rest)))
        ended = not piece
        text = rest + (piece or b"\n")
        rest = text[reader.take(text) :]
        if on_progress is not None:
            on_progress(source.done, source.size)
    return reader.document()


class _DimacsReader:
    """A parser of text in pieces: the scanner reads the clauses, the methods here everything else."""

    def __init__(self, path: "str | PathLike[str] | None", strict: bool) -> None:
        self._path = path
        self._strict = strict
        self._scanner = Scanner()
        self._new_literals = memoryview(self._scanner.literals).cast("B")
        self._new_ends = memoryview(self._scanner.ends).cast("B")
        self._literals = array("i")
        self._starts = array("i", [0])
        self._comments: list[Comment] = []
        self._comment_count = 0
        self._header: Header | None = None
        self._has_header = False
        self._warnings: list[Diagnostic] = []
        self._warning_counts: Counter[str] = Counter()
        self._xors = _Lists(_("an XOR line"))
        self._cubes = _Lists(_("a cube"))
        self._incremental = False
        self._cube_places: list[int] = []
        """The number of clauses before each cube."""
        self._is_started = False
        self._tail: bytes | None = None
        """The text after SATLIB's %, without blanks."""

    def take(self, text: bytes) -> int:
        """Parse the complete part of the text and return its length; the rest needs more text."""
        if self._tail is not None:
            self._take_tail(text)
            return len(text)
        position = 0 if self._is_started else self._beginning(text)
        while True:
            stop = min(len(text), position + SLICE)
            position, waits = self._slice(text, position, stop)
            self._collect()
            if waits or stop == len(text):
                return position

    def document(self) -> Document:
        """The document, after all text was taken."""
        scanner, header = self._scanner, self._header
        if not self._has_header and not self._literals and len(self._starts) == 1 and not self._xors.lists:
            raise self._error(None, _("it has neither a header nor a clause"), _("give a DIMACS CNF file"))
        if not self._has_header:
            self._warn(1, _("no header p cnf VARIABLES CLAUSES"))
        if len(self._literals) > self._starts[-1]:
            self._starts.append(len(self._literals))
            self._warn(scanner.last_line, _("the last clause has no 0 at its end"))
        if self._xors.lists and self._cube_places and self._cube_places[0] < len(self._starts) - 1:
            problem = _("an XOR line, and clauses after the first cube")
            raise self._error(None, problem, _("write the cubes after the clauses"))
        clauses = len(self._starts) - 1 + len(self._xors.lists)
        highest = max(scanner.highest, self._xors.highest, self._cubes.highest)
        if header is not None and scanner.highest > header.variables:
            message = _("a variable beyond the {variables} of the header; the highest is {highest}").format(
                variables=header.variables, highest=scanner.highest
            )
            self._warn(scanner.excess_line or header.line, message)
        if header is not None and clauses != header.clauses:
            message = _("the number of clauses is {declared} in the header, but {clauses} in the file").format(
                declared=header.clauses, clauses=clauses
            )
            self._warn(header.line, message)
        variables = max(highest, header.variables if header is not None else 0)
        before = len(self._starts)
        variables = self._add_xor_clauses(variables)
        formula = Formula(variables, self._literals, self._starts, tuple(self._comments))
        warnings = tuple(sorted(self._warnings, key=lambda warning: warning.line))
        encoding_clauses = len(self._starts) - before
        form = "ICNF" if self._cubes.lists else "CNF"
        return Document(
            formula, header, warnings, tuple(self._cubes.lists), encoding_clauses, tuple(self._cube_places), form=form
        )

    def _add_xor_clauses(self, variables: int) -> int:
        """Append the clauses of the XOR lines; returns the new number of variables."""
        before, clauses = variables, 0
        for xor in self._xors.lists:
            new_clauses, variables = xor_clauses(xor, variables)
            if variables > MAX_LITERAL:
                problem = _("long XOR lines need variables beyond {most}").format(most=MAX_LITERAL)
                raise self._error(None, problem, _("number the variables from 1"))
            clauses += len(new_clauses)
            for clause in new_clauses:
                self._literals.extend(clause)
                self._starts.append(len(self._literals))
        if self._xors.lists:
            facts = {
                "lines": pluralized(len(self._xors.lists), "XOR line"),
                "clauses": pluralized(clauses, "clause"),
                "new": pluralized(variables - before, "new variable"),
                "first": before + 1,
            }
            self._comments.append(Comment((_SUMS if variables == before else _CUT_SUMS).format(**facts)))
        return variables

    def _beginning(self, text: bytes) -> int:
        self._is_started = True
        if text.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise self._error(1, _("UTF-16 text"), _("save it as UTF-8"))
        return len(_BOM) if text.startswith(_BOM) else 0

    def _slice(self, text: bytes, position: int, stop: int) -> tuple[int, bool]:
        """Parse up to `stop` or slightly further; returns the end and whether more text is needed."""
        while True:
            position = self._scanner.scan(text, position, stop)
            if not self._scanner.odd:
                return position, False
            after = self._other(text, position)
            if after is None:
                return position, True
            position = after

    def _collect(self) -> None:
        """Take the clauses that the scanner found since the last call."""
        scanner, size = self._scanner, self._literals.itemsize
        if scanner.total > MAX_LITERAL - SLICE:
            raise self._error(scanner.line, _("more literals than 2^31-1"), _("split the formula"))
        self._literals.frombytes(self._new_literals[: size * scanner.literal_count])
        self._starts.frombytes(self._new_ends[: size * scanner.end_count])
        if len(self._literals) - self._starts[-1] > MAX_CLAUSE:
            problem = _("a clause of more than {most} literals").format(most=MAX_CLAUSE)
            raise self._error(scanner.line, problem, _("split it, with new variables between the parts"))
        scanner.literal_count = scanner.end_count = 0

    def _other(self, text: bytes, at: int) -> int | None:
        """Parse something that is not a number; returns its end, or None if it may continue beyond the text."""
        first, fresh = text[at], self._scanner.fresh
        if first == ord("%"):
            self._take_tail(text[at + 1 :])
            return len(text)
        if not (first == ord("c") and fresh):
            found = _TOKEN.match(text, at)
            assert found is not None, "the scanner does not stop at a blank"
            if found.end() == len(text) and len(found[0]) <= _MAX_TOKEN_LENGTH:
                return None
            if found[0] != b"c" and not (fresh and self._begins_line(found[0])):
                self._refuse(found[0])
        end = _LINE_END.search(text, at, at + MAX_LINE)
        if end is None:
            if len(text) - at >= MAX_LINE:
                raise self._error(
                    self._scanner.line, _("a line of more than {most} bytes").format(most=MAX_LINE), _("break the line")
                )
            return None
        line = text[at : end.start()]
        if b"\0" in line:
            self._refuse(line)
        if first == ord("c"):
            self._take_comment(line)
        elif first == ord("x"):
            self._take_list(self._xors, line[1:].split())
        elif first == ord("a"):
            self._cube_places.append(len(self._starts) - 1 + self._scanner.end_count)
            self._take_list(self._cubes, line[1:].split())
        else:
            self._take_header(line.split())
        return end.start()

    def _begins_line(self, token: bytes) -> bool:
        """Whether a line other than a comment or a clause may begin with this token."""
        return token == b"p" or bool(_XOR.fullmatch(token)) or (token == b"a" and self._incremental)

    def _take_list(self, lists: "_Lists", words: list[bytes]) -> None:
        """Parse the literals of a cube or an XOR line."""
        line = self._scanner.line
        if words[-1:] == [b"0"]:
            words.pop()
        else:
            self._warn(line, _("no 0 at the end of {name}").format(name=lists.name))
        for word in words:
            if not _LITERAL.fullmatch(word) or int(word) == 0:
                problem = _("{word} is not a literal of {name}").format(word=_printable(word), name=lists.name)
                raise self._error(line, problem, _("write literals and one 0 at the end of the line"))
            if abs(int(word)) > MAX_LITERAL:
                self._refuse(word)
        if not lists.add(tuple(map(int, words))):
            raise self._error(
                line, _("more than {most} literals in lines like this").format(most=MAX_SPECIAL), _("split the file")
            )

    def _take_comment(self, line: bytes) -> None:
        if not self._scanner.fresh:
            self._warn(self._scanner.line, _("a comment after numbers on the same line"))
        self._comment_count += 1
        if self._comment_count <= MAX_COMMENTS:
            text = line[2:] if line[1:2] in (b" ", b"\t") else line[1:]
            self._comments.append(Comment(_decoded(text), self._scanner.line))
        elif self._comment_count == MAX_COMMENTS + 1:
            self._warn(self._scanner.line, _("comments after the first {most} are not kept").format(most=MAX_COMMENTS))

    def _take_header(self, words: list[bytes]) -> None:
        scanner, line = self._scanner, self._scanner.line
        self._has_header = True
        if self._header is not None:
            self._warn(line, _("a second header, which is ignored"))
            return
        form = words[1] if len(words) > 1 else b""
        if form.lower() == b"inccnf":
            self._incremental = True
            return
        if form.lower() not in (b"cnf", b"sat"):
            raise self._error(
                line,
                _("the header's format is {form}, not cnf").format(form=_printable(form)),
                _("give a DIMACS CNF file"),
            )
        if form.lower() == b"sat":
            self._warn(line, _("the header's format is {form}, read as cnf").format(form=_printable(form)))
        if scanner.total or scanner.end_count or len(self._starts) > 1:
            self._warn(line, _("the header comes after the first clause"))
        counts = [self._count(word) for word in words[2:4]]
        if len(words) != 4:
            self._warn(
                line, _("{count} counts in the header, not two: p cnf VARIABLES CLAUSES").format(count=len(words) - 2)
            )
        if len(counts) == 2:
            self._header = Header(counts[0], counts[1], line)
            scanner.declared = counts[0]

    def _count(self, word: bytes) -> int:
        line = self._scanner.line
        if not re.fullmatch(rb"[0-9]+", word):
            raise self._error(
                line,
                _("{word} in the header is not a count").format(word=_printable(word)),
                _("write p cnf VARIABLES CLAUSES"),
            )
        digits = word.lstrip(b"0") or b"0"
        if len(digits) > len(str(MAX_COUNT)) or int(digits) > MAX_COUNT:
            raise self._error(
                line,
                _("the header's count {word} could not fit in memory").format(word=_printable(word)),
                _("at most {most} is possible").format(most=MAX_COUNT),
            )
        return int(digits)

    def _take_tail(self, text: bytes) -> None:
        """Parse the end of a SATLIB file: a % and then a 0; other text is ignored with a warning."""
        before = self._tail or b""
        tail = before + b"".join(text.split())
        if tail not in (b"", b"0") and before in (b"", b"0"):
            self._warn(self._scanner.line, _("text after this % is ignored"))
        self._tail = tail[:2]

    def _refuse(self, token: bytes) -> NoReturn:
        line, excerpt = self._scanner.line, _printable(token)
        if b"\0" in token:
            raise self._error(line, _("binary data, not text"), _("give a DIMACS CNF file"))
        if not re.fullmatch(rb"[+-]?[0-9]+", token):
            raise self._error(
                line,
                _("{token} is not a number").format(token=excerpt),
                _("clauses are whole numbers that end with a 0"),
            )
        if len(token.lstrip(b"+-0")) < len(str(MAX_LITERAL)):
            raise self._error(
                line, _("{token} is not a literal").format(token=excerpt), _("write it without a sign or leading zeros")
            )
        raise self._error(
            line,
            _("{token} is beyond the highest variable {most}").format(token=excerpt, most=MAX_LITERAL),
            _("number the variables from 1"),
        )

    def _warn(self, line: int, message: str) -> None:
        if self._strict:
            raise self._error(line, message, _("correct it, or read it without strict"))
        self._warning_counts[message] += 1
        if self._warning_counts[message] <= MAX_WARNINGS:
            if self._warning_counts[message] == MAX_WARNINGS:
                message = _("{message} (more of these are not listed)").format(message=message)
            self._warnings.append(Diagnostic(line, message))

    def _error(self, line: int | None, problem: str, advice: str) -> InputError:
        return InputError(problem, path=self._path, line=line, advice=advice)


class _Lists:
    """Lists of literals that are not clauses, with a name for messages and their highest variable."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lists: list[Literals] = []
        self.highest = 0
        self._room = MAX_SPECIAL

    def add(self, literals: Literals) -> bool:
        """Append a list; returns False if there are too many literals."""
        self.lists.append(literals)
        self.highest = max(self.highest, *map(abs, literals)) if literals else self.highest
        self._room -= len(literals) + 1
        return self._room >= 0


def _decoded(text: bytes) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        return text.decode("latin-1")


def _printable(token: bytes) -> str:
    """The token, shortened and quoted for a message."""
    text = _decoded(token[:_MAX_SHOWN_LENGTH]) + ("…" if len(token) > _MAX_SHOWN_LENGTH else "")
    return f"'{printable(text)}'"
