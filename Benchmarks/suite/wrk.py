"""wrk against the server, or another one's URL: keep-alive clients, each with one request on the way."""
import json
import os
import subprocess

from suite.comparison import Contestant, Sample
from suite.processes import children_cpu_seconds

LATENCIES = {"p50": "p50_ms", "p99": "p99_ms"}


class Wrk:
    def __init__(self, scripts, server, cluster, seconds):
        self.scripts = scripts
        self.server = server
        self.cluster = cluster
        self.seconds = seconds

    def contestant(self, path, clients, script, kind=None, units=1, variables=None):
        """A run's rate counts `units` for each request; `kind` is what the server calls the batches it makes."""
        def run():
            values = variables() if callable(variables) else variables or {}
            return self.run(path, clients, script, kind=kind, units=units, variables=values)
        return Contestant(f"{path} @{clients}", run)

    def run(self, path, clients, script, kind=None, units=1, variables=None, seconds=None):
        watch = Watch(self.server, self.cluster, kind)
        summary = self.load(self.server.url(path), clients, script, variables or {}, seconds)
        return Sample(
            rate=summary["requests"] * units / summary["seconds"], requests=summary["requests"],
            failed=summary["failed"], latency_ms={name: summary[key] for name, key in LATENCIES.items()},
            cpu_seconds=watch.cpu_seconds(), batch_mean=watch.batch_mean())

    def load(self, url, clients, script, variables, seconds=None):
        """Runs wrk and returns what `common.lua` says of it."""
        command = ["wrk", f"-t{min(2, clients)}", f"-c{clients}", f"-d{seconds or self.seconds}s", "--timeout=10s",
                   "-s", self.scripts / f"{script}.lua", url]
        settings = {f"BENCH_{name.upper()}": str(value) for name, value in variables.items()}
        settings |= {"BENCH_LUA": str(self.scripts)}
        done = subprocess.run(command, env=os.environ | settings, capture_output=True, text=True)
        if done.returncode != 0 or "{" not in done.stdout:
            raise RuntimeError(f"wrk: {done.stdout}{done.stderr}")
        return json.loads(done.stdout.splitlines()[-1])


class Watch:
    """What a run costs each process, and how large its batches are."""

    def __init__(self, server, cluster, kind):
        self.server, self.cluster, self.kind = server, cluster, kind
        self.batches = server.batches(kind)
        self.began = self.now()

    def now(self):
        return {"server": self.server.cpu_seconds, **self.cluster.cpu_seconds_by_part,
                "client": children_cpu_seconds()}

    def cpu_seconds(self):
        return {name: seconds - self.began[name] for name, seconds in self.now().items()}

    def batch_mean(self):
        batches, commands = (now - then for now, then in zip(self.server.batches(self.kind), self.batches))
        return commands / batches if batches else None
