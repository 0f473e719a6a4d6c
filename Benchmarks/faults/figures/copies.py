"""One fact, told again and again under one id and under many, to two processes at once."""
import threading
import uuid

from faults.kit.players import Players
from faults.kit.wire import Wire
from faults.report import Row
from suite import population

COPIES, MADE_UP = 10_000, 1_000
CLIENTS, DEPTH = 32, 16


def copies(rig):
    cluster = rig.cluster()
    servers = [rig.server(cluster, name) for name in ("one", "other")]
    for server in servers:
        server.start()
    players = Players(servers[0], 10)
    referrer = cluster.sql(f"SELECT referred_by FROM users WHERE uid = '{population.uid(1)}'")
    id = lambda: str(uuid.UUID(int=rig.random.getrandbits(128), version=4))
    first = id()
    requests = [players.event(1, 5, first)] * COPIES + [players.event(1, 5, id()) for _ in range(MADE_UP)]
    rig.random.shuffle(requests)
    statuses = send(requests, [server.port for server in servers])
    odd = len(statuses) - statuses.count(200)
    counted = cluster.sql(f"""
        SELECT (SELECT count(*) FROM rewards), (SELECT count(*) FROM ledger_entries),
            (SELECT sum(amount) FROM balances WHERE uid = '{referrer}'), (SELECT count(*) FROM events)""")
    return [
        Row(f"{COPIES:,} copies and {MADE_UP:,} made-up ids of one fact, two processes",
            f"rewards 1, entries 1, balance 50, events {MADE_UP + 1:,}", "rewards {}, entries {}, balance {}, events {}".format(*counted.split("|")),
            counted == f"1|1|50|{MADE_UP + 1}"),
        Row("replies to them other than 200", "0", f"{odd} of {len(statuses):,}", odd == 0 and len(statuses) == len(requests)),
    ]


def send(requests, ports):
    """Sends all, by clients of which each sends some at once; a 503 again. Every reply's status but those."""
    statuses = []

    def run(client):
        wire, due = Wire(ports[client % len(ports)]), requests[client::CLIENTS]
        while due:
            now, due = due[:DEPTH], due[DEPTH:]
            wire.send(now)
            for request in now:
                status = wire.reply()[0]
                due.append(request) if status == 503 else statuses.append(status)

    threads = [threading.Thread(target=run, args=(client,), daemon=True) for client in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return statuses
