"""`GET /health/live`, which asks no database, against nginx's `return 200`."""
from suite.comparison import Comparison
from suite.nginx import Nginx


def live(bench):
    bench.start_server()
    nginx = Nginx(bench, """return 200 '{"status":"live"}'""")
    theirs, ours = nginx.contestant(64), bench.wrk.contestant("/health/live", 64, "get")
    comparison = Comparison([theirs, ours], bench.runs)
    nginx.stop()
    return [comparison.result("`GET /health/live`, 64 clients", ours.name, theirs.name, "0.9")]
