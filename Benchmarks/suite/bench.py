"""What every row is given: the cluster, a running server, and how long to measure."""
import contextlib
import copy
import shutil

from suite.cluster import Cluster
from suite.pgbench import Pgbench
from suite.server import Server
from suite.tokens import TokenSigner
from suite.wrk import Wrk


class Bench:
    def __init__(self, root, directory, cluster, options, cleanup, binary=None):
        self.root = root
        self.directory = directory
        self.cluster = cluster
        self.options = options
        self.runs = options.runs
        self.seconds = options.seconds
        self.users = options.users
        self.server = Server(binary or root / ".build/release/shipmate", cluster, directory)
        if binary:
            self.server.leave_out_unknown()
        self.cleanup = cleanup
        cleanup.callback(self.server.stop)
        self.server.command(*cluster.migration)
        self.pgbench = Pgbench(root / "Benchmarks/pgbench", cluster, self.seconds)
        self.wrk = Wrk(root / "Benchmarks/wrk", self.server, cluster, self.seconds)

    def start_server(self):
        """Starts the server unless it runs. A fresh one carries no other row's memory."""
        if not self.server.process:
            self.server.start()

    def restart_server(self):
        self.server.stop()
        return self.server.start()

    def token_file(self, uids, name="tokens"):
        """A file with an access token for each user, a line each."""
        self.start_server()  # makes the signing key, the first time
        path = self.directory / name
        path.write_text("".join(line + "\n" for line in TokenSigner(self.cluster).tokens(uids)))
        return path

    @contextlib.contextmanager
    def another_cluster(self, users, kind=Cluster, binary=None):
        """A bench on a fresh cluster of its own, with another build if named, while the `with` lasts; ours rests meanwhile."""
        self.server.stop()
        directory = self.directory / f"cluster-{users}"
        directory.mkdir()
        with contextlib.ExitStack() as cleanup:
            cleanup.callback(shutil.rmtree, directory, ignore_errors=True)
            cluster = kind(directory)
            cleanup.callback(cluster.stop)
            cluster.start()
            options = copy.copy(self.options)
            options.users = users
            yield Bench(self.root, directory, cluster, options, cleanup, binary)
