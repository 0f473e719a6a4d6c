"""One of Citus' workers is killed under load, and comes back, again and again."""
import time

from faults.figures.growing import first
from faults.kit import database
from faults.kit.players import Load, Players, books
from faults.report import Row
from suite.citus import CitusCluster, is_installed
from suite.report import progress

CYCLES = 10
CLIENTS = 64
SECONDS_GONE, SECONDS_WATCHED = 1, 3
BACK_SECONDS_MAX = 5


def workers(rig):
    if not is_installed():
        return progress("  left out: citus.so is not installed") or []
    cluster = rig.cluster(kind=CitusCluster)
    server = rig.server(cluster)
    server.start()
    players = Players(server, 20_000)
    back = []
    with Load(players, [server.port], rig.seed, clients=CLIENTS, depth=1) as load:
        for cycle in range(CYCLES):
            load.wait_for(2_000)
            victim = rig.random.choice(cluster.workers)
            database.kill(victim)
            time.sleep(SECONDS_GONE)
            database.relaunch(victim)
            load.watch()
            wait_until_all_served(load)
            # Who comes to a row meanwhile that the dead one has locked.
            time.sleep(SECONDS_WATCHED)
            back.append(load.longest_wait)
            progress(f"  {cycle + 1} of {CYCLES}: nobody waited for longer than {back[-1]:.2f} s after the restart")
        load.stop()
    lost, double, wrong = books(players, [load])
    return [
        Row(f"{CYCLES} × kill -9 of a worker, {load.count:,} events from {CLIENTS} clients",
            "0 lost, 0 double, 0 sums wrong, only 503 with Retry-After",
            f"{lost}, {double}, {wrong}, {len(load.oddities)} others{first(load.oddities)}; {load.refused} × 503",
            lost == double == wrong == 0 and not load.oddities),
        Row("the longest that a client was not served after the restart", f"≤ {BACK_SECONDS_MAX} s", f"at most {max(back):.2f} s",
            max(back) <= BACK_SECONDS_MAX),
    ]


def wait_until_all_served(load):
    counts = [len(events) for events in load.acknowledged]
    database.seconds_until(
        lambda: all(len(events) > count for events, count in zip(load.acknowledged, counts)), 90, "all clients served")
