"""Contestants in turn, so that whatever else the machine does meets them alike; medians, and ratios run by run."""
import dataclasses
import statistics
from typing import Callable, Optional

from suite.report import progress


@dataclasses.dataclass
class Sample:
    """One run: `rate` a second, and what it took."""
    rate: float
    requests: int = 0
    failed: int = 0
    latency_ms: Optional[dict] = None
    cpu_seconds: Optional[dict] = None
    batch_mean: Optional[float] = None
    # Of all processors: idle, idle with a disk at work, taken by other processes.
    processor_shares: Optional[tuple] = None

    def __str__(self):
        text = f"{self.rate:,.0f}/s"
        if self.latency_ms:
            text += ", " + ", ".join(f"{name} {value:.2f} ms" for name, value in self.latency_ms.items())
        if self.cpu_seconds:
            text += ", CPU " + " ".join(f"{name} {value:.1f} s" for name, value in self.cpu_seconds.items())
        if self.batch_mean:
            text += f", batches of {self.batch_mean:.1f}"
        if self.processor_shares:
            text += ", idle {:.1%}, of it disk {:.1%}, others {:.1%}".format(*self.processor_shares)
        return text + (f", {self.failed} FAILED" if self.failed else "")


@dataclasses.dataclass
class Contestant:
    name: str
    run: Callable[[], Sample]


@dataclasses.dataclass
class Result:
    """A line of the table: what was measured, against what, and the ratio."""
    what: str
    value: str
    against: str = ""
    against_value: str = ""
    ratio: Optional[tuple] = None  # min, median, max
    target: str = ""
    is_failed: bool = False
    samples: dict = dataclasses.field(default_factory=dict)


class Comparison:
    """Runs contestants round by round."""

    def __init__(self, contestants, runs):
        self.samples = {contestant.name: [] for contestant in contestants}
        for run in range(runs):
            for contestant in contestants:
                sample = contestant.run()
                self.samples[contestant.name].append(sample)
                progress(f"  {run + 1}/{runs} {contestant.name}: {sample}")

    def result(self, what, name, against, target=""):
        mine, theirs = self.samples[name], self.samples[against]
        ratios = [one.rate / other.rate for one, other in zip(mine, theirs)]
        return Result(
            what, described(mine), against, f"{median(theirs):,.0f}/s",
            (min(ratios), statistics.median(ratios), max(ratios)), target,
            any(sample.failed for sample in mine), self.raw(name, against))

    def microseconds(self, what, name):
        """User and system time of each side for each of what was counted."""
        costs = {side: statistics.median(sample.cpu_seconds[side] * 1e6 / sample.requests for sample in self.samples[name])
                 for side in self.samples[name][0].cpu_seconds}
        value = ", ".join(f"{side} **{cost:.1f}**" for side, cost in costs.items()) + " µs"
        return Result(what, value, samples={"microseconds": costs})

    def cost(self, what, name, against, sides, target="", their_sides=None):
        """User and system time of these sides for each of what was counted, beside another's; the ratio run by run."""
        mine, theirs = self.costs(name, sides), self.costs(against, their_sides or sides)
        ratios = [one / other for one, other in zip(mine, theirs)]
        return Result(
            what, f"**{statistics.median(mine):.1f}** µs", against, f"{statistics.median(theirs):.1f} µs",
            (min(ratios), statistics.median(ratios), max(ratios)), target,
            any(sample.failed for sample in self.samples[name]), self.raw(name, against))

    def costs(self, name, sides):
        """Microseconds by run."""
        return [sum(sample.cpu_seconds[side] for side in sides) * 1e6 / sample.requests for sample in self.samples[name]]

    def raw(self, *names):
        return {name: [dataclasses.asdict(sample) for sample in self.samples[name]] for name in names}


def median(samples):
    return statistics.median(sample.rate for sample in samples)


def described(samples):
    text = f"{median(samples):,.0f}/s"
    if samples[0].latency_ms:
        p50, p99 = (statistics.median(sample.latency_ms[name] for sample in samples) for name in ("p50", "p99"))
        text += f", p50 {p50:.1f} ms, p99 {p99:.1f} ms"
    if failed := sum(sample.failed for sample in samples):
        text += f", **{failed} failed**"
    return text
