"""What the browser says."""

from engine.base.language import _
from engine.base.text import counted, noun, printable

READING = _("reading")
READING_FOLDER = _("reading the folder")
FILTER = _("{items} {dot} {key} filter")
FILTERED = _("{shown:,} of {items:,} have {words!r} {dot} {key} shows all")
FILTER_PROMPT = _(" {shown:,}  filter: ")
NOTHING_MATCHES = _("nothing here has {words!r} in its name")
NO_FORMULA = _("{name}: the formula that it is a proof of does not lie beside it")
NUMBER = _("number {number:,} of {count:,}")
PUZZLES_GIVENS = _("{puzzles}, givens")
NO_CLAUSES = _("a puzzle has no clauses; {solve} solves it")
FORMULA_REFUSALS = {
    "play": _("a formula can't be played; {solve} solves it"),
    "favourite": _("a formula can't be a favourite"),
    "set": _("a formula can't be changed here"),
}
"""What is said of what can't be done with a formula."""

BEGUN = _("{label}, begun")
SOLVED = "{label} {right}"
SOLVED_IN = "{label} {right} {time}"
"""How far the puzzle of a file is; the time is the best one."""


def broken(name: str, reason: str, line: int | None) -> str:
    """Why a file can't be used."""
    name, reason = printable(name), printable(reason)
    return (
        f"{name}: {reason}"
        if line is None
        else _("{name}: line {line}: {reason}").format(name=name, line=line, reason=reason)
    )


def folders_and_files(folders: int, files: int) -> str:
    """How many of each there are."""
    present = [counted(number, noun) for number, noun in ((folders, noun("folder")), (files, noun("file"))) if number]
    return ", ".join(present) or _("empty")
