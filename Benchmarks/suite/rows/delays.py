"""From a paying event in one process to the referrer's stream in another: the change's own time, before its commit, to its arrival."""
import statistics
import time

from suite import outbox, population
from suite.comparison import Result
from suite.report import progress
from suite.rows.paying import FreshUsers
from suite.server import Server
from suite.streams import SETTLE_SECONDS, Streams
from suite.tokens import TokenSigner

RATE = 5_000
CONNECTIONS = 512
# The events pay ten times as many referrers.
STREAMS = 1_000
THREADS = 2
ARRIVAL_SECONDS_MAX = 10


def delays(bench):
    bench.start_server()
    other = Server(bench.server.binary, bench.cluster, folder(bench))
    bench.cleanup.callback(other.stop)
    other.start()
    uids = [population.uid(2 * number) for number in range(STREAMS)]
    streams = Streams(other.port, TokenSigner(bench.cluster).tokens(uids))
    fresh = FreshUsers(bench, among=20 * STREAMS)
    time.sleep(SETTLE_SECONDS)
    try:
        runs = [run(bench, fresh, streams, uids) for _ in range(bench.runs)]
    finally:
        streams.close()
        other.stop()
    p50, p99, rate = (statistics.median(values) for values in zip(*runs))
    return [Result(f"from a paying event to a stream of another process, at {rate:,.0f} events/s",
                  f"p50 {p50:.0f} ms, p99 **{p99:.0f}** ms", target="250 ms at 5,000/s", samples={"runs": runs})]


def folder(bench):
    path = bench.directory / "other"
    path.mkdir(exist_ok=True)
    return path


def run(bench, fresh, streams, uids):
    """(p50 in ms, p99, events a second)"""
    key = bench.server.command("keys", "create", "--scope", "server", "--name", "bench")
    variables = {"key": key, "uid_prefix": population.UID_PREFIX, **fresh.take(bench.seconds),
                 "rate": RATE, "threads": THREADS, "tokens": "/dev/null"}
    streams.ask()
    before = outbox.last_position(bench.cluster)
    summary = bench.wrk.load(bench.server.url("/v1/events"), CONNECTIONS, "paced_paying", variables)
    bench.server.settle("events")
    expected = changes(bench, before, uids)
    late = arrived(streams, expected)
    quantiles = statistics.quantiles(late, n=100)
    rate = summary["requests"] / summary["seconds"]
    progress(f"  {summary}: {len(late):,} changes, p50 {quantiles[49]:.0f} ms, p99 {quantiles[98]:.0f} ms, last {max(late):.0f} ms")
    return quantiles[49], quantiles[98], rate


def changes(bench, before, uids):
    """How many changes of balances the streams have to get."""
    return int(bench.cluster.sql(f"""
        SELECT count(*) FROM changes WHERE position > {before} AND type = 'balance.changed'
            AND subject BETWEEN '{min(uids)}' AND '{max(uids)}'"""))


def arrived(streams, expected):
    """Milliseconds that each took; raises unless all come."""
    late, began = [], time.monotonic()
    while len(late) < expected and time.monotonic() - began < ARRIVAL_SECONDS_MAX:
        time.sleep(0.2)
        late += streams.ask()[1]
    if len(late) != expected:
        raise RuntimeError(f"{len(late):,} of {expected:,} changes came to the streams")
    return late
