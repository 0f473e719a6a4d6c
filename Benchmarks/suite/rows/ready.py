"""How long `shipmate serve` takes from its start to its first 200 of /health/ready, PostgreSQL being up."""
import statistics

from suite.comparison import Result
from suite.report import progress

STARTS = 7


def ready(bench):
    times = []
    for _ in range(STARTS):
        times.append(bench.restart_server() * 1000)
        progress(f"  ready after {times[-1]:.0f} ms")
    value = f"{min(times):.0f} / **{statistics.median(times):.0f}** / {max(times):.0f} ms"
    return [Result("ready, PostgreSQL being up", value, target="200 ms", samples={"milliseconds": times})]
