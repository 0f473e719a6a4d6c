"""Rows that somebody else holds: another session one user's, and a process that is stopped those of its batch."""
import contextlib
import copy
import os
import signal
import time

from faults.kit import database
from faults.kit.players import Load, Players, books
from faults.kit.probe import probing
from faults.report import Row
from suite import population

OTHERS = 30
SECONDS = 6
SHARE_MIN, TOLD_SECONDS_MAX, HELD_SECONDS_MAX = 0.9, 1.0, 1.0


def locks(rig):
    cluster = rig.cluster()
    servers = [rig.server(cluster, name) for name in ("one", "sister")]
    for server in servers:
        server.start()
    players = Players(servers[0], 20_000)
    loads = []
    rows = row_of_one(rig, servers[0], players, loads) + rows_of_stopped(rig, servers, players, loads)
    lost, double, wrong = books(players, loads)
    return rows + [Row("afterwards", "0 lost, 0 double, 0 sums wrong", f"{lost}, {double}, {wrong}", lost == double == wrong == 0)]


def row_of_one(rig, server, players, loads):
    """The last user is blocked; all others play on."""
    others = copy.copy(players)
    others.count -= 1
    load = Load(others, [server.port], f"{rig.seed}/others", clients=OTHERS, depth=1)
    loads.append(load)
    event = players.event(others.count, 3, "00000000-0000-4000-8000-000000000000")
    held = f"BEGIN; SELECT FROM users WHERE uid = '{population.uid(others.count)}' FOR UPDATE"
    with load:
        load.wait_for(500)
        before = rate(load)
        with database.session(players.cluster, held), probing(server.port, event, 0) as one, probing(server.port, event, 0) as two:
            meanwhile = rate(load)
        after = rate(load)
    usual, slowest = (before + after) / 2, max(one.slowest, two.slowest)
    return [
        Row(f"one user's row held for {SECONDS} s: events/s of {OTHERS} others", f"≥ {SHARE_MIN:.0%} of before and after",
            f"{meanwhile:,.0f} of {usual:,.0f} ({meanwhile / usual:.0%}), {load.refused} refused",
            meanwhile >= SHARE_MIN * usual and load.refused == 0 and not load.oddities),
        Row("the one's own calls", f"503 within {TOLD_SECONDS_MAX:.0f} s", f"{one.statuses | two.statuses} within {slowest:.2f} s",
            one.statuses | two.statuses <= {200, 503} and 503 in one.statuses and slowest <= TOLD_SECONDS_MAX),
    ]


def rate(load):
    began, count = time.monotonic(), load.count
    time.sleep(SECONDS)
    return (load.count - count) / (time.monotonic() - began)


def rows_of_stopped(rig, servers, players, loads):
    """Both processes' clients play the same users in the same order, so that their batches meet."""
    one, other = [Load(players, [server.port], f"{rig.seed}/{name}", clients=OTHERS, depth=1)
                  for server, name in zip(servers, ("one", "other"))]
    loads += [one, other]
    with one, other:
        one.wait_for(500)
        other.wait_for(500)
        with stopped(servers[1]):
            time.sleep(HELD_SECONDS_MAX)
            refused = one.refused
            time.sleep(SECONDS)
            refused = one.refused - refused
            slowest = max(one.slowest)
    return [Row(f"a sister process stopped for {SECONDS} s: others wait", f"≤ {HELD_SECONDS_MAX:.0f} s, 0 refused after that",
                f"{slowest:.2f} s at most, {refused} refused", slowest <= HELD_SECONDS_MAX and refused == 0 and not one.oddities)]


@contextlib.contextmanager
def stopped(server):
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
