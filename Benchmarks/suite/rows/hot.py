"""One referrer with a million referees who all level up: a hot row, against events that pay many referrers."""
from suite import population
from suite.comparison import Comparison
from suite.report import progress
from suite.rows.paying import FreshUsers, checked, contestant

REFEREES = 1_000_000
# Numbers far from those that other rows load.
START = 50_000_000


def hot(bench):
    bench.restart_server()
    progress(f"  loading {REFEREES:,} referees of one user")
    # Every other user is referred, by one of the even numbers below `among`: by number 2.
    population.add(bench.cluster, START, START + 2 * REFEREES, among=4)
    bench.cluster.sql("ANALYZE users", role="postgres")
    many = contestant(bench, FreshUsers(bench, start=START * 2), "each pays another referrer")
    one = contestant(bench, HotUsers(bench), "all pay one referrer")
    comparison = Comparison([checked(bench, many), checked(bench, one)], bench.runs)
    return [comparison.result(f"`POST /v1/events`, all pay one referrer of {REFEREES:,} referees, 256 clients",
                              one.name, many.name, "0.7")]


class HotUsers(FreshUsers):
    """Referees of one user, loaded beforehand; more are loaded should a million not be enough."""

    def __init__(self, bench):
        super().__init__(bench, start=START, among=4)
        self.end = START + 2 * REFEREES
