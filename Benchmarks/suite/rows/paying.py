"""Events that each pay the referrer, against pgbench's paying transaction: a referred user reaches level 5, once each."""
from suite import population
from suite.comparison import Comparison, Contestant
from suite.pgbench import CALIBRATION_SECONDS

FORMS = ("paying-transaction", "paying-statement")
CLIENTS = 256
# Users to have ready for each second of a run; half of them are referred, and only those are spent.
USERS_PER_SECOND = 80_000


class FreshUsers:
    """Users whom no earlier run has made reach level 5; loaded as they are needed."""

    def __init__(self, bench, start=None, among=None):
        """`among`: how many of the first users share the referrals; all that were loaded unless told."""
        self.bench = bench
        self.among = among or bench.users
        self.next = self.end = start or population.end(bench.cluster)

    def take(self, seconds):
        """What scripts need to name the next ones: odd numbers, from `fresh` on."""
        cluster = self.bench.cluster
        self.next = population.last_paid(cluster, self.next, self.end) // 2 * 2 + 2
        end = self.next + USERS_PER_SECOND * seconds
        if end > self.end:
            population.add(cluster, self.end, end, among=self.among)
            self.end = end
        return {"first": population.NUMBER_FIRST, "fresh": self.next + 1, "i": 0}


def paying(bench):
    """By a server's key: a user's token would be used once only, and signatures checked instead of rewards paid."""
    bench.restart_server()
    fresh = FreshUsers(bench)
    baselines = []
    for form in FORMS:
        connections = bench.pgbench.best(form, lambda: fresh.take(CALIBRATION_SECONDS))
        baselines.append(bench.pgbench.contestant(form, connections, lambda: fresh.take(bench.seconds)))
    ours = contestant(bench, fresh)
    comparison = Comparison([checked(bench, one) for one in (*baselines, ours)], bench.runs)
    what = "`POST /v1/events`, each pays, 256 clients"
    return [comparison.result(what, ours.name, baseline.name, "2.5") for baseline in baselines]


def contestant(bench, fresh, name=None):
    key = bench.server.command("keys", "create", "--scope", "server", "--name", "bench")
    ours = bench.wrk.contestant("/v1/events", CLIENTS, "paying", "events", variables=lambda: {
        "key": key, "uid_prefix": population.UID_PREFIX, **fresh.take(bench.seconds)})
    return Contestant(name or ours.name, ours.run)


def checked(bench, contestant):
    """Raises unless every event paid: those on the way when the run ended were paid and not counted."""
    def rewards():
        return int(bench.cluster.sql("SELECT count(*) FROM rewards"))

    def run():
        before = rewards()
        sample = contestant.run()
        paid = rewards() - before
        if not sample.requests <= paid <= sample.requests + CLIENTS:
            raise RuntimeError(f"{contestant.name}: {sample.requests} events paid {paid} rewards")
        return sample
    return Contestant(contestant.name, run)
