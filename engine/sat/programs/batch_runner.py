"""Runs a command on many formulas in turn: started by `engine.sat.programs.batch` inside a sandbox.

A script that imports nothing of this project but `leftovers.py`, and little else, as each sandbox starts it. Argument:
a JSON object with the `command`, the `folder` to run it in, the names of the files there (`formula`, `proof`,
`answer`), the `seconds` of processor time and the `output` in bytes of each run, whether the formula is passed
`as_input` of the program, how many small formulas a run gets (`group_size`), and the folders outside that it may write
to (`watched`). Standard input: the texts of formulas as JSON strings, one per line.

Standard output: for each formula a JSON line on its run, in the same order. The program can access neither: it has its
own streams, and this process is closed to it. The answers of a group count only if its run ends in time, without an
error and leaves nothing behind, and prints as many verdicts; otherwise these formulas and all later ones are run one by
one.
"""

import atexit
import binascii
import ctypes
import gc
import json
import math
import os
import resource
import signal
import sys
import time
from contextlib import suppress
from functools import cache
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import ast

    from engine.sat.programs.leftovers import (
        changed_files,
        end_processes,
        file_states,
        remaining_processes,
        unexpected_files,
    )
else:
    sys.path.insert(0, os.path.dirname(__file__))
    from leftovers import changed_files, end_processes, file_states, remaining_processes, unexpected_files

    del sys.path[0], sys.modules["leftovers"]  # programs may have modules of this name

_MAX_ANSWER, _MAX_PROOF, _MAX_ERROR_OUTPUT = 1 << 18, 1 << 21, 4096  # bytes that are passed on
_FLAGS = {"-I", "-S", "-P", "-B", "-u"}
_MAX_GROUPED = 1 << 12  # bytes of a formula that is run together with others
_WALL_FACTOR = 3  # wall-clock seconds per second of processor time
_ALARM_SECONDS = 0.5  # seconds between two attempts to kill a run that takes too long
_TALKATIVE = {"this", "antigravity"}  # modules that do something when they are loaded
_TRACES = ("unexpected_files", "outside_files", "remaining_processes")
_IGNORED = (signal.SIGXCPU, signal.SIGXFSZ, signal.SIGPIPE)
"""Signals that this process ignores, the second and third as Python does, and programs do not."""
_unstoppable: set[int] = set()
"""Processes left over by earlier runs, which a filter of system calls keeps this one from killing."""


def main() -> None:
    """Run the command on all formulas."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)  # PR_SET_DUMPABLE
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)  # of the limit that the programs inherit
    request = json.loads(sys.argv[1])
    os.chdir(request["folder"])
    formulas = [json.loads(line).encode("latin-1") for line in sys.stdin]
    group_size = request["group_size"]
    while formulas:
        small = next(
            (place for place, text in enumerate(formulas[:group_size]) if len(text) > _MAX_GROUPED), group_size
        )
        group = formulas[: max(1, small)]
        results = _parts(_run(request, group), len(group)) if len(group) > 1 else []
        if not results:
            group_size = 1 if len(group) > 1 else group_size
            group = group[:1]
            results = [_run(request, group)]
        for result in results:
            sys.stdout.write(json.dumps(result) + "\n")
        sys.stdout.flush()
        del formulas[: len(group)]


def _parts(result: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """The result of each of `count` formulas of a group; empty if one is doubtful."""
    if (
        "refused" in result
        or result["timed_out"]
        or result["too_much_output"]
        or result["error_output"]
        or result["code"] not in (0, 10, 20)
        or any(map(result.get, _TRACES))
    ):
        return []
    parts: list[list[bytes]] = [[]]
    for line in binascii.a2b_base64(result["output"]).splitlines(keepends=True):
        if line.startswith(b"s "):
            parts.append([])
        parts[-1].append(line)
    first, *answers = parts
    if len(answers) != count or any(not line.startswith(b"c") for line in first):
        return []
    share = {"seconds": result["seconds"] / count, "wall": result["wall"] / count, "code": 0, "in_group": True}
    return [
        {**result, **share, "output": binascii.b2a_base64(b"".join(lines), newline=False).decode()} for lines in answers
    ]


def _run(request: dict[str, Any], formulas: list[bytes]) -> dict[str, Any]:
    """Run the command once, on one formula or on several."""
    folder = request["folder"]
    _empty(folder)
    formula = os.path.join(folder, request["formula"])
    places = [formula]
    if len(formulas) > 1:
        places = [os.path.join(folder, f"{number}.cnf") for number in range(len(formulas))]
    for path, text in zip(places, formulas, strict=True):
        with open(path, "wb") as file:
            file.write(text)
    command = [path for word in request["command"] for path in (places if word == formula else [word])]

    with (
        _unnamed_file(folder) as output,
        _unnamed_file(folder) as errors,
        open(formula if request["as_input"] else os.devnull, "rb") as input_file,
    ):
        states_before = file_states(request["watched"])
        began = time.perf_counter()
        try:
            child = _start(request, command, (input_file.fileno(), output.fileno(), errors.fileno()))
        except OSError as error:
            return {"refused": str(error)}
        code, usage, is_late = _wait(child, began + _WALL_FACTOR * (request["seconds"] + 1))
        wall = time.perf_counter() - began
        remaining = {} if is_late else remaining_processes()
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)  # what it has started
        seconds = usage.ru_utime + usage.ru_stime
        result = {
            "code": code,
            "seconds": seconds,
            "wall": wall,
            "timed_out": is_late or code == -signal.SIGXCPU or seconds > request["seconds"],
            "too_much_output": code == -signal.SIGXFSZ,
            "output": _base64(output, _MAX_ANSWER),
        }
        size = errors.seek(0, os.SEEK_END)
        errors.seek(max(0, size - _MAX_ERROR_OUTPUT))
        result["error_output"] = errors.read().decode("utf-8", "replace").strip()
    for kind, limit in (("answer", _MAX_ANSWER), ("proof", _MAX_PROOF)):
        path = os.path.join(folder, request[kind])
        if os.path.isfile(path) and not os.path.islink(path):
            with open(path, "rb") as written:
                result[kind] = _base64(written, limit)
    inputs = {os.path.basename(path): text for path, text in zip(places, formulas, strict=True)}
    traces = (
        unexpected_files(folder, inputs, (request["proof"], request["answer"])),
        changed_files(states_before, file_states(request["watched"])),
        [name for number, name in remaining.items() if number not in _unstoppable],
    )
    _unstoppable.update(end_processes(remaining))
    return {**result, **dict(zip(_TRACES, traces, strict=True))}


def _unnamed_file(folder: str) -> Any:
    """A new file that has no name any more, for writing and reading."""
    path = os.path.join(folder, ".unnamed")
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    os.unlink(path)
    return os.fdopen(descriptor, "w+b")


def _empty(folder: str) -> None:
    """Remove what the run before left in the folder."""
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            import shutil

            shutil.rmtree(entry.path, ignore_errors=True)
        else:
            os.unlink(entry.path)


def _wait(child: int, until: float) -> tuple[int, resource.struct_rusage, bool]:
    """Wait for the end of a process, which is killed after a time.

    Returns its exit code (or minus the signal that ended it), the resources that it used, and whether it was killed.
    """
    is_late = False

    def kill(_number: int, _frame: object) -> None:
        nonlocal is_late
        is_late = True
        try:
            with suppress(ProcessLookupError):  # it has just ended
                _kill(child)
        except PermissionError:  # a filter of system calls: the process that started this one kills all
            sys.exit(1)

    signal.signal(signal.SIGALRM, kill)
    signal.setitimer(signal.ITIMER_REAL, max(1e-6, until - time.perf_counter()), _ALARM_SECONDS)
    _, status, usage = os.wait4(child, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    return os.waitstatus_to_exitcode(status), usage, is_late


def _kill(child: int) -> None:
    """Kill a process that still runs, with its session if it has one of its own. Raises PermissionError."""
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        os.kill(child, signal.SIGKILL)


def _start(request: dict[str, Any], command: list[str], streams: tuple[int, int, int]) -> int:
    """Start a process for the command in its own session; returns its id. Raises OSError."""
    code = _script(tuple(command))
    if code is None:
        return _spawn(request, command, streams)
    child = os.fork()
    if child == 0:
        status = 127
        try:
            _prepare_child(request, streams)
            status = _run_script(code, command)
        finally:
            os._exit(status)
    return child


def _spawn(request: dict[str, Any], command: list[str], streams: tuple[int, int, int]) -> int:
    """Start a program without a copy of this process, whose pages would cost more time than a small formula."""
    limits = {kind: resource.getrlimit(kind) for kind in (resource.RLIMIT_CPU, resource.RLIMIT_FSIZE)}
    actions = [(os.POSIX_SPAWN_DUP2, stream, target) for target, stream in enumerate(streams)]
    _limit(request)
    try:
        with suppress(PermissionError, NotImplementedError):  # some filters of system calls refuse it
            return _spawned(command, actions, setsid=True)
        return _spawned(command, actions, setsid=False)
    finally:
        for kind, limit in limits.items():
            resource.setrlimit(kind, limit)


def _spawned(command: list[str], actions: list[tuple[int, int, int]], *, setsid: bool) -> int:
    return os.posix_spawnp(command[0], command, os.environ, file_actions=actions, setsid=setsid, setsigdef=_IGNORED)


def _limit(request: dict[str, Any]) -> None:
    """Limit the processor time of this process, or of what it starts, and the size of its files."""
    seconds = max(1, math.ceil(request["seconds"]))
    for kind, limit in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_FSIZE, request["output"])):
        resource.setrlimit(kind, (limit, resource.getrlimit(kind)[1]))


def _prepare_child(request: dict[str, Any], streams: tuple[int, int, int]) -> None:
    with suppress(PermissionError):  # some filters of system calls refuse it
        os.setsid()
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    for target, stream in enumerate(streams):
        os.dup2(stream, target)
    os.closerange(3, max(streams) + 1)
    _limit(request)


@cache
def _script(command: tuple[str, ...]) -> CodeType | None:
    """The compiled script if the command runs one with this Python, which then need not be started each time."""
    if command[0] != sys.executable:
        return None
    place = next((place for place, word in enumerate(command) if place and not word.startswith("-")), 0)
    if not place or not set(command[1:place]) <= _FLAGS:
        return None
    import ast

    try:
        with open(command[place], "rb") as file:
            tree = ast.parse(file.read(), command[place])
        code = compile(tree, command[place], "exec")
    except (OSError, SyntaxError, ValueError):
        return None
    if "-S" not in command[:place]:
        import site

        site.main()
    _load_modules(tree, os.path.dirname(command[place]))
    gc.freeze()  # what is loaded once need not be copied for each run
    return code


def _load_modules(tree: "ast.Module", folder: str) -> None:
    """Load the modules of the standard library that a script imports, unless its folder has others of these names."""
    import ast
    from importlib import import_module

    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
    for name in names:
        top = name.partition(".")[0]
        own = any(os.path.exists(os.path.join(folder, other)) for other in (top, top + ".py"))
        if top in sys.stdlib_module_names - _TALKATIVE and not own:
            with suppress(Exception):
                import_module(name)


def _run_script(code: CodeType, command: list[str]) -> int:
    """Run a script as Python itself would; returns its exit code."""
    place = command.index(code.co_filename)
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 (to the end)
        for number, mode in enumerate(("r", "w", "w"))
    )
    sys.argv[:] = command[place:]
    if not {"-I", "-P"} & set(command[:place]):
        sys.path.insert(0, os.path.dirname(code.co_filename))
    module = ModuleType("__main__")
    module.__dict__.update(__file__=code.co_filename, __builtins__=__builtins__)
    sys.modules["__main__"] = module
    status = 0
    try:
        exec(code, module.__dict__)  # runs the program
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1 if end.code else 0
        if isinstance(end.code, str):
            sys.stderr.write(end.code + "\n")
    except BaseException:  # noqa: BLE001 (as Python itself does)
        import traceback

        traceback.print_exc()
        status = 1
    atexit._run_exitfuncs()
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    return status & 255


def _base64(file: Any, limit: int) -> str:
    file.seek(0)
    return binascii.b2a_base64(file.read(limit), newline=False).decode()


if __name__ == "__main__":
    main()
