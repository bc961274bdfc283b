"""Fewer bytes for the same picture: leaves out of what goes to the terminal whatever changes nothing there.

Textual ends each piece of text with a reset of its style, begins the next with all of its style and its place, and ends
each row: on a slow line that is most of what a key costs.
"""

import re
from functools import lru_cache

TOKEN = re.compile(
    r"\x1b\[(?P<row>\d+);(?P<column>\d+)H|\x1b\[(?P<codes>(?:\d+(?:;\d+)*)?)m|(?P<end>\n)"
    r"|(?P<text>[^\x1b\n]+|\x1b\[K)"
)
"""A place, a style, the end of a row, or text; erasing what follows in a row is taken for text of unknown width."""
_CODE = re.compile(r"[34]8;(?:5;\d+|2;\d+;\d+;\d+)|\d+")

_INK, _GROUND = "ink", "ground"
_ON = {
    **{code: f"attribute {code}" for code in (*range(1, 10), 21, 53)},
    **dict.fromkeys((*range(30, 39), *range(90, 98)), _INK),
    **dict.fromkeys((*range(40, 49), *range(100, 108)), _GROUND),
}
"""What each code sets."""
_OFF = {
    22: (1, 2), 23: (3,), 24: (4, 21), 25: (5, 6), 27: (7,), 28: (8,), 29: (9,), 39: (30,), 49: (40,), 55: (53,)
}  # fmt: skip
"""Codes that set what each code takes back."""

Look = tuple[str, ...]
"""The codes in force, none of which sets what another one does."""
PLAIN: Look = ()


def shortened(data: str) -> str:
    """The same picture in fewer characters; anything that is not text, places and styles comes back as it is.

    The terminal must have its plain style at the beginning, and its last row never ends. Nothing is relied on in which
    terminals differ: after other text than ASCII the place is told again, and styles are only added to or reset.
    """
    sent: list[str] = []
    here: tuple[int, int] | None = None
    there, way = here, ""  # where the next text stands, and what leads there
    shown: Look = PLAIN
    wanted: Look = PLAIN
    done = 0
    for token in TOKEN.finditer(data):
        if token.start() != done:
            break
        done, text = token.end(), token["text"]
        if token["row"]:
            there = int(token["row"]), int(token["column"])
            way = move(*there, here[1] if here and here[0] == there[0] else None)
        elif token["end"]:
            there, way = None, way + "\n"
        elif text is None:
            look = after(wanted, token["codes"])
            if look is None:
                return data
            wanted = look
        else:
            sent += way, change(shown, wanted), text
            shown = wanted
            here = there = (there[0], there[1] + len(text)) if there and text.isascii() and text.isprintable() else None
            way = ""
    if done < len(data):
        return data
    return min("".join([*sent, way, change(shown, wanted)]), data, key=len)


def move(row: int, column: int, here: int | None = None) -> str:
    """The shortest sequence to a place (from 1); `here` is the column in the same row where we are, if that is sure."""
    if here is not None and here <= column:
        far = column - here
        return f"\x1b[{far if far > 1 else ''}C" if far else ""
    return f"\x1b[{row};{column}H"


@lru_cache(maxsize=1024)
def after(look: Look, codes: str) -> Look | None:
    """The look that codes make of another one; None if there is one among them that is not known."""
    found = {_ON[int(code.partition(";")[0])]: code for code in look}
    for code in _CODE.findall(codes) or ["0"]:
        number = int(code.partition(";")[0])
        if number == 0:
            found.clear()
        elif number in _OFF:
            for each in _OFF[number]:
                found.pop(_ON[each], None)
        elif number not in _ON or code in ("38", "48"):
            return None
        else:
            found[_ON[number]] = code
    return tuple(found.values())


def is_ground(code: str) -> bool:
    """Whether a code of a look is that of the ground."""
    return _ON[int(code.partition(";")[0])] == _GROUND


@lru_cache(maxsize=1024)
def change(shown: Look, wanted: Look) -> str:
    """The sequence that makes one look of another.

    What is more is added, and a ground laid over another one; some consoles keep an ink as bold as the one before.
    """
    less, more = set(shown) - set(wanted), [code for code in wanted if code not in shown]
    grounds = list(filter(is_ground, (*less, *more)))
    if not less or (len(less) == 1 and len(grounds) == 2):
        return f"\x1b[{';'.join(more)}m" if more else ""
    return f"\x1b[{';'.join(['0', *wanted])}m" if wanted else "\x1b[m"
