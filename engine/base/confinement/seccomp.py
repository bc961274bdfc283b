"""System call filters (seccomp) for Linux on x86_64 and aarch64.

A filter is a program of the classic Berkeley Packet Filter, which the kernel runs before each system call of a process
and of all that it starts; it can't be removed. The binding of libseccomp needs the C library on every machine, for
these few instructions.

    install(Policy(process=os.getpid()))     # this process makes no socket, starts no program, sees no other process
    program(Policy(execution=True))          # the same as bytes, such as for `bwrap --seccomp`
"""

import ctypes
import os
import platform
import sys
from collections.abc import Iterable, Iterator
from errno import ENOSYS, EPERM
from struct import Struct
from typing import NamedTuple

from engine.base.confinement import system_calls
from engine.base.confinement.system_calls import CHECKED, LAST, SECCOMP, Calls

_MACHINES = {"x86_64": (0, 0xC000003E), "amd64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7), "arm64": (1, 0xC00000B7)}
"""The column of the tables, and the kernel's number, of each architecture."""

_INSTRUCTION = Struct("=HBBI")
_LOAD, _IS, _AT_LEAST, _HAS_BITS, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
"""Offsets in `struct seccomp_data`."""
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000

_CLONE_THREAD = 0x00010000
_CLONE_REFUSED = 0x7E028000 | 0x00002000 | 0x00001000
"""New namespaces, another parent (CLONE_PARENT), being traced, a descriptor of the process."""
_FCNTL_REFUSED = (8, 10, 15)
"""F_SETOWN, F_SETSIG, F_SETOWN_EX: make the kernel send any signal to any process."""
_MAP_ANONYMOUS, _MAP_SHARED = 0x20, 0x01
"""Together: memory that RLIMIT_DATA does not count."""
_IOCTL_REFUSED = (0x5412, 0x541C, 0x8901, 0x8902)
"""TIOCSTI and TIOCLINUX type into a terminal; FIOSETOWN and SIOCSPGRP act like F_SETOWN."""

_SET_NO_NEW_PRIVS = 38
_SET_MODE_FILTER, _ALL_THREADS, _GET_ACTION_AVAIL = 1, 1, 2

_ALWAYS: tuple[Calls, ...] = (
    system_calls.SOCKETS, system_calls.SIGNALS, system_calls.INSPECTION, system_calls.NAMESPACES, system_calls.KERNEL,
    system_calls.HANDLES, system_calls.SHARING, system_calls.MEMORY, system_calls.SCHEDULING, system_calls.IDENTITY,
    system_calls.METADATA,
)  # fmt: skip


class Policy(NamedTuple):
    """The system calls that a process may make.

    These are all but the groups of `system_calls`, and none newer than these tables. The default suits a process that
    computes and communicates over what is open. `execution` allows starting programs, `processes` creating processes,
    `sessions` leaving the process group, and `pairs` making socket pairs and passing messages over them. `process` is
    the only target of signals, apart from its process group (0 in a call); None: signals are not checked. `exempt` are
    names of calls that are always allowed.
    """

    execution: bool = False
    processes: bool = True
    sessions: bool = False
    pairs: bool = False
    process: int | None = None
    exempt: frozenset[str] = frozenset()

    def refused(self) -> Iterator[tuple[str, tuple[int | None, int | None]]]:
        """The names and numbers of calls that are refused whatever their arguments."""
        groups = [*_ALWAYS]
        for is_allowed, group in (
            (self.execution, system_calls.EXECUTION),
            (self.processes, system_calls.PROCESSES),
            (self.sessions, system_calls.SESSIONS),
            (self.pairs, system_calls.MESSAGES),
        ):
            if not is_allowed:
                groups.append(group)
        for group in groups:
            for name, numbers in group.items():
                if name not in self.exempt:
                    yield name, numbers


def is_supported() -> bool:
    """Whether this kernel filters system calls and the architecture is known."""
    if sys.platform != "linux" or platform.machine().lower() not in _MACHINES:
        return False
    action = ctypes.c_uint32(_KILL)
    return not _call(_GET_ACTION_AVAIL, 0, action)


def program(policy: Policy, machine: str | None = None) -> bytes:
    """The filter as an array of `struct sock_filter`. Refused calls fail with EPERM.

    Calls of another architecture kill the process. Raises ValueError for a machine (such as "x86_64"; None: this one)
    without tables.
    """
    column, architecture = _machine(machine)
    instructions = [
        _instruction(_LOAD, _ARCHITECTURE),
        _instruction(_IS, architecture, 1, 0),
        _instruction(_RETURN, _KILL),
        _instruction(_LOAD, _NUMBER),
        _instruction(_AT_LEAST, LAST + 1, 0, 1),  # includes those of x32, which begin at 0x40000000
        _instruction(_RETURN, _ERROR | ENOSYS),
    ]
    for _, numbers in policy.refused():
        number = numbers[column]
        if number is not None:
            instructions += _when(number, [_instruction(_RETURN, _ERROR | EPERM)])
    for name, body in _checks(policy):
        number = CHECKED[name][column]
        if number is not None and name not in policy.exempt:
            instructions += _when(number, body)
    instructions.append(_instruction(_RETURN, _ALLOW))
    return b"".join(instructions)


def install(policy: Policy) -> None:
    """Apply the policy to all threads of this process and what they start, which gain no privileges from now on.

    Raises OSError if the kernel refuses, and ValueError as `program` does.
    """
    filter_program = program(policy)
    buffer = ctypes.create_string_buffer(filter_program, len(filter_program))
    program_struct = _Program(len(filter_program) // _INSTRUCTION.size, ctypes.addressof(buffer))
    forgo_privileges()
    if error := _call(_SET_MODE_FILTER, _ALL_THREADS, program_struct):
        raise OSError(error, os.strerror(error))


def forgo_privileges() -> None:
    """Keep programs started by this process from gaining privileges (no_new_privs). Raises OSError."""
    if ctypes.CDLL(None, use_errno=True).prctl(_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))


class _Program(ctypes.Structure):
    """`struct sock_fprog`."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def _checks(policy: Policy) -> Iterator[tuple[str, list[bytes]]]:
    """The calls that depend on their arguments, with the instructions for each."""
    allow, refuse = _instruction(_RETURN, _ALLOW), _instruction(_RETURN, _ERROR | EPERM)
    yield "clone3", [_instruction(_RETURN, _ERROR | ENOSYS)]  # with invisible flags; the C library then calls clone
    own = [] if policy.process is None else [policy.process]
    creation_checks = [] if policy.processes else [_instruction(_HAS_BITS, _CLONE_THREAD, 1, 0), refuse]
    yield "clone", [_argument(0), _instruction(_HAS_BITS, _CLONE_REFUSED, 0, 1), refuse, *creation_checks, allow]
    if own:
        yield "kill", [_argument(0), *_one_of([0, *own, *(-number for number in own)], allow), refuse]
        yield "tgkill", [_argument(0), *_one_of(own, allow), refuse]
    yield "prlimit64", [_argument(0), *_one_of([0, *own], allow), refuse]
    yield "mmap", [
        _argument(3), _instruction(_HAS_BITS, _MAP_ANONYMOUS, 0, 2), _instruction(_HAS_BITS, _MAP_SHARED, 0, 1), refuse,
        allow,
    ]  # fmt: skip
    yield "sendto", [  # over connected sockets, without an address
        _argument(4), _instruction(_IS, 0, 1, 0), refuse, _argument(4, high=True), _instruction(_IS, 0, 1, 0), refuse,
        allow,
    ]  # fmt: skip
    yield "fcntl", [_argument(1), *_one_of(_FCNTL_REFUSED, refuse), allow]
    yield "ioctl", [_argument(1), *_one_of(_IOCTL_REFUSED, refuse), allow]


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return _INSTRUCTION.pack(code, if_true, if_false, value & 0xFFFFFFFF)


def _argument(index: int, high: bool = False) -> bytes:
    """Load the lower or upper half of an argument."""
    return _instruction(_LOAD, _ARGUMENTS + 8 * index + 4 * high)


def _when(number: int, body: list[bytes]) -> list[bytes]:
    """Run the body, which returns, for one call."""
    return [_instruction(_IS, number, 0, len(body)), *body]


def _one_of(values: Iterable[int], end: bytes) -> list[bytes]:
    """Run the instruction `end` if the loaded value is one of these."""
    return [instruction for value in values for instruction in (_instruction(_IS, value, 0, 1), end)]


def _machine(machine: str | None) -> tuple[int, int]:
    name = (machine or platform.machine()).lower()
    if name not in _MACHINES:
        raise ValueError(f"no table of system calls for {name}")
    return _MACHINES[name]


def _call(operation: int, flags: int, argument: ctypes.Structure | ctypes.c_uint32) -> int:
    """Call seccomp(2). Returns the error number, or 0."""
    library = ctypes.CDLL(None, use_errno=True)
    if library.syscall(ctypes.c_long(SECCOMP[_machine(None)[0]]), operation, flags, ctypes.byref(argument)):
        return ctypes.get_errno() or EPERM
    return 0
