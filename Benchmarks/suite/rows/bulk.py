"""`POST /v1/events` of 20,000 users beside PostgreSQL's own limit: pgbench writing the same rows, 256 a statement."""
import dataclasses
import statistics

from suite import population
from suite.comparison import Comparison, Contestant, Result
from suite.goals import at_least, at_most, judged, judged_by
from suite.processors import Processors
from suite.rows.events import ours_by_clients

BULK, SINGLE = "event-bulk", "event-transaction"
CLIENTS, ACTIVE_USERS = 256, 20_000
# Events a statement.
SIZE = 256
# CPU time of PostgreSQL for an event of pgbench's batches: a machine on which it takes longer is a slow one. It took 20 µs on
# the fast machine of issue 34, and 43 on the slow one.
SLOW_MICROSECONDS = 30
SHARE = {"fast": at_least(0.65), "slow": at_least(0.4)}
SIDES = ["server", "postgres"]
IDLE = at_most(5, " %")
# Percent of the processors: with more for other processes, none is idle whatever the service does.
OTHERS_MAX = 3


def bulk(bench):
    variables = population.active_variables(bench, ACTIVE_USERS)
    ours = ours_by_clients(bench, (1, CLIENTS), ACTIVE_USERS)
    ours[CLIENTS].run()  # fills the token caches
    busy, alone = watched(ours[CLIENTS]), ours[1]
    batches, single = pgbench(bench, BULK, variables | {"size": SIZE}, SIZE), pgbench(bench, SINGLE, variables)
    one = bench.pgbench.contestant(SINGLE, 1, variables)
    contestants = {contestant.name: contestant for contestant in (batches, single, one, busy, alone)}
    comparison = Comparison(list(contestants.values()), bench.runs)
    return [*against_batches(comparison, busy.name, batches.name), against_single(comparison, busy.name, single.name),
            judged(comparison.result("`POST /v1/events`, 1 client", alone.name, one.name), at_least(1)),
            idle(comparison.samples[busy.name])]


def pgbench(bench, script, variables, units=1):
    """At its best number of connections."""
    return bench.pgbench.contestant(script, bench.pgbench.best(script, variables), variables, units)


def watched(contestant):
    """The same with an eye on the processors."""
    def run():
        with Processors() as processors:
            sample = contestant.run()
        others = processors.others(sum(sample.cpu_seconds.values()))
        return dataclasses.replace(sample, processor_shares=(*processors.shares, others))
    return Contestant(contestant.name, run)


def against_batches(comparison, ours, theirs):
    what = f"{ACTIVE_USERS:,} active users, {CLIENTS} clients"
    speed = "slow" if statistics.median(comparison.costs(theirs, ["postgres"])) > SLOW_MICROSECONDS else "fast"
    rate = judged(comparison.result(f"`POST /v1/events`, {what}", ours, theirs), SHARE[speed])
    rate.target += f" on a {speed} machine"
    cost = comparison.cost(f"CPU time of server and PostgreSQL an event, {what}", ours, theirs, SIDES, their_sides=["postgres"])
    return [rate, judged(cost, at_most(1.4)), comparison.microseconds(f"CPU time an event, {what}", ours)]


def against_single(comparison, ours, theirs):
    what = f"`POST /v1/events`, {ACTIVE_USERS:,} active users, {CLIENTS} clients"
    return judged(comparison.result(what, ours, theirs), at_least(4))


def idle(samples):
    shares = [sample.processor_shares for sample in samples]
    idle, disk, others = (statistics.median(values) * 100 for values in zip(*shares))
    result = Result(f"idle processors, {CLIENTS} clients",
                    f"**{idle:.1f}** %, {disk:.1f} of it with a disk at work; other processes took {others:.1f} %",
                    samples={"shares": shares})
    if others > OTHERS_MAX:
        return dataclasses.replace(result, target=f"{IDLE}, not judged beside other processes")
    return judged_by(result, (IDLE, idle))
