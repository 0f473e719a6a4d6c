"""A Citus cluster of the benchmark's own: a coordinator and two workers, all on this machine, each as durable as `Cluster`."""
from suite.cluster import Cluster

WORKERS = 2
SETTINGS = """
shared_preload_libraries = 'citus'
wal_level = logical
max_connections = 300
max_prepared_transactions = 400
citus.node_conninfo = 'sslmode=disable'
"""


class CitusCluster(Cluster):
    """The coordinator, which is all that the server sees, with its workers."""

    # Whoever may say how the service's role works on all nodes.
    owner = "postgres"
    migration = ("migrate", "--citus")

    def __init__(self, directory):
        super().__init__(directory, SETTINGS)
        self.workers = []
        for number in range(WORKERS):
            folder = directory / f"worker-{number}"
            folder.mkdir()
            self.workers.append(Worker(folder, SETTINGS))

    def start(self, *initdb_options):
        super().start(*initdb_options)
        for worker in self.workers:
            worker.start(*initdb_options)
        for node in (self, *self.workers):
            node.sql("CREATE EXTENSION citus")
        self.sql(f"SELECT citus_set_coordinator_host('{self.directory}', 5432)")
        for worker in self.workers:
            self.sql(f"SELECT citus_add_node('{worker.directory}', 5432)")

    def stop(self):
        super().stop()
        for worker in self.workers:
            worker.stop()

    def checkpoint(self):
        super().checkpoint()
        for worker in self.workers:
            worker.checkpoint()

    @property
    def cpu_seconds(self):
        return super().cpu_seconds + sum(worker.cpu_seconds for worker in self.workers)


class Worker(Cluster):
    owner = "postgres"

    @property
    def commits(self):
        """Transactions so far that have ended on it."""
        return int(self.sql("SELECT xact_commit FROM pg_stat_database WHERE datname = 'shipmate'"))
