"""Runs a command on many formulas, one after another: started by `engine.sat.programs.batch` inside a sandbox.

It is a script that imports nothing of ours. Argument: a JSON object with the `command`, the `folder` to run it in, the
names of the files there (`formula`, `proof`, `answer`), the `seconds` of processor time and the `output` in bytes of
each run, and whether the formula is the `as_input` of the program. Standard input: the texts of formulas as strings of
JSON, a line for each.
Standard output: for each formula a line of JSON on how the run went, in the same order. The program can't reach
either: it has streams of its own, and this process is closed to it.
"""

import atexit
import base64
import ctypes
import json
import math
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from contextlib import suppress
from functools import cache
from types import CodeType, ModuleType
from typing import Any

_ANSWER, _PROOF, _COMPLAINT = 1 << 18, 1 << 21, 4096  # bytes that are handed on
_FLAGS = {"-I", "-S", "-P", "-B", "-u"}
_PATIENCE = 3  # seconds by the clock for one of processor time


def main() -> None:
    """Run all."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)  # PR_SET_DUMPABLE
    order = json.loads(sys.argv[1])
    formulas = [json.loads(line) for line in sys.stdin]
    for formula in formulas:
        sys.stdout.write(json.dumps(_run(order, formula.encode("latin-1"))) + "\n")
        sys.stdout.flush()


def _run(order: dict[str, Any], formula: bytes) -> dict[str, Any]:
    folder = order["folder"]
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path, ignore_errors=True)
        else:
            os.unlink(entry.path)
    place = os.path.join(folder, order["formula"])
    with open(place, "wb") as file:
        file.write(formula)

    with (
        tempfile.TemporaryFile() as output,
        tempfile.TemporaryFile() as errors,
        open(place if order["as_input"] else os.devnull, "rb") as given,
    ):
        began = time.perf_counter()
        try:
            child = _start(order, (given.fileno(), output.fileno(), errors.fileno()))
        except OSError as error:
            return {"refused": str(error)}
        until = began + _PATIENCE * (order["seconds"] + 1)
        pause, late = 0.0005, False
        while True:
            pid, status, usage = os.wait4(child, os.WNOHANG)
            if pid:
                break
            if time.perf_counter() > until:
                late = True
                try:
                    _kill(child)
                except PermissionError:  # a filter of system calls: the process that started this one kills all
                    sys.exit(1)
            time.sleep(pause)
            pause = min(0.02, 1.3 * pause)
        code = os.waitstatus_to_exitcode(status)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)  # what it has started
        seconds = usage.ru_utime + usage.ru_stime
        done = {
            "code": code, "seconds": seconds, "wall": time.perf_counter() - began,
            "late": late or code == -signal.SIGXCPU or seconds > order["seconds"],
            "flood": code == -signal.SIGXFSZ, "output": _text(output, _ANSWER),
        }  # fmt: skip
        size = errors.seek(0, os.SEEK_END)
        errors.seek(max(0, size - _COMPLAINT))
        done["complaint"] = errors.read().decode("utf-8", "replace").strip()
    for kind, most in (("answer", _ANSWER), ("proof", _PROOF)):
        path = os.path.join(folder, order[kind])
        if os.path.isfile(path) and not os.path.islink(path):
            with open(path, "rb") as written:
                done[kind] = _text(written, most)
    return done


def _kill(child: int) -> None:
    """Kill a process that still runs, with its session if it has one of its own. Raises PermissionError."""
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        os.kill(child, signal.SIGKILL)


def _start(order: dict[str, Any], streams: tuple[int, int, int]) -> int:
    """The number of a new process that runs the command, in a session of its own."""
    code = _script(tuple(order["command"]))
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        status = 127
        try:
            _become(order, streams, writer)
            if code is None:
                os.execvp(order["command"][0], order["command"])
            os.close(writer)
            status = _run_script(code, order["command"])
        except OSError as error:
            if code is None:
                os.write(writer, str(error).encode())
        finally:
            os._exit(status)
    os.close(writer)
    complaint = os.read(reader, 1 << 12) if code is None else b""
    os.close(reader)
    if complaint:
        os.waitpid(child, 0)
        raise OSError(complaint.decode())
    return child


def _become(order: dict[str, Any], streams: tuple[int, int, int], writer: int) -> None:
    with suppress(PermissionError):  # some filters of system calls refuse it
        os.setsid()
    for target, stream in enumerate(streams):
        os.dup2(stream, target)
    os.closerange(3, writer)
    os.closerange(writer + 1, max(writer + 1, *streams) + 1)
    os.chdir(order["folder"])
    seconds = max(1, math.ceil(order["seconds"]))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (order["output"], order["output"]))


@cache
def _script(command: tuple[str, ...]) -> CodeType | None:
    """The compiled script if the command is one for this very Python, which then need not be started each time."""
    if command[0] != sys.executable:
        return None
    place = next((place for place, word in enumerate(command) if place and not word.startswith("-")), 0)
    if not place or not set(command[1:place]) <= _FLAGS:
        return None
    try:
        with open(command[place], "rb") as file:
            return compile(file.read(), command[place], "exec")
    except (OSError, SyntaxError, ValueError):
        return None


def _run_script(code: CodeType, command: list[str]) -> int:
    """Run a script as Python itself would; its exit code."""
    place = command.index(code.co_filename)
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 (to the end)
        for number, mode in enumerate(("r", "w", "w"))
    )
    sys.argv[:] = command[place:]
    if not {"-I", "-P"} & set(command[:place]):
        sys.path.insert(0, os.path.dirname(code.co_filename))
    if "-S" not in command[:place]:
        import site

        site.main()
    module = ModuleType("__main__")
    module.__dict__.update(__file__=code.co_filename, __builtins__=__builtins__)
    sys.modules["__main__"] = module
    status = 0
    try:
        exec(code, module.__dict__)  # this is the program
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1 if end.code else 0
        if isinstance(end.code, str):
            sys.stderr.write(end.code + "\n")
    except BaseException:  # noqa: BLE001 (as Python itself does)
        traceback.print_exc()
        status = 1
    atexit._run_exitfuncs()
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    return status & 255


def _text(file: Any, most: int) -> str:
    file.seek(0)
    return base64.b64encode(file.read(most)).decode()


if __name__ == "__main__":
    main()
