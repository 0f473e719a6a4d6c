"""Throughput against clients: `POST /v1/events` beside pgbench's two forms, drawn as `clients.svg`."""
from suite import plot, population
from suite.comparison import Comparison, median
from suite.rows.events import FORMS, ours_by_clients

CLIENTS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
# One connection is one backend: PostgreSQL is set up for 100.
CONNECTIONS_MAX = 64


def clients(bench):
    variables = population.active_variables(bench)
    ours = ours_by_clients(bench, CLIENTS)
    theirs = {form: {number: bench.pgbench.contestant(form, number, variables)
                     for number in CLIENTS if number <= CONNECTIONS_MAX} for form in FORMS}
    contestants = [*ours.values(), *(one for form in theirs.values() for one in form.values())]
    comparison = Comparison(contestants, bench.runs)

    def points(by_number):
        return [(number, median(comparison.samples[one.name])) for number, one in by_number.items()]
    plot.lines(bench.root / "Benchmarks/clients.svg", "Level events a second", "clients, or pgbench's connections",
               "events a second", {"Shipmate": points(ours)} | {f"pgbench {form}": points(theirs[form]) for form in FORMS})
    return []
