"""The first visit to pages of waiting rewards with ten million users, when neither PostgreSQL nor the kernel has them in memory."""
import http.client
import json
import os
import statistics
import time
import urllib.parse

from suite.comparison import Result
from suite.goals import at_most, judged_by
from suite.report import progress
from suite.rows.reports import get, load, wait_until_counted

PAGES, ROWS = 40, 100
GOAL = at_most(100, " ms")


def reviews(bench):
    users = bench.options.report_users
    with bench.another_cluster(users) as grown:
        load(grown, users)
        wait_until_counted(grown)
        key = grown.server.command("keys", "create", "--scope", "admin", "--name", "bench").split()[0]
        forget(grown)
        times = visit(grown, key)
    what = f"`GET /v1/admin/reviews`, {len(times)} pages of {ROWS} from the disk, one after the other, {users:,} users"
    result = Result(what, f"{statistics.median(times):.0f} ms, slowest **{max(times):.0f}** ms", samples={"milliseconds": times})
    return [judged_by(result, (GOAL, max(times)))]


def forget(bench):
    """Starts PostgreSQL anew, and has the kernel drop the cluster's files from its cache. All are on the disk by then."""
    bench.server.stop()
    bench.cluster.stop()
    for folder, _, names in os.walk(bench.cluster.data):
        for name in names:
            evict(os.path.join(folder, name))
    bench.cluster.launch()
    bench.start_server()


def evict(path):
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(file)


def visit(bench, key):
    """Milliseconds of each page."""
    connection = http.client.HTTPConnection("127.0.0.1", bench.server.port, timeout=60)
    times, cursor = [], ""
    while cursor is not None and len(times) < PAGES:
        began = time.monotonic()
        text = get(connection, f"/v1/admin/reviews?limit={ROWS}" + (f"&cursor={urllib.parse.quote(cursor)}" if cursor else ""), key)
        times.append((time.monotonic() - began) * 1_000)
        cursor = json.loads(text)["next_cursor"]
    progress(f"  pages of reviews: {', '.join(f'{each:.0f}' for each in times)} ms")
    return times
