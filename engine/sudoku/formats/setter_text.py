"""Reads the text of a setter: which of its sentences state usual rules, and for which drawings.

A sentence is understood if it has the words of a usual rule, and no word beyond those with which setters state usual
rules: "unless" or "product" makes it another rule. Sentences that are not understood are only shown. Texts are
English, as most published ones are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.sudoku.formats.setter_words import (
    ABOUT,
    ALL_GIVEN,
    CHANGES,
    COLOURS,
    DOTS,
    FAR_APART,
    JOINED,
    KINDS,
    NO_NEGATIVE,
    NORMAL,
    NUMBER,
    SOME_GIVEN,
    VOCABULARY,
)

_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\s*[\n•]+\s*|\s+[-–*]\s+")
_WORD = re.compile(r"[^\s,.:;!?()\[\]\"“”]+(?:\.[^\s,.:;!?()]+)*")

_TITLE = 3
"""Maximum number of words of a title, which states no rule."""

_LONGEST_TEXT, _LONGEST_SENTENCE = 5000, 400
"""Maximum characters that are read; a longer sentence is not understood."""


@dataclass(frozen=True)
class RuleStatement:
    """A usual rule that a sentence states: its kind, its colours (none: any), and the number in it (0: none)."""

    kind: str
    colours: frozenset[str] = frozenset()
    value: int = 0
    sentence: str = ""


@dataclass(frozen=True)
class SetterText:
    """The rules in a text: what its sentences state, in order, and the sentences that are not understood."""

    statements: tuple[RuleStatement, ...] = ()
    rest: tuple[str, ...] = ()
    has_rules: bool = False
    complete: frozenset[str] = frozenset()
    """The kinds of dots that are all given, according to the text."""
    doubtful: bool = False
    """Whether a sentence that is not understood may change what digits, clues or regions mean."""

    def states(self, kind: str) -> list[RuleStatement]:
        """The statements of a kind."""
        return [statement for statement in self.statements if statement.kind == kind]

    def mentions(self, kind: str) -> bool:
        """Whether a sentence that is not understood has the words of the kind."""
        return any(re.search(KINDS[kind].words, sentence.lower()) for sentence in self.rest)


def setter_text(text: str) -> SetterText:
    """Read the text of a setter."""
    statements, rest, complete = list[RuleStatement](), list[str](), set[str]()
    has_rules = False
    for sentence in _sentences(text[:_LONGEST_TEXT]):
        lower = NO_NEGATIVE.sub("", sentence.lower().replace("’", "'"))
        found = [*_statements(lower[:_LONGEST_SENTENCE])]
        some = SOME_GIVEN.search(lower) is not None
        all_given = not some and ALL_GIVEN.search(lower) is not None
        if (some or all_given) and not JOINED.search(lower):
            found = [each for each in found if each.kind not in DOTS]
        harmless = bool(found) or some or all_given or NORMAL.search(lower) or len(_WORD.findall(lower)) <= _TITLE
        if harmless and not _strange_words(lower) and len(sentence) <= _LONGEST_SENTENCE:
            statements += [replace(statement, sentence=sentence) for statement in found]
            has_rules = has_rules or bool(found)
            if all_given:
                complete |= {kind for kind in DOTS if re.search(DOTS[kind], lower)}
        elif found or ABOUT.search(lower) or CHANGES.search(lower):
            rest.append(sentence)
            has_rules = True
    doubtful = any(CHANGES.search(sentence.lower()) for sentence in rest)
    return SetterText(tuple(dict.fromkeys(statements)), tuple(rest), has_rules, frozenset(complete), doubtful)


def _sentences(text: str) -> Iterator[str]:
    for part in _SENTENCE.split(text):
        sentence = part.strip(" \t-–*•+")
        if any(letter.isalpha() for letter in sentence):
            yield sentence


def _strange_words(sentence: str) -> list[str]:
    """The words of a sentence with which usual rules are not stated."""
    words = (word.strip("'‘`*+-=").removesuffix("'s") for word in _WORD.findall(sentence))
    return [word for word in words if word and word not in VOCABULARY and not NUMBER.fullmatch(word)]


def _statements(sentence: str) -> Iterator[RuleStatement]:
    parts = re.split(r",|\band\b", sentence)
    if len(parts) > 1 and all(len(_WORD.findall(part)) <= _TITLE for part in parts):  # a list of names
        for part in parts:
            yield from _statements(part)
        return
    colours = frozenset(colour for pattern, colour in COLOURS.items() if pattern.search(sentence))
    for kind, wording in KINDS.items():
        if wording.states(sentence):
            yield RuleStatement(kind, colours, _value(kind, sentence))


def _value(kind: str, sentence: str) -> int:
    """The least difference of whispers; for cages 1 if their digits may repeat."""
    if kind == "killer cage":
        return int(re.search(r"\b(?:can|may) repeat", sentence) is not None)
    if kind != "whispers":
        return 0
    found = re.search(FAR_APART, sentence)
    if not found:
        return 4 if "dutch" in sentence else 5
    return _NUMBERS.get(found[1]) or int(found[1])
