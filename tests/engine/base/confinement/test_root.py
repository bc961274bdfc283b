"""A private root folder of a process: its contents, and what the process can't find out."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
ENTERED = """
import json, os, signal, sys
from engine.base.confinement import root
folder, base, link = sys.argv[1:]
try:
    root.enter({folder, link, sys.prefix, sys.base_prefix, "/usr/lib", "/lib", "/nothing/is/here"}, ["/dev/null"], base)
except OSError as error:
    print(json.dumps(str(error)))
    sys.exit()
if os.geteuid():
    root.drop_capabilities()
def fails(act):
    try:
        act()
    except OSError as error:
        return error.strerror
print(json.dumps({
    "file": open(folder + "/file").read(), "link": os.readlink(link), "process": os.getpid(),
    "processes": [name for name in os.listdir("/proc") if name.isdigit()],
    "network": [line.split(":")[0].strip() for line in open("/proc/net/dev").readlines()[2:]],
    "beside": os.path.exists(folder + "/../secret"), "etc": os.path.exists("/etc"), "home": os.path.exists("/home"),
    "write": fails(lambda: open(folder + "/new", "w")), "make": fails(lambda: os.mkdir("/new")),
    "change": fails(lambda: os.chmod(folder + "/file", 0o777)), "null": open("/dev/null").read(),
}), flush=True)
os._exit(7)
"""


def test_only_named_files_exist(tmp_path: Path) -> None:
    for name in ("open", "base"):
        (tmp_path / name).mkdir()
    (tmp_path / "open" / "file").write_text("for all")
    (tmp_path / "secret").write_text("not for all")
    (tmp_path / "link").symlink_to(tmp_path / "secret")
    command = [sys.executable, "-c", ENTERED, tmp_path / "open", tmp_path / "base", tmp_path / "link"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    found = json.loads(run.stdout)
    if isinstance(found, str):
        pytest.skip(f"the system allows no namespaces: {found}")
    assert run.returncode == 7, run.stderr
    assert found == {
        "file": "for all", "link": str(tmp_path / "secret"), "process": 1, "processes": ["1"],
        "network": ["lo"], "beside": False, "etc": False, "home": str(Path(sys.base_prefix)).startswith("/home"),
        "write": "Read-only file system", "make": "Read-only file system", "change": "Read-only file system",
        "null": "",
    }  # fmt: skip
    assert os.listdir(tmp_path / "base") == [], "what was mounted there, was for that process alone"
