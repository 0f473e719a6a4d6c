"""`shipmate serve` on the benchmark's cluster."""
import http.client
import os
import socket
import subprocess
import time

from suite.processes import Background, cpu_seconds, memory_kib, tail

# Entries are sealed, as they are beside an embedded PostgreSQL unless somebody says otherwise.
LEDGER_KEY = "5a" * 32


class Server:
    """A release build in its default configuration but for the rate limits; its access log goes to a file."""

    ready_seconds_max = 30
    # What it is started by, such as valgrind; it holds from the next start.
    wrapper = ()

    def __init__(self, binary, cluster, directory):
        self.binary = binary
        self.cluster = cluster
        self.log = directory / "server.log"
        self.access_log = directory / "access.log"
        self.port = free_port()
        self.process = None
        self.defaults = {"SHIPMATE_RATE_LIMITS": "off", "SHIPMATE_LEDGER_KEY": LEDGER_KEY, "SHIPMATE_DRAIN_MILLISECONDS": "0"}
        # What a row asks for besides; it holds from the next start.
        self.settings = {}

    @property
    def environment(self):
        inherited = {name: value for name, value in os.environ.items()
                     if not name.startswith(("SHIPMATE_", "PG")) and name != "DATABASE_URL"}
        return inherited | {
            "DATABASE_URL": self.cluster.service_url, "SHIPMATE_DATABASE_OWNER_URL": self.cluster.owner_url,
            "SHIPMATE_HTTP_PORT": str(self.port), **self.defaults, **self.settings}

    def command(self, *arguments):
        """Runs a short `shipmate` command, and returns what it prints."""
        done = subprocess.run([self.binary, *arguments], env=self.environment, text=True, capture_output=True)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(map(str, arguments))}: {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def leave_out_unknown(self):
        """Has an early build work: it refuses settings that it doesn't know."""
        known = subprocess.check_output([self.binary, "help", "configuration"], text=True)
        self.defaults = {name: value for name, value in self.defaults.items() if name in known}

    def has_command(self, name):
        return f"\n  {name} " in self.command("--help")

    def start(self):
        """Returns the seconds from start to readiness."""
        began = time.monotonic()
        with open(self.access_log, "wb") as access_log:
            self.process = Background([*self.wrapper, self.binary, "serve"], self.log, env=self.environment, stdout=access_log)
        while not self.is_ready():
            self.process.check(self.log)
            if time.monotonic() - began > self.ready_seconds_max:
                raise RuntimeError(f"not ready after {self.ready_seconds_max} s: {tail(self.log)}")
            time.sleep(0.001)
        return time.monotonic() - began

    def stop(self):
        if self.process:
            self.process.stop()
            self.process = None

    def is_ready(self):
        try:
            return self.get("/health/ready")[0] == 200
        except OSError:
            return False

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", path)
            reply = connection.getresponse()
            return reply.status, reply.read().decode()
        finally:
            connection.close()

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def metric(self, name):
        """A sample of /metrics by its name and labels; 0 when it isn't there."""
        samples = dict(line.rsplit(" ", 1) for line in self.get("/metrics")[1].splitlines() if line[:1] != "#")
        return float(samples.get(name, 0))

    def batches(self, kind):
        """(batches, commands) of a kind so far."""
        return tuple(self.metric(f'shipmate_batch_commands_{part}{{kind="{kind}"}}') for part in ("count", "sum"))

    def settle(self, kind):
        """Waits until nothing of a kind is queued any more; queues are told of once a second."""
        time.sleep(1.5)
        while self.metric(f'shipmate_queue_commands{{kind="{kind}"}}') > 0:
            time.sleep(0.5)

    @property
    def cpu_seconds(self):
        return cpu_seconds(self.process.pid)

    @property
    def memory_kib(self):
        return memory_kib(self.process.pid)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
