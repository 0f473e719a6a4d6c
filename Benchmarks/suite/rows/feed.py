"""The feed of changes: how many a second it gives to one consumer, and to several."""
import http.client
import re
import socket
import statistics
import threading
import time

from suite import outbox
from suite.admin import Admin
from suite.comparison import Comparison, Contestant, Result, Sample
from suite.rows.webhooks import spent

CHANGES = 400_000
CONSUMERS = (1, 2, 4)
# Of a network. Those of the loopback interface are 64 KiB: as large as the server's send buffer, which then waits for an
# acknowledgement that the client delays by 40 ms.
SEGMENT_BYTES = 1_448
NEXT = re.compile(rb'"next_cursor":"([^"]+)"')


def feed(bench):
    bench.server.settings["SHIPMATE_CHANGES"] = "on"
    bench.restart_server()
    reading = Reading(bench)
    comparison = Comparison([*(reading.contestant(consumers) for consumers in CONSUMERS),
                             Contestant(LOOPBACK, lambda: reading.run(CONSUMERS[-1], None))], bench.runs)
    bench.server.settings.pop("SHIPMATE_CHANGES")
    bench.restart_server()
    return [*(row(comparison, name(consumers), "50,000/s") for consumers in CONSUMERS), row(comparison, LOOPBACK, "")]


def name(consumers):
    return f"the feed of changes, {consumers} consumer{'s' * (consumers > 1)}"


LOOPBACK = f"{name(CONSUMERS[-1])}, by the segments of the loopback interface"


def row(comparison, name, target):
    rates = [sample.rate for sample in comparison.samples[name]]
    value = f"{min(rates):,.0f} / **{statistics.median(rates):,.0f}** / {max(rates):,.0f}/s"
    return Result(name, value, target=target, samples=comparison.raw(name))


class Connection(http.client.HTTPConnection):
    def __init__(self, port, segment_bytes):
        super().__init__("127.0.0.1", port, timeout=10)
        self.segment_bytes = segment_bytes

    def connect(self):
        self.sock = socket.socket()
        self.sock.settimeout(self.timeout)
        if self.segment_bytes:
            self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, self.segment_bytes)
        self.sock.connect((self.host, self.port))


class Reading:
    """Reads the changes that it has written, page by page, and again from the first."""

    def __init__(self, bench):
        self.bench, self.key = bench, Admin(bench.server).key
        self.start, self.before = outbox.cursor(bench.cluster), outbox.last_position(bench.cluster)
        outbox.add(bench.cluster, CHANGES)

    def contestant(self, consumers):
        return Contestant(name(consumers), lambda: self.run(consumers))

    def run(self, consumers, segment_bytes=SEGMENT_BYTES):
        counts, began, cpu = [0] * consumers, time.monotonic(), spent(self.bench)
        threads = [threading.Thread(target=self.consume, args=(counts, number, segment_bytes)) for number in range(consumers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        rate = sum(counts) / (time.monotonic() - began)
        return Sample(rate, sum(counts), failed=counts.count(0),
                      cpu_seconds={part: now - cpu[part] for part, now in spent(self.bench).items()})

    def consume(self, counts, number, segment_bytes):
        connection = Connection(self.bench.server.port, segment_bytes)
        began, after, found = time.monotonic(), self.start, 0
        while time.monotonic() - began < self.bench.seconds:
            count, after = self.page(connection, after)
            found += count
            if count == 0:
                after = self.start
        counts[number] = found
        connection.close()

    def page(self, connection, after):
        """(changes on it, the next cursor)"""
        connection.request("GET", f"/v1/admin/changes?after={after}", headers={"Authorization": f"Bearer {self.key}"})
        reply = connection.getresponse()
        body = reply.read()
        if reply.status != 200:
            raise RuntimeError(f"the feed: {reply.status} {body[:300]}")
        return body.count(b'"api":1'), NEXT.search(body, max(0, len(body) - 200))[1].decode()
