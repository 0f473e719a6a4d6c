"""A year of play: the same events with few users and with many, whose events of twelve months are in partitions.

`run.sh --play-users N --play-events N` say how many; 10^7 and 10^9 need hours and about 250 GB.
"""
import datetime
import statistics
import threading
import time

from suite import population
from suite.comparison import Comparison, Contestant, Result
from suite.goals import at_most, judged
from suite.months import MONTHS, Months
from suite.report import progress
from suite.rows.reports import wait_until_counted

USERS_FEW = 100_000
CLIENTS = 256
SIDES = ["server", "postgres"]
GOAL = at_most(1.2)
SIZES = """
SELECT name, sum(pg_table_size(relid)), sum(pg_indexes_size(relid))
FROM (SELECT coalesce((SELECT inhparent FROM pg_inherits WHERE inhrelid = c.oid), c.oid)::regclass::text AS name, c.oid AS relid
    FROM pg_class AS c WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace) AS t
GROUP BY name HAVING sum(pg_total_relation_size(relid)) > {least} ORDER BY sum(pg_total_relation_size(relid)) DESC"""


def play(bench):
    users, events = bench.options.play_users, bench.options.play_events
    with bench.another_cluster(USERS_FEW) as few, few.another_cluster(users) as many:
        population.load(few)
        months = fill(many, users, events)
        sizes = bytes_by_table(many, users)
        count(few, many)
        costs = cost(few, many, users, events)
        return [costs, *sizes, *vacuum(many, months), *drop(many, months)]


def fill(bench, users, events):
    months = Months(datetime.datetime.now(datetime.timezone.utc))
    progress(f"loading {events:,} events of {MONTHS} months")
    for name in months.build(bench.cluster, users, events):
        progress(f"  {name}")
    population.load(bench)
    return months


def count(*benches):
    """Waits until the workers have taken in what was loaded: they would run beside the events."""
    for bench in benches:
        bench.start_server()
    for bench in benches:
        wait_until_counted(bench)


def contestant(bench, name):
    tokens = bench.token_file(population.active_uids(bench))
    run = bench.wrk.contestant("/v1/events", CLIENTS, "event", "events", variables={"tokens": tokens, "ids": "time"}).run
    return Contestant(name, run)


def cost(few, many, users, events):
    sides = [contestant(few, f"{USERS_FEW:,} users"), contestant(many, f"{users:,} users, in partitions")]
    for side in sides:
        side.run()  # fills the token caches
    comparison = Comparison(sides, many.runs)
    what = f"CPU time of server and PostgreSQL an event, {users:,} users with {events:,} events in {MONTHS} partitions"
    return judged(comparison.cost(what, sides[1].name, sides[0].name, SIDES), GOAL)


def bytes_by_table(bench, users):
    """Of the tables that have a hundredth of all bytes."""
    size = int(bench.cluster.sql("SELECT pg_database_size('shipmate')"))
    lines = [line.split("|") for line in bench.cluster.sql(SIZES.format(least=size // 100)).splitlines()]
    counts = {name: int(bench.cluster.sql(f"SELECT count(*) FROM {name}")) for name, *_ in lines}
    return [Result("bytes of a user in all tables", f"**{size / users:,.0f}** B, {size / 1e9:.1f} GB in all")] + [
        of_table(name, int(rows), int(indexes), counts[name], users) for name, rows, indexes in lines if counts[name]]


def of_table(name, rows, indexes, count, users):
    whole = rows + indexes
    return Result(f"bytes of `{name}`", f"{rows / count:,.0f} B a row and {indexes / count:,.0f} B in indexes; {count:,} rows, "
                  f"{whole / 1e9:.2f} GB, {whole / users:,.0f} B a user")


def vacuum(bench, months):
    """After the runs, whose rows are spread over all users; and of a month, once in its life, since its rows stay."""
    vacuums = ("VACUUM users", "VACUUM events", f"VACUUM (FREEZE) {months.name(0)}")
    return [Result(f"`{text}` after the runs", f"{seconds(lambda: bench.cluster.sql(text, role='postgres')):.1f} s")
            for text in vacuums]


def drop(bench, months):
    """With events beside it, whose slowest are those that waited for it."""
    events, took = contestant(bench, "events"), []
    calm = statistics.median(events.run().latency_ms["p99"] for _ in range(bench.runs))
    dropping = threading.Timer(bench.seconds / 2, lambda: took.append(seconds(lambda: months.drop_oldest(bench.cluster))))
    dropping.start()
    sample = events.run()
    dropping.join()
    p99 = sample.latency_ms["p99"]
    return [Result(f"dropping the oldest month beside events, {CLIENTS} clients: p99 of events",
                   f"{p99:.1f} ms; dropped in {took[0]:.2f} s", "without", f"{calm:.1f} ms", (p99 / calm,) * 3,
                   is_failed=sample.failed > 0)]


def seconds(body):
    began = time.monotonic()
    body()
    return time.monotonic() - began
