"""Executables that decide formulas: how to run them, and how to read their output."""

import hashlib
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from engine.base.errors import Cancelled, InputError
from engine.base.folder import read_folder
from engine.base.language import _, lazy_gettext
from engine.base.text import printable
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.programs import answers
from engine.sat.programs.answers import AnswerPatterns, ProgramAnswer
from engine.sat.programs.readable import of_command
from engine.sat.programs.sandbox import ANSWER, FORMULA, PROOF, Execution, ProgramLimits, run_sandboxed
from engine.sat.result import MAX_ANSWER, Result, Status
from engine.sat.solvers.limits import Limits, SearchProgress, in_force

PLACEHOLDERS = {"{cnf}": FORMULA, "{proof}": PROOF, "{out}": ANSWER}
"""Placeholders for files in a command."""
NO_LIMIT = 1e9
"""The seconds of a run without a time limit."""

_NAMED = re.compile(r"([\w.+-]+)=(.+)", re.DOTALL)
_ADVICE = lazy_gettext("give an executable, or NAME='COMMAND {cnf}'")
_MAX_HASHED = 1 << 26  # bytes of a file that are read for its fingerprint


@dataclass(frozen=True)
class SolverProgram:
    """A solver that is a command, whose `words` may contain PLACEHOLDERS.

    `as_input`: the formula is passed on standard input. `file_only`: the other files in its folder are unrelated, so it
    can't read them. `patterns` parse its output if it has no known format. `logs`: it prints a log of its search. In
    comparisons programs are used like strategies: `solver` is the name, and there is no branching.
    """

    name: str
    words: tuple[str, ...]
    as_input: bool = False
    file_only: bool = False
    patterns: AnswerPatterns = AnswerPatterns()  # noqa: RUF009 (frozen)
    logs: bool = False
    branching = None

    @classmethod
    def parse(cls, text: str) -> "SolverProgram":
        """Parse `COMMAND` or `NAME=COMMAND`.

        `{cnf}`, `{proof}` and `{out}` stand for the formula, a proof to be written, and a file for the answer; without
        `{cnf}` the formula is the last word, or standard input if the command ends with `<`. Paths are relative to the
        current folder. A Python script that is not executable, or does not begin with `#!`, is run by the current
        Python. Raises InputError.
        """
        match = _NAMED.fullmatch(text.strip())
        command = match[2] if match else text.strip()
        try:
            words = [command] if Path(command).is_file() else shlex.split(command)
        except ValueError as error:
            problem = _("{command} is not a command: {error}").format(command=command, error=error)
            raise InputError(problem, advice=_ADVICE) from None
        as_input = words[-1:] == ["<"] or words[-2:] == ["<", "{cnf}"]
        if as_input:
            words = words[: words.index("<")]
        elif not any("{cnf}" in word for word in words):
            words.append("{cnf}")
        if not words or words[0] == "{cnf}":
            raise InputError(_("a program is missing"), advice=_ADVICE)
        # links stay, as a virtual environment's Python finds its packages by its own path
        words = [os.path.abspath(word) if Path(word).is_file() else word for word in words]
        files = [word for word in words if Path(word).is_file()]
        if words[0] not in files and shutil.which(words[0]) is None:
            raise InputError(_("there is no such program"), path=words[0], advice=_ADVICE)
        if words[0] in files and words[0].endswith(".py"):
            if not (os.access(words[0], os.X_OK) and _names_interpreter(words[0])):
                words.insert(0, sys.executable)
        elif words[0] in files and not os.access(words[0], os.X_OK):
            raise InputError(_("it is not executable"), path=words[0], advice=_("run chmod +x on it"))
        return cls(match[1] if match else Path((files or words)[-1 if files else 0]).stem, tuple(words), as_input)

    @property
    def solver(self) -> str:
        """Its name in comparisons."""
        return self.name

    @property
    def proves(self) -> bool:
        """Whether the command writes a proof."""
        return any("{proof}" in word for word in self.words)

    @property
    def fingerprint(self) -> str:
        """A hash of the command and the contents of its files, computed once."""
        return self._identity[1]

    @property
    def is_unchanged(self) -> bool:
        """Whether its files are the same as for the fingerprint."""
        return self._identity[0] == self._file_states()

    def _file_states(self) -> tuple[tuple[int, int, int], ...]:
        states = []
        for word in self.words:
            with suppress(OSError):
                state = os.stat(word)
                states.append((state.st_mtime_ns, state.st_size, state.st_ino))
        return tuple(states)

    @cached_property
    def _identity(self) -> tuple[tuple[tuple[int, int, int], ...], str]:
        """The states of its files, and their hash; the states first, so that a change during reading shows."""
        states = self._file_states()
        digest = hashlib.sha256(repr((self.words, self.as_input, self.patterns, self.logs)).encode())
        for word in self.words:
            path = Path(word)
            if path.is_file():
                with path.open("rb") as file:
                    digest.update(file.read(_MAX_HASHED))
        return states, digest.hexdigest()

    @cached_property
    def readable(self) -> list[Path]:
        """The files and folders that it can read in a sandbox, in addition to those of the system."""
        return of_command(self.words, file_only=self.file_only)

    def command(self, folder: Path) -> list[str]:
        """The command for a run in `folder`."""
        first, *arguments = self.words
        return [shutil.which(first) or first, *(_with_paths(word, folder) for word in arguments)]

    def solve(
        self,
        formula: Formula,
        *,
        limits: Limits,
        seed: int = 0,  # noqa: ARG002 (as strategies have one)
        on_progress: Callable[[SearchProgress], None] | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> Result:
        """Run it on the formula; missing variables are added to a model. `seconds` are processor time.

        Raises InputError if it can't be run, or its output has no known format.
        """
        limits = in_force(limits)
        memory = {} if limits.memory is None else {"memory": limits.memory}
        bounds = ProgramLimits(NO_LIMIT if limits.seconds is None else limits.seconds, **memory)

        def report(seconds: float) -> None:
            if on_progress is not None:
                on_progress(SearchProgress(None, None, None, None, seconds))

        try:
            with run_sandboxed(
                self.command,
                dimacs.dumps(formula.with_comments(())),
                bounds,
                readable=self.readable,
                as_input=self.as_input,
                cancel=cancel or (lambda: False),
                on_progress=report,
            ) as execution:
                return self._result(formula, execution)
        except Cancelled:
            return Result(Status.UNKNOWN, self.name, reason="cancelled")

    def _result(self, formula: Formula, execution: Execution) -> Result:
        if execution.refusal:
            raise InputError(execution.refusal, path=self.name, advice=_ADVICE)
        if execution.exceeded is not None:
            return Result(
                Status.UNKNOWN,
                self.name,
                seconds=execution.seconds,
                wall=execution.wall,
                reason=execution.exceeded.value,
            )
        try:
            answer = answer_of(execution, formula.variables, self.patterns).result
        except InputError as error:
            problem = (
                _("{error}, {ending}").format(error=error, ending=ending_phrase(execution))
                if execution.code
                else str(error)
            )
            raise InputError(problem) from None
        model = answer.model
        if model is not None and len(model) < formula.variables:
            by_variable = {abs(literal): literal for literal in model}
            model = model[:0]
            model.extend(by_variable.get(variable, variable) for variable in range(1, formula.variables + 1))
        return Result(answer.status, self.name, model=model, seconds=execution.seconds, wall=execution.wall)

    def __str__(self) -> str:
        return self.name


def programs(texts: Sequence[str]) -> list[SolverProgram]:
    """The programs of texts: commands, or folders with executables and Python scripts.

    Raises InputError for a text that is not a command, an empty folder, or duplicate names.
    """
    named_programs: list[SolverProgram] = []
    for text in texts:
        path = Path(text)
        if not path.is_dir():
            named_programs.append(SolverProgram.parse(text))
            continue
        files = [path / entry.name for entry in read_folder(path) if not entry.is_folder]
        candidates = [file for file in files if os.access(file, os.X_OK) or file.suffix == ".py"]
        if not candidates:
            raise InputError(_("there is no executable and no Python script in it"), path=path, advice=_ADVICE)
        named_programs += [replace(SolverProgram.parse(str(file)), file_only=True) for file in candidates]
    names = [program.name for program in named_programs]
    duplicate = next((name for name in names if names.count(name) > 1), None)
    if duplicate is not None:
        raise InputError(
            _("two programs are called {name}").format(name=duplicate), advice=_("name them: NAME='COMMAND {cnf}'")
        )
    return named_programs


def answer_of(execution: Execution, variables: int, patterns: AnswerPatterns) -> ProgramAnswer:
    """The answer of a program: from its answer file if there is one, else from its output. Raises InputError."""
    path = answer_path(execution)
    if path.stat().st_size > MAX_ANSWER:
        raise InputError(_("more than {most} bytes, too many for a result").format(most=MAX_ANSWER))
    try:
        return answers.read(path.read_bytes(), variables, patterns)
    except InputError as error:
        raise InputError(error.problem, line=error.line) from None


def answer_path(execution: Execution) -> Path:
    """The file with the answer."""
    written = execution.folder / ANSWER
    return written if written.is_file() and not written.is_symlink() else execution.output


def ending_phrase(execution: Execution) -> str:
    """How the program ended, as a phrase."""
    if execution.code is None:
        return _("it was killed")
    if execution.code < 0:
        import signal

        return _("ended by {signal}").format(signal=signal.Signals(-execution.code).name)
    return _("exit code {code}").format(code=execution.code)


def last_error_line(execution: Execution) -> str:
    """The last line of its standard error; empty if there is none."""
    return printable(execution.error_output.splitlines()[-1])[:200] if execution.error_output else ""


def _names_interpreter(script: str) -> bool:
    with open(script, "rb") as file:
        return file.read(2) == b"#!"


def _with_paths(word: str, folder: Path) -> str:
    for place, name in PLACEHOLDERS.items():
        word = word.replace(place, str(folder / name))
    return word
