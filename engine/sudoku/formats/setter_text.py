"""Reads the text of a setter: which of its sentences state usual rules, and for which drawings.

A sentence is understood if it has the words of a usual rule, and no word beyond those with which setters state usual
rules: "unless" or "product" makes it another rule. Sentences that are not understood are only shown. Texts are
English, as most published ones are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.sudoku.formats.setter_words import (
    ALL_GIVEN,
    CHANGES,
    COLOURS,
    DOT_MEANING,
    DOTS,
    FAR_APART,
    KINDS,
    NO_NEGATIVE,
    NORMAL,
    NUMBER,
    RULE_WORDS,
    SOME_GIVEN,
    VOCABULARY,
)

_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_SENTENCE = re.compile(r"(?<=[.!?;])[)\"”]?\s+|\s*[\n•]+\s*|\s+[-–*]\s+")
_WORD = re.compile(r"[^\s,.:;!?()\[\]\"“”]+(?:\.[^\s,.:;!?()]+)*")

_MAX_TITLE_WORDS = 3
"""Maximum number of words of a title, which states no rule."""

_MAX_TEXT, _MAX_SENTENCE = 5000, 400
"""Maximum number of characters of a text and of a sentence; a longer sentence is not understood."""


@dataclass(frozen=True)
class RuleStatement:
    """A usual rule in a sentence: its kind, the colours that it names (none: any), and its number (0: none)."""

    kind: str
    colours: frozenset[str] = frozenset()
    value: int = 0
    sentence: str = ""


@dataclass(frozen=True)
class SetterText:
    """The rules in a text: the statements of its sentences in order, and the sentences that are not understood.

    `has_rules`: a sentence states a rule or may do so. `complete_kinds` are the kinds of dots that are all given,
    according to the text. `doubtful`: a sentence that is not understood may change what digits, clues or regions mean.
    """

    statements: tuple[RuleStatement, ...] = ()
    other_sentences: tuple[str, ...] = ()
    has_rules: bool = False
    complete_kinds: frozenset[str] = frozenset()
    doubtful: bool = False

    def states(self, kind: str) -> list[RuleStatement]:
        """The statements of a kind."""
        return [statement for statement in self.statements if statement.kind == kind]

    def mentions(self, kind: str) -> bool:
        """Whether a sentence that is not understood has the words of the kind."""
        return any(re.search(KINDS[kind].words, sentence.lower()) for sentence in self.other_sentences)


def setter_text(text: str) -> SetterText:
    """The rules in the text of a setter; characters after _MAX_TEXT are ignored."""
    statements, other_sentences, complete_kinds = list[RuleStatement](), list[str](), set[str]()
    has_rules = False
    for sentence in _sentences(text[:_MAX_TEXT]):
        lower = NO_NEGATIVE.sub("", sentence.lower().replace("’", "'"))
        usual_rules = [*_statements(lower[:_MAX_SENTENCE])]
        some_given = SOME_GIVEN.search(lower) is not None
        all_given = not some_given and ALL_GIVEN.search(lower) is not None
        if (some_given or all_given) and not DOT_MEANING.search(lower):
            usual_rules = [statement for statement in usual_rules if statement.kind not in DOTS]
        is_title = len(_WORD.findall(lower)) <= _MAX_TITLE_WORDS
        harmless = bool(usual_rules) or some_given or all_given or is_title or NORMAL.search(lower)
        if harmless and not _unknown_words(lower) and len(sentence) <= _MAX_SENTENCE:
            statements += [replace(statement, sentence=sentence) for statement in usual_rules]
            has_rules = has_rules or bool(usual_rules)
            if all_given:
                complete_kinds |= {kind for kind in DOTS if re.search(DOTS[kind], lower)}
        elif usual_rules or RULE_WORDS.search(lower) or CHANGES.search(lower):
            other_sentences.append(sentence)
            has_rules = True
    doubtful = any(CHANGES.search(sentence.lower()) for sentence in other_sentences)
    return SetterText(
        tuple(dict.fromkeys(statements)), tuple(other_sentences), has_rules, frozenset(complete_kinds), doubtful
    )


def _sentences(text: str) -> Iterator[str]:
    for part in _SENTENCE.split(text):
        sentence = part.strip(" \t-–*•+")
        if any(letter.isalpha() for letter in sentence):
            yield sentence


def _unknown_words(sentence: str) -> list[str]:
    """The words of a sentence with which usual rules are not stated."""
    words = (word.strip("'‘`*+-=").removesuffix("'s") for word in _WORD.findall(sentence))
    return [word for word in words if word and word not in VOCABULARY and not NUMBER.fullmatch(word)]


def _statements(sentence: str) -> Iterator[RuleStatement]:
    parts = re.split(r",|\band\b", sentence)
    if len(parts) > 1 and all(len(_WORD.findall(part)) <= _MAX_TITLE_WORDS for part in parts):  # a list of names
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
    match = re.search(FAR_APART, sentence)
    if not match:
        return 4 if "dutch" in sentence else 5
    return _NUMBERS.get(match[1]) or int(match[1])
