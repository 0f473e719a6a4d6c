#!/usr/bin/env python3
"""Plays behaviour.json with a library's driver against a test server, through a fault proxy."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from invariants import StoreWatch, check_all
from proxy import Proxy
from server import Server
from steps import Play

HERE = os.path.dirname(os.path.abspath(__file__))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--driver", required=True, help="the driver's command; it gets the host's URL and a folder")
    parser.add_argument("--shipmate", default="shipmate", help="the server's program")
    parser.add_argument("--case", default="", help="only cases whose name matches this regular expression")
    parser.add_argument("--skip", default="^$", help="not these")
    parser.add_argument("--cases", default=os.path.join(HERE, "..", "behaviour.json"))
    parser.add_argument("--no-files", action="store_true", help="the library's store isn't files: leave out what looks at them")
    parser.add_argument("--keep", action="store_true", help="keep the folders of failed cases")
    parser.add_argument("--calls", action="store_true", help="print the calls of failed cases")
    parser.add_argument("--play", metavar="SPAN", help="the long play, such as 1h, instead of the cases")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def without_files(cases):
    """Steps on files are left out, and cases that change files or share a folder."""
    def is_playable(case):
        return "disk" not in case and not any("file" in step or "driver" in step for step in case["steps"])
    return [{**case, "steps": [step for step in case["steps"] if "stored" not in step]} for case in cases if is_playable(case)]


def disk(folder, size):
    """A small disk for one case. Needs root."""
    if os.geteuid() != 0:
        return False
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True)
    return mounted.returncode == 0


def play(case, server, options):
    """Returns None for a pass, or why it failed or was skipped."""
    folder = tempfile.mkdtemp(prefix="shipmate-case-")
    has_disk = "disk" in case and disk(folder, case["disk"])
    if "disk" in case and not has_disk:
        os.rmdir(folder)
        return "skipped: a disk of its own needs root"
    app, err = server.app(), tempfile.TemporaryFile()
    proxy = Proxy(app.url)
    watch = StoreWatch(folder, proxy.calls)
    proxy.seen_access = watch
    game = Play(app, proxy, options.driver, folder, err)
    failure, number = None, 0
    try:
        for number, step in enumerate(case["steps"]):
            game.step(step)
    except AssertionError as found:
        failure = f"step {number + 1} {json.dumps(case['steps'][number])}: {found}"
    finally:
        game.stop()
    lines = [line for driver in game.past for line in driver.lines]
    err.seek(0)
    said = err.read().decode("utf-8", "replace")
    failure = failure or next(check_all(proxy.calls, lines, said, None if options.no_files else folder, watch), None)
    if failure:
        explain(proxy.calls, lines, said, folder, options)
    close(proxy, app, folder, has_disk, failure and options.keep)
    return failure


def explain(calls, lines, said, folder, options):
    if options.calls:
        for call in calls:
            detail = {key: call[key] for key in ("key", "body", "reply", "fault") if call[key] is not None}
            print(f"    {call['method']} {call['path']} {call['status']} {json.dumps(detail)[:400]}")
        for line in lines:
            print("    >", json.dumps(line)[:300])
    if said.strip():
        print("    stderr:", said.strip()[-1500:].replace("\n", "\n    "))
    if options.keep:
        print("    folder:", folder)


def close(proxy, app, folder, has_disk, keep):
    proxy.stop()
    app.delete()
    if has_disk:
        subprocess.run(["umount", "-l", folder], check=True)
    if not keep:
        shutil.rmtree(folder, ignore_errors=True)


def run_cases(server, options):
    with open(options.cases, encoding="utf-8") as file:
        cases = [case for case in json.load(file)["cases"] if re.search(options.case, case["name"]) and not re.search(options.skip, case["name"])]
    cases = without_files(cases) if options.no_files else cases
    failed, skipped = [], 0
    for case in cases:
        began = time.monotonic()
        failure = play(case, server, options)
        word = "ok" if failure is None else "SKIP" if failure.startswith("skipped") else "FAIL"
        print(f"{word:4} {case['name']} ({time.monotonic() - began:.1f} s)" + (f"\n     {failure}" if failure else ""), flush=True)
        skipped += word == "SKIP"
        failed += [case["name"]] if word == "FAIL" else []
    print(f"{len(cases) - len(failed) - skipped} of {len(cases)} cases passed, {skipped} skipped")
    return not failed and bool(cases)


def main():
    options = arguments()
    server = Server(options.shipmate)
    try:
        if options.play:
            from long_play import long_play
            is_fine = long_play(server, options)
        else:
            is_fine = run_cases(server, options)
    finally:
        server.stop()
    sys.exit(0 if is_fine else 1)


if __name__ == "__main__":
    main()
