"""Requests one after the other at a steady pace, from a process of their own so that nothing here slows them."""
import contextlib
import multiprocessing
import time

from faults.kit.wire import Wire


class Probe:
    """`results`: (seconds since its start, status, seconds taken) of each; a connection that ends is status 0."""

    def __init__(self):
        self.results = []

    def of(self, status):
        return [taken for _, found, taken in self.results if found == status]

    @property
    def statuses(self):
        return {status for _, status, _ in self.results}

    @property
    def slowest(self):
        return max(taken for _, _, taken in self.results)

    def quantile(self, share):
        ordered = sorted(taken for _, _, taken in self.results)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


@contextlib.contextmanager
def probing(port, request, pause):
    """Sends `request` until the end of the `with`; what it found is there after."""
    context = multiprocessing.get_context("fork")
    stop, (ours, theirs) = context.Event(), context.Pipe()
    process = context.Process(target=run, args=(port, request, pause, stop, theirs), daemon=True)
    process.start()
    probe = Probe()
    try:
        yield probe
    finally:
        stop.set()
        probe.results = ours.recv()
        process.join()


def run(port, request, pause, stop, pipe):
    results, wire, started = [], None, time.monotonic()
    while not stop.is_set():
        began = time.monotonic()
        try:
            wire = wire or Wire(port)
            status = wire.ask(request)[0]
        except OSError:
            wire, status = None, 0
        now = time.monotonic()
        results.append((now - started, status, now - began))
        time.sleep(max(0, began + pause - now))
    pipe.send(results)
