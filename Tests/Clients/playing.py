"""Installs the Python client, and plays the story with it against the service and against a later one."""

import pathlib
import subprocess
import sys

from failure import Failure
from growing import GrowingService

HERE = pathlib.Path(__file__).parent


def play(service, client):
    """A row for each time that it was played: against whom, how many steps."""
    # What it needs is installed and pinned already.
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--force-reinstall"]
    run([*install, "--no-deps", "--no-build-isolation", client])
    rows = [("against the service", steps(service.url))]
    with GrowingService(service.url) as later:
        rows.append(("with an unknown field in every object, and an unknown role", steps(later.url)))
        if not later.grown:
            raise Failure("no reply has grown")
    return rows


def steps(url):
    told = run([sys.executable, HERE / "story.py", url])
    print(told, flush=True)
    return len(told.splitlines())


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise Failure(f"{pathlib.Path(command[1]).name}:\n{done.stdout[-4000:]}")
    return done.stdout
