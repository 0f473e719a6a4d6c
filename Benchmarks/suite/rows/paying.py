"""Events that each pay the referrer, against pgbench's paying transaction: a referred user reaches level 5, once each."""
from suite import population
from suite.comparison import Comparison
from suite.report import progress

FORMS = ("paying-transaction", "paying-statement")
# Users made ready for each second of a run; half of them are referred, and only those are spent.
USERS_PER_SECOND = 80_000


class FreshUsers:
    """Users that no earlier run has made reach level 5."""

    def __init__(self, bench, seconds):
        self.bench = bench
        self.count = USERS_PER_SECOND * seconds
        self.next = bench.users

    def __call__(self):
        """Loads some and returns what pgbench's scripts need to name them: odd ones, from `fresh` on."""
        start, self.next = self.next, self.next + self.count
        population.add(self.bench.cluster, start, self.next, among=self.bench.users)
        return {"first": population.NUMBER_FIRST, "fresh": start + 1, "i": 0, "fresh_end": self.next}


def paying(bench):
    """By a server's key: a user's token would be used once only, and signatures checked instead of rewards paid."""
    bench.restart_server()
    key = bench.server.command("keys", "create", "--scope", "server", "--name", "bench")
    from suite.pgbench import CALIBRATION_SECONDS
    best = bench.pgbench.best(FORMS, FreshUsers(bench, CALIBRATION_SECONDS))
    fresh = FreshUsers(bench, bench.seconds)
    ours = bench.wrk.contestant("/v1/events", 256, "paying", "events", variables=lambda: fresh() | {
        "key": key, "uid_prefix": population.UID_PREFIX})
    baseline = bench.pgbench.contestant(*best, fresh)
    comparison = Comparison([baseline, ours], bench.runs)
    return [comparison.result("`POST /v1/events`, each pays, 256 clients", ours.name, [baseline.name], "2.5")]
