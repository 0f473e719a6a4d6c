"""Resident memory: 256 busy clients, and what an idle keep-alive connection costs."""
import socket
import threading
import time

from suite import population
from suite.comparison import Result
from suite.report import progress
from suite.rows.rules import TWO, apply, two_hundred

IDLE_CONNECTIONS = 10_000
REQUEST = b"GET /health/live HTTP/1.1\r\nHost: bench\r\n\r\n"


def memory(bench):
    return [busy(bench), busy_with_rules(bench), idle(bench)]


def busy_with_rules(bench):
    apply(bench, two_hundred())
    result = busy(bench, ", 200 rules")
    apply(bench, TWO)
    return result


def busy(bench, name=""):
    tokens = bench.token_file(population.active_uids(bench))
    bench.restart_server()
    seen = []
    is_over = threading.Event()
    watcher = threading.Thread(target=lambda: watch(bench.server, seen, is_over))
    watcher.start()
    try:
        seconds = bench.seconds * bench.runs
        sample = bench.wrk.run("/v1/events", 256, "event", "events", variables={"tokens": tokens}, seconds=seconds)
    finally:
        is_over.set()
        watcher.join()
    peak = bench.server.memory_kib[1]
    progress(f"  {sample}; resident at most {max(seen):,} KiB, peak {peak:,} KiB")
    return Result(
        f"resident memory, 256 busy clients{name}", f"{max(seen) / 1024:.1f} MiB, peak {peak / 1024:.1f} MiB",
        target="64 MB, then 48 MB", is_failed=sample.failed > 0, samples={"resident_kib": seen, "peak_kib": peak})


def watch(server, seen, is_over):
    while not is_over.wait(0.2):
        seen.append(server.memory_kib[0])


def idle(bench):
    """Each connection has had one request answered before it idles."""
    bench.restart_server()
    before = bench.server.memory_kib[0]
    connections = [connect(bench.server.port, number) for number in range(IDLE_CONNECTIONS)]
    time.sleep(1)
    after = bench.server.memory_kib[0]
    for connection in connections:
        connection.close()
    each = (after - before) / IDLE_CONNECTIONS
    progress(f"  {before:,} KiB, with {IDLE_CONNECTIONS:,} idle connections {after:,} KiB: {each:.2f} KiB each")
    return Result(
        f"memory of an idle connection, {IDLE_CONNECTIONS:,} open", f"{each:.2f} KiB, {after / 1024:.1f} MiB in all",
        target="6 KiB", samples={"before_kib": before, "after_kib": after})


def connect(port, number):
    """From many addresses: one gets a quarter of the connections at most."""
    source = f"127.0.1.{number % 16 + 1}"
    connection = socket.create_connection(("127.0.0.1", port), source_address=(source, 0))
    connection.sendall(REQUEST)
    reply = connection.recv(4096)
    if not reply.startswith(b"HTTP/1.1 200 "):
        raise RuntimeError(f"an idle connection was answered {reply[:200]}")
    return connection
