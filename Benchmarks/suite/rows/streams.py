"""Users' streams: what 10,000 open ones cost in memory, and what they cost events."""
import time

from suite import population
from suite.comparison import Comparison, Contestant, Result
from suite.report import progress
from suite.rows.events import ours_by_clients
from suite.rows.paying import FreshUsers, checked, contestant
from suite.streams import SETTLE_SECONDS, Streams
from suite.tokens import TokenSigner

STREAMS = 10_000
CLIENTS = 256
NONE, OPEN = "without streams", f"with {STREAMS:,} open streams"


def streams(bench):
    # Streams, and the connections of clients.
    bench.server.settings["SHIPMATE_HTTP_CONNECTIONS_MAX"] = str(STREAMS + 1_000)
    bench.restart_server()
    tokens = TokenSigner(bench.cluster).tokens(population.active_uids(bench))
    events = ours_by_clients(bench, [CLIENTS])[CLIENTS]
    results = [memory(bench, tokens), *beside(bench, tokens, events, "`POST /v1/events`", "0.9")]
    pays = checked(bench, contestant(bench, FreshUsers(bench)))
    results += beside(bench, tokens, pays, "`POST /v1/events`, each pays")
    bench.server.settings.pop("SHIPMATE_HTTP_CONNECTIONS_MAX")
    bench.restart_server()
    return results


def opened(bench, tokens):
    """As many as there are tokens, each of another user."""
    streams = Streams(bench.server.port, tokens)
    time.sleep(SETTLE_SECONDS)
    if (found := streams.ask()[0]) != len(tokens):
        raise RuntimeError(f"{found:,} of {len(tokens):,} streams are open")
    return streams


def forget(bench, streams):
    """Ends the streams and their listener, which would stay for an hour."""
    streams.close()
    bench.cluster.sql("DELETE FROM change_listeners WHERE name = 'streams'")
    while bench.server.metric("shipmate_streams") > 0:
        time.sleep(0.1)
    time.sleep(SETTLE_SECONDS / 2)


def memory(bench, tokens):
    """The first streams pay for what all share."""
    bench.restart_server()
    forget(bench, opened(bench, tokens[:100]))
    before = bench.server.memory_kib[0]
    streams = opened(bench, tokens)
    after = bench.server.memory_kib[0]
    forget(bench, streams)
    each = (after - before) / STREAMS
    progress(f"  {before:,} KiB, with {STREAMS:,} streams {after:,} KiB: {each:.2f} KiB each")
    return Result(f"memory of an open stream, {STREAMS:,} open", f"**{each:.2f}** KiB, {after / 1024:.1f} MiB in all",
                  target="8 KiB", samples={"before_kib": before, "after_kib": after})


def beside(bench, tokens, events, what, target=""):
    events.run()  # fills the token caches

    def without():
        bench.server.settle("events")
        return events.run()

    def with_streams():
        streams = opened(bench, tokens)
        sample = without()
        sample.failed += STREAMS - streams.ask()[0]
        forget(bench, streams)
        return sample
    comparison = Comparison([Contestant(NONE, without), Contestant(OPEN, with_streams)], bench.runs)
    return [comparison.result(f"{what} {OPEN}, {CLIENTS} clients", OPEN, NONE, target),
            comparison.cost(f"CPU time of {what} {OPEN}", OPEN, NONE, ["server", "postgres"])]
