"""Costs as a table beside those that are known, and as a file."""
import json

RISE_MAX = 0.03
MEASURES = ("instructions", "statements", "round_trips", "rows_written", "wal_bytes", "buffers")


def markdown(measured, known):
    """Each value, and after it what it is as a ratio of each known one."""
    lines = ["| request | " + " | ".join(name.replace("_", " ") for name in MEASURES) + " |", "| --- |" + " ---: |" * len(MEASURES)]
    lines += [f"| {kind} | " + " | ".join(cell(kind, name, costs[name], known) for name in MEASURES) + " |"
              for kind, costs in measured.items()]
    names = ", ".join(known) or "none"
    return "\n".join(["", *lines, "", f"In brackets: the value as a multiple of {names}."])


def cell(kind, name, value, known):
    ratios = [ratio(value, costs.get(kind, {}).get(name)) for costs in known.values()]
    return f"{value:,}" + (f" ({' · '.join(ratios)})" if ratios else "")


def ratio(value, before):
    return "–" if not before else f"{value / before:.2f}"


def risen(measured, accepted):
    """A line for each value that is above what is accepted, and for each kind that only one of the two has."""
    unpaired = [f"  {kind}: only measured or only accepted" for kind in measured.keys() ^ accepted.keys()]
    return unpaired + [f"  {kind}: {name.replace('_', ' ')} {accepted[kind][name]:,} → {value:,}"
                       for kind, costs in measured.items() for name, value in costs.items()
                       if kind in accepted and value > accepted[kind][name] * (1 + RISE_MAX)]


def least(one, other):
    """Of each value the lesser one."""
    return {kind: {name: min(value, other[kind][name]) for name, value in costs.items()} for kind, costs in one.items()}


def as_json(known):
    return json.dumps(known, indent=2, ensure_ascii=False) + "\n"
