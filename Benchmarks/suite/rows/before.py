"""CPU time of events that pay, beside that of another build: `run.sh --before FILE`."""
from suite import population
from suite.comparison import Comparison
from suite.goals import at_most, judged
from suite.rows.paying import CLIENTS, FreshUsers, checked, contestant

GOAL = at_most(1.15)
SIDES = ["server", "postgres"]
WHAT = f"CPU time of server and PostgreSQL an event, each pays, {CLIENTS} clients"
OURS, THEIRS = "each pays", "each pays, the build before"


def before(bench):
    if not bench.options.before:
        return [alone(bench)]
    with bench.another_cluster(bench.users, binary=bench.options.before) as former:
        population.load(former)
        comparison = Comparison([payments(former, THEIRS), payments(bench, OURS)], bench.runs)
    result = comparison.cost(WHAT, OURS, THEIRS, SIDES)
    result.against = bench.options.before.name
    return [judged(result, GOAL)]


def alone(bench):
    comparison = Comparison([payments(bench, OURS)], bench.runs)
    result = comparison.microseconds(WHAT, OURS)
    result.against = "not compared: `run.sh --before FILE` names the binary of de57ede"
    result.target = str(GOAL)
    return result


def payments(bench, name):
    bench.restart_server()
    return checked(bench, contestant(bench, FreshUsers(bench), name))
