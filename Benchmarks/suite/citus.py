"""A Citus cluster of the benchmark's own: a coordinator and two workers, all on this machine, each as durable as `Cluster`."""
import pathlib
import subprocess

from suite.cluster import Cluster

WORKERS = 2
# Transactions that a node had prepared when it or another died hold their rows until they are looked for. Shards move by
# logical replication.
SETTINGS = """
shared_preload_libraries = 'citus'
wal_level = logical
max_connections = 300
max_prepared_transactions = 400
max_worker_processes = 32
citus.node_conninfo = 'sslmode=disable'
citus.recover_2pc_interval = '1s'
"""
# As Documentation/operating/Citus.md has it: a statement for each shard, which splits all that lie with it.
SPLITS = """
    SELECT DISTINCT ON (p.colocationid, s.shardminvalue::int) format(
        'SELECT citus_split_shard_by_split_points(%s, ARRAY[%L], ARRAY[%s, %s], %L)', s.shardid,
        (s.shardminvalue::bigint + s.shardmaxvalue::bigint) >> 1, n.nodeid, n.nodeid, 'block_writes')
    FROM pg_dist_partition AS p JOIN pg_dist_shard AS s USING (logicalrelid)
    JOIN pg_dist_placement AS d USING (shardid) JOIN pg_dist_node AS n USING (groupid)
    WHERE p.partmethod = 'h' ORDER BY p.colocationid, s.shardminvalue::int, s.shardid"""


def settings(directory):
    """Nodes find each other, and themselves, by their sockets' folders."""
    return SETTINGS + f"citus.local_hostname = '{directory / 'postgresql'}'\n"


def is_installed():
    libraries = subprocess.check_output(["pg_config", "--pkglibdir"], text=True).strip()
    return (pathlib.Path(libraries) / "citus.so").exists()


class CitusCluster(Cluster):
    """The coordinator, which is all that the server sees, with its workers."""

    # Whoever may say how the service's role works on all nodes.
    owner = "postgres"
    # A shard a worker: what one machine's clients make of more are smaller batches. Before there are more workers each is split.
    migration = ("migrate", "--citus", "--shards", str(WORKERS))
    gathering = "".join(f"CREATE TEMP TABLE {table} AS SELECT * FROM public.{table};\n"
                        for table in ("users", "events", "rewards", "balances", "ledger_entries"))

    def __init__(self, directory):
        super().__init__(directory, settings(directory))
        self.workers = [Worker(directory, number) for number in range(WORKERS)]

    def start(self, *initdb_options):
        super().start(*initdb_options)
        self.sql("CREATE EXTENSION citus")
        self.sql(f"SELECT citus_set_coordinator_host('{self.directory}', 5432)")
        for worker in self.workers:
            self.add(worker, *initdb_options)

    def add(self, worker, *initdb_options):
        """Starts a worker; a later one has no shards yet."""
        worker.start(*initdb_options)
        worker.sql("CREATE EXTENSION citus")
        self.sql(f"SELECT citus_add_node('{worker.directory}', 5432)")

    def split(self):
        """Makes two shards of each, where it lies; who writes to one meanwhile waits."""
        for statement in self.sql(SPLITS).splitlines():
            self.sql(statement)

    def tell_of_small_tables(self):
        """Workers find those that are the coordinator's alone, and ask it."""
        self.sql("""
            SELECT citus_add_local_table_to_metadata(c.oid) FROM pg_class AS c
            WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT relispartition
                AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = c.oid)""")

    def stop(self):
        super().stop()
        for worker in self.workers:
            worker.stop()

    def checkpoint(self):
        super().checkpoint()
        for worker in self.workers:
            worker.checkpoint()

    @property
    def cpu_seconds_by_part(self):
        return {"coordinator": self.cpu_seconds, "workers": sum(worker.cpu_seconds for worker in self.workers)}


class Worker(Cluster):
    owner = "postgres"

    def __init__(self, directory, number):
        folder = directory / f"worker-{number}"
        folder.mkdir()
        super().__init__(folder, settings(folder))

    def uids(self, coordinator):
        """Of the users that it has."""
        return set(coordinator.sql(f"""
            SELECT uid FROM users WHERE get_shard_id_for_distribution_column('users', uid) IN
                (SELECT shardid FROM citus_shards WHERE nodename = '{self.directory}')""").splitlines())

    @property
    def commits(self):
        """Transactions so far that have ended on it."""
        return int(self.sql("SELECT xact_commit FROM pg_stat_database WHERE datname = 'shipmate'"))
