"""Citus gets a third worker: each shard becomes two, and some move there, while events come in."""
import time

from faults.kit.players import Load, Players, books
from faults.report import Row
from suite.citus import CitusCluster, Worker, is_installed
from suite.report import progress

CLIENTS = 64
BACK_SECONDS_MAX = 5
MOVING_SECONDS_MAX = 600


def growing(rig):
    if not is_installed():
        return progress("  left out: citus.so is not installed") or []
    cluster = rig.cluster(kind=CitusCluster)
    server = rig.server(cluster)
    server.start()
    players = Players(server, 20_000)
    worker = Worker(rig.folder("more"), len(cluster.workers))
    rig.callback(worker.stop)
    with Load(players, [server.port], rig.seed, clients=CLIENTS, depth=1) as load:
        load.wait_for(5_000)
        before = load.refused
        began, count = time.monotonic(), load.count
        load.watch()
        cluster.split()
        split = time.monotonic() - began
        progress(f"  split after {split:.1f} s, {load.count - count:,} events meanwhile; longest wait {load.longest_wait:.1f} s")
        cluster.add(worker)
        progress(f"  added after {time.monotonic() - began:.1f} s, {load.count - count:,} events meanwhile")
        moved = rebalance(cluster)
        seconds, events, longest = time.monotonic() - began, load.count - count, load.longest_wait
        load.stop()
    lost, double, wrong = books(players, [load])
    shards = cluster.sql(f"SELECT count(*) FROM citus_shards WHERE nodename = '{worker.directory}'")
    return [
        Row(f"each shard split in {split:.0f} s, a worker, {moved} moves of shards: {seconds:.0f} s; "
            f"{events:,} events from {CLIENTS} clients meanwhile",
            "0 lost, 0 double, 0 sums wrong, only 503 with Retry-After",
            f"{lost}, {double}, {wrong}, {len(load.oddities)} others{first(load.oddities)}; {load.refused - before} × 503",
            lost == double == wrong == 0 and not load.oddities),
        Row("the longest that a client was not served", f"≤ {BACK_SECONDS_MAX} s", f"{longest:.2f} s",
            longest <= BACK_SECONDS_MAX),
        Row("shards that the new worker has", "> 0", shards, int(shards) > 0),
    ]


def rebalance(cluster):
    """How many moves there were."""
    cluster.sql("SELECT citus_rebalance_start(shard_transfer_mode => 'force_logical')")
    began = time.monotonic()
    while (states := states_of_moves(cluster)).keys() - {"done"}:
        if states.keys() & {"error", "cancelled"}:
            raise RuntimeError(f"shards did not move: {states}, {cluster.sql(MESSAGES)}")
        if time.monotonic() - began > MOVING_SECONDS_MAX:
            raise RuntimeError(f"shards still move: {states}")
        time.sleep(0.5)
    return states["done"]


MESSAGES = "SELECT string_agg(message, '; ') FROM pg_dist_background_task WHERE message <> ''"


def states_of_moves(cluster):
    rows = cluster.sql("SELECT status, count(*) FROM pg_dist_background_task GROUP BY 1")
    return {state: int(count) for state, count in (row.split("|") for row in rows.splitlines())}


def first(oddities):
    return f" ({oddities[0][:120]})" if oddities else ""
