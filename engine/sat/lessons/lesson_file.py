"""Lesson files: TOML, one lesson per file. docs/lessons.md describes the format."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields, replace
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from engine.base.errors import InputError
from engine.base.language import LANGUAGES, _, current, lazy_gettext
from engine.base.streams import read_at_most
from engine.base.text import one_line, printable, title_of
from engine.sat.formula import families, reading
from engine.sat.formula.assignment_state import ClauseState
from engine.sat.formula.formula import Formula
from engine.sat.formula.names import variable_names
from engine.sat.formula.words import NUMBERS, Words
from engine.sat.lessons.kinds import KINDS
from engine.sat.lessons.lesson import START, Lesson, LessonSearch, LessonStop, LessonView, StopLocation
from engine.sat.lessons.lesson_question import AnswerForm, AnswerKind, LessonQuestion, Value
from engine.sat.lessons.quantities import QUANTITIES
from engine.sat.lessons.walk_trace import WALK
from engine.sat.solvers.solve import RECORDED, SOLVERS
from engine.sat.solvers.strategy import Strategy
from engine.sat.trace.events import EventKind

VERSION = 1
MAX_SIZE = 1 << 20
"""Maximum size of a lesson file in bytes."""
MAX_LITERALS = 100_000
"""Maximum number of literals of a formula in a lesson."""

Naming = Callable[[Formula], Words]
"""The names of the literals of a formula."""

EVENTS = {
    "decision": EventKind.DECISION,
    "other-value": EventKind.FLIP,
    "forced": EventKind.PROPAGATION,
    "conflict": EventKind.CONFLICT,
    "learned": EventKind.LEARNED,
    "backtrack": EventKind.BACKTRACK,
    "restart": EventKind.RESTART,
}
"""The names of events in stops."""
FLIP = "flip"
"""The name of the events of a local search (see `walk_trace`)."""

NOT_TEXT = lazy_gettext("this is not UTF-8 text")
TOO_LARGE = lazy_gettext("a lesson has at most {most:,} bytes")
NO_TOML = lazy_gettext("this is not valid TOML: {reason}")
NO_VERSION = lazy_gettext("this is not a lesson")
OTHER_VERSION = lazy_gettext("this is a lesson in format {version}, which this program does not know")
BEGIN_SO = lazy_gettext("a lesson begins with: lesson = 1")
UNKNOWN_KEY = lazy_gettext("there is no {key!r} in {table}")
MISSING_KEY = lazy_gettext("{table} needs {key!r}")
NO_TABLES = lazy_gettext("{table} needs tables [[{key}]]")
NOT_A = lazy_gettext("{key!r} must be {expected}")
NO_NAME = lazy_gettext("no variable is called {name!r}")
NO_VARIABLE = lazy_gettext("there is no variable {variable:,}: the formula has {variables:,}")
NO_KIND = lazy_gettext("there is no kind of question called {name!r}")
NO_QUANTITY = lazy_gettext("there is no quantity called {name!r}")
NO_PLACE = lazy_gettext("{text!r} is not a place in a search")
PLACES = lazy_gettext('write "start", "end", "event 12", or "conflict 1" and "before conflict 1" with any of {events}')
NO_SEARCH = lazy_gettext("there is no search called {name!r}")
TWICE = lazy_gettext("there are two searches called {name!r}")
ONE_FORMULA = lazy_gettext("a search has one of 'make', 'formula' and 'clauses'")
NOT_RECORDED = lazy_gettext("{solver} can't be recorded")
TOO_MANY = lazy_gettext("a formula of a lesson has at most {most:,} literals; this one has {literals:,}")
ONLY_ONE = lazy_gettext("a question of this kind has one answer, or asks for all of them anyway")
WITHOUT_ASK = lazy_gettext("{key!r} is given without 'ask'")
NO_ORIGINAL = lazy_gettext("{key!r} is given without {original!r}")
OTHER_NUMBERS = lazy_gettext("the numbers in {key!r} differ from those in {original!r}")

_TOP = {"lesson", "title", "about", "search", "stop"}
"""The keys of a lesson."""
_SEARCH = {"name", "make", "formula", "clauses", "add", "solver", "branching", "seed", "decide"}
"""The keys of a search."""
_STOP = {"search", "at", "text", "show", "only", "ask", "all", "question", "answer"}
"""The keys of a stop; those of its question are the fields of the question's class."""
_TEXTS = {"title", "about", "text", "question", "answer"}
"""Texts that can have translations: `text-zh_CN` next to `text`."""
_CLAUSES = lazy_gettext("a list of lists of literals")
_TABLE = re.compile(r"\s*\[\[?\s*([a-z]+)\s*\]\]?\s*(#.*)?")
_KEY = re.compile(r"\s*([\w-]+)\s*=\s*(.*)")
_PLACE = re.compile(r"(before )?([a-z-]+) ([0-9]{1,9})")
_NUMBER = re.compile(r"\{[^{}]*\}")
_TOML_LINE = re.compile(r" \(at line (\d+), column \d+\)")


def read(path: Path, naming: Naming | None = None) -> Lesson:
    """Read a lesson. `naming` adds names to those in the comments of formulas.

    Raises InputError with the line of a fault, and OSError for a file that can't be read.
    """
    data = read_at_most(path, MAX_SIZE)
    if data is None:
        raise InputError(TOO_LARGE.format(most=MAX_SIZE), path=path, advice=_("split it into several"))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(NOT_TEXT, path=path, advice=_("save it as UTF-8")) from None
    return parse(text, path, naming)


def parse(text: str, path: Path, naming: Naming | None = None) -> Lesson:
    """Parse a lesson; paths of formulas are relative to the folder of `path`. Raises InputError."""
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        line = _TOML_LINE.search(str(error))
        problem = NO_TOML.format(reason=_TOML_LINE.sub("", str(error)))
        advice = _("toml.io has the rules")
        raise InputError(problem, path=path, line=int(line[1]) if line else None, advice=advice) from None
    lines = _lines(text)
    top = _LessonTable(content, _("a lesson"), path, lines, ("", 0))
    version = content.get("lesson")
    if version != VERSION:
        problem = str(NO_VERSION if version is None else OTHER_VERSION.format(version=printable(str(version))[:20]))
        raise top.error("lesson", problem, str(BEGIN_SO))
    top.check_keys(_TOP)
    searches: dict[str, LessonSearch] = {}
    for table in top.tables("search", _("a search")):
        search = _search(table, path, naming or _names)
        if search.name in searches:
            raise table.error("name", TWICE.format(name=search.name), _("give each its own name"))
        searches[search.name] = search
    stops: list[LessonStop] = []
    for table in top.tables("stop", _("a stop")):
        stops.append(_stop(table, searches, previous=stops[-1] if stops else None))
    digest = sha256("\n".join(text.splitlines()).encode()).hexdigest()  # the same with other line ends
    return Lesson(path, top.title("title"), top.title("about"), searches, tuple(stops), digest)


def _names(formula: Formula) -> Words:
    return variable_names(formula) or NUMBERS


TableKey = tuple[str, int]
"""A table of the file: its name, and its number among the tables with that name."""


def _lines(text: str) -> Mapping[tuple[TableKey, str], int]:
    """The line (from 1) of each key of each table; the key '' stands for the table itself."""
    found: dict[tuple[TableKey, str], int] = {(("", 0), ""): 1}
    counts: dict[str, int] = {}
    table, open_quotes = ("", 0), ""
    for number, line in enumerate(text.splitlines(), 1):
        if open_quotes:
            open_quotes = "" if open_quotes in line else open_quotes
        elif head := _TABLE.fullmatch(line):
            table = head[1], counts.get(head[1], 0)
            counts[head[1]] = table[1] + 1
            found[table, ""] = number
        elif key := _KEY.fullmatch(line):
            found.setdefault((table, key[1]), number)
            for quotes in ('"""', "'''"):
                if key[2].startswith(quotes) and quotes not in key[2][3:]:
                    open_quotes = quotes
    return found


def _suggestion(word: str, expected_words: Iterable[str]) -> str:
    """A suggestion for an unknown word: the nearest known one, or all of them."""
    near = get_close_matches(word, expected_words, 1)
    if near:
        return _("did you mean {near!r}?").format(near=near[0])
    return _("there are {list}").format(list=", ".join(expected_words))


class _LessonTable:
    """A table of the file. Its methods read single values, and raise InputError with the line."""

    def __init__(
        self,
        content: Mapping[str, Any],
        title: str,
        path: Path,
        lines: Mapping[tuple[TableKey, str], int],
        table: TableKey,
    ) -> None:
        self._content = content
        self._title = title
        self._path = path
        self._lines = lines
        self._table = table

    def __contains__(self, key: str) -> bool:
        return key in self._content

    @property
    def line(self) -> int | None:
        """The line where the table begins."""
        return self._lines.get((self._table, ""))

    def error(self, key: str, problem: str, advice: str = "") -> InputError:
        """The error for a value, or for the table if it has no such key."""
        line = self._lines.get((self._table, key), self.line)
        return InputError(problem, path=self._path, line=line, advice=advice)

    def check_keys(self, allowed: Iterable[str]) -> None:
        """Refuse keys other than these and the translations of their texts."""
        allowed = sorted(allowed)
        for key in self._content:
            original, _dash, language = key.partition("-")
            if original in _TEXTS.intersection(allowed) and language in LANGUAGES:
                self._compare(key, original)
            elif key not in allowed:
                problem = UNKNOWN_KEY.format(key=printable(key)[:40], table=self._title)
                raise self.error(key, problem, _suggestion(key, allowed))

    def value(self, key: str, kind: type, expected: str, default: Any = MISSING) -> Any:
        """A value of that type; required if it has no default."""
        if key not in self._content:
            if default is MISSING:
                raise self.error(
                    key, MISSING_KEY.format(table=self._title, key=key), _("write {key} = ...").format(key=key)
                )
            return default
        value = self._content[key]
        if type(value) is not kind:
            raise self.error(key, NOT_A.format(key=key, expected=expected))
        return value

    def _compare(self, key: str, original: str) -> None:
        """Refuse a translation without an original, or with other numbers in braces."""
        if original not in self:
            raise self.error(key, NO_ORIGINAL.format(key=key, original=original))
        numbers, translated_numbers = ({*_NUMBER.findall(self.word(word))} for word in (original, key))
        if numbers != translated_numbers:
            listed = ", ".join(sorted(numbers)) or _("none")
            problem = OTHER_NUMBERS.format(key=key, original=original)
            raise self.error(key, problem, _("there: {list}").format(list=listed))

    def text(self, key: str, default: Any = MISSING) -> str:
        """A printable text, in the current language if possible, with a line for each paragraph."""
        translated = f"{key}-{current()}"
        text: str = self.value(translated if translated in self else key, str, _("a text in quotes"), default)
        paragraphs = re.split(r"\n[ \t]*\n", text.strip())
        return "\n".join(printable(one_line(paragraph)) for paragraph in paragraphs)

    def title(self, key: str) -> str:
        """A text of one line."""
        return title_of(self.text(key))

    def word(self, key: str, default: Any = MISSING) -> str:
        """A text without changes."""
        word: str = self.value(key, str, _("a text in quotes"), default)
        return word

    def tables(self, key: str, title: str) -> list["_LessonTable"]:
        """The tables with that name, at least one."""
        content = self._content.get(key)
        if not isinstance(content, list) or not content or not all(isinstance(item, dict) for item in content):
            line = self._lines.get(((key, 0), ""), self.line)
            problem = NO_TABLES.format(table=self._title, key=key)
            raise InputError(
                problem,
                path=self._path,
                line=line,
                advice=_("write [[{key}]] above what belongs to it").format(key=key),
            )
        return [
            _LessonTable(item, title, self._path, self._lines, (key, number)) for number, item in enumerate(content)
        ]

    def clauses(self, key: str) -> list[list[int]]:
        """Clauses as they are in the file."""
        clauses: list[list[int]] = self.value(key, list, str(_CLAUSES))
        if not all(isinstance(clause, list) and all(type(item) is int for item in clause) for clause in clauses):
            raise self.error(key, NOT_A.format(key=key, expected=_CLAUSES), _("such as [[1, 2], [-1]]"))
        return clauses

    def strategy(self) -> Strategy:
        """The solver, which must be one that can be recorded, and its branching."""
        try:
            strategy = Strategy.parse(":".join(filter(None, (self.word("solver", "dpll"), self.word("branching", "")))))
        except InputError as error:
            key = "branching" if self.word("solver", "dpll") in SOLVERS else "solver"
            raise self.error(key, error.problem, error.advice) from None
        solvers = [*(description.name for description in reversed(RECORDED)), WALK]
        if strategy.solver not in solvers:
            advice = _("choose one of {list}").format(list=", ".join(solvers))
            raise self.error("solver", NOT_RECORDED.format(solver=strategy.solver), advice)
        return strategy

    def literal(self, key: str, value: object, search: LessonSearch) -> int:
        """A literal by its number or its name."""
        if isinstance(value, str):
            name = value.removeprefix("-")
            variables = range(1, search.formula.variables + 1)
            literal = next((v for v in variables if search.words.literal(v) == name), 0)
            if not literal:
                advice = _("variable 1 is called {value!r}").format(value=search.words.literal(1))
                raise self.error(key, NO_NAME.format(name=printable(name)[:40]), advice)
            return literal if name == value else -literal
        if type(value) is not int or value == 0:
            raise self.error(key, NOT_A.format(key=key, expected=Value.LITERAL.value))
        if abs(value) > search.formula.variables:
            raise self.error(key, NO_VARIABLE.format(variable=abs(value), variables=search.formula.variables))
        return value

    def literals(self, key: str, value: object, search: LessonSearch) -> tuple[int, ...]:
        """A list of literals."""
        if not isinstance(value, list):
            raise self.error(key, NOT_A.format(key=key, expected=Value.LITERALS.value))
        return tuple(self.literal(key, item, search) for item in value)

    def question_value(self, key: str, kind: Value, search: LessonSearch) -> Any:
        """The value of a field of a question."""
        value = self._content[key]
        if kind is Value.LITERAL:
            return self.literal(key, value, search)
        if kind is Value.LITERALS:
            return self.literals(key, value, search)
        if kind is Value.PAIRS and isinstance(value, list):
            pairs = tuple(self.literals(key, pair, search) for pair in value)
            if all(len(pair) == 2 for pair in pairs):
                return pairs
        if kind is Value.CLAUSE and type(value) is int and value > 0:
            return value - 1
        if kind is Value.STATE and isinstance(value, str) and value.upper() in ClauseState.__members__:
            return ClauseState[value.upper()]
        if kind is Value.COUNT and isinstance(value, str):
            if value not in QUANTITIES:
                advice = _("there are {list}").format(list=", ".join(QUANTITIES))
                raise self.error(key, NO_QUANTITY.format(name=printable(value)[:40]), advice)
            return value
        raise self.error(key, NOT_A.format(key=key, expected=kind.value))


def _search(table: _LessonTable, path: Path, naming: Naming) -> LessonSearch:
    table.check_keys(_SEARCH)
    strategy = table.strategy()
    formula = _formula(table, path)
    if len(formula.literals) > MAX_LITERALS:
        problem = TOO_MANY.format(most=MAX_LITERALS, literals=len(formula.literals))
        raise table.error("", problem, _("take a smaller one"))
    search = LessonSearch(
        table.word("name", "main"),
        formula,
        naming(formula),
        strategy.solver,
        strategy.branching,
        table.value("seed", int, _("a whole number"), 0),
        line=table.line,
    )
    decide = table.value("decide", list, str(Value.LITERALS.value), [])
    return replace(search, decide=table.literals("decide", decide, search))


def _formula(table: _LessonTable, path: Path) -> Formula:
    """The formula of a search: of a family, from a file next to the lesson, or a list of clauses; and more clauses."""
    keys = [key for key in ("make", "formula", "clauses") if key in table]
    if len(keys) != 1:
        raise table.error(keys[-1] if keys else "", str(ONE_FORMULA), _('such as make = "php 4 3"'))
    key = keys[0]
    try:
        if key == "make":
            formula = make_formula(table.word(key))
        elif key == "formula":
            formula = reading.read(path.parent / table.word(key)).formula
        else:
            formula = Formula.of(table.clauses(key))
        if "add" in table:
            key = "add"
            texts = (comment.text for comment in formula.comments)
            formula = Formula.of([*formula, *table.clauses(key)], formula.variables, texts)
    except InputError as error:
        if error.line is not None and error.path == str(path):  # an error of this table
            raise
        problem = f"{printable(error.path)}: {error.problem}" if error.path else error.problem
        raise table.error(key, problem, error.advice) from None
    except OSError as error:
        problem = (error.strerror or str(error)).lower()
        raise table.error(key, problem, _("the path begins at the lesson's folder")) from None
    except (ValueError, OverflowError) as error:
        raise table.error(key, str(error), _("such as [[1, 2], [-1]]")) from None
    return formula


def make_formula(command: str) -> Formula:
    """The formula of the command `satsudoku make` with these words. Raises InputError."""
    words = command.split()
    seed = 0
    if "--seed" in words[:-1]:
        at = words.index("--seed")
        if not words[at + 1].isdecimal():
            raise InputError(NOT_A.format(key="--seed", expected=_("followed by a whole number")))
        seed = int(words[at + 1])
        del words[at : at + 2]
    if not words:
        raise InputError(_("there is no family here"), advice=_('such as make = "php 4 3"'))
    return families.make(words[0], words[1:], seed)


def _stop(table: _LessonTable, searches: Mapping[str, LessonSearch], previous: LessonStop | None) -> LessonStop:
    """A stop; by default its search and place are those of the previous one."""
    kind = _kind(table)
    question_keys = {field_.name for field_ in _fields(kind)} if kind else set()
    if kind is None:
        for key in ("question", "answer", "all"):
            if key in table:
                raise table.error(key, WITHOUT_ASK.format(key=key), _("say which kind of question it is"))
    table.check_keys(_STOP | question_keys)
    name = table.word("search", previous.search if previous else next(iter(searches)))
    if name not in searches:
        raise table.error(
            "search",
            NO_SEARCH.format(name=printable(name)[:40]),
            _("there are {list}").format(list=", ".join(searches)),
        )
    search = searches[name]
    default_place = previous.place if previous and previous.search == name else START
    show = table.word("show", "clauses")
    views = [view.value for view in LessonView]
    if show not in views:
        raise table.error("show", NOT_A.format(key="show", expected=_("one of {list}").format(list=", ".join(views))))
    only = table.literals("only", table.value("only", list, str(Value.LITERALS.value), []), search)
    return LessonStop(
        name, _place(table) if "at" in table else default_place, table.text("text", ""), LessonView(show),
        frozenset(map(abs, only)), _question(table, kind, search) if kind else None, _wants_all(table, kind),
        table.text("question", ""), table.text("answer", ""), table.line,
    )  # fmt: skip


def _kind(table: _LessonTable) -> type[LessonQuestion] | None:
    if "ask" not in table:
        return None
    name = table.word("ask")
    if name not in KINDS:
        raise table.error("ask", NO_KIND.format(name=printable(name)[:40]), _suggestion(name, KINDS))
    return KINDS[name]


def _wants_all(table: _LessonTable, kind: type[LessonQuestion] | None) -> bool:
    wants_all: bool = table.value("all", bool, _("true or false"), False)
    if wants_all and kind and (kind.form is not AnswerForm.SINGLE or kind.asks in (AnswerKind.NUMBER, AnswerKind.CUT)):
        raise table.error("all", str(ONLY_ONE), _("leave it out"))
    return wants_all


def _fields(kind: type[LessonQuestion]) -> tuple[Field[Any], ...]:
    """The keys of a question of that kind."""
    return fields(cast("type[Any]", kind))


def _question(table: _LessonTable, kind: type[LessonQuestion], search: LessonSearch) -> LessonQuestion:
    values: dict[str, Any] = {}
    for field_ in _fields(kind):
        if field_.name in table:
            values[field_.name] = table.question_value(field_.name, field_.metadata["value"], search)
        elif field_.default is MISSING:
            raise table.error(
                "ask",
                MISSING_KEY.format(table=_("this question"), key=field_.name),
                _("write {name} = ...").format(name=field_.name),
            )
    return kind(**values)


def _place(table: _LessonTable) -> StopLocation:
    text = " ".join(table.word("at").split())
    if text in ("start", "end"):
        return StopLocation(text, None, -1 if text == "end" else 0)
    found = _PLACE.fullmatch(text)
    if found and found[2] == "event" and not found[1]:
        return StopLocation(text, None, int(found[3]))
    if found and found[2] == FLIP and int(found[3]) > 0:  # a restart follows each assignment but the last one
        before = bool(found[1])
        return StopLocation(text, EventKind.RESTART, int(found[3]) + (not before), before=True, or_end=not before)
    if not found or found[2] not in EVENTS or int(found[3]) == 0:
        places = PLACES.format(events=", ".join([*EVENTS, FLIP]))
        raise table.error("at", NO_PLACE.format(text=printable(text)[:40]), places)
    return StopLocation(text, EVENTS[found[2]], int(found[3]), bool(found[1]))
