"""`GET /health/live`, which asks no database, against nginx's `return 200`: as many workers, both with an access log."""
import os
import shutil
import time

from suite.comparison import Comparison, Contestant, Sample
from suite.processes import Background, tail
from suite.report import progress
from suite.server import free_port

CONFIGURATION = """
daemon off;
worker_processes {workers};
pid {directory}/nginx.pid;
error_log {directory}/nginx.log;
events {{ worker_connections 1024; }}
http {{
    access_log {directory}/nginx-access.log;
    keepalive_requests 1000000000;
    server {{
        listen 127.0.0.1:{port};
        location / {{ default_type application/json; return 200 '{{"status":"live"}}'; }}
    }}
}}
"""


def live(bench):
    program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
    if not program:
        progress("skipped: nginx is not installed")
        return []
    bench.start_server()
    port = free_port()
    log = bench.directory / "nginx.log"
    configuration = bench.directory / "nginx.conf"
    configuration.write_text(CONFIGURATION.format(workers=os.cpu_count(), directory=bench.directory, port=port))
    nginx = Background([program, "-c", configuration], log)
    bench.cleanup.callback(nginx.stop)
    time.sleep(0.5)
    nginx.check(log)

    def run_nginx():
        summary = bench.wrk.load(f"http://127.0.0.1:{port}/", 64, "get", {})
        if summary["failed"]:
            raise RuntimeError(f"nginx failed: {summary} {tail(log)}")
        return Sample(summary["requests"] / summary["seconds"], summary["requests"])
    ours = bench.wrk.contestant("/health/live", 64, "get")
    comparison = Comparison([Contestant("nginx `return 200` @64", run_nginx), ours], bench.runs)
    nginx.stop()
    return [comparison.result("`GET /health/live`, 64 clients", ours.name, ["nginx `return 200` @64"], "0.9")]
