"""schemathesis against the service, once as each role; it may find nothing."""

import json
import math
import os
import pathlib
import shutil
import subprocess
import sys

from failure import Failure

HERE = pathlib.Path(__file__).parent
ROLES = ["nobody", "user", "server", "read", "admin"]


def search(service, options):
    """A row for each role: how many cases, failures and seconds."""
    out = options.out / "schemathesis"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    rows = []
    for role in options.roles:
        key = service.key(role) if role in ("server", "read", "admin") else ""
        report = run(service, role, key, options, out)
        cases = report["test_cases"]
        rows.append((role, cases["generated"], cases["unique_failures"], math.ceil(report["running_time"])))
    total = sum(row[1] for row in rows)
    if options.roles == ROLES and total < options.cases:
        raise Failure(f"schemathesis made {total} cases: fewer than {options.cases}")
    return [*rows, ("all", total, sum(row[2] for row in rows), sum(row[3] for row in rows))]


def run(service, role, key, options, out):
    report = out / f"{role}.json"
    # One worker: Python before 3.11.8 fails when two threads parse at once (python/cpython#106905).
    command = [
        *(pathlib.Path(sys.executable).parent / "st", "--config-file", HERE / "schemathesis.toml"),
        *("run", f"{service.url}/openapi.json", "--url", service.url, "--max-examples", str(options.examples)),
        *("--seed", str(options.seed), "--workers", "1", "--generation-database", "none", "--no-color"),
        *("--continue-on-failure", "--report", "json", "--report-json-path", report),
    ]
    environment = {
        **os.environ,
        "PYTHONPATH": str(HERE),
        "SHIPMATE_URL": service.url,
        "SHIPMATE_ROLE": role,
        "SHIPMATE_KEY": key,
    }
    log = out / f"{role}.log"
    with log.open("w") as told:
        done = subprocess.run(command, cwd=out, env=environment, stdout=told, stderr=subprocess.STDOUT)
    if done.returncode or not json.loads(report.read_text())["complete"]:
        raise Failure(f"schemathesis as {role} found something; {log} ends with:\n{log.read_text()[-6000:]}")
    return json.loads(report.read_text())
