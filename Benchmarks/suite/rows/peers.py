"""`POST /v1/events` against the same flow written with FastAPI and asyncpg, see `Benchmarks/peers`."""
import os
import subprocess
import sys
import time

from suite import population
from suite.comparison import Comparison, Contestant, Sample
from suite.processes import Background
from suite.report import progress
from suite.rows.events import ours_by_clients
from suite.server import free_port
from suite.tokens import TokenSigner

CLIENTS = 256


def peers(bench):
    tokens = bench.token_file(population.active_uids(bench))
    port = free_port()
    process = start(bench, environment(bench), port)

    def run():
        summary = bench.wrk.load(f"http://127.0.0.1:{port}/v1/events", CLIENTS, "event", {"tokens": tokens})
        return Sample(summary["requests"] / summary["seconds"], summary["requests"], summary["failed"],
                      {"p50": summary["p50_ms"], "p99": summary["p99_ms"]})
    theirs = Contestant(f"FastAPI + asyncpg, {os.cpu_count()} workers @{CLIENTS}", run)
    ours = ours_by_clients(bench, [CLIENTS])[CLIENTS]
    comparison = Comparison([theirs, ours], bench.runs)
    process.stop()
    return [comparison.result(f"`POST /v1/events`, {CLIENTS} clients", ours.name, theirs.name, "12")]


def environment(bench):
    """A virtual environment with what the peer needs, kept between runs."""
    folder = bench.root / "Benchmarks/peers/.venv"
    requirements = bench.root / "Benchmarks/peers/fastapi/requirements.txt"
    installed = folder / "installed.txt"
    if not installed.exists() or installed.read_text() != requirements.read_text():
        progress("  installing FastAPI and asyncpg from PyPI")
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([folder / "bin/pip", "install", "--quiet", "-r", requirements], check=True)
        installed.write_text(requirements.read_text())
    return folder / "bin/uvicorn"


def start(bench, program, port):
    log = bench.directory / "fastapi.log"
    variables = {"DATABASE_URL": f"postgresql://shipmate_service@/shipmate?host={bench.cluster.directory}",
                 "PEER_PUBLIC_KEY": TokenSigner(bench.cluster).public.hex()}
    process = Background(
        [program, "main:app", "--port", str(port), "--workers", str(os.cpu_count()), "--no-access-log"], log,
        cwd=bench.root / "Benchmarks/peers/fastapi", env=os.environ | variables)
    bench.cleanup.callback(process.stop)
    for _ in range(200):
        process.check(log)
        if "Application startup complete" in log.read_text():
            return process
        time.sleep(0.1)
    raise RuntimeError("FastAPI did not start: " + log.read_text()[-2000:])
