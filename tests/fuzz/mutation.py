"""Inputs made from other inputs: flipped bytes, moved tokens and lines, extreme numbers."""

import bz2
import gzip
import lzma
import re
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

MAX_LENGTH = 1 << 16
"""Maximum number of bytes of an input."""

NUMBERS = (
    b"0", b"-0", b"+1", b"-1", b"1", b"9", b"10", b"25", b"26", b"99", b"255", b"1000", b"0001", b"000000000001",
    b"00000000000000000000011", b"65536", b"268435456", b"268435457", b"2147483647", b"-2147483647", b"2147483648",
    b"-2147483648", b"4294967295", b"4294967296", b"9223372036854775807", b"9223372036854775808", b"1e9", b"1.5",
    b"9" * 30, b"0" * 5000 + b"7", b"7" * 5000,
)  # fmt: skip

ODD = (
    b"\0", b"\r", b"\n", b"\r\n", b"\n\n", b"\t", b"\v", b"\f", b"\x1a", b"\x1b[2J", b"\x1b]0;x\x07", b"\x7f", b"\x85",
    b"\x9b31m", b"\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc2\x9b", b"\xe2\x80\xae", b"\xe2\x80\xa8", b"\xed\xa0\x80",
    b"\xe3\x80\x80", b"\xef\xbc\x91", b"\xf0\x9f\x98\x80", b"%", b"#", b"-", b"c", b"p", b"0", b" ", b"'", b'"', b"\\",
)  # fmt: skip
"""Common pitfalls of readers: control characters, escape sequences, broken UTF-8, lookalikes."""

_NUMBER = re.compile(rb"[+-]?[0-9]+")
_TOKEN = re.compile(rb"[A-Za-z0-9_.+-]+|[^A-Za-z0-9_.+\-\s]")

_PACKERS = (partial(gzip.compress, mtime=0), bz2.compress, lzma.compress)  # otherwise gzip stores the time

Mutation = Callable[[bytes, Random, Sequence[bytes], Sequence[bytes]], bytes]
"""Makes random mutations of an input, using words of its language and other inputs."""


def mutate(data: bytes, random: Random, words: Sequence[bytes], others: Sequence[bytes]) -> bytes:
    """Another input made from this one, in one to five steps; one in fifty is compressed."""
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 5))):
        data = random.choice(_MUTATIONS)(data, random, words, others)[:MAX_LENGTH]
    if random.random() < 0.02:
        packed = random.choice(_PACKERS)(data)
        return packed if random.random() < 0.5 else _flip(packed, random, words, others)
    return data


def _flip(data: bytes, random: Random, _words: Sequence[bytes], _others: Sequence[bytes]) -> bytes:
    changed = bytearray(data or b"0")
    for _ in range(random.choice((1, 1, 2, 8))):
        place = random.randrange(len(changed))
        changed[place] = random.choice((changed[place] ^ 1 << random.randrange(8), random.randrange(256)))
    return bytes(changed)


def _span(data: bytes, random: Random) -> tuple[int, int]:
    """A part of the input, usually a short one."""
    start = random.randint(0, len(data))
    return start, min(len(data), start + random.choice((1, 1, 2, 4, 9, 30, 100, len(data))))


def _remove(data: bytes, random: Random, _words: Sequence[bytes], _others: Sequence[bytes]) -> bytes:
    start, end = _span(data, random)
    return data[:start] + data[end:]


def _repeat(data: bytes, random: Random, _words: Sequence[bytes], _others: Sequence[bytes]) -> bytes:
    start, end = _span(data, random)
    return data[:end] + data[start:end] * random.choice((1, 1, 2, 10, 100)) + data[end:]


def _insert(data: bytes, random: Random, words: Sequence[bytes], _others: Sequence[bytes]) -> bytes:
    place = random.randint(0, len(data))
    return data[:place] + random.choice((*words, *ODD)) + data[place:]


def _number(data: bytes, random: Random, _words: Sequence[bytes], _others: Sequence[bytes]) -> bytes:
    """Replace a number by an extreme one or one of its neighbours."""
    numbers = list(_NUMBER.finditer(data))
    if not numbers:
        return data + random.choice(NUMBERS)
    found = random.choice(numbers)
    near = len(found[0]) < 20 and random.random() < 0.5
    number = b"%d" % (int(found[0]) + random.choice((-1, 1))) if near else random.choice(NUMBERS)
    return data[: found.start()] + number + data[found.end() :]


def _swap_tokens(data: bytes, random: Random, words: Sequence[bytes], _others: Sequence[bytes]) -> bytes:
    """Swap two tokens, copy one over the other, or insert a word of the language."""
    tokens = list(_TOKEN.finditer(data))
    if len(tokens) < 2:
        return data
    item, two = sorted(random.sample(tokens, 2), key=lambda token: token.start())
    first = random.choice((two[0], two[0], *words[:1], random.choice(words or (b"",))))
    second = random.choice((item[0], two[0], b""))
    return data[: item.start()] + first + data[item.end() : two.start()] + second + data[two.end() :]


def _lines(data: bytes, random: Random, _words: Sequence[bytes], _others: Sequence[bytes]) -> bytes:
    """Remove, double or move a line."""
    lines = data.splitlines(keepends=True)
    if len(lines) < 2:
        return data
    line = lines.pop(random.randrange(len(lines)))
    for _ in range(random.choice((0, 1, 1, 2))):
        lines.insert(random.randint(0, len(lines)), line)
    return b"".join(lines)


def _splice(data: bytes, random: Random, _words: Sequence[bytes], others: Sequence[bytes]) -> bytes:
    """Join the beginning of this input and the end of another, or insert a part of the other."""
    other = random.choice(others)
    if random.random() < 0.5:
        return data[: random.randint(0, len(data))] + other[random.randint(0, len(other)) :]
    start, end = _span(other, random)
    place = random.randint(0, len(data))
    return data[:place] + other[start:end] + data[place:]


def _cut_off(data: bytes, random: Random, _words: Sequence[bytes], _others: Sequence[bytes]) -> bytes:
    return data[: random.randint(0, len(data))]


_MUTATIONS: tuple[Mutation, ...] = (
    _flip, _remove, _repeat, _insert, _insert, _number, _number, _swap_tokens, _swap_tokens, _lines, _splice, _cut_off,
)  # fmt: skip


def smallest(data: bytes, shows: Callable[[bytes], bool], tries: int = 2000) -> bytes:
    """A small part of the input with the same finding: parts are removed as long as that works."""
    size = max(1, len(data) // 2)
    while tries > 0:
        start, shrunk = 0, False
        while start < len(data) and tries > 0:
            shorter = data[:start] + data[start + size :]
            tries -= 1
            if shows(shorter):
                data, shrunk = shorter, True
            else:
                start += size
        if size == 1 and not shrunk:
            break
        size = max(1, size // 2)
    return data
