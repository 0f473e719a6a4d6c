"""Where the server's CPU time goes while it takes events: `perf` samples it, tables go beside the results."""
import shutil
import subprocess
import threading

from suite import population
from suite.comparison import Result
from suite.report import progress

CLIENTS = (256, 1)
# A timer, because virtual machines often have no hardware counters.
RECORD = ["perf", "record", "-e", "cpu-clock", "-F", "1999", "-g", "-q"]

REPORTS = {
    "threads": ["--no-children", "--sort", "comm", "-g", "none"],
    "self": ["--no-children", "--sort", "dso,symbol", "-g", "none"],
    "callers": ["--children", "--sort", "symbol", "-g", "none"],
    "graph": ["--no-children", "--sort", "comm,symbol", "-g", "caller,0.5,callee"],
}


def profile(bench):
    tokens = bench.token_file(population.active_uids(bench))
    bench.wrk.run("/v1/events", 64, "event", "events", variables={"tokens": tokens})  # fills the token caches
    return [profiled(bench, clients, tokens) for clients in CLIENTS]


def profiled(bench, clients, tokens):
    data = bench.directory / "perf.data"
    command = [*RECORD, "-p", str(bench.server.process.pid), "-o", data, "--", "sleep", str(bench.seconds)]
    recorder = threading.Thread(target=lambda: subprocess.run(command, check=True, stderr=subprocess.DEVNULL))
    recorder.start()
    sample = bench.wrk.run("/v1/events", clients, "event", "events", variables={"tokens": tokens})
    recorder.join()
    progress(f"  {clients} clients: {sample}")
    for name, options in REPORTS.items():
        text = report(data, options)
        (bench.root / f"Benchmarks/results.profile-{clients}-{name}.txt").write_text(text)
    costs = ", ".join(f"{name} {seconds * 1e6 / sample.requests:.1f} µs"
                      for name, seconds in sample.cpu_seconds.items())
    return Result(f"CPU time an event under `perf`, {clients} clients", costs, is_failed=sample.failed > 0)


def report(data, options):
    command = ["perf", "report", "-i", data, "--stdio", "--percent-limit", "0.3", *options]
    text = subprocess.run(command, capture_output=True, text=True).stdout
    if shutil.which("swift-demangle"):
        text = subprocess.run(["swift-demangle", "--simplified"], input=text, capture_output=True, text=True).stdout
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip() and not line.startswith("#")) + "\n"
