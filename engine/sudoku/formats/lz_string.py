"""LZ-string, the compression in the links of SudokuPad and f-puzzles, as base64.

A text is a sequence of codes of growing width, the lowest bit of each first. A code names a string seen before; 0 and 1
are followed by a character of 8 or 16 bits that is new, and 2 is the end. After each code the string before it with the
first character of this one is a string seen. Characters are units of UTF-16, as in JavaScript.
Source: the format as pieroxy's lz-string writes it (https://pieroxy.net/blog/pages/lz-string/index.html).
"""

from collections.abc import Iterator

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {sign: value for value, sign in enumerate(_ALPHABET)} | {"-": 63, " ": 62}
"""The form for addresses has `-` for `/`; a blank is a `+` that was taken for one."""

_BITS = 6
_BYTE, _UNIT, _END, _FIRST = 0, 1, 2, 3


def compress(text: str) -> str:
    """The text compressed, padded to a multiple of four characters."""
    out, width = _BitWriter(), _Width(2)
    codes: dict[str, int] = {}
    new: set[str] = set()  # characters not yet written

    def emit(word: str) -> None:
        if word in new:
            new.discard(word)
            unit = ord(word)
            out.put(_BYTE if unit < 256 else _UNIT, width.bits)
            out.put(unit, 8 if unit < 256 else 16)
            width.grow()
        else:
            out.put(codes[word], width.bits)
        width.grow()

    word = ""
    for unit in _units(text):
        if unit not in codes:
            codes[unit] = _FIRST + len(codes)
            new.add(unit)
        if word + unit in codes:
            word += unit
            continue
        emit(word)
        codes[word + unit] = _FIRST + len(codes)
        word = unit
    if word:
        emit(word)
    out.put(_END, width.bits)
    return out.text()


def decompress(data: str, most: int) -> str:
    """The text of compressed data. Raises ValueError if that is damaged, or longer than `most` characters."""
    bits, width = _BitReader(data.rstrip("=$")), _Width(1)
    words: list[str] = [""] * _FIRST
    found: list[str] = []
    length, before = 0, ""
    while (code := bits.take(width.bits)) != _END:
        if code in (_BYTE, _UNIT):
            words.append(chr(bits.take(8 if code == _BYTE else 16)))
            code = len(words) - 1
            width.grow()
        if code < len(words):
            word = words[code]
        elif code == len(words) and before:
            word = before + before[0]
        else:
            raise ValueError("a code that names nothing")
        length += len(word)
        if length > most:
            raise ValueError(f"more than {most} characters")
        found.append(word)
        if before:
            words.append(before + word[0])
            width.grow()
        before = word
    return "".join(found).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class _Width:
    """How many bits a code has: one more each time that so many codes are given out as the bits allow."""

    def __init__(self, left: int) -> None:
        """`left`: how many codes are given out before the first change."""
        self.bits = 2
        self._left = left

    def grow(self) -> None:
        """A code was given out."""
        self._left -= 1
        if not self._left:
            self._left = 1 << self.bits
            self.bits += 1


def _units(text: str) -> Iterator[str]:
    """The units of UTF-16 of a text."""
    data = text.encode("utf-16-le", "surrogatepass")
    return (chr(data[at] | data[at + 1] << 8) for at in range(0, len(data), 2))


class _BitWriter:
    """Bits, as the signs 0 and 1."""

    def __init__(self) -> None:
        self._bits: list[str] = []

    def put(self, value: int, bits: int) -> None:
        self._bits.append(f"{value:0{bits}b}"[::-1])

    def text(self) -> str:
        """All of it; there is always one more character, as others write it."""
        bits = "".join(self._bits)
        bits += "0" * (_BITS - len(bits) % _BITS)
        signs = "".join(_ALPHABET[int(bits[at : at + _BITS], 2)] for at in range(0, len(bits), _BITS))
        return signs + "=" * (-len(signs) % 4)


class _BitReader:
    def __init__(self, data: str) -> None:
        """Raises ValueError where the data holds a strange character."""
        strange = next((sign for sign in data if sign not in _VALUES), None)
        if strange is not None:
            raise ValueError(f"a character {strange!r}")
        self._bits = "".join(f"{_VALUES[sign]:0{_BITS}b}" for sign in data)
        self._place = 0

    def take(self, bits: int) -> int:
        """The next bits as a number. Raises ValueError where the data ends."""
        value = self._bits[self._place : self._place + bits]
        if len(value) < bits:
            raise ValueError("its end is missing")
        self._place += bits
        return int(value[::-1], 2)
