"""What the browser says."""

from engine.base.text import counted, printable

READING = "reading"
READING_FOLDER = "reading the folder"
FILTER = "{items} {dot} {key} filter"
FILTERED = "{shown:,} of {items:,} have {words!r} {dot} {key} shows all"
FILTER_PROMPT = " {shown:,}  filter: "
NOTHING_MATCHES = "nothing here has {words!r} in its name"
NO_FORMULA = "{name}: the formula that it is a proof of does not lie beside it"
NUMBER = "number {number:,} of {count:,}"
PUZZLES_GIVENS = "{puzzles}, givens"
NO_CLAUSES = "a puzzle has no clauses; {solve} solves it"
FORMULA_REFUSALS = {
    "play": "a formula can't be played; {solve} solves it",
    "favourite": "a formula can't be a favourite",
    "set": "a formula can't be changed here",
}
"""What is said of what can't be done with a formula."""

BEGUN = "{label}, begun"
SOLVED = "{label} {right}"
SOLVED_IN = "{label} {right} {time}"
"""How far the puzzle of a file is; the time is the best one."""


def broken(name: str, reason: str, line: int | None) -> str:
    """Why a file can't be used."""
    name, reason = printable(name), printable(reason)
    return f"{name}: {reason}" if line is None else f"{name}: line {line}: {reason}"


def folders_and_files(folders: int, files: int) -> str:
    """How many of each there are."""
    present = [counted(number, noun) for number, noun in ((folders, "folder"), (files, "file")) if number]
    return ", ".join(present) or "empty"
