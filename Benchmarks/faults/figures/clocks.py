"""Servers whose machines' clocks are wrong, apart, and set while they run: libfaketime does it."""
import glob
import http.client
import json
import threading
import time
import uuid

from faults.report import Row
from suite.report import progress

OFFSETS = {"slow": "-15", "fast": "+15", "tomorrow": "+1d", "yesterday": "-1d"}
SESSIONS = 40
ROUNDS = 8
GRACE_SECONDS = 10
EVENTS_A_MINUTE = 300
HAMMER_SECONDS = 12


def clocks(rig):
    servers = Servers(rig)
    old = [rotated(servers) for _ in range(len(servers.all) * 5)]
    honest = [walk(servers) for _ in range(SESSIONS)]
    ages = [age(servers) for _ in range(20)]
    rows = [
        Row(f"{SESSIONS} sessions over four servers ±1 day and 30 s apart, {ROUNDS} refreshes each, replies lost",
            "0 ended, 0 refused", failed(honest), not any(honest)),
        Row("one Idempotency-Key on all four", "1 user each", failed(ages), not any(ages))]
    progress("  each clock is set a day on or back, while it runs")
    servers.set(dict(zip(OFFSETS, reversed(OFFSETS.values()))))
    jumped = [walk(servers) for _ in range(SESSIONS)]
    rows.append(Row("as many sessions after each clock was set while its server ran", "0 ended, 0 refused",
                    failed(jumped), not any(jumped)))
    rows.append(limits(servers))
    rows.append(restart(servers))
    rows.append(replays(servers, old))
    return rows


class Servers:
    def __init__(self, rig):
        library, = glob.glob("/usr/lib/*/faketime/libfaketime.so.1")
        self.random, cluster = rig.random, rig.cluster()
        self.files, self.all = {}, {}
        for name, offset in OFFSETS.items():
            self.files[name] = rig.directory / f"{name}.clock"
            self.set({name: offset})
            self.all[name] = rig.server(
                cluster, name, SHIPMATE_RATE_LIMITS="on", SHIPMATE_EVENTS_PER_USER_PER_MINUTE=str(EVENTS_A_MINUTE),
                SHIPMATE_SIGN_UPS_PER_ADDRESS_PER_HOUR="10000", LD_PRELOAD=library, FAKETIME_NO_CACHE="1",
                FAKETIME_TIMESTAMP_FILE=str(self.files[name]), FAKETIME_DONT_FAKE_MONOTONIC="1")
        for server in self.all.values():
            server.start()

    def set(self, offsets):
        for name, offset in offsets.items():
            self.files[name].write_text(offset + "\n")

    def any(self):
        return self.random.choice(list(self.all.values()))


def call(server, method, path, body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    try:
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        reply = connection.getresponse()
        return reply.status, json.loads(reply.read() or b"{}")
    finally:
        connection.close()


def refresh(server, token):
    status, reply = call(server, "POST", "/v1/sessions/refresh", {"refresh_token": token})
    return status, reply.get("session", {})


def walk(servers):
    """A session that goes from server to server; what went wrong, if anything."""
    status, user = call(servers.any(), "POST", "/v1/users", {})
    if status != 201:
        return f"sign-up {status}"
    session = user["session"]
    for _ in range(ROUNDS):
        used = session["refresh_token"]
        status, session = refresh(servers.any(), used)
        if status != 200:
            return f"refresh {status}"
        if servers.random.random() < 0.3:
            # The reply was lost: another server is asked.
            status, again = refresh(servers.any(), used)
            if status != 200 or again["refresh_token"] != session["refresh_token"]:
                return f"refresh asked again {status}"
        status, _ = call(servers.any(), "GET", "/v1/users/me", Authorization=f"Bearer {session['access_token']}")
        if status != 200:
            return f"access token {status}"
    return None


def age(servers):
    key = {"Idempotency-Key": str(uuid.UUID(int=servers.random.getrandbits(128)))}
    users = {call(server, "POST", "/v1/users", {}, **key)[1]["user"]["uid"] for server in servers.all.values()}
    return None if len(users) == 1 else f"{len(users)} users"


def rotated(servers):
    """A token that was rotated away just now."""
    token = call(servers.any(), "POST", "/v1/users", {})[1]["session"]["refresh_token"]
    refresh(servers.any(), token)
    return token, time.monotonic()


def replays(servers, old):
    """Each rotated token at one of the servers, when its grace is over everywhere."""
    accepted = 0
    for index, (token, since) in enumerate(old):
        time.sleep(max(0, since + GRACE_SECONDS + 2 - time.monotonic()))
        server = list(servers.all.values())[index % len(servers.all)]
        accepted += refresh(server, token)[0] == 200
    return Row(f"{len(old)} tokens rotated before, on clocks a day back or ahead", "0 accepted", str(accepted), accepted == 0)


def limits(servers):
    """One user's events, as fast as they go, on all servers at once."""
    user = call(servers.any(), "POST", "/v1/users", {})[1]
    servers.limited = user["session"]["access_token"]
    began, admitted = time.monotonic(), []
    threads = [threading.Thread(target=hammer, args=(server, servers.limited, began, admitted))
               for server in servers.all.values()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.monotonic() - began
    allowance = EVENTS_A_MINUTE * (1 + seconds / 60)
    difference = len(admitted) / allowance - 1
    return Row(f"events of one user on four servers for {seconds:.0f} s, {EVENTS_A_MINUTE} a minute allowed",
               f"{allowance:.0f} ± 10 %", f"{len(admitted)} ({difference:+.1%})", abs(difference) <= 0.1)


def hammer(server, token, began, admitted):
    while time.monotonic() - began < HAMMER_SECONDS:
        if level(server, token) == 200:
            admitted.append(server)


def level(server, token):
    event = {"id": str(uuid.uuid4()), "type": "level_reached", "level": 2}
    return call(server, "POST", "/v1/events", event, Authorization=f"Bearer {token}")[0]


def restart(servers):
    """The same user, who has used up the minute, at a server that was restarted."""
    server = servers.all["fast"]
    server.stop()
    began = time.monotonic()
    server.start()
    statuses = [level(server, servers.limited) for _ in range(EVENTS_A_MINUTE)]
    count, refused = statuses.count(200), statuses.count(429)
    # What the time itself gives back, and a tenth.
    most = EVENTS_A_MINUTE * ((time.monotonic() - began) / 60 + 0.1)
    return Row("the same user at once after a restart, in as many tries", f"≤ {most:.0f}, the rest 429",
               f"{count}, {refused}", count <= most and count + refused == EVENTS_A_MINUTE)


def failed(outcomes):
    reasons = [outcome for outcome in outcomes if outcome]
    return f"{len(reasons)}" + (f": {', '.join(sorted(set(reasons)))}" if reasons else "")
