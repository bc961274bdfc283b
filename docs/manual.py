"""Write the manual pages from the programs' own parsers: `python docs/manual.py`."""

import os
import re
import sys
from importlib import import_module
from pathlib import Path

from argparse_manpage.manpage import Manpage

FOLDER = Path(__file__).parent / "man"
sys.path.insert(0, str(FOLDER.parent.parent))

from engine.commands import registry  # noqa: E402
from engine.commands.folding import folded  # noqa: E402
from engine.commands.registry import COMMANDS  # noqa: E402
from tui import __main__ as program  # noqa: E402
from tui.server import options as server  # noqa: E402

PAGES = {
    "satsudoku": ("SAT formulas and sudokus: solved, checked and made", registry.parser),
    "satsudoku-tui": ("browse, inspect, solve and play in the terminal", program.parser),
    "satsudoku-tui-serve": ("let others play over SSH", server.parser),
}
WIDTH = 70
"""Columns of examples, which man indents."""

EXIT_STATUS = """\
.B solve
exits with 10 for satisfiable, 20 for unsatisfiable, 30 for an optimum and 0 for undecided; the other commands with 0
for done and 1 for a failed check. All of them exit with 2 after bad usage or input, 130 when interrupted, and 141 when
the reader of their output is gone."""


def page(name: str) -> str:
    """Return the manual page of a program as troff; it does not depend on the date or the terminal."""
    os.environ["COLUMNS"] = str(WIDTH)  # argparse breaks its usage lines by it
    summary, parser = PAGES[name]
    manual = Manpage(parser())
    manual.description, manual.date, manual.source, manual.manual = summary, "", "satsudoku-tui", "satsudoku"
    if name == "satsudoku":
        sections = {"examples": _examples(), "exit status": EXIT_STATUS}
        manual.parser._manpage += [{"heading": title, "content": text} for title, text in sections.items()]
    title = name.upper().replace("-", "\\-")
    return re.sub(r'^\.TH .*? "1"', lambda _: f'.TH {title} "1"', str(manual))


def _examples() -> str:
    """The last part of the help of every command, line by line."""
    return "\n".join(f".SS {name}\n.nf\n{_literal(_help_end(name))}\n.fi" for name in COMMANDS)


def _help_end(name: str) -> str:
    text: str = import_module(f"engine.commands.{name}").EXAMPLES
    return "\n".join(folded(text.removeprefix("examples:\n"), WIDTH))


def _literal(text: str) -> str:
    """Escape a text for troff."""
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in PAGES:
        (FOLDER / f"{name}.1").write_text(page(name))
