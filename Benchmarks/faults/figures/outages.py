"""PostgreSQL stands still, is gone, or is held by another: callers are told in time, and served again soon after."""
import contextlib
import time

from faults.kit import database
from faults.kit.players import Load, Players, books
from faults.kit.probe import probing
from faults.kit.wire import Wire, request
from faults.report import Row
from suite.report import progress

STOPPED_SECONDS, GONE_SECONDS, FULL_SECONDS = 10, 60, 10
TOLD_SECONDS_MAX, LIVE_SECONDS_MAX, BACK_SECONDS_MAX, GROWTH_MIB_MAX = 1.0, 0.020, 2.0, 8
LIVE = request("GET", "/health/live")
LIVE_PAUSE_SECONDS = 0.01


@contextlib.contextmanager
def gone(cluster):
    database.kill(cluster)
    yield
    database.relaunch(cluster)


def outages(rig):
    cluster = rig.cluster()
    server = rig.server(cluster)
    server.start()
    players = Players(server, 20_000)
    warm = Load(players, [server.port], f"{rig.seed}/warm", clients=16, depth=4)
    with warm:
        time.sleep(3)
    rows, loads = [], [warm]
    full = lambda cluster: database.session(cluster, "BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
    for what, outage, seconds in (
            (f"stopped for {STOPPED_SECONDS} s", database.stopped, STOPPED_SECONDS),
            ("every connection of the pool held up", full, FULL_SECONDS),
            (f"gone for {GONE_SECONDS} s", gone, GONE_SECONDS)):
        load = Load(players, [server.port], f"{rig.seed}/{what}", clients=64, depth=1, pause=0.1)
        loads.append(load)
        rows += during(what, server, cluster, load, outage, seconds)
    lost, double, wrong = books(players, loads)
    rows.append(Row("afterwards", "0 lost, 0 double, 0 sums wrong", f"{lost}, {double}, {wrong}", lost == double == wrong == 0))
    return rows


def during(what, server, cluster, load, outage, seconds):
    progress(f"  {what}")
    event = load.players.event(0, 3, "00000000-0000-4000-8000-000000000000")
    before = server.memory_kib[0]
    with load:
        load.wait_for(100)
        with outage(cluster):
            # What was asked before the outage began is answered by now.
            time.sleep(1.2)
            load.slowest = [0.0] * len(load.slowest)
            with probing(server.port, LIVE, LIVE_PAUSE_SECONDS) as live, probing(server.port, event, 0.1) as told:
                time.sleep(seconds - 1.2)
            after, slowest = server.memory_kib[0], max(load.slowest + [told.slowest])
        back = database.seconds_until(lambda: is_served(server, event), 30, "service again")
        load.stop()
    growth = (after - before) / 1024
    return [
        Row(f"{what}: {load.refused + len(told.results):,} refusals", f"503 within {TOLD_SECONDS_MAX:.0f} s",
            f"{', '.join(map(str, sorted(told.statuses)))} within {slowest:.2f} s",
            told.statuses == {503} and slowest <= TOLD_SECONDS_MAX and not load.oddities),
        Row("`/health/live` meanwhile, p99", f"≤ {LIVE_SECONDS_MAX * 1000:.0f} ms",
            f"{live.quantile(0.99) * 1000:.1f} ms", live.statuses == {200} and live.quantile(0.99) <= LIVE_SECONDS_MAX),
        Row("served again", f"≤ {BACK_SECONDS_MAX:.0f} s", f"{back:.2f} s", back <= BACK_SECONDS_MAX),
        Row("memory meanwhile", f"+ ≤ {GROWTH_MIB_MAX} MiB", f"{growth:+.1f} MiB", growth <= GROWTH_MIB_MAX),
    ]


def is_served(server, event):
    wire = Wire(server.port)
    try:
        return wire.ask(event)[0] == 200
    finally:
        wire.close()
