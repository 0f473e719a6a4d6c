"""What every figure is given: a seed, a folder, clusters and servers that end with it."""
import argparse
import contextlib
import pathlib
import random
import shutil
import tempfile

from suite import population
from suite.bench import Bench
from suite.cluster import Cluster
from suite.server import Server

USERS = 20_000


class Rig(contextlib.ExitStack):
    """`random` is seeded: draw from it alone. `long` says that there is time for the longer form."""

    def __init__(self, root, options, seed):
        super().__init__()
        self.root = root
        self.long = options.long
        self.cycles = options.cycles
        self.publish = options.publish
        self.seed = seed
        self.random = random.Random(seed)
        # Not /tmp: where that is memory, fsync costs nothing.
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="shipmate-faults-", dir=options.directory))
        self.directory.chmod(0o711)  # PostgreSQL's user passes through.
        self.callback(shutil.rmtree, self.directory, ignore_errors=True)

    @property
    def binary(self):
        return self.root / ".build/release/shipmate"

    def folder(self, name):
        path = self.directory / name
        path.mkdir(mode=0o711)
        return path

    def cluster(self, name="cluster", kind=Cluster):
        """A PostgreSQL that runs."""
        cluster = kind(self.folder(name))
        self.callback(cluster.stop)
        cluster.start()
        return cluster

    def server(self, cluster, name="server", **settings):
        """A server on a cluster, the schema made; `start()` starts it. Settings are environment variables."""
        server = Server(self.binary, cluster, self.folder(name))
        server.settings = settings
        self.callback(server.stop)
        server.command(*cluster.migration)
        return server

    def bench(self, users=USERS, **settings):
        """The benchmark's own rig, with `wrk` and tokens: a cluster, a server that runs, and users loaded."""
        options = argparse.Namespace(runs=1, seconds=5, users=users)
        cluster = self.cluster("bench-cluster")
        bench = Bench(self.root, self.folder("bench"), cluster, options, self)
        bench.server.settings = settings
        population.load(bench)
        bench.start_server()
        return bench
