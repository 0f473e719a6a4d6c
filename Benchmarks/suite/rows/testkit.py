"""Figures of `shipmate test-server`: how fast it starts, makes apps, resets them and moves their clocks, and what it keeps."""
import http.client
import json
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time
import urllib.request
import uuid

from suite.comparison import Result

APPS = 200
HOLDS = 1_000
RUNS = 1_000
RULE = {
    "name": "tutorial", "description": "Finished the tutorial", "state": "active",
    "when": [{"milestone": "tutorial_completed"}, {"referred": True}],
    "pay": [{"to": "referrer", "currency": "pieces_of_eight", "amount": 100}],
    "hold": {"hours": 48}, "limits": {"budget": 10_000_000}}


class Kit:
    """A test server, and the seconds until its first reply."""

    def __init__(self, binary, *options):
        began = time.perf_counter()
        self.process = subprocess.Popen([binary, "test-server", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.line = json.loads(self.process.stdout.readline())
        self.call(self.line["url"], "GET", "/test/clock")
        self.first = time.perf_counter() - began

    @staticmethod
    def call(url, method, path, body=None, token=None):
        request = urllib.request.Request(
            url.rstrip("/") + path, method=method, data=None if body is None else json.dumps(body).encode())
        request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        with urllib.request.urlopen(request) as reply:
            text = reply.read()
        return json.loads(text) if text else None

    def app(self):
        return self.call(self.line["url"], "POST", "/test/apps")

    def megabytes(self):
        """Private and shared memory of the server and its PostgreSQL, each page once."""
        children = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True).stdout.split()
        pids = [str(self.process.pid), *children]
        for child in children:
            pids += subprocess.run(["pgrep", "-P", child], capture_output=True, text=True).stdout.split()
        total = 0
        for pid in set(pids):
            try:
                lines = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            except (FileNotFoundError, ProcessLookupError):
                continue
            total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        return total / 1024

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def timed(body):
    began = time.perf_counter()
    body()
    return (time.perf_counter() - began) * 1_000


def result(what, value, goal):
    return Result(what=what, value=value, against="", against_value="", ratio=None, target=goal)


def testkit(bench):
    binary = str(bench.root / ".build/release/shipmate")
    results = []
    # Another file is another program, which makes its own template.
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy2(binary, f"{folder}/shipmate")
        pathlib.Path(copy).touch()
        kit = Kit(copy)
        results.append(result("first reply, the very first time", f"{kit.first * 1_000:.0f} ms", "1.5 s"))
        kit.stop()
    starts = []
    for _ in range(10):
        kit = Kit(binary)
        starts.append(kit.first * 1_000)
        kit.stop()
    results.append(result("first reply, with the template", f"{statistics.median(starts):.0f} ms", "150 ms"))
    kit = Kit(binary, "--apps", "64")
    time.sleep(5)
    ready = [timed(kit.app) for _ in range(20)]
    results.append(result("a new app, ready", f"{statistics.median(ready):.1f} ms", "5 ms"))
    app = kit.app()
    time.sleep(2)
    resets = [timed(lambda: kit.call(app["url"], "POST", "/test/reset")) for _ in range(20)]
    results.append(result("reset", f"{statistics.median(resets):.1f} ms", "10 ms"))
    # The resets' databases are emptied beside the first of these.
    time.sleep(2)
    apps = [kit.app() for _ in range(10)]
    time.sleep(2)
    for what in ["90 days with nothing due, an app's first", "90 days with nothing due, its second"]:
        days = [timed(lambda: kit.call(app["url"], "POST", "/test/clock", {"advance": "90d"})) for app in apps]
        results.append(result(what, f"{statistics.median(days):.1f} ms", "5 ms"))
    results.append(result(f"49 hours with {HOLDS:,} holds due", f"{holds(kit):.0f} ms", "500 ms"))
    kit.stop()
    kit = Kit(binary, "--apps", "0")
    slow = [timed(kit.app) for _ in range(10)]
    results.append(result("a new app, not ready", f"{statistics.median(slow):.0f} ms", "40 ms"))
    for _ in range(APPS - 10):
        kit.app()
    results.append(result(f"{APPS} apps at once", f"{kit.megabytes():.0f} MB", "400 MB"))
    kit.stop()
    return results + overhead(binary) + flakiness(bench, binary)


def holds(kit):
    app = kit.app()
    kit.call(app["url"], "POST", "/v1/admin/rules", RULE, app["admin_key"])
    names = [{"name": "anne"}] + [{"name": f"player {n}", "referred_by": "anne"} for n in range(HOLDS)]
    players = kit.call(app["url"], "POST", "/test/seed", {"players": names})["players"][1:]
    for player in players:
        event = {"id": str(uuid.uuid4()), "type": "milestone_reached", "milestone": "tutorial_completed"}
        kit.call(app["url"], "POST", "/v1/events", event, player["access_token"])
    done = {}
    took = timed(lambda: done.update(kit.call(app["url"], "POST", "/test/clock", {"advance": "49h"})))
    assert done["released"] == HOLDS, done
    return took


def overhead(binary):
    """What apps cost tests, and how often one fails."""
    kit = Kit(binary)
    hundred = timed(lambda: [round_trip(kit) for _ in range(100)])
    kit.stop()
    return [result("100 tests, one app each", f"{hundred / 1_000:.1f} s", "2 s")]


def round_trip(kit):
    app = kit.app()
    kit.call(app["url"], "POST", "/v1/users", {})
    kit.call(app["url"], "DELETE", "/test")


def flakiness(bench, binary):
    """A stranger's test many times, each with an app of its own. The file has a line for each run."""
    kit = Kit(binary)
    lines = ["run,milliseconds,failure"]
    for run in range(RUNS):
        began = time.perf_counter()
        failure = ""
        try:
            story(kit)
        except (OSError, AssertionError, KeyError) as error:
            failure = repr(error).replace(",", ";")
        lines.append(f"{run},{(time.perf_counter() - began) * 1_000:.1f},{failure}")
    kit.stop()
    (bench.root / "Benchmarks/testkit-runs.csv").write_text("\n".join(lines) + "\n")
    rows = [line.split(",") for line in lines[1:]]
    slow = max(float(row[1]) for row in rows)
    return [result(f"failed of {RUNS:,} stories", str(sum(bool(row[2]) for row in rows)), "< 1 of 10,000"),
            result("the slowest story", f"{slow:.0f} ms", "1 s")]


def story(kit):
    """A referral over a hold, and a lost reply: Clients/Testing/python/test_story.py."""
    app = kit.app()

    def call(*arguments):
        return kit.call(app["url"], *arguments)

    def refresh(player):
        body = {"refresh_token": player["session"]["refresh_token"]}
        player["session"] = call("POST", "/v1/sessions/refresh", body)["session"]

    call("POST", "/v1/admin/rules", RULE, app["admin_key"])
    anne = call("POST", "/v1/users", {})
    ben = call("POST", "/v1/users", {"referred_by": anne["user"]["referral_code"]})
    event = {"id": str(uuid.uuid4()), "type": "milestone_reached", "milestone": "tutorial_completed"}
    call("POST", "/v1/events", event, ben["session"]["access_token"])
    done = call("POST", "/test/clock", {"advance": "49h"})
    assert done["released"] == 1, done
    refresh(anne)
    paid = call("GET", "/v1/users/me/balances", None, anne["session"]["access_token"])["balances"]
    assert paid == {"pieces_of_eight": 100}, paid
    call("POST", "/test/faults", {"match": "POST /v1/sessions/refresh", "do": "lose_reply"})
    try:
        refresh(anne)
        raise AssertionError("the reply was not lost")
    except (http.client.HTTPException, OSError):
        refresh(anne)
    again = call("GET", "/v1/users/me", None, anne["session"]["access_token"])
    assert again["user"]["uid"] == anne["user"]["uid"], again
    call("DELETE", "/test")
