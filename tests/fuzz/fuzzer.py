"""The loop of fuzzing: make an input, pass it to a reader, judge the outcome, keep new inputs."""

import re
import resource
import signal
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from types import FrameType

from engine.base.text import printable

from .coverage import Coverage
from .mutation import mutate, smallest

SECONDS, MEGABYTES, MAX_MESSAGE_LENGTH = 5.0, 256, 600
"""Limits per input: seconds of processor time, megabytes of memory, and characters of an error message."""

MAX_INPUTS = 2000
"""Maximum number of inputs kept for further mutation."""

MAX_PRINTED = 1000
"""Maximum number of bytes of a finding that are printed; `--keep` saves all of it."""

_VARYING = re.compile(r"0x[0-9a-f]+|'.*'|\".*\"|[-+]?[0-9][0-9,.]*|\\x..|\\u....")


class TooLongError(BaseException):
    """An input took too long. Not an Exception, so that no reader catches it."""


@dataclass(frozen=True)
class Target:
    """A consumer of foreign bytes.

    `read` returns anything that distinguishes values roughly (it is compared as text), raises one of `errors` for
    invalid input, and AssertionError for a broken promise. `words` belong to the language of the inputs.
    """

    name: str
    read: Callable[[bytes], object]
    seeds: Callable[[], Sequence[bytes]]
    errors: tuple[type[Exception], ...]
    words: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Finding:
    """An input with a forbidden outcome, and the last lines of the traceback."""

    problem: str
    data: bytes
    trace: str

    def __str__(self) -> str:
        size = len(self.data)
        excerpt = f"{self.data[:MAX_PRINTED]!r}" + (
            f" and {size - MAX_PRINTED} bytes more" if size > MAX_PRINTED else ""
        )
        return f"{self.problem}\n  {excerpt}\n{self.trace}"


@dataclass
class Report:
    """The results of a run; `outcomes` are different values and messages, with numbers removed."""

    inputs: int = 0
    refused: int = 0
    outcomes: set[str] = field(default_factory=set)
    corpus_size: int = 0
    lines: int = 0
    findings: dict[str, Finding] = field(default_factory=dict)


class Fuzzer:
    """Fuzzes one target. The same seed makes the same inputs."""

    def __init__(self, target: Target, seed: int = 0) -> None:
        self.report = Report()
        self._target = target
        self._random = Random(seed)
        self._coverage = Coverage()
        self._corpus = list(target.seeds())

    def run(self, inputs: int, seconds: float | None = None) -> Report:
        """Try a number of inputs, first the unchanged seeds, or continue for some seconds."""
        end = None if seconds is None else monotonic() + seconds
        seeds = tuple(self._corpus)
        with _limited():
            for number in range(inputs):
                if end is not None and monotonic() > end:
                    break
                data = seeds[number] if number < len(seeds) else self._next()
                self.try_one(data, keep=number >= len(seeds))
        self.report.corpus_size = len(self._corpus)
        self.report.lines = len(self._coverage.lines)
        return self.report

    def try_one(self, data: bytes, *, keep: bool = True) -> None:
        """Pass one input to the target; keep it if it leads to something new."""
        report, outcomes = self.report, len(self.report.outcomes)
        report.inputs += 1
        reached = self._coverage.watch(lambda: self._judge(data))
        if keep and (reached or len(report.outcomes) > outcomes):
            if len(self._corpus) < MAX_INPUTS:
                self._corpus.append(data)
            else:
                self._corpus[self._random.randrange(MAX_INPUTS)] = data

    def _next(self) -> bytes:
        recent = self._random.random() < 0.3
        base = self._random.choice(self._corpus[-50:] if recent else self._corpus)
        return mutate(base, self._random, self._target.words, self._corpus)

    def _judge(self, data: bytes) -> None:
        try:
            outcome = examine(self._target, data)
        except (Exception, TooLongError) as error:  # noqa: BLE001
            key = _where(error)
            if key not in self.report.findings:
                found = smallest(data, lambda part: _fails(self._target, part) == key)
                self.report.findings[key] = Finding(key, found, "".join(traceback.format_exception(error)[-4:]))
            outcome = key
        self.report.refused += outcome.startswith("refused")
        self.report.outcomes.add(outcome)


def examine(target: Target, data: bytes) -> str:
    """The outcome of an input, with numbers and quoted parts removed. Raises anything for a forbidden one."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        outcome = str(target.read(data))
    except target.errors as error:
        message = str(error)
        assert message == printable(message), f"a message that is not safe to print: {message!r}"
        assert 0 < len(message) <= MAX_MESSAGE_LENGTH, f"a message of {len(message)} characters"
        outcome = "refused: " + message
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10
    assert grown <= MEGABYTES, f"{grown} MB of memory"
    return _VARYING.sub("_", outcome)[:200]


@contextmanager
def _limited() -> Iterator[None]:
    """In the block, an exception is raised if an input takes too long."""

    def too_long(_signal: int, _frame: FrameType | None) -> None:
        raise TooLongError(f"more than {SECONDS} s")

    before = signal.signal(signal.SIGVTALRM, too_long)
    try:
        yield
    finally:
        signal.signal(signal.SIGVTALRM, before)


def _fails(target: Target, data: bytes) -> str:
    try:
        examine(target, data)
    except (Exception, TooLongError) as error:  # noqa: BLE001
        return _where(error)
    return ""


def _where(error: BaseException) -> str:
    """The kind of a finding: the exception, and the innermost place in our code."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/engine/" in frame.filename] or [
        *traceback.extract_tb(error.__traceback__)
    ]
    place = f"{frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}"
    return f"{type(error).__name__} in {place}: {_VARYING.sub('_', str(error))[:80]}"
