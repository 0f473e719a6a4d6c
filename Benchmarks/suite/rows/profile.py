"""Where the server's CPU time goes: `perf` samples it, tables go beside the results, and flame graphs into `profiles/`."""
import shutil
import signal
import subprocess

from suite import flames, population
from suite.comparison import Result
from suite.processes import Background
from suite.report import progress
from suite.rows.events import ours_by_clients
from suite.rows.paying import FreshUsers, contestant

CLIENTS = 256
# A timer, because virtual machines often have no hardware counters.
RECORD = ["perf", "record", "-e", "cpu-clock", "-F", "1999", "-g", "-q"]

REPORTS = {
    "threads": ["--no-children", "--sort", "comm", "-g", "none"],
    "self": ["--no-children", "--sort", "dso,symbol", "-g", "none"],
    "callers": ["--children", "--sort", "symbol", "-g", "none"],
    "graph": ["--no-children", "--sort", "comm,symbol", "-g", "caller,0.5,callee"],
}


def profile(bench):
    events = ours_by_clients(bench, (CLIENTS, 1))
    bench.restart_server()
    events[CLIENTS].run()  # fills the token caches
    return [
        profiled(bench, "events", f"`POST /v1/events`, {CLIENTS} clients", events[CLIENTS]),
        profiled(bench, "events-one-client", "`POST /v1/events`, 1 client", events[1]),
        profiled(bench, "paying", f"`POST /v1/events`, each pays, {CLIENTS} clients", contestant(bench, FreshUsers(bench))),
        profiled(bench, "signup", f"`POST /v1/users`, {CLIENTS} clients", sign_ups(bench))]


def sign_ups(bench):
    variables = {"uid_prefix": population.UID_PREFIX, **population.active_variables(bench)}
    return bench.wrk.contestant("/v1/users", CLIENTS, "signup", "sign_ups", variables=variables)


def profiled(bench, name, what, load):
    data = bench.directory / "perf.data"
    recorder = Background([*RECORD, "-p", str(bench.server.process.pid), "-o", data], bench.directory / "perf.log",
                          stop_signal=signal.SIGINT)
    sample = load.run()
    recorder.stop()
    progress(f"  {what}: {sample}")
    for kind, options in REPORTS.items():
        (bench.root / f"Benchmarks/results.profile-{name}-{kind}.txt").write_text(report(data, options))
    suffix = f"-{bench.options.profile_name}" if bench.options.profile_name else ""
    flames.draw(data, bench.root / f"Benchmarks/profiles/{name}{suffix}.svg", f"The server's CPU time: {what.replace('`', '')}")
    costs = ", ".join(f"{side} {seconds * 1e6 / sample.requests:.1f} µs" for side, seconds in sample.cpu_seconds.items())
    return Result(f"CPU time under `perf`, {what}", costs, is_failed=sample.failed > 0)


def report(data, options):
    command = ["perf", "report", "-i", data, "--stdio", "--percent-limit", "0.3", *options]
    text = subprocess.run(command, capture_output=True, text=True).stdout
    if shutil.which("swift-demangle"):
        text = subprocess.run(["swift-demangle", "--simplified"], input=text, capture_output=True, text=True).stdout
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip() and not line.startswith("#")) + "\n"
