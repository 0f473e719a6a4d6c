"""`GET /v1/users/me/balances` against pgbench reading the same row."""
from suite import population
from suite.comparison import Comparison


def balances(bench):
    variables = population.active_variables(bench)
    tokens = bench.token_file(population.active_uids(bench))
    baseline = bench.pgbench.contestant("balance", bench.pgbench.best("balance", variables), variables)
    ours = bench.wrk.contestant("/v1/users/me/balances", 64, "get", "balances", variables={"tokens": tokens})
    comparison = Comparison([baseline, ours], bench.runs)
    return [comparison.result("`GET /v1/users/me/balances`, 64 clients", ours.name, baseline.name, "1.0")]
