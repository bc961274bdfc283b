r"""Reads JSON in the short form that SudokuPad compresses.

Names have no quotation marks, texts are in apostrophes (`\'` is one inside a text), `f` and `t` are false and true,
`{}` is omitted in a list (`[,,]` has three elements), colours are bare, and the most common names are shortened.
Ordinary JSON is read too. Source: SudokuPad's puzzlezipper.js.
"""

import json
import re
from typing import Any

_NAMES = {
    "a": "arrows",
    "ca": "cages",
    "ce": "cells",
    "ct": "center",
    "c2": "backgroundColor",
    "h": "height",
    "l": "lines",
    "o": "overlays",
    "r": "rounded",
    "re": "regions",
    "t": "title",
    "te": "text",
    "u": "underlays",
    "v": "value",
    "w": "width",
    "wp": "wayPoints",
}
"""The full forms of the shortened names that matter here."""

_WORDS = {"t": True, "true": True, "f": False, "false": False, "null": None}
_TOKEN = re.compile(r"\s*(?:([][{},:])|'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|([^][{},:'\"\s]+)|$)", re.DOTALL)
_NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18})?")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "", "f": ""}
_END = "end"
_MAX_DEPTH = 20  # depth of a puzzle: lists in lists in an object


def loads(text: str) -> Any:
    """The value of a text. Raises ValueError if it is neither JSON nor in the short form."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("too deep") from None
    except ValueError:
        return _Parser(text).whole()


class _Parser:
    """Reads one value; the next token is `_sign`, or else the value `_word`."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self._sign = self._name = ""
        self._word: Any = None
        self._advance()

    def whole(self) -> Any:
        value = self._value(_MAX_DEPTH)
        if self._sign != _END:
            raise ValueError("more after its end")
        return value

    def _advance(self) -> None:
        match = _TOKEN.match(self._text, self._place)
        if match is None:
            raise ValueError("a text without an end")
        self._place = match.end()
        sign, *quoted, bare = match.groups()
        text = next((part for part in quoted if part is not None), None)
        self._sign = sign or ("" if text is not None or bare else _END)
        if text is not None:
            self._name = self._word = re.sub(r"\\(u[0-9a-fA-F]{4}|.)", _unescaped, text, flags=re.DOTALL)
        elif bare:
            self._name, self._word = bare, _bare(bare)

    def _take(self, sign: str) -> bool:
        """Skip the sign if it comes next, and return whether it did."""
        is_next = self._sign == sign
        if is_next:
            self._advance()
        return is_next

    def _value(self, depth: int) -> Any:
        if not depth:
            raise ValueError("too deep")
        if self._take("["):
            values = [self._value(depth - 1)]
            while self._take(","):
                values.append(self._value(depth - 1))
            self._need("]")
            return values
        if self._take("{"):
            content = {}
            while self._sign != "}":
                name = self._name
                self._need("")
                self._need(":")
                content[_NAMES.get(name, name)] = self._value(depth - 1)
                if not self._take(","):
                    break
            self._need("}")
            return content
        if self._sign:  # an omitted object
            return {}
        value = self._word
        self._advance()
        return value

    def _need(self, sign: str) -> None:
        if not self._take(sign):
            raise ValueError(f"no {sign or 'name'} where one belongs")


def _bare(word: str) -> Any:
    if _NUMBER.fullmatch(word):
        return float(word) if "." in word else int(word)
    return _WORDS.get(word, word)


def _unescaped(match: "re.Match[str]") -> str:
    code = match[1]
    return chr(int(code[1:], 16)) if len(code) > 1 else _ESCAPES.get(code, code)
