"""Reads puzzles from links of other programs. Nothing is fetched: a link that only names a puzzle is refused.

Supported are SudokuPad (`scl`, `ctc`, `fpuz`, `scf`, `classic` and links of its app), f-puzzles (`?load=`), SudokuWiki
(`?bd=`), Sudoku Exchange (`?s=`), Penpa+ (`#m=edit&p=`), and links of any other program that contain 81 digits.
Compressed parts are unpacked to at most MAX_UNPACKED characters. Sources: links that these programs write;
https://www.sudokuwiki.org/Sudoku_String_Definitions.
"""

import base64
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import parse_qs, unquote, urlsplit

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.base.text import title_of
from engine.sudoku.formats import fpuzzles, lz_string, penpa, sudokupad, zipped_json
from engine.sudoku.formats.grid_rules import GridRules, usual_boxes, windows
from engine.sudoku.layout import Layout, conflicts, single
from engine.sudoku.puzzle import Puzzle

MAX_LINK = 1 << 17
"""Maximum number of characters of a link."""

MAX_UNPACKED = 1 << 22
"""Maximum number of characters of an unpacked link."""

_DEFAULT_SITE = "sudokupad.app/"
"""The site of links without one, except those of Penpa+, which are recognised by their values."""

ONLY_A_NAME = lazy_gettext("this link only names a puzzle, and nothing is fetched from the network")
COPY_FROM_BROWSER = lazy_gettext("open it in a browser and copy a link that holds the puzzle, or the puzzle as text")
DAMAGED = lazy_gettext("this {program} link is damaged: {reason}")
COPY_ALL = lazy_gettext("copy all of it")
UNKNOWN = lazy_gettext("this link holds no puzzle that can be read")
SUPPORTED_LINKS = lazy_gettext("SudokuPad, f-puzzles, SudokuWiki, Sudoku Exchange and Penpa+ links can be read")

_PREFIX = re.compile(r"(scl|ctc|fpuz(?:zles)?|scf|classic)(.+)", re.DOTALL)
_MAX_NAME = 60
"""Maximum number of characters of a name under which SudokuPad stores a puzzle."""

_OBJECT = "N4Ig"
"""The beginning of a compressed object, as opposed to a name."""

_SHORTENERS = ("tinyurl.com", "bit.ly", "is.gd", "t.ly", "goo.gl", "shorturl.at", "rb.gy", "cutt.ly")
"""Hosts of shortened links, which Penpa+ can create."""

_CELLS = 81
_DIGITS = re.compile(r"(?<![0-9.])[0-9.]{81}(?![0-9.])")
_RUN_SIGNS = {sign: value for value, sign in enumerate("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx")}
"""Signs for a digit (0 for an empty cell) and up to five empty cells after it: the digit plus ten for each of them."""

_BLANK_SIGNS = {
    sign: value for value, sign in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_")
}
"""Signs for a number of empty cells between digits, in an older form."""

_WIKI = re.compile(r"(S9B)?((?:[0-9a-z]{2}){81})")


def read(line: str) -> Puzzle:
    """The puzzle of a link. Raises InputError without a place."""
    link = line.strip(" \t<>\"'")
    if link.startswith("m="):
        link = f"#{link}"
    if "://" not in link:
        link = f"https://{link}" if re.match(r"[\w.-]+\.\w+/", link) else f"https://{_DEFAULT_SITE}{link}"
    try:
        address = urlsplit(link)
    except ValueError:
        raise InputError(UNKNOWN, advice=SUPPORTED_LINKS) from None
    values = {name: texts[0] for name, texts in parse_qs(f"{address.query}&{address.fragment}").items()}
    host = (address.hostname or "").removeprefix("www.")
    if "p" in values and "m" in values:
        return _penpa(values["p"])
    reader = next((reader for name, reader in _READERS.items() if f".{host}".endswith(f".{name}")), _any)
    return reader(unquote(address.path), values)


def _sudokupad(path: str, values: Mapping[str, str]) -> Puzzle:
    data = values.get("puzzleid") or re.sub(r"^/(sudoku/|puzzle/)?", "", path)
    if match := _PREFIX.fullmatch(data):
        form, content = match.groups()
        if form == "scf":
            return _scf(content)
        if form == "classic":
            return _standard(_classic(content), "SudokuPad")
        if len(content) > _MAX_NAME or content.startswith(_OBJECT):
            return _object(content, "SudokuPad")
    elif len(data) > _MAX_NAME or data.startswith(_OBJECT):
        return _object(data, "SudokuPad")
    raise InputError(ONLY_A_NAME, advice=COPY_FROM_BROWSER)


def _fpuzzles(_: str, values: Mapping[str, str]) -> Puzzle:
    if "load" not in values:
        raise InputError(ONLY_A_NAME, advice=COPY_FROM_BROWSER)
    return _object(values["load"], "f-puzzles")


def _object(data: str, program: str) -> Puzzle:
    """The puzzle of an object made by SudokuPad or f-puzzles, compressed or not."""
    try:
        text = data if data.startswith("{") else lz_string.decompress(data, MAX_UNPACKED)
        content = zipped_json.loads(text)
    except ValueError as error:
        raise InputError(DAMAGED.format(program=program, reason=error), advice=COPY_ALL) from None
    if not isinstance(content, Mapping):
        raise InputError(UNKNOWN, advice=SUPPORTED_LINKS)
    if isinstance(content.get("p"), str):  # shared by the app of SudokuPad
        return replace(_standard(_expanded(content["p"]), program), name=title_of(str(content.get("n") or "")))
    is_f_puzzles = program == "f-puzzles" or "size" in content
    return fpuzzles.read(content) if is_f_puzzles else sudokupad.read(content)


def _scf(data: str) -> Puzzle:
    """SudokuPad's short form: cells, then after a star `x` for diagonals, `w` windows, `t` a title, `a` an author."""
    code, star, options = data.partition("*")
    if not star:
        count = next((count for count in range(len(code)) if len(_expanded(code[:count])) >= _CELLS), len(code))
        code, options = code[:count], code[count:]
    name = ""
    diagonal = window = False
    while options:
        sign, options = options[0], options[1:]
        if sign in "ta":
            text = re.match(r"((?:[^*]|\*\*)*)\*?", options)
            assert text
            name = text[1].replace("**", "*") if sign == "t" else name
            options = options[text.end() :]
        elif sign in "xw":
            diagonal, window = diagonal or sign == "x", window or sign == "w"
        else:
            raise InputError(
                DAMAGED.format(program="SudokuPad", reason=_("an unknown rule {sign!r}").format(sign=sign)),
                advice=COPY_ALL,
            )
    rules = GridRules(9, tuple(usual_boxes(9)), diagonal, diagonal, extra=tuple(windows() * window))
    return replace(_standard(_expanded(code).ljust(_CELLS, "0"), "SudokuPad", rules.layout()), name=title_of(name))


def _classic(data: str) -> str:
    """The cells of data in one of two forms, the one that gives 81 cells.

    If both do, it is the one in which no house has a digit twice.
    """
    readings = [_expanded(data), "".join("0" * _BLANK_SIGNS[sign] if sign in _BLANK_SIGNS else sign for sign in data)]
    complete = [cells for cells in readings if _DIGITS.fullmatch(cells)]
    return next((cells for cells in complete if not conflicts(single(), [int(digit) for digit in cells])), readings[-1])


def _expanded(code: str) -> str:
    """The cells of signs that stand for a digit and the empty cells after it; other signs are kept."""
    return "".join(
        f"{_RUN_SIGNS[sign] % 10}{'0' * (_RUN_SIGNS[sign] // 10)}" if sign in _RUN_SIGNS else sign for sign in code
    )


def _sudokuwiki(path: str, values: Mapping[str, str]) -> Puzzle:
    data = values.get("bd", "")
    if not re.search(r"/sudoku\.\w+$", path, re.IGNORECASE):
        raise InputError(UNKNOWN, advice=_("SudokuWiki's links to its solver of standard sudokus can be read"))
    if cells := _WIKI.fullmatch(data):
        pairs = [cells[2][start : start + 2] for start in range(0, 2 * _CELLS, 2)]
        data = "".join(map(_clue if cells[1] else _clue_and_candidates, pairs))
    return _standard(data, "SudokuWiki")


def _clue(pair: str) -> str:
    """A cell in base 36: clues are their digits, found digits begin at 10, and sets of candidates at 19."""
    value = int(pair, 36) & 1023
    return str(value) if value <= 9 else "0"


def _clue_and_candidates(pair: str) -> str:
    """A cell in the older base 32: one bit per candidate above a bit for a clue."""
    value = _base_32(pair)
    digit = (value >> 1).bit_length()
    return str(digit) if value & 1 and value >> 1 == 1 << digit - 1 else "0"


def _base_32(pair: str) -> int:
    try:
        return int(pair, 32)
    except ValueError:
        return 0


def _sudokuexchange(_: str, values: Mapping[str, str]) -> Puzzle:
    data = values.get("s", "")
    return _standard(data if _DIGITS.fullmatch(data) else _expanded(data), "Sudoku Exchange")


def _penpa(data: str) -> Puzzle:
    try:
        packed = base64.b64decode(data.replace(" ", "+") + "=" * (-len(data) % 4))
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        text = unpacker.decompress(packed, MAX_UNPACKED)
        if not unpacker.eof:
            raise ValueError(_("it is cut off or too long"))
    except (ValueError, zlib.error) as error:
        raise InputError(DAMAGED.format(program="Penpa+", reason=error), advice=COPY_ALL) from None
    return penpa.read(text.decode(errors="replace"))


def _any(path: str, values: Mapping[str, str]) -> Puzzle:
    """81 digits in a link of any program."""
    for part in (path, *values.values()):
        if match := _DIGITS.search(part):
            return _standard(match[0], "")
    raise InputError(UNKNOWN, advice=SUPPORTED_LINKS)


def _shortened(*_: object) -> Puzzle:
    raise InputError(ONLY_A_NAME, advice=COPY_FROM_BROWSER)


def _standard(digits: str, program: str, layout: Layout | None = None) -> Puzzle:
    """A puzzle of 81 cells, by default of a standard sudoku."""
    if not _DIGITS.fullmatch(digits):
        raise InputError(
            DAMAGED.format(program=program, reason=_("it does not hold {cells} cells").format(cells=_CELLS)),
            advice=COPY_ALL,
        )
    return Puzzle(layout or single(), tuple(int(digit) if digit != "." else 0 for digit in digits))


_READERS: dict[str, Callable[[str, Mapping[str, str]], Puzzle]] = {
    "sudokupad.app": _sudokupad,
    "svencodes.com": _sudokupad,
    "crackingthecryptic.com": _sudokupad,
    "f-puzzles.com": _fpuzzles,
    "sudokuwiki.org": _sudokuwiki,
    "sudokuexchange.com": _sudokuexchange,
    **dict.fromkeys(_SHORTENERS, _shortened),
}
"""The reader of each program's links, by the end of the host name; it gets the path and the query values."""
