"""`POST /v1/users`, every other one referred, against pgbench inserting the same rows, one user a transaction."""
from suite import population
from suite.comparison import Comparison
from suite.rows.events import pgbench_forms

FORMS = ("signup-transaction", "signup-statement")


class Numbers:
    """Numbers of users that no earlier run has used."""
    SPAN = 10_000_000

    def __init__(self):
        self.next = 200_000_000_000

    def __call__(self):
        self.next += self.SPAN
        return self.next


def signup(bench):
    bench.start_server()
    numbers = Numbers()
    active = population.active_variables(bench)

    def variables():
        return active | {"fresh": numbers(), "i": 0}
    baselines = pgbench_forms(bench, FORMS, variables)
    ours = bench.wrk.contestant(
        "/v1/users", 256, "signup", "sign_ups", variables={"uid_prefix": population.UID_PREFIX, **active})
    comparison = Comparison([*baselines, ours], bench.runs)
    return [comparison.result("`POST /v1/users`, 256 clients", ours.name, baseline.name, "2.0") for baseline in baselines]
