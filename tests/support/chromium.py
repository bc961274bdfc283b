"""A page in headless Chromium, controlled by its debugging protocol over a pipe; nothing is fetched from elsewhere."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
_OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--remote-debugging-pipe",
)  # fmt: skip
_START = """
import fcntl, os, sys
theirs, back = (int(word) for word in sys.argv[1:3])
theirs, back = (fcntl.fcntl(each, fcntl.F_DUPFD, 10) for each in (theirs, back))
os.dup2(theirs, 3), os.dup2(back, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Starts the browser, which reads from its file 3 and writes to its file 4."""


class Tab:
    """A tab of the browser.

    `faults` are errors of scripts and violations of the page's policy; `requests` are the addresses that it loads.
    """

    def __init__(self, write: int, read: int) -> None:
        self._write, self._read = write, os.fdopen(read, "rb", buffering=0)
        self._rest, self._number, self._session = b"", 0, ""
        self.faults: list[str] = []
        self.requests: list[str] = []

    def call(self, method: str, **parameters: Any) -> Any:
        """Call a method of the protocol, and return its result."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._message()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]
            self._note(answer)

    def _message(self) -> Any:
        while b"\0" not in self._rest:
            piece = self._read.read(1 << 16)
            assert piece, "the browser has ended"
            self._rest += piece
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def _note(self, event: Any) -> None:
        parameters = event.get("params", {})
        match event.get("method"):
            case "Runtime.exceptionThrown":
                self.faults.append(str(parameters["exceptionDetails"]))
            case "Log.entryAdded" if parameters["entry"]["level"] == "error":
                self.faults.append(parameters["entry"]["text"])
            case "Network.requestWillBeSent":
                self.requests.append(parameters["request"]["url"])

    def open(self, path: Path, width: int = 1000, height: int = 800) -> None:
        """Open a file in a new tab, and wait until its script has run."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Runtime", "Log", "Network", "Page"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Page.navigate", url=path.as_uri())
        while self.script("document.readyState + location.protocol") != "completefile:":
            pass

    def script(self, text: str) -> Any:
        """The value of an expression in the page."""
        return self.call("Runtime.evaluate", expression=text, returnByValue=True)["result"].get("value")

    def press(self, *keys: str) -> None:
        """Press keys, given by their names in scripts."""
        for key in keys:
            text = {"text": key} if len(key) == 1 else {}
            self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def text(self, selector: str) -> str:
        """The visible text of an element."""
        return str(self.script(f"document.querySelector({json.dumps(selector)}).innerText"))


@contextlib.contextmanager
def tab(folder: Path) -> Iterator[Tab]:
    """A browser with its profile in a folder; it ends with the block."""
    assert PROGRAM is not None
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()

    words = [sys.executable, "-c", _START, str(theirs_in), str(theirs_out), PROGRAM, *_OPTIONS]
    words += [f"--user-data-dir={folder}", "about:blank"]
    process = subprocess.Popen(
        words,
        pass_fds=(theirs_in, theirs_out),
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs_in)
    os.close(theirs_out)
    try:
        yield Tab(ours_out, ours_in)
    finally:
        os.close(ours_out)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
