"""`POST /v1/events`, levels that pay nothing, against pgbench writing the same rows, one event a transaction."""
from suite import population
from suite.comparison import Comparison

# The plain transaction is what a service without batches does; one statement is the most that pgbench can be helped.
FORMS = ("event-transaction", "event-statement")
CLIENTS = (1, 64, 256)
TARGETS = {1: "0.8", 64: "2.0", 256: "3.0"}


def events(bench):
    variables = population.active_variables(bench)
    ours = ours_by_clients(bench, CLIENTS)
    best = {form: bench.pgbench.best(form, variables) for form in FORMS}
    baselines = {(form, connections) for form in FORMS for connections in (1, best[form])}
    contestants = [bench.pgbench.contestant(*baseline, variables) for baseline in sorted(baselines)]
    comparison = Comparison([*contestants, *ours.values()], bench.runs)
    lines = []
    for clients in reversed(CLIENTS):
        for form in FORMS:
            against = f"pgbench {form} @{1 if clients == 1 else best[form]}"
            what = f"`POST /v1/events`, {clients} client{'s' * (clients > 1)}"
            lines.append(comparison.result(what, ours[clients].name, against, TARGETS[clients]))
    return [*lines, comparison.microseconds("CPU time an event, 256 clients", ours[256].name)]


def ours_by_clients(bench, numbers, active=population.ACTIVE_USERS):
    tokens = bench.token_file(population.active_uids(bench, active))
    return {clients: bench.wrk.contestant("/v1/events", clients, "event", "events", variables={"tokens": tokens})
            for clients in numbers}


def pgbench_forms(bench, forms, variables):
    """A contestant for each form of the same work, at its best; `variables` may be a function."""
    return [bench.pgbench.contestant(form, bench.pgbench.best(form, variables), variables) for form in forms]
