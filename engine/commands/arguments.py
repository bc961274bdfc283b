"""Options that several commands share."""

import os
from argparse import Action, ArgumentParser, Namespace
from contextlib import AbstractContextManager
from typing import Any

from engine.base.executors import WorkerPool, workers
from engine.base.language import LANGUAGES, choose
from engine.commands import numbers

MAX_PROCESSES = 1024
"""Maximum value of `--jobs`."""


def add_workers(parser: ArgumentParser, default: int | None = 1) -> None:
    """Add `--jobs` and `--cluster`; `default` is the number of processes, None for one per processor."""
    group = parser.add_mutually_exclusive_group()
    usual = "one per processor" if default is None else default
    jobs = numbers.count("processes", MAX_PROCESSES)
    group.add_argument("--jobs", type=jobs, default=default, metavar="N", help=f"processes (default: {usual})")
    group.add_argument(
        "--cluster", metavar="ADDRESS", help="use the workers of this Dask scheduler, such as tcp://10.0.0.1:8786"
    )


def workers_of(arguments: Namespace, most: int = MAX_PROCESSES) -> AbstractContextManager[WorkerPool]:
    """The processes or the cluster that the options select; by default at most `most` processes.

    Raises InputError if the cluster can't be reached.
    """
    if arguments.cluster is not None:
        from engine.base.cluster import connect

        return connect(arguments.cluster)
    return workers(arguments.jobs or min(os.cpu_count() or 1, max(most, 1)))


class _ChooseLanguage(Action):
    """Sets the language as soon as the option is read, so that later errors are in that language too."""

    def __call__(self, _parser: ArgumentParser, _arguments: Namespace, value: Any, _option: str | None = None) -> None:
        choose(value)


def add_language(parser: ArgumentParser) -> None:
    """Add `--lang`, the language of the output."""
    parser.add_argument(
        "--lang", action=_ChooseLanguage, choices=LANGUAGES, help="the language (default: that of the locale)"
    )
