"""The texts of the browser."""

from engine.base.language import _, lazy_gettext
from engine.base.text import joined, noun, pluralized, printable

READING = lazy_gettext("reading")
READING_FOLDER = lazy_gettext("reading the folder")
FILTERED = lazy_gettext("{matches:,} of {items:,} match {words!r} {dot} {key} shows all")
FILTER_PROMPT = lazy_gettext("type words that names contain")
PACK_FILTER_PROMPT = lazy_gettext("type words of names, levels, or ratings as in 2.6..4.5")
NOTHING_MATCHES = lazy_gettext("no name here matches {words!r}")
NO_FORMULA = lazy_gettext("{name}: formula missing")
NUMBER = lazy_gettext("number {number:,} of {count:,}")
FILLED = lazy_gettext("{filled} of {holes} filled")
PUZZLES_GIVENS = lazy_gettext("{puzzles}, givens")
NO_CLAUSES = lazy_gettext("a puzzle has no clauses; {solve} solves it")
FORMULA_REFUSALS = {
    "play": lazy_gettext("a formula can't be played; {solve} solves it"),
    "favourite": lazy_gettext("a formula can't be a favourite"),
    "set": lazy_gettext("a formula can't be changed here"),
}
"""The reasons why an action does not apply to a formula."""

SOLVED_OF = lazy_gettext("{solved:,} of {puzzles:,} solved")
TIMES = lazy_gettext("best {best} {dot} mean {mean}")
NO_PACK = lazy_gettext("no list of puzzles here to go through")
ALL_SOLVED = lazy_gettext("{puzzles} here, all solved")
ORDER = lazy_gettext("Order of the puzzles")

STARTED = lazy_gettext("{label}, in progress")
SOLVED = "{label} {right}"
ER = "ER {rating}"
SOLVED_IN = "{label} {right} {time}"
"""The label of a solved puzzle in the list, with its best time."""


def file_error(name: str, reason: str, line: int | None) -> str:
    """Return the reason why a file can't be used, with the number of the line that causes it, if known."""
    name, reason = printable(name), printable(reason)
    if line is None:
        return _("{name}: {reason}").format(name=name, reason=reason)
    return _("{name}: line {line}: {reason}").format(name=name, line=line, reason=reason)


def folders_and_files(folders: int, files: int) -> str:
    """Return the numbers of folders and files in words, without what there is none of."""
    counts = [(folders, noun("folder")), (files, noun("file"))]
    return joined([pluralized(count, name) for count, name in counts if count]) or _("empty")
