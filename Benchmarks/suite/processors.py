"""How much of the machine's processors is idle while something runs: /proc/stat, proc(5)."""
import contextlib
import os
import threading
import time

# The start and the end of a run aren't its peak: connections open, tokens are read.
MARGIN_SECONDS = 0.5
INTERVAL_SECONDS = 0.1
IDLE, IOWAIT = 3, 4
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


class Processors(contextlib.AbstractContextManager):
    """Reads the clocks of all processors for as long as the `with` lasts, which must be longer than both margins."""

    def __enter__(self):
        self.seen, self.ended = [], threading.Event()
        self.thread = threading.Thread(target=self.look)
        self.thread.start()
        return self

    def look(self):
        while not self.seen or not self.ended.wait(INTERVAL_SECONDS):
            self.seen.append((time.monotonic(), ticks()))

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()
        self.seen.append((time.monotonic(), ticks()))

    @property
    def shares(self):
        """(idle, of it with a disk at work), as shares of all processors' time between the margins."""
        first, last = self.seen[0][0] + MARGIN_SECONDS, self.seen[-1][0] - MARGIN_SECONDS
        inner = [clocks for at, clocks in self.seen if first <= at <= last]
        spent = difference(inner[0], inner[-1])
        return (spent[IDLE] + spent[IOWAIT]) / sum(spent), spent[IOWAIT] / sum(spent)

    def others(self, seconds):
        """The share of the whole span that processes took beside those that took these seconds of CPU time."""
        spent = difference(self.seen[0][1], self.seen[-1][1])
        busy = sum(spent) - spent[IDLE] - spent[IOWAIT]
        return max(0, busy - seconds * TICKS_PER_SECOND) / sum(spent)


def ticks():
    """user, nice, system, idle, iowait, irq, softirq, steal: those of guests are in user's and nice's."""
    with open("/proc/stat") as file:
        return [int(field) for field in file.readline().split()[1:9]]


def difference(before, after):
    return [now - then for then, now in zip(before, after)]
