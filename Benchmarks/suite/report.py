"""Progress while it runs, the table at the end, and the raw numbers beside it."""
import dataclasses
import json
import sys
import time

BEGAN = time.monotonic()


def progress(text):
    print(f"[{time.monotonic() - BEGAN:6.1f} s] {text}", file=sys.stderr, flush=True)


def write(directory, machine, options, results):
    """After each row, so that an interrupted run leaves what it had."""
    raw = {"machine": dataclasses.asdict(machine), "runs": options.runs, "seconds": options.seconds,
           "users": options.users, "results": [dataclasses.asdict(result) for result in results]}
    (directory / "results.json").write_text(json.dumps(raw, indent=1) + "\n")
    (directory / "results.md").write_text(table(machine, options, results) + "\n")


def table(machine, options, results):
    lines = [
        f"{machine}. {options.runs} interleaved runs of {options.seconds} s, {options.users:,} users loaded.", "",
        "| what | medians | against | median | ratio: min / **median** / max | goal |",
        "| --- | --- | --- | --- | --- | --- |"]
    for result in results:
        cells = (result.what, result.value, result.against, result.against_value, ratio(result.ratio), result.target)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def ratio(values):
    return "{:.2f} / **{:.2f}** / {:.2f}".format(*values) if values else ""
