"""Input that nobody would type: for every entrance of the program."""

import random

FRAGMENTS = (
    b"\x1b", b"\x1b[", b"\x1b]", b"\x1bO", b"\x1b[<", b"\x1b[M", b"\x1b[48;", b"\x1b[200~", b"\x1b[201~", b";", b":",
    b"u", b"M", b"~", b"t", b"R", b"$y", b"9" * 11, b"\xfc", b"\x9b", b"\xe4", b"\xf4\x90\x80\x80", b"\xed\xa0\x80",
    b"\x00",
)  # fmt: skip
"""What escape sequences are made of, and what is no UTF-8."""


def random_input(seed: int, size: int) -> bytes:
    """So many bytes, half of which are those that sequences are made of. The same seed makes the same."""
    chance = random.Random(seed)
    data = bytearray()
    while len(data) < size:
        data += chance.choice(FRAGMENTS) if chance.random() < 0.5 else chance.randbytes(chance.randrange(1, 8))
    return bytes(data[:size])
