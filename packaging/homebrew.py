"""Write a Homebrew formula from the sdist: `python packaging/homebrew.py dist/satsudoku_tui-VERSION.tar.gz URL`.

URL is where the sdist will be fetched from. What the program needs of Python's packages stands in the formula with
addresses and hashes, as pip resolves them now from the index in use.
"""

import hashlib
import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any, NamedTuple

PYTHON = "python@3.13"
FORMULA = """\
class SatsudokuTui < Formula
  include Language::Python::Virtualenv

  desc "Terminal workbench for SAT and sudoku"
  url "{url}"
  version "{version}"
  sha256 "{sha256}"
  license "MIT"

  depends_on "{python}"
{resources}
  def install
    virtualenv_install_with_resources
  end

  test do
    (testpath/"a.cnf").write "p cnf 1 1\\n1 0\\n"
    assert_match "s SATISFIABLE", shell_output("#{{bin}}/satsudoku solve a.cnf", 10)
  end
end
"""
RESOURCE = """
  resource "{name}" do
    url "{url}"
    sha256 "{sha256}"
  end
"""


class Resource(NamedTuple):
    """A package that comes along: its name, and where it is fetched from."""

    name: str
    url: str
    sha256: str


def resources(sdist: Path) -> list[Resource]:
    """What the sdist needs, in alphabetical order."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-"]
    report: dict[str, Any] = json.loads(subprocess.check_output([*command, str(sdist)], text=True))
    needed = [item for item in report["install"] if not item["is_direct"]]
    return sorted(
        Resource(
            re.sub(r"[-_.]+", "-", item["metadata"]["name"]).lower(),
            item["download_info"]["url"],
            item["download_info"]["archive_info"]["hashes"]["sha256"],
        )
        for item in needed
    )


def formula(sdist: Path, url: str) -> str:
    """The formula, as Ruby."""
    with tarfile.open(sdist) as archive:
        version = archive.getnames()[0].partition("/")[0].rpartition("-")[2]
    return FORMULA.format(
        url=url,
        version=version,
        sha256=hashlib.sha256(sdist.read_bytes()).hexdigest(),
        python=PYTHON,
        resources="".join(RESOURCE.format(**item._asdict()) for item in resources(sdist)),
    )


if __name__ == "__main__":
    sys.stdout.write(formula(Path(sys.argv[1]), sys.argv[2]))
