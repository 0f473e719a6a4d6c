"""`POST /v1/events/batch`, 500 events a call by a server, against pgbench's best, per event."""
from suite import population
from suite.comparison import Comparison
from suite.rows.events import FORMS, pgbench_forms

EVENTS = 500


def batch(bench):
    bench.start_server()
    variables = population.active_variables(bench)
    baselines = pgbench_forms(bench, FORMS, variables)
    key = bench.server.command("keys", "create", "--scope", "server", "--name", "bench")
    ours = bench.wrk.contestant(
        "/v1/events/batch", 8, "batch", "events", units=EVENTS,
        variables={"key": key, "events": EVENTS, "uid_prefix": population.UID_PREFIX, **variables})
    comparison = Comparison([*baselines, ours], bench.runs)
    what = f"`POST /v1/events/batch`, {EVENTS} events a call, 8 clients, events"
    return [comparison.result(what, ours.name, baseline.name, "5.0") for baseline in baselines]
