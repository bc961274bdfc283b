"""An option parser with all help texts in the current language; argparse's own texts are English."""

import argparse
from collections.abc import Iterable

from engine.base.language import _


class _Formatter(argparse.HelpFormatter):
    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, f"{_('usage:')} " if prefix is None else prefix)


class OptionParser(argparse.ArgumentParser):
    """The parser of a program's options."""

    def __init__(self, program: str, description: str, epilog: str) -> None:
        super().__init__(program, None, description, epilog, formatter_class=_Formatter, add_help=False)
        self._positionals.title = _("positional arguments")
        self._optionals.title = _("options")
        self.add_argument("-h", "--help", action="help", help=_("show this help message and exit"))
