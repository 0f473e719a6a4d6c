"""How close the service is to PostgreSQL's own limit, with the goal beside each line: all of it in one run."""
import dataclasses
import traceback

from suite.citus import is_installed
from suite.comparison import Result
from suite.goals import at_least, at_most, judged, judged_by
from suite.report import progress, ratio
from suite.rows.balances import balances
from suite.rows.before import before
from suite.rows.bulk import bulk
from suite.rows.citus import citus
from suite.rows.cores import cores
from suite.rows.memory import busy, busy_with_rules
from suite.rows.play import play
from suite.rows.refusals import refusals
from suite.rows.reviews import reviews
from suite.rows.signup import signup
from suite.rows.tail import tail


def goals(bench):
    parts = (bulk, before, sign_ups, reads, latency, memory, cores, spread, refusals, reviews, play)
    return [result for part in parts for result in measured(bench, part)]


def measured(bench, part):
    """A part that can't be measured is a line that failed: the others still count."""
    try:
        results = part(bench)
    except Exception as error:
        traceback.print_exc()
        results = [Result(part.__name__, f"not measured: {error!r}".splitlines()[0], is_failed=True)]
    for result in results:
        progress(" | ".join(filter(None, (result.what, result.value, ratio(result.ratio), result.target))))
    return results


def sign_ups(bench):
    transaction, statement = signup(bench)
    return [judged(transaction, at_least(3)), dataclasses.replace(statement, target="")]


def reads(bench):
    return [judged(result, at_least(0.75)) for result in balances(bench)]


def latency(bench):
    [result] = tail(bench)
    p50, p99 = result.samples["p50_ms"], result.samples["p99_ms"]
    return [judged_by(result, (at_most(3, " × the median"), p99 / p50), (at_most(10, " ms"), p99))]


def memory(bench):
    return [judged_by(result, (at_most(32, " MiB"), result.samples["peak_kib"] / 1024))
            for result in (busy(bench, ", 2 rules"), busy_with_rules(bench))]


def spread(bench):
    if not is_installed():
        return [Result("`POST /v1/events` on Citus, 256 clients; each pays", "not measured: Citus is not installed here",
                       target=f"{at_least(0.6)}; {at_least(0.3)}")]
    return citus(bench)
