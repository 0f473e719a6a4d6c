"""Where the server's CPU time goes while it takes events: `perf` samples it, tables go beside the results."""
import subprocess
import threading

from suite import population
from suite.comparison import Result
from suite.report import progress

CLIENTS = (256, 1)
# A timer, because virtual machines often have no hardware counters.
RECORD = ["perf", "record", "-e", "cpu-clock", "-F", "1999", "-g", "-q"]


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
    for name, options in {"self": ["--no-children"], "callers": ["--children"]}.items():
        path = bench.root / f"Benchmarks/results.profile-{clients}-{name}.txt"
        path.write_text(subprocess.run(
            ["perf", "report", "-i", data, *options, "-g", "none", "--percent-limit", "0.3", "--stdio"],
            capture_output=True, text=True).stdout)
    costs = ", ".join(f"{name} {seconds * 1e6 / sample.requests:.1f} µs"
                      for name, seconds in sample.cpu_seconds.items())
    return Result(f"CPU time an event under `perf`, {clients} clients", costs, is_failed=sample.failed > 0)
