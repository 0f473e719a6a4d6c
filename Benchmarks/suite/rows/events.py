"""`POST /v1/events`, levels that pay nothing, against pgbench writing the same rows, one event a transaction."""
from suite import population
from suite.comparison import Comparison

FORMS = ("event-transaction", "event-statement")
CLIENTS = (1, 64, 256)


def events(bench):
    variables = population.active_variables(bench)
    tokens = bench.token_file(population.active_uids(bench))
    best_form, best_connections = bench.pgbench.best(FORMS, variables)
    baselines = {(form, connections) for form in FORMS for connections in (1, 8)} | {(best_form, best_connections)}
    contestants = [bench.pgbench.contestant(*baseline, variables) for baseline in sorted(baselines)]
    ours = {clients: bench.wrk.contestant("/v1/events", clients, "event", "events", variables={"tokens": tokens})
            for clients in CLIENTS}
    comparison = Comparison([*contestants, *ours.values()], bench.runs)
    at_1, at_8 = ([f"pgbench {form} @{connections}" for form in FORMS] for connections in (1, 8))
    best = [contestant.name for contestant in contestants]

    def line(clients, against, target):
        what = f"`POST /v1/events`, {clients} client{'s' * (clients > 1)}"
        return comparison.result(what, ours[clients].name, against, target)
    # The plain transaction is what DESIGN.md measured; the one statement is the most that pgbench can be helped.
    return [line(256, at_8[:1], "2.0"), line(256, at_8, ""), line(256, best, "3.0"), line(64, at_8, ""),
            line(64, best, "2.0"), line(1, at_1[:1], "0.4"), line(1, at_1, "0.8"),
            comparison.server_microseconds("the server's CPU time an event, 256 clients", ours[256].name)]
