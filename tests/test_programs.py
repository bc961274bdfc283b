"""Programs that tests start: ctrl-c acts in them as usual, and none of them outlives its test."""

import os
import runpy
import signal
import subprocess
import sys
from pathlib import Path
from select import select
from typing import Any

import pytest
from programs import launched
from systems import linux, unix

ROOT = Path(__file__).parents[1]

ACTS = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
TESTS = f"""
import subprocess, sys
from tests.conftest import let_ctrl_c_act
let_ctrl_c_act()
print(subprocess.run([sys.executable, "-c", {ACTS!r}], capture_output=True, text=True, check=True).stdout)
"""


@unix
def test_ctrl_c_acts_also_where_tests_run_as_a_job_in_the_background() -> None:
    ignored = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a shell does before it starts such a job
    try:
        alone, in_tests = (
            subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
            for code in (ACTS, TESTS)
        )
    finally:
        signal.signal(signal.SIGINT, ignored)
    assert (alone.strip(), in_tests.strip()) == ("False", "True")


@unix
def test_processes_of_a_test_end_with_the_test() -> None:
    child = "print('begun', flush=True); import time; time.sleep(600)"
    script = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    reading, writing = os.pipe()  # it ends when the last of those that write to it does
    with os.fdopen(reading, "rb") as answer:
        with pytest.raises(RuntimeError), launched([sys.executable, "-c", script], stdout=writing):  # noqa: PT012
            os.close(writing)
            assert answer.readline() == b"begun\n"
            raise RuntimeError
        assert select([answer], [], [], 20)[0]
        assert answer.read() == b""


@linux
def test_kernels_are_translated_and_compiled_on_all_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer: dict[str, Any] = {}

    def cythonize(extensions: list[Any], **options: Any) -> list[Any]:
        answer.update(options)
        return extensions

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.cpu_count", lambda: 7)
    monkeypatch.setattr("multiprocessing.set_start_method", lambda *_, **__: None)
    monkeypatch.setattr("Cython.Build.cythonize", cythonize)
    monkeypatch.setattr("setuptools.setup", lambda **options: answer.update(options))
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "engine").symlink_to(ROOT / "engine")
    runpy.run_path(str(ROOT / "setup.py"))
    assert (answer["nthreads"], answer["options"]["build_ext"]["parallel"]) == (7, 7)
    assert len(answer["ext_modules"]) > 1
