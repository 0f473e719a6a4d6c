"""Connections to PostgreSQL end around their COMMIT: before it, under it, after it."""
from faults.kit import database
from faults.kit.commits import CommitProxy
from faults.kit.players import Load, Players, books
from faults.report import Row

CUTS = 1_000
PROBABILITY = 0.3
SECONDS_MAX = 240


def cuts(rig):
    cluster = rig.cluster()
    proxy = CommitProxy(rig, cluster, PROBABILITY)
    server = rig.server(cluster, DATABASE_URL=proxy.url)
    server.start()
    players = Players(server, 20_000)
    # Small batches: many commits.
    with Load(players, [server.port], rig.seed, clients=32, depth=1) as load:
        load.wait_for(500)
        proxy.wanted = CUTS
        database.seconds_until(lambda: proxy.cuts >= CUTS, SECONDS_MAX, f"{CUTS} cuts")
        load.stop()
    lost, double, wrong = books(players, [load])
    ways = ", ".join(f"{way} {count}" for way, count in proxy.done.items())
    return [Row(f"{proxy.cuts:,} connections cut around COMMIT ({ways}), {load.count:,} events", "0 lost, 0 double, 0 sums wrong, 0 odd replies",
                f"{lost}, {double}, {wrong}, {len(load.oddities)}",
                lost == double == wrong == 0 and not load.oddities and proxy.cuts >= CUTS)]
