"""Print what makes a shell complete the words of satsudoku."""

from argparse import ArgumentParser, Namespace

import shtab

from engine.commands.exits import DONE

EXAMPLES = """\
examples:
  satsudoku completion bash >> ~/.bashrc
  satsudoku completion zsh > ~/.zfunc/_satsudoku
  satsudoku completion fish > ~/.config/fish/completions/satsudoku.fish

For `satsudoku-tui` the same: satsudoku-tui --print-completion bash."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("shell", choices=shtab.SUPPORTED_SHELLS, help="the shell it is for")


def run(arguments: Namespace) -> int:
    """Print the completion."""
    from engine.commands.everything import parser

    print(shtab.complete(parser(), arguments.shell))
    return DONE
