"""What happens to a PostgreSQL: killed, stopped where it stands, and brought back."""
import contextlib
import os
import signal
import subprocess
import time

from suite.processes import children


def kill(cluster):
    """All its processes at once, as when its machine loses power but not its disk."""
    for pid in signal_family(cluster, signal.SIGSTOP):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    cluster.process.process.wait()


def relaunch(cluster):
    """Starts one that was killed; its own processes may hold its memory for a moment yet."""
    for _ in range(50):
        try:
            return cluster.launch()
        except RuntimeError:
            time.sleep(0.02)
    raise RuntimeError("PostgreSQL doesn't start again")


@contextlib.contextmanager
def stopped(cluster):
    """Nothing answers, nothing is refused."""
    pids = signal_family(cluster, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def signal_family(cluster, number):
    """The first process before its children, so that none is added."""
    os.kill(cluster.process.pid, number)
    pids = [cluster.process.pid, *children(cluster.process.pid)]
    for pid in pids[1:]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
    return pids


@contextlib.contextmanager
def session(cluster, sql):
    """Another session of the owner's that has run `sql` and stays: what it locked is locked meanwhile."""
    process = subprocess.Popen(
        [cluster.bin / "psql", "-X", "-q", "-A", "-t", "-h", cluster.directory, "-U", "postgres", "-d", "shipmate"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        process.stdin.write(sql + ";\n\\echo ready\n")
        process.stdin.flush()
        while process.stdout.readline().strip() != "ready":
            if process.poll() is not None:
                raise RuntimeError(f"psql ended: {sql}")
        yield
    finally:
        process.stdin.close()
        process.wait()


def seconds_until(condition, limit, what):
    """How long it takes; raises when that is longer than `limit`."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > limit:
            raise RuntimeError(f"{what}: not within {limit} s")
        time.sleep(0.005)
    return time.monotonic() - began
