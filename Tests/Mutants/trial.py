"""Runs tests of the built tree, without a mutant or with one, until the first fails."""

import os
import re
import signal
import subprocess
import threading
import time
from dataclasses import dataclass

import tree

FAILED = re.compile(r"^✘ Test (?P<name>.+?) (?:recorded an issue|(?:with \d+ test cases )?failed after)")
COUNTED = re.compile(r"^✔ Test run with (?P<count>\d+) test")


@dataclass(frozen=True)
class Trial:
    seconds: float
    # Of tests; 0 unless all passed.
    passed: int
    # The first test that failed, or how the process ended instead; none if all passed.
    failure: str | None


class Tests:
    def __init__(self, folder):
        self.folder = folder
        [bundle] = (folder / ".build/debug").glob("*PackageTests.xctest")
        self.command = [bundle, "--testing-library", "swift-testing"]
        self.environment = {key: value for key, value in os.environ.items() if key != tree.VARIABLE}
        self.environment["NO_COLOR"] = "1"

    def names(self):
        """Of all tests: `Target.Suite/test`."""
        listed = subprocess.run(
            [*self.command, "--list-tests"], cwd=self.folder, check=True, stdout=subprocess.PIPE, text=True)
        return listed.stdout.splitlines()

    def run(self, suites, mutant=None, seconds_max=None):
        """Ends with the first failure, or after `seconds_max`, by which mutants end that wait forever."""
        filters = [word for suite in suites for word in ("--filter", f"^{re.escape(suite)}/")]
        environment = self.environment | ({tree.VARIABLE: mutant} if mutant else {})
        began = time.monotonic()
        # In a group of its own. What its tests have started ends with it.
        process = subprocess.Popen(
            [*self.command, *filters], cwd=self.folder, env=environment, process_group=0,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        is_late = threading.Event()
        timer = threading.Timer(seconds_max or 0, lambda: (is_late.set(), _kill(process)))
        try:
            if seconds_max:
                timer.start()
            failure, passed = _read(process.stdout)
        finally:
            timer.cancel()
            _kill(process)
            process.wait()
        if is_late.is_set():
            failure = f"the tests went on for more than {seconds_max:.0f} s"
        elif not failure and not passed:
            failure = "the tests' process ended before them"
        return Trial(time.monotonic() - began, passed, failure)


def _read(lines):
    for line in lines:
        if failed := FAILED.match(line):
            return failed["name"].strip('"'), 0
        if counted := COUNTED.match(line):
            return None, int(counted["count"])
    return None, 0


def _kill(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
