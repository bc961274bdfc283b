"""LZ-string, the compression in the links of SudokuPad and f-puzzles, as base64.

A text is a sequence of codes of growing width, lowest bits first. A code names an earlier string; 0 and 1 precede a new
character of 8 or 16 bits, and 2 ends the text. After each code, the previous string with the first character of the
current one becomes a new string. Characters are UTF-16 units, as in JavaScript. Source: the format of pieroxy's
lz-string (https://pieroxy.net/blog/pages/lz-string/index.html).
"""

from collections.abc import Iterator

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {sign: value for value, sign in enumerate(_ALPHABET)} | {"-": 63, " ": 62}
"""In addresses `-` stands for `/`, and a blank is a `+` that was decoded."""

_BITS = 6
_BYTE, _UNIT, _END, _FIRST = 0, 1, 2, 3


def compress(text: str) -> str:
    """The compressed text, padded to a multiple of four characters."""
    out, width = _BitWriter(), _Width(2)
    codes: dict[str, int] = {}
    unwritten: set[str] = set()  # characters not yet written

    def emit(word: str) -> None:
        if word in unwritten:
            unwritten.discard(word)
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
            unwritten.add(unit)
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


def decompress(data: str, max_length: int) -> str:
    """The text of compressed data. Raises ValueError if it is damaged or longer than `max_length` characters."""
    bits, width = _BitReader(data.rstrip("=$")), _Width(1)
    words: list[str] = [""] * _FIRST
    text: list[str] = []
    length, previous = 0, ""
    while (code := bits.take(width.bits)) != _END:
        if code in (_BYTE, _UNIT):
            words.append(chr(bits.take(8 if code == _BYTE else 16)))
            code = len(words) - 1
            width.grow()
        if code < len(words):
            word = words[code]
        elif code == len(words) and previous:
            word = previous + previous[0]
        else:
            raise ValueError("a code that names nothing")
        length += len(word)
        if length > max_length:
            raise ValueError(f"more than {max_length} characters")
        text.append(word)
        if previous:
            words.append(previous + word[0])
            width.grow()
        previous = word
    return "".join(text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class _Width:
    """The number of bits of a code, which grows by one whenever all codes of that width are taken."""

    def __init__(self, remaining: int) -> None:
        """`remaining`: the number of codes before the first change."""
        self.bits = 2
        self._remaining = remaining

    def grow(self) -> None:
        """Count a new code."""
        self._remaining -= 1
        if not self._remaining:
            self._remaining = 1 << self.bits
            self.bits += 1


def _units(text: str) -> Iterator[str]:
    """The UTF-16 units of a text."""
    data = text.encode("utf-16-le", "surrogatepass")
    return (chr(data[index] | data[index + 1] << 8) for index in range(0, len(data), 2))


class _BitWriter:
    """Bits, collected as 0 and 1 characters."""

    def __init__(self) -> None:
        self._bits: list[str] = []

    def put(self, value: int, bits: int) -> None:
        self._bits.append(f"{value:0{bits}b}"[::-1])

    def text(self) -> str:
        """The whole text, always with one more character, as other programs write it."""
        bits = "".join(self._bits)
        bits += "0" * (_BITS - len(bits) % _BITS)
        signs = "".join(_ALPHABET[int(bits[start : start + _BITS], 2)] for start in range(0, len(bits), _BITS))
        return signs + "=" * (-len(signs) % 4)


class _BitReader:
    def __init__(self, data: str) -> None:
        """Raises ValueError if the data contains an invalid character."""
        invalid = next((sign for sign in data if sign not in _VALUES), None)
        if invalid is not None:
            raise ValueError(f"a character {invalid!r}")
        self._bits = "".join(f"{_VALUES[sign]:0{_BITS}b}" for sign in data)
        self._place = 0

    def take(self, bits: int) -> int:
        """The next bits as a number. Raises ValueError at the end of the data."""
        value = self._bits[self._place : self._place + bits]
        if len(value) < bits:
            raise ValueError("its end is missing")
        self._place += bits
        return int(value[::-1], 2)
