"""Detects a light terminal background, by a query (OSC 11) or the environment (COLORFGBG).

The answer arrives among the keys, in pieces, late or never, and no part of it may count as a key.
"""

import time
from collections.abc import Callable, Mapping

from textual import constants
from textual.message import Message

from engine.base.patterns import pattern

BACKGROUND_QUERY = "\x1b]11;?\x07"
"""The query of the background colour. It ends with BEL, which even the oldest terminals support."""
INCOMPLETE_SECONDS = 1.0
"""How long to wait for the rest of an incomplete answer."""
ANSWER_SECONDS = 20.0
"""How long to expect an answer. Later, all input counts as keys."""
LIGHT_LUMINANCE = 0.179
"""The relative luminance (WCAG 2) above which black text has more contrast than white."""

_ESCAPE = "\x1b"
_HEAD = "\x1b]11;rgb"
_PART = "([0-9a-fA-F]{1,4})"
_ANSWER = pattern(rf"\x1b\]11;rgba?:{_PART}/{_PART}/{_PART}[^\x07\x1b]*(?:\x07|\x1b\\)")
_PARTIAL_ANSWER = pattern(r"\x1b\]11;rgb[a:/0-9a-fA-F]{0,30}\x1b?")
_LIGHT_GROUNDS = ("7", "15")
"""White among the 16 colours."""


class GroundReport(Message):
    """Posted when the terminal has reported its background colour."""

    def __init__(self, is_light: bool) -> None:
        super().__init__()
        self.is_light = is_light


class GroundAnswer:
    """Filters the answer out of a terminal's input."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """`now` is a clock in seconds."""
        self._now = now
        self._end = now() + ANSWER_SECONDS
        self._is_over = False
        """Whether the answer has arrived or its time is over."""
        self.held = ""
        """Input held back because it may be the start of the answer."""

    @property
    def delay(self) -> float:
        """Seconds without input after which the held text must be released."""
        key_seconds: float = constants.ESCAPE_DELAY
        return INCOMPLETE_SECONDS if len(self.held) > len(_ESCAPE) + 1 else key_seconds

    def feed(self, text: str) -> tuple[str, GroundReport | None]:
        """Return the text without the answer and the held part, and a message if the answer is complete."""
        text = self.release() + text
        if self._is_over:
            return text, None
        if found := _ANSWER.search(text):
            self._is_over = True
            message = GroundReport(_luminance(found[1], found[2], found[3]) > LIGHT_LUMINANCE)
            return text[: found.start()] + text[found.end() :], message
        self._is_over = self._now() > self._end
        for start in (text.rfind(_HEAD[:2]), text.rfind(_ESCAPE)):
            if start >= 0 and _is_partial_answer(text[start:]) and not self._is_over:
                self.held = text[start:]
                return text[:start], None
        return text, None

    def release(self) -> str:
        """Return and clear the held text."""
        held, self.held = self.held, ""
        return held


def _is_partial_answer(text: str) -> bool:
    return _HEAD.startswith(text) or _PARTIAL_ANSWER.fullmatch(text) is not None


def _luminance(*parts: str) -> float:
    """Return the luminance (0 to 1) of a colour with three hexadecimal parts of one to four digits."""
    linear: list[float] = []
    for part in parts:
        value = int(part, 16) / float(0x10 ** len(part) - 1)
        linear.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def usual_theme(environment: Mapping[str, str]) -> str:
    """Return the default theme for a terminal's environment, until the user chooses one or the terminal answers."""
    return "light" if environment.get("COLORFGBG", "").rpartition(";")[2] in _LIGHT_GROUNDS else "dark"


def can_answer(environment: Mapping[str, str]) -> bool:
    """Return whether to query a terminal with this environment. The Linux console is dark and does not answer."""
    return not environment.get("TERM", "").startswith("linux")
