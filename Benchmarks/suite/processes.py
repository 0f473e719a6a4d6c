"""Processes that the benchmark starts: stopped by their own id, and asked what they cost."""
import os
import pathlib
import pwd
import resource
import signal
import subprocess

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def raise_descriptor_limit():
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def as_user(name):
    """Popen's arguments that start a process as `name`, when we are root and may."""
    if os.getuid() != 0:
        return {}
    user = pwd.getpwnam(name)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class Background:
    """A server of some kind, in a session of its own so that Ctrl-C reaches it through us alone."""

    def __init__(self, command, log, stop_signal=signal.SIGTERM, **options):
        self.stop_signal = stop_signal
        with open(log, "ab") as stderr:
            options.setdefault("stdout", stderr)
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stderr=stderr, start_new_session=True, **options)
        self.pid = self.process.pid

    def check(self, log):
        """Raises with the end of its log when it has ended by itself."""
        if self.process.poll() is not None:
            raise RuntimeError(f"ended with {self.process.returncode}: {tail(log)}")

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(self.stop_signal)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def tail(path, characters=2000):
    path = pathlib.Path(path)
    return path.read_text(errors="replace")[-characters:] if path.exists() else ""


def cpu_seconds(pid):
    """User and system time of a process so far."""
    return sum(stat(pid)[11:13]) / TICKS_PER_SECOND


def family_cpu_seconds(pid):
    """The same of a process, its children and those it has buried."""
    return (sum(stat(pid)[11:15]) + sum(sum(stat(child)[11:13]) for child in children(pid))) / TICKS_PER_SECOND


def children(pid):
    try:
        return [int(child) for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def stat(pid):
    """The fields of /proc/PID/stat after the command's name, numbers where they are some: proc(5)."""
    try:
        text = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return [0] * 50
    return [int(field) if field.lstrip("-").isdigit() else 0 for field in text.rpartition(")")[2].split()]


def memory_kib(pid):
    """(resident, its peak) in KiB."""
    fields = dict(line.split(":", 1) for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines())
    return tuple(int(fields[name].split()[0]) for name in ("VmRSS", "VmHWM"))


def children_cpu_seconds():
    """User and system time of our own children that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
