"""Parses the output of third-party solvers: in the formats of `engine.sat.result`, by patterns, or by guessing.

Published solvers print `SAT`, `(True, [1, -2])`, `Satisfiable: Yes`, a dictionary, or one literal per line. A guess
handles these; its remark says how the output was interpreted, so that a person can disagree.
"""

import re
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.base.errors import InputError
from engine.base.language import Sentence
from engine.base.language import lazy_gettext as _
from engine.base.text import printable
from engine.sat.formula.formula import MAX_LITERAL
from engine.sat.result import ResultFile, Status, parse_answer

_MAX_EXCERPT = 40  # characters of the output in a remark
_ADVICE = _("tell by --sat, --unsat and --model how to read the answer")
_NO_PATTERN = _("{text} is not a regular expression: {error}")


@dataclass(frozen=True)
class AnswerPatterns:
    """Regular expressions for an answer: `sat` and `unsat` match the verdict, each match of `model` has literals.

    If a pattern has groups, the last matching one counts, else the whole match. Empty patterns are ignored.
    """

    sat: str = ""
    unsat: str = ""
    model: str = ""

    def __bool__(self) -> bool:
        return bool(self.sat or self.unsat or self.model)


@dataclass(frozen=True)
class ProgramAnswer:
    """An answer, and a remark on its form if it has no known format."""

    result: ResultFile
    remark: str = ""


def pattern(text: str) -> str:
    """The text, if it is a regular expression. Raises InputError."""
    try:
        re.compile(text)
    except re.error as error:
        problem = _NO_PATTERN.format(text=repr(text), error=error)
        raise InputError(problem, advice=_("see Python's module re")) from None
    return text


def read(data: bytes, variables: int, patterns: AnswerPatterns = AnswerPatterns()) -> ProgramAnswer:
    """Parse the output of a solver for a formula of that size. Raises InputError, with the line if known."""
    text = data.decode("utf-8-sig", "replace")
    if patterns:
        return _by_patterns(text, variables, patterns)
    try:
        answer = parse_answer(data)
        has_other_variables = answer.model is not None and max(map(abs, answer.model), default=0) > variables
        return (_guess(text, variables) if has_other_variables else None) or ProgramAnswer(answer)
    except InputError as error:
        guess = _without_other_lines(text) or _guess(text, variables)
        if guess is None:
            raise error from None
        return guess


def _by_patterns(text: str, variables: int, patterns: AnswerPatterns) -> ProgramAnswer:
    unsat = re.search(patterns.unsat, text, re.MULTILINE) if patterns.unsat else None
    other_text = text if unsat is None else text[: unsat.start()] + text[unsat.end() :]
    sat = re.search(patterns.sat, other_text, re.MULTILINE) if patterns.sat else None
    if unsat is not None and sat is not None:
        raise InputError(_("both patterns match: satisfiable and unsatisfiable"), advice=_ADVICE)
    if unsat is not None or (sat is None and patterns.sat and not patterns.unsat):
        return ProgramAnswer(ResultFile(Status.UNSATISFIABLE))
    if sat is None and (patterns.sat or not patterns.unsat):
        verdict = _verdict(text)
        if patterns.sat or verdict is None:
            raise InputError(_("no pattern of a verdict matches"), advice=_ADVICE)
        if verdict[0] is not Status.SATISFIABLE:
            return ProgramAnswer(ResultFile(verdict[0]))
        other_text = verdict[2]
    elif sat is not None:
        other_text = other_text[: sat.start()] + " \n" + other_text[sat.end() :]
    if not patterns.model:
        model = _model(other_text, variables)
    else:
        pieces = [match[match.lastindex or 0] or "" for match in re.finditer(patterns.model, text, re.MULTILINE)]
        model = _model("\n".join(pieces), variables)
    if model is None:
        raise InputError(_("satisfiable, but no model is found in the output"), advice=_ADVICE)
    return ProgramAnswer(ResultFile(Status.SATISFIABLE, model[0]))


_RESULT_LINE = re.compile(r"(c|s|v|t)(\s|$)")
_IGNORED = _("the output has lines that are not part of an answer, such as '{line}'; put a c before them")


def _without_other_lines(text: str) -> ProgramAnswer | None:
    """An answer in the competition format among other lines, such as debugging output."""
    lines = text.splitlines()
    answer_lines = [line for line in lines if _RESULT_LINE.match(line)]
    others = [line for line in lines if line.strip() and not _RESULT_LINE.match(line)]
    if not others or not any(re.match(r"s\s+\S", line) for line in answer_lines):
        return None
    try:
        return ProgramAnswer(parse_answer("\n".join(answer_lines).encode()), _IGNORED.format(line=_excerpt(others[0])))
    except InputError:
        return None


def verdict_of(data: bytes) -> Status:
    """Guess the verdict alone; UNKNOWN if there is none."""
    verdict = _verdict(data.decode("utf-8-sig", "replace"))
    return Status.UNKNOWN if verdict is None else verdict[0]


# Guesses

_NO = re.compile(
    r"\b(?:un-?sat(?:isfiable)?|not\s+sat(?:isfiable)?|unsolvable|no\s+(?:solution|model|satisfying\s+assignment))\b",
    re.I,
)
_YES = re.compile(
    r"\b(?:sat(?:isfiable)?(?![\s-]+(?:solver|solving|problem|competition))|solvable|solution(?:\s+found)?|"
    r"satisfying\s+assignment)\b",
    re.I,
)
_UNKNOWN = re.compile(r"\b(?:unknown|indet(?:erminate)?|undecided)\b", re.I)
_LABEL = re.compile(
    r"\b(?:is[ _]?)?(?:sat(?:isfiable)?|satisfiability|result)\??[\"']?\s*[:=]\s*(yes|no|true|false|1|0)\b", re.I
)
_VALUE = re.compile(r"^\s*[(\[]?\s*(True|False|None)\b", re.MULTILINE)
_VERDICT_FROM = _("the verdict is read from '{verdict}'")
_MODEL_FROM = _("the verdict is read from '{verdict}', the model from {form}")


def _guess(text: str, variables: int) -> ProgramAnswer | None:
    if re.search(r"^s\s", text, re.MULTILINE):  # a faulty answer in the competition format
        return None
    verdict = _verdict(text)
    if verdict is None:
        return None
    status, words, other_text = verdict
    if status is not Status.SATISFIABLE:
        return ProgramAnswer(ResultFile(status), _VERDICT_FROM.format(verdict=_excerpt(words)))
    model = _model(other_text, variables)
    if model is None:
        return None
    sentence = _MODEL_FROM if variables else _VERDICT_FROM
    return ProgramAnswer(ResultFile(status, model[0]), sentence.format(verdict=_excerpt(words), form=model[1]))


def _verdict(text: str) -> tuple[Status, str, str] | None:
    """The verdict, the words that express it, and the text without them."""
    for expression, positive in ((_LABEL, ("yes", "true", "1")), (_VALUE, ("true",))):
        match = expression.search(text)
        if match is not None and (expression is _LABEL or not (_NO.search(text) or _YES.search(text))):
            status = Status.SATISFIABLE if match[1].lower() in positive else Status.UNSATISFIABLE
            return status, match[0].strip(), text[: match.start()] + " " + text[match.end() :]
    no_match = _NO.search(text)
    other_text = _NO.sub(" ", text)
    yes_match = _YES.search(other_text)
    if no_match is not None and yes_match is None:
        return Status.UNSATISFIABLE, no_match[0], other_text
    if yes_match is not None and no_match is None:
        return Status.SATISFIABLE, yes_match[0], _YES.sub(" ", other_text)
    unknown_match = _UNKNOWN.search(text)
    if unknown_match is not None and no_match is None:
        return Status.UNKNOWN, unknown_match[0], text
    return None


_ModelForm = tuple["array[int]", Sentence]


def _model(text: str, variables: int) -> _ModelForm | None:
    """A model in any common form, and the name of the form."""
    text = _NEGATION.sub("-", text)
    for form, reader in _FORMS:
        literals = reader(text, variables)
        if literals is not None:
            model = _sorted(literals)
            return None if model is None else (model, form)
    is_empty = not variables or _EMPTY_LIST.search(text) is not None
    return (array("i"), _FORMS[-1][0]) if is_empty else None


def _sorted(literals: Iterable[int]) -> "array[int] | None":
    """One literal per variable, in order; None for a contradiction or an invalid literal."""
    values: dict[int, int] = {}
    for literal in literals:
        if not 0 < abs(literal) <= MAX_LITERAL or values.setdefault(abs(literal), literal) != literal:
            return None
    return array("i", (values[variable] for variable in sorted(values)))


_PAIR = re.compile(
    r"(?<![\w.])[\"'(\[]*\s*(?:[A-Za-z]+_?)?(\d+)[\"')\]]*\s*(?::|=>?|->|<-(?=\s)|,(?=\s*(?:True|False)))\s*"
    r"[\"']?(true|false|[tf](?!\w)|yes|no|-1|[01](?!\d))",
    re.I,
)
_VARIABLE_NAME = re.compile(r"(-|~|!|¬|not\s+)?\b[a-zA-Z]_?(\d+)\b")
_NEGATION = re.compile(r"[~!¬]\s?(?=\d)")
_EMPTY_LIST = re.compile(r"\[\s*\]|\{\s*\}")
_BRACKETS = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_NUMBERS = re.compile(r"[^\S\n]*v?[^\S\n]*([-+]?\d+(?:[\s,;]+[-+]?\d+)*)[\s,;.]*")
_MODEL_LABEL = re.compile(r"^\s*(?:model|assignment|solution|values|v)\s*[:=]?\s*", re.I)
_TRUTH = {"true": True, "t": True, "yes": True, "1": True, "false": False, "f": False, "no": False, "0": False,
          "-1": False}  # fmt: skip


def _pairs(text: str, _variables: int) -> list[int] | None:
    pairs = _PAIR.findall(text)
    return [int(name) if _TRUTH[value.lower()] else -int(name) for name, value in pairs] or None


def _vector(words: Sequence[str], variables: int) -> list[int] | None:
    """Literals from truth values in the order of the variables; a first value for a variable 0 is ignored."""
    if len(words) == variables + 1:
        words = words[1:]
    if len(words) != variables or not variables or not all(word.lower() in _TRUTH for word in words):
        return None
    return [place if _TRUTH[word.lower()] else -place for place, word in enumerate(words, 1)]


def _truth_list(text: str, variables: int) -> list[int] | None:
    words = re.findall(r"\b(?:true|false)\b", text, re.I)
    return _vector(words, variables) if words else None


def _bit_list(text: str, variables: int) -> list[int] | None:
    for content in _BRACKETS.findall(text):
        words = re.findall(r"[^\s,;]+", content)
        if words and all(word in ("0", "1") for word in words) and len(words) == variables:
            return _vector(words, variables)
    for line in text.splitlines():
        words = re.findall(r"[^\s,;]+", _MODEL_LABEL.sub("", line))
        if len(words) == 1 and re.fullmatch(r"[01]{2,}", words[0]) and len(words[0]) == variables:
            return _vector(words[0], variables)
        inner = words[:-1] if words[-1:] == ["0"] else words
        is_vector = "0" in inner or inner.count("1") > 1  # no literal twice
        if len(words) == variables and is_vector and all(word in ("0", "1") for word in words):
            return _vector(words, variables)
    return None


def _bracketed(text: str, _variables: int) -> list[int] | None:
    word_lists = [re.findall(r"[^\s,;'\"]+", content) for content in _BRACKETS.findall(text)]
    lists = [words for words in word_lists if words and all(re.fullmatch(r"[-+]?\d+(?:\.0)?", word) for word in words)]
    if not lists:
        return None
    longest = max(reversed(lists), key=len)  # the last of the longest lists: earlier ones are often clauses
    return [int(float(word)) for word in longest if float(word)]


def _named_variables(text: str, _variables: int) -> list[int] | None:
    return [-int(name) if sign else int(name) for sign, name in _VARIABLE_NAME.findall(text)] or None


def _plain_literals(text: str, _variables: int) -> list[int] | None:
    literals: list[int] = []
    for line in text.splitlines():
        words = _NUMBERS.fullmatch(_MODEL_LABEL.sub("", line))
        if words is not None:
            literals += [int(word) for word in re.split(r"[\s,;]+", words[1]) if int(word)]
    return literals or None


_FORMS: tuple[tuple[Sentence, Callable[[str, int], list[int] | None]], ...] = (
    (_("pairs of variables and values"), _pairs),
    (_("a list of truth values"), _truth_list),
    (_("a vector of 0 and 1"), _bit_list),
    (_("a list of literals"), _bracketed),
    (_("names of variables"), _named_variables),
    (_("literals"), _plain_literals),
)


def _excerpt(words: str) -> str:
    words = printable(" ".join(words.split()))
    return words[:_MAX_EXCERPT] + "…" * (len(words) > _MAX_EXCERPT)
