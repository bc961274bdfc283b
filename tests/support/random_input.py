"""Random input, as no player would type it, for every input channel of the program."""

import random

FRAGMENTS = (
    b"\x1b", b"\x1b[", b"\x1b]", b"\x1bO", b"\x1b[<", b"\x1b[M", b"\x1b[48;", b"\x1b[200~", b"\x1b[201~", b";", b":",
    b"u", b"M", b"~", b"t", b"R", b"$y", b"9" * 11, b"\xfc", b"\x9b", b"\xe4", b"\xf4\x90\x80\x80", b"\xed\xa0\x80",
    b"\x00",
)  # fmt: skip
"""Elements of escape sequences, and invalid UTF-8."""


def random_input(seed: int, size: int) -> bytes:
    """That many bytes, half of them elements of sequences. The same seed makes the same bytes."""
    chance = random.Random(seed)
    data = bytearray()
    while len(data) < size:
        data += chance.choice(FRAGMENTS) if chance.random() < 0.5 else chance.randbytes(chance.randrange(1, 8))
    return bytes(data[:size])
