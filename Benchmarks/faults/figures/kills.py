"""A server and its PostgreSQL are killed under load, one or both, again and again."""
import time

from faults.kit import database
from faults.kit.players import Load, Players, books
from faults.report import Row
from suite.report import progress

CYCLES = 100
SECONDS_UNDER_LOAD = 0.5
EVENTS_A_SECOND = 2_000
READY_SECONDS_MAX = 2
SETTLE_EVENTS = 200


def kills(rig):
    cluster = rig.cluster()
    server = rig.server(cluster)
    server.start()
    players = Players(server, 50_000)
    # Seconds until each was ready again.
    ready = {"the server": [], "PostgreSQL": [], "both": []}
    events, seconds = 0, 0
    with Load(players, [server.port], rig.seed) as load:
        for cycle in range(CYCLES):
            # Those who were cut off come back first.
            load.wait_for(SETTLE_EVENTS)
            before, began = load.count, time.monotonic()
            time.sleep(SECONDS_UNDER_LOAD)
            events, seconds = events + load.count - before, seconds + time.monotonic() - began
            victim = rig.random.choice(list(ready))
            ready[victim].append(cycle_of(victim, server, cluster))
            if cycle % 10 == 9:
                progress(f"  {cycle + 1} of {CYCLES}: {events / seconds:,.0f} events/s; ready at most after {slowest(ready)}")
        load.stop()
    lost, double, wrong = books(players, [load])
    rate, most = events / seconds, max(map(max, ready.values()))
    return [
        Row(f"{CYCLES} × kill -9 ({', '.join(f'{name} {len(times)}' for name, times in ready.items())}), {load.count:,} events",
            "0 lost, 0 double, 0 sums wrong, 0 odd replies", f"{lost}, {double}, {wrong}, {len(load.oddities)}",
            lost == double == wrong == 0 and not load.oddities),
        Row("events/s until each kill", f"≥ {EVENTS_A_SECOND:,}", f"{rate:,.0f}", rate >= EVENTS_A_SECOND),
        Row("ready after the restart", f"≤ {READY_SECONDS_MAX} s", f"at most {slowest(ready)}", most <= READY_SECONDS_MAX),
    ]


def slowest(ready):
    return ", ".join(f"{name} {max(times):.2f} s" for name, times in ready.items() if times)


def cycle_of(victim, server, cluster):
    """Kills and restarts; the seconds from the restart until it is ready."""
    if victim != "PostgreSQL":
        server.process.process.kill()
        server.process.process.wait()
    if victim != "the server":
        database.kill(cluster)
    began = time.monotonic()
    if victim != "the server":
        database.relaunch(cluster)
    if victim != "PostgreSQL":
        server.start()
    database.seconds_until(server.is_ready, 30, "ready")
    return time.monotonic() - began
