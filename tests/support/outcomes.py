"""What a reader makes of many inputs, one line each, to compare with a snapshot: values, sentences of errors, lines.

The inputs are changed at random, always in the same way. A line is the outcome and a part of the input.
"""

import json
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any
from zlib import crc32

from engine.base.errors import InputError
from tests.fuzz.mutation import mutate

_SHORT = 100
"""Maximum characters of a value; of a longer one the beginning is kept, and a checksum."""
_VALUES = (None, True, 0, 1, 2, 3, 9, 10, -1, 0.5, 1.5, "", "1", "x", "R1C1", "#cfcfcf", [], {}, [[0, 0]], ["1"])


def short(value: object) -> str:
    """A value in one line: all of it, or its beginning and a checksum."""
    text = value if isinstance(value, str) else repr(value)
    line = text if len(text) <= _SHORT else f"{text[:_SHORT]}... {crc32(text.encode('utf-8', 'replace'))}"
    return line.encode("unicode_escape").decode()


def outcome(read: Callable[[Any], object], data: Any) -> str:
    """The value that is read, or the sentence of the error."""
    try:
        return short(read(data))
    except (InputError, ValueError) as error:
        return f"refused: {short(str(error))}"


def outcomes(
    read: Callable[[bytes], object], inputs: Sequence[bytes], words: Sequence[bytes] = (), count: int = 60
) -> str:
    """The outcomes of the inputs, and of so many that are made from them with words of their language."""
    dice = Random(1)
    made = [*inputs, *(mutate(dice.choice(inputs), dice, words, inputs) for _ in range(count))]
    return "\n".join(f"{outcome(read, data)} <- {short(data)}" for data in made)


def json_outcomes(read: Callable[[Any], object], objects: Sequence[Any], count: int = 60) -> str:
    """The outcomes of objects, and of so many with one or two other values somewhere inside."""
    dice = Random(1)
    made = [*objects, *(_changed(dice.choice(objects), dice) for _ in range(count))]
    return "\n".join(f"{outcome(read, value)} <- {short(json.dumps(value))}" for value in made)


def _changed(value: Any, dice: Random) -> Any:
    changed = deepcopy(value)
    for _ in range(dice.choice((1, 1, 2))):
        if not changed:
            break
        parent, key = _place(changed, dice)
        old = parent[key]
        if isinstance(old, int | float) and not isinstance(old, bool) and dice.random() < 0.7:
            parent[key] = old + dice.choice((-1, 1, 0.5, -0.5))
        elif dice.random() < 0.2 and len(parent) > 1:
            del parent[key]
        else:
            other, name = _place(changed, dice)
            parent[key] = deepcopy(dice.choice((*_VALUES, other[name], other[name])))
    return changed


def _place(value: Any, dice: Random) -> tuple[Any, Any]:
    """A container in a value with one of its keys or indices, found by going down a few times."""
    while True:
        key = dice.choice([*value]) if isinstance(value, dict) else dice.randrange(len(value))
        if not isinstance(value[key], dict | list) or not value[key] or dice.random() < 0.2:
            return value, key
        value = value[key]
