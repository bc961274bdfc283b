"""Memory and time limits of searches."""

import math
import os
from pathlib import Path

from engine.base.errors import InputError
from engine.base.language import lazy_gettext as _
from engine.base.language import numeral, with_point
from tui.base.background import complaint
from tui.base.dialogs import Prompt
from tui.base.page import Page

_QUESTION = _("Time limit in seconds, empty for none")
_NO_TIME_LIMIT = _("'{text}' is not a time limit")
_NUMBER_NEEDED = _("give the seconds, a number above 0")


def memory_limit() -> int | None:
    """Return the memory limit of a search in bytes: 3/4 of the machine's; None where its use can't be measured."""
    if not Path("/proc/self/statm").exists():
        return None
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4


async def ask_time_limit(page: Page, current: float | None) -> float | None:
    """Ask for a time limit in seconds, None for no limit. Only in workers.

    Returns `current` on cancel and for invalid input, which is reported.
    """
    text = await page.ask(Prompt(str(_QUESTION), "" if current is None else numeral(current, "g")))
    if text is None:
        return current
    try:
        return time_limit(text)
    except InputError as error:
        page.notify(complaint(error), severity="warning")
        return current


def time_limit(text: str) -> float | None:
    """Parse a time limit in seconds; None for blank text. Raises InputError."""
    if not text.strip():
        return None
    try:
        seconds = float(with_point(text))
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise InputError(_NO_TIME_LIMIT.format(text=text.strip()), advice=_NUMBER_NEEDED)
    return seconds
