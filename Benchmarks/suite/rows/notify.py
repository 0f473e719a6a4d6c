"""What a `NOTIFY` in each paying transaction would cost: pgbench's, with the rows of a batch, with and without it."""
import dataclasses

from suite.comparison import Comparison, Contestant
from suite.rows.paying import FreshUsers

SCRIPT = "paying-batch"
# Of one process with one loop, of one with default settings on two processors, and of two and four of those.
CONNECTIONS = (1, 4, 8, 16, 32)
# Events a transaction: of 256 clients about 60 share one.
SIZE = 32


def notify(bench):
    bench.server.stop()
    fresh = FreshUsers(bench)
    return [row(bench, fresh, connections) for connections in CONNECTIONS]


def row(bench, fresh, connections):
    without, with_one = (contestant(bench, fresh, connections, notifies) for notifies in (False, True))
    comparison = Comparison([without, with_one], bench.runs)
    return comparison.result(f"pgbench {SCRIPT} with a `NOTIFY`, {SIZE} events a transaction, {connections} connections",
                             with_one.name, without.name)


def contestant(bench, fresh, connections, notifies):
    def run():
        variables = {**fresh.take(bench.seconds), "size": SIZE, "notifies": str(notifies).lower()}
        sample = bench.pgbench.run(SCRIPT, connections, variables)
        return dataclasses.replace(sample, rate=sample.rate * SIZE, requests=sample.requests * SIZE)
    return Contestant(f"{'with' if notifies else 'without'} NOTIFY @{connections}", run)
