"""pgbench on the benchmark's cluster, as the service's role: prepared, one transaction an iteration."""
import dataclasses
import re

from suite.comparison import Contestant, Sample
from suite.processes import children_cpu_seconds
from suite.report import progress

CONNECTIONS_TRIED = (1, 2, 4, 8, 16, 32)
CALIBRATION_SECONDS = 2


class Pgbench:
    def __init__(self, scripts, cluster, seconds):
        self.scripts = scripts
        self.cluster = cluster
        self.seconds = seconds

    def contestant(self, script, connections, variables, units=1):
        """`variables` may be a function that makes ready for a run and returns them. A transaction counts `units`."""
        def run():
            sample = self.run(script, connections, variables() if callable(variables) else variables)
            return dataclasses.replace(sample, rate=sample.rate * units, requests=sample.requests * units)
        return Contestant(f"pgbench {script} @{connections}", run)

    def run(self, script, connections, variables, seconds=None):
        definitions = [f"-D{name}={value}" for name, value in variables.items()]
        server, client = self.cluster.cpu_seconds, children_cpu_seconds()
        text = self.cluster.run(
            "pgbench", "-n", "-M", "prepared", "-h", self.cluster.directory, "-U", "shipmate_service",
            "-c", connections, "-j", min(2, connections), "-T", seconds or self.seconds,
            "-f", self.scripts / f"{script}.sql", "-Dconnections=%d" % connections, *definitions, "shipmate")
        if not re.search(r"failed transactions: 0 ", text):
            raise RuntimeError(f"pgbench {script}: {text}")
        return Sample(
            rate=float(re.search(r"tps = ([\d.]+)", text)[1]),
            requests=int(re.search(r"actually processed: (\d+)", text)[1]),
            cpu_seconds={"postgres": self.cluster.cpu_seconds - server, "client": children_cpu_seconds() - client})

    def best(self, script, variables):
        """A contestant with as many connections, of 1 to 32, as did best in a short try of each."""
        tried = {}
        for connections in CONNECTIONS_TRIED:
            values = variables() if callable(variables) else variables
            sample = self.run(script, connections, values, CALIBRATION_SECONDS)
            progress(f"  calibration: pgbench {script} @{connections}: {sample.rate:,.0f}/s")
            tried[connections] = sample.rate
        return max(tried, key=tried.get)
