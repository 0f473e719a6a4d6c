"""Processor time: of commands with all that they leave behind, and of fixed work to compare with."""

import ctypes
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

PR_SET_CHILD_SUBREAPER = 36
# A test's PostgreSQL ends after the test's process, by a shell that waits for the end of a pipe.
LEFT_BEHIND_SECONDS_MAX = 60


@dataclass(frozen=True)
class Cost:
    """Seconds: by the clock, and of processors (user and system)."""

    wall: float
    cpu: float


def adopt_orphans():
    """Has orphans become children of this process (prctl(2)), so that their processor time is counted."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


def run(command, environment=None, on_line=None):
    """Runs a command, and waits also for what it leaves behind.

    Its output goes through `on_line`, line by line, or straight to where this process writes.
    Returns its exit status and its cost.
    """
    began, before = time.monotonic(), _children()
    output = subprocess.PIPE if on_line else None
    process = subprocess.Popen(
        command, env=environment, stdout=output, stderr=subprocess.STDOUT if on_line else None,
        text=True, errors="replace")
    # At once, as init does: tests wait for the end of processes that they have killed.
    signal.signal(signal.SIGCHLD, lambda *_: _reap_orphans(process.pid))
    try:
        if on_line:
            for line in process.stdout:
                on_line(line)
        status = process.wait()
    finally:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    wall = time.monotonic() - began
    _reap_rest()
    return status, Cost(wall, _children() - before)


def fixed_work():
    """Processor seconds of work that is always the same: the unit that costs are compared in.

    It makes an empty PostgreSQL cluster, because the tests, too, start processes, write files and run queries.
    A loop in Python varies by 40 % on machines where the tests' own time varies by 5 %.
    """
    with tempfile.TemporaryDirectory() as folder:
        programs = subprocess.run(
            ["pg_config", "--bindir"], check=True, capture_output=True, text=True).stdout.strip()
        command = [f"{programs}/initdb", "--no-sync", "--auth=trust", "--pgdata", f"{folder}/data"]
        if os.geteuid() == 0:
            # PostgreSQL refuses to run as root.
            shutil.chown(folder, "postgres")
            command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]
        before = _children()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return _children() - before


def _children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _reap_orphans(own):
    """Reaps the children that have ended, but not the one that its caller waits for."""
    try:
        while (ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)) and ended.si_pid != own:
            os.waitpid(ended.si_pid, 0)
    except ChildProcessError:
        pass


def _reap_rest():
    deadline = time.monotonic() + LEFT_BEHIND_SECONDS_MAX
    while time.monotonic() < deadline:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            time.sleep(0.02)
    print("something that the tests started goes on for a minute after them", file=sys.stderr)
