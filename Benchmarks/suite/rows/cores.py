"""Events a second by processors: server, PostgreSQL and client share the first 1, 2, 4 and 8 of this machine."""
import contextlib
import os
import statistics

from suite.comparison import Comparison, Contestant, Result, median
from suite.goals import at_least, judged
from suite.rows.events import ours_by_clients

CORES = (1, 2, 4, 8)
CLIENTS = 256
# Of linear growth, up to as many processors.
LINEAR, LINEAR_CORES = at_least(0.8), 4


def cores(bench):
    there = sorted(os.sched_getaffinity(0))
    numbers = [number for number in CORES if number <= len(there)]
    contestants = {number: on(bench, there[:number]) for number in numbers}
    comparison = Comparison(list(contestants.values()), bench.runs)
    samples = {number: comparison.samples[contestant.name] for number, contestant in contestants.items()}
    return [*(line(samples, number) for number in numbers[1:]), *missing(len(there))]


def on(bench, processors):
    def run():
        with confined(bench, processors):
            events = ours_by_clients(bench, [CLIENTS])[CLIENTS]
            events.run()  # fills the caches
            return events.run()
    return Contestant(f"on {len(processors)} of the processors", run)


@contextlib.contextmanager
def confined(bench, processors):
    """Has all that starts meanwhile run on these, with a loop for each, as on a machine that has no more."""
    everywhere = os.sched_getaffinity(0)
    os.sched_setaffinity(0, processors)
    bench.server.settings["SHIPMATE_LOOPS"] = str(len(processors))
    try:
        restart(bench)
        yield
    finally:
        os.sched_setaffinity(0, everywhere)
        bench.server.settings.pop("SHIPMATE_LOOPS")
        restart(bench)


def restart(bench):
    bench.server.stop()
    bench.cluster.stop()
    bench.cluster.launch()
    bench.start_server()


def line(samples, number):
    one, many = samples[1], samples[number]
    ratios = [more.rate / number / less.rate for more, less in zip(many, one)]
    result = Result(
        f"`POST /v1/events`, {CLIENTS} clients, each core of {number}",
        f"{median(many) / number:,.0f}/s, {median(many):,.0f}/s in all", "1 core", f"{median(one):,.0f}/s",
        (min(ratios), statistics.median(ratios), max(ratios)), is_failed=any(sample.failed for sample in many),
        samples={"rates": {cores: [sample.rate for sample in found] for cores, found in samples.items()}})
    return judged(result, LINEAR) if number <= LINEAR_CORES else result


def missing(there):
    return [Result(f"`POST /v1/events`, {CLIENTS} clients, each core of {number}",
                   f"not measured: this machine has {there}", target=str(LINEAR) if number <= LINEAR_CORES else "")
            for number in CORES if number > there]
