"""The command `satsudoku-tui`: reads its options, looks at the terminal, then starts the program."""

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from engine.base.errors import InputError
from engine.base.language import LANGUAGES, _, choose, preferred_language
from engine.base.text import is_link, printable
from tui.guests import confinement as restricted
from tui.guests import options as guests
from tui.terminal import config
from tui.terminal import options as terminal
from tui.terminal.parser import OptionParser
from tui.terminal.short_import import import_textual

INTERRUPTED = 130
"""The exit code of a program that was interrupted."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; returns the exit code (0 done, 2 bad usage or an unsuitable terminal, 130 interrupted)."""
    try:
        return _run(sys.argv[1:] if argv is None else list(argv))
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        gc.enable()


def _run(words: list[str]) -> int:
    choose(config.language(words) or preferred_language(os.environ))
    if (of_server := config.after_command("serve", words)) is not None:
        from tui.server.command import main as serve

        return serve(of_server)
    gc.disable()  # until the first frame: garbage collection takes a tenth of the start
    arguments = parser().parse_args(words)
    if arguments.version:
        from engine.commands.cli import version

        print(version("satsudoku-tui"))
        return 0
    if arguments.print_completion:
        return _print_completion(arguments.print_completion)
    accessible = terminal.is_accessible() if arguments.accessible is None else arguments.accessible
    problem = "" if arguments.keys or accessible else terminal.problem()
    if problem:
        print(f"satsudoku-tui: {problem}", file=sys.stderr)
        return 2
    if arguments.restricted:
        restricted.forget_environment()
    try:
        bounds = guests.bounds(arguments)
        if bounds:
            restricted.prepare(bounds)
        configuration = config.read(arguments.config)
        if bounds is None and isinstance(arguments.path, Path):
            _check(arguments.path)
    except InputError as error:
        print(f"satsudoku-tui: {error}", file=sys.stderr)
        return 2
    if accessible:
        from tui.linear.program import run as play_by_lines

        if bounds:
            hold(bounds)
        gc.enable()
        return play_by_lines(_options(arguments, configuration, bounds))
    options = _options(arguments, configuration, bounds, few_colours=terminal.has_few_colours())
    terminal.prepare(options)
    import_textual()  # only now, because Textual reads the environment when it is imported
    if configuration.keys or arguments.keys:
        from tui.app import key_owners
        from tui.base.keymap import check, config_text

        keymap, problems = check(configuration.keys, key_owners())
        options = replace(options, keymap=keymap, problems=options.problems + tuple(map(printable, problems)))
        if arguments.keys:
            print(*options.problems, sep="\n", end="\n" * bool(options.problems), file=sys.stderr)
            print(config_text(keymap, key_owners()), end="")
            return 0

    if bounds:
        hold(bounds)
    from tui.app import SatSudoku
    from tui.terminal.exit import run

    return run(SatSudoku(options), mouse=options.mouse)


def hold(bounds: restricted.GuestLimits) -> None:
    """Apply the bounds from now on, and log the confinement."""
    from tui.guests import kernel

    print(kernel.confine(bounds, calls=True).sentence, file=sys.stderr)
    restricted.enforce(bounds)


def _options(
    arguments: argparse.Namespace,
    configuration: config.Config,
    bounds: restricted.GuestLimits | None = None,
    *,
    few_colours: bool = False,
) -> terminal.Options:
    """The options: those of the command line, else of the config file, else what suits the terminal. Guests write no
    files.
    """
    given = {name: value for name, value in vars(arguments).items() if name in config.SETTINGS and value is not None}
    settings = {**configuration.settings, "theme": config.stored_theme(configuration), **given}
    lessons = settings.get("lessons")
    place = arguments.path
    opens = isinstance(place, Path) and os.path.isfile(place)  # unlike Path.is_file it never raises
    return terminal.Options(
        path=None if isinstance(place, str) else place,
        link=place if isinstance(place, str) else "",
        bounds=bounds,
        opens_path=opens,
        problems=tuple(map(printable, configuration.problems)),
        config=configuration.path,
        ignores_config=configuration.is_ignored,
        few_colours=few_colours,
        **{
            "tour": config.first_start() and not opens,
            **settings,
            "lessons": Path(lessons).expanduser() if lessons else None,
            "ascii": settings.get("ascii") or not terminal.has_utf8(),
            "write_results": bool(settings.get("write_results")) and bounds is None,
        },
    )


def _place(word: str) -> Path | str:
    """A path, or a link unchanged: as a path it would lose one of its slashes."""
    return word if is_link(word) else Path(word)


def _check(path: Path) -> None:
    """Raise InputError if the path does not exist."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise InputError(_("there is no such file or folder"), path=path, advice=_("check its name")) from error
    except (OSError, ValueError):
        pass  # the browser says why it can't be read


def _print_completion(shell: str) -> int:
    import shtab

    from engine.commands.completion import script

    shells = shtab.SUPPORTED_SHELLS
    if shell not in shells:
        parser().error(
            _("--print-completion: the shells are {list}, not {shell}").format(
                list=", ".join(shells), shell=printable(shell)
            )
        )
    print(script(parser(), shell))
    return 0


def parser() -> argparse.ArgumentParser:
    """The parser of the program's options."""
    parser = OptionParser(
        "satsudoku-tui",
        _("Browse, inspect, solve and play SAT formulas and sudokus in the terminal."),
        _(
            "Without a path it opens the shipped puzzles. Without a screen, use `satsudoku`. `satsudoku-tui "
            "serve --help` explains how to let others play over SSH. Options can also be set in the config "
            "file: {list} and the keys."
        ).format(list=", ".join(config.SETTINGS)),
    )
    switch = argparse.BooleanOptionalAction
    parser.add_argument(
        "path", nargs="?", type=_place, metavar="PATH", help=_("folder to start in, file or link to open")
    )
    parser.add_argument(
        "--theme",
        choices=terminal.THEMES,
        default=None,
        metavar="THEME",
        help=_("theme: {themes} (default: the last one, or dark or light like the terminal)").format(
            themes=", ".join(terminal.THEMES)
        ),
    )
    parser.add_argument(
        "--lang", dest="language", choices=LANGUAGES, help=_("language (default: that of the locale, else English)")
    )
    parser.add_argument("--low-bandwidth", action=switch, help=_("reduce output: no shading, fewer updates"))
    parser.add_argument("--accessible", action=switch, help=_("play line by line, without a screen (or ACCESSIBLE=1)"))
    parser.add_argument("--ascii", action=switch, help=_("draw with ASCII only (automatic without UTF-8)"))
    parser.add_argument("--mouse", action=switch, help=_("leave the mouse to the terminal"))
    parser.add_argument("--write-results", action=switch, help=_("write the result of every solved CNF file as .res"))
    parser.add_argument("--tour", action=switch, help=_("show the tour first (default: at the very first start)"))
    parser.add_argument("--lessons", type=Path, metavar="FOLDER", help=_("a folder with your own lessons"))
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help=_("config file (default: config.toml in your config folder)")
    )
    parser.add_argument("--keys", action="store_true", help=_("print the current keys as a config file to start from"))
    guests.add_arguments(parser)
    parser.add_argument(
        "--print-completion", metavar="SHELL", help=_("print the completion script for bash, zsh, fish ...")
    )
    parser.add_argument("--version", action="store_true", help=_("print the version and how the kernels run"))
    return parser


if __name__ == "__main__":
    sys.exit(main())
