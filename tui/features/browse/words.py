"""What the browser says."""

from engine.base.language import _, later
from engine.base.text import counted, joined, noun, printable

READING = later("reading")
READING_FOLDER = later("reading the folder")
FILTER = later("{items} {dot} {key} filter")
FILTERED = later("{shown:,} of {items:,} match {words!r} {dot} {key} shows all")
FILTER_PROMPT = later("{shown:,}  filter:")
NOTHING_MATCHES = later("no name here matches {words!r}")
NO_FORMULA = later("{name}: the formula of this proof is not beside it")
NUMBER = later("number {number:,} of {count:,}")
PUZZLES_GIVENS = later("{puzzles}, givens")
NO_CLAUSES = later("a puzzle has no clauses; {solve} solves it")
FORMULA_REFUSALS = {
    "play": later("a formula can't be played; {solve} solves it"),
    "favourite": later("a formula can't be a favourite"),
    "set": later("a formula can't be changed here"),
}
"""What is said of what can't be done with a formula."""

OF_LEVEL = "{label} {level}"
BEGUN = later("{label}, begun")
SOLVED = "{label} {right}"
SOLVED_IN = "{label} {right} {time}"
"""What is listed of a puzzle, and how far it is; the time is the best one."""


def broken(name: str, reason: str, line: int | None) -> str:
    """Why a file can't be used."""
    name, reason = printable(name), printable(reason)
    return (
        _("{name}: {reason}").format(name=name, reason=reason)
        if line is None
        else _("{name}: line {line}: {reason}").format(name=name, line=line, reason=reason)
    )


def folders_and_files(folders: int, files: int) -> str:
    """How many of each there are."""
    present = [counted(number, noun) for number, noun in ((folders, noun("folder")), (files, noun("file"))) if number]
    return joined(present) or _("empty")
