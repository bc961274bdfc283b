"""The system calls that the filter allows: as interpreted like the kernel does, and by the kernel itself."""

import re
import subprocess
import sys
from errno import ENOSYS, EPERM
from pathlib import Path
from struct import iter_unpack

import pytest

from engine.base.confinement import seccomp, system_calls
from engine.base.confinement.seccomp import Policy, program

ROOT = Path(__file__).parents[4]
ALLOWED, KILLED = "allowed", "killed"
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
OWN = 4242


def verdict(filtering: bytes, architecture: int, number: int, *arguments: int) -> str | int:
    """The filter's answer to a call: the error with which it fails, or one of the words."""
    words = {0: number, 4: architecture}
    for index in range(6):
        value = arguments[index] if index < len(arguments) else 0
        words[16 + 8 * index], words[20 + 8 * index] = value & 0xFFFFFFFF, value >> 32 & 0xFFFFFFFF
    lines = list(iter_unpack("=HBBI", filtering))
    loaded, at = 0, 0
    while True:
        code, if_true, if_false, value = lines[at]
        at += 1
        if code == 0x20:
            loaded = words[value]
        elif code == 0x06:
            return {0x7FFF0000: ALLOWED, 0x80000000: KILLED}.get(value, value & 0xFFFF)
        else:
            holds = {0x15: loaded == value, 0x35: loaded >= value, 0x45: bool(loaded & value)}[code]
            at += if_true if holds else if_false


@pytest.mark.parametrize("machine", MACHINES)
def test_functions_that_a_job_may_call(machine: str) -> None:
    column, architecture = MACHINES[machine]
    filtering = program(Policy(process=OWN), machine)

    def of(name: str, *arguments: int) -> str | int:
        number = system_calls.CHECKED[name][column]
        assert number is not None
        return verdict(filtering, architecture, number, *arguments)

    for _, numbers in Policy().refused():
        if numbers[column] is not None:
            assert verdict(filtering, architecture, numbers[column]) == EPERM
    reading = {"x86_64": (0, 1, 3, 202, 257, 231), "aarch64": (63, 64, 57, 98, 56, 94)}[machine]
    assert {verdict(filtering, architecture, number) for number in reading} == {ALLOWED}
    assert [of("kill", pid) for pid in (0, OWN, -OWN & 0xFFFFFFFF)] == [ALLOWED] * 3
    assert [of("kill", pid) for pid in (1, OWN + 1, -1 & 0xFFFFFFFF, -5 & 0xFFFFFFFF)] == [EPERM] * 4
    assert (of("tgkill", OWN, 7), of("tgkill", 1, 1)) == (ALLOWED, EPERM)
    assert (of("prlimit64", 0), of("prlimit64", OWN), of("prlimit64", 1)) == (ALLOWED, ALLOWED, EPERM)
    assert of("clone", 0x01200011) == of("clone", 0x003D0F00) == ALLOWED  # fork, pthread_create
    for flag in (0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000):
        assert of("clone", flag | 17) == EPERM
    assert of("clone3") == ENOSYS
    assert of("sendto", 3, 1, 1, 0, 0) == ALLOWED
    assert of("sendto", 3, 1, 1, 0, 1) == of("sendto", 3, 1, 1, 0, 1 << 32) == EPERM
    private, shared, of_a_file = 0x22, 0x21, 0x01
    assert [of("mmap", 0, 4096, 3, flags) for flags in (private, shared, of_a_file)] == [ALLOWED, EPERM, ALLOWED]
    assert (of("fcntl", 3, 2), of("fcntl", 3, 8), of("ioctl", 0, 0x5412), of("ioctl", 0, 0x5401)) == (
        ALLOWED,
        EPERM,
        EPERM,
        ALLOWED,
    )
    for number in (system_calls.LAST + 1, 0x40000000, 0x40000000 + 41, 0xFFFFFFFF):
        assert verdict(filtering, architecture, number) == ENOSYS
    for other in (0x40000003, 0x40000028, 0xC000003E ^ 0xC00000B7 ^ architecture):  # i386, arm, the other one
        assert verdict(filtering, other, 0) == KILLED


@pytest.mark.parametrize("machine", MACHINES)
def test_functions_that_a_program_of_a_race_may_call(machine: str) -> None:
    column, architecture = MACHINES[machine]
    policy = Policy(execution=True, sessions=True, pairs=True, exempt=frozenset({"memfd_create", "kill"}))
    filtering = program(policy, machine)
    for group, name in (
        ("EXECUTION", "execve"),
        ("SESSIONS", "setsid"),
        ("MESSAGES", "socketpair"),
        ("MEMORY", "memfd_create"),
        ("CHECKED", "kill"),
    ):
        assert verdict(filtering, architecture, getattr(system_calls, group)[name][column], 77) == ALLOWED
    for group, name in (("SOCKETS", "socket"), ("INSPECTION", "ptrace"), ("NAMESPACES", "unshare")):
        assert verdict(filtering, architecture, getattr(system_calls, group)[name][column]) == EPERM


def test_no_processes() -> None:
    filtering = program(Policy(processes=False), "x86_64")
    assert verdict(filtering, MACHINES["x86_64"][1], 57) == EPERM
    assert verdict(filtering, MACHINES["x86_64"][1], 56, 0x01200011) == EPERM
    assert verdict(filtering, MACHINES["x86_64"][1], 56, 0x003D0F00) == ALLOWED


HEADERS = {
    "x86_64": ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h"),
    "aarch64": ("/usr/include/asm-generic/unistd.h",),
}
GROUPS = [group for name, group in vars(system_calls).items() if name.isupper() and isinstance(group, dict)]


@pytest.mark.parametrize("machine", MACHINES)
def test_the_numbers_are_those_of_the_kernels_headers(machine: str) -> None:
    """The generic header, which every machine has, contains the numbers of aarch64."""
    header = next((Path(name) for name in HEADERS[machine] if Path(name).exists()), None)
    if header is None:
        pytest.skip("the kernel's headers are not installed")
    defined = re.findall(r"^#define __NR(?:3264)?_(\w+)\s+(\d+)$", header.read_text(), re.MULTILINE)
    found = {name: int(number) for name, number in reversed(defined)}
    column, newest = MACHINES[machine][0], max(found.values())
    tables = {name: numbers[column] for group in GROUPS for name, numbers in group.items()}
    assert len(tables) > 150
    supported = {name: number for name, number in tables.items() if number is None or number <= newest}
    assert {name: found.get(name) for name in supported} == supported
    assert seccomp.SECCOMP[column] == found["seccomp"]


def test_a_machine_without_a_table_is_refused() -> None:
    with pytest.raises(ValueError, match="riscv64"):
        program(Policy(), "riscv64")


@pytest.mark.skipif(not seccomp.is_supported(), reason="the kernel filters no system calls")
def test_the_kernel_takes_it_for_all_threads() -> None:
    code = """
import os, socket, threading, sys
from engine.base.confinement.seccomp import Policy, install
ready, refused = threading.Event(), []
def another():
    ready.wait()
    try: socket.socket()
    except PermissionError: refused.append("thread")
thread = threading.Thread(target=another); thread.start()
install(Policy(process=os.getpid()))
ready.set(); thread.join()
for name, act in {"execve": lambda: os.execv("/bin/true", ["true"]), "kill": lambda: os.kill(os.getppid(), 0)}.items():
    try: act()
    except PermissionError: refused.append(name)
child = os.fork()
if not child: os._exit(7)
print(*refused, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.stdout.split(), run.stderr) == (["thread", "execve", "kill", "7"], "")
