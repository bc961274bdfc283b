"""Print a script that makes a shell complete the words of satsudoku."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

import shtab

from engine.commands.exits import DONE

EXAMPLES = """\
examples:
  satsudoku completion bash >> ~/.bashrc
  satsudoku completion zsh > ~/.zfunc/_satsudoku
  satsudoku completion fish > ~/.config/fish/completions/satsudoku.fish

For zsh, create the folder, and put `fpath+=~/.zfunc` before `compinit` in ~/.zshrc. For `satsudoku-tui`, use:
satsudoku-tui --print-completion bash."""

FILES = ("PATH", "FILE", "CNF", "PUZZLE", "RESULT", "IN", "OUT")
"""The metavars of arguments that are completed as files."""

FOLDERS = ("DIR",)
"""The metavars of arguments that are completed as folders."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("shell", choices=shtab.SUPPORTED_SHELLS, help="the shell")


def run(arguments: Namespace) -> int:
    """Print the script."""
    from engine.commands.registry import parser

    print(script(parser(), arguments.shell))
    return DONE


def script(parser: ArgumentParser, shell: str) -> str:
    """The completion script for a parser and its subparsers, with paths, layouts and families."""
    _add_completions(parser)
    text: str = shtab.complete(parser, shell)
    # so that bash adds a slash after a folder, and quotes blanks
    return text.replace("complete -o bashdefault", "complete -o bashdefault -o filenames")


def _add_completions(parser: ArgumentParser) -> None:
    """Tell shtab how to complete the arguments whose completion it can't infer."""
    from engine.sat.formula.families import FAMILIES
    from engine.sudoku.layout import LAYOUTS

    for action in parser._actions:
        if isinstance(action.choices, dict):
            for subparser in action.choices.values():
                if isinstance(subparser, ArgumentParser):
                    _add_completions(subparser)
        elif action.metavar in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.metavar in FOLDERS:
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif action.dest == "layout":
            action.complete = _completion_of_names("layouts", LAYOUTS)  # type: ignore[attr-defined]
        elif action.dest == "family":
            action.complete = _completion_of_names("families", FAMILIES)  # type: ignore[attr-defined]


def _completion_of_names(name: str, words: Iterable[str]) -> dict[str, str | dict[str, str]]:
    """The completion of an argument that is one of these names; bash completes files too."""
    names = " ".join(words)
    function = f"_satsudoku_{name}() {{ compgen -f -W '{names}' -- \"$1\"; }}"
    return {"bash": f"_satsudoku_{name}", "zsh": f"({names})", "fish": names, "preamble": {"bash": function}}
