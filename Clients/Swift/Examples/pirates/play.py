#!/usr/bin/env python3
"""Plays the game with two players: play.py SHIPMATE PIRATES. The reward is held for 48 hours, and the clock moves by 49."""
import json, subprocess, sys, tempfile, urllib.request

SHIPMATE, PIRATES = sys.argv[1:3]
RULE = {
    "name": "fifth-island", "description": "A friend reached island 5", "state": "active",
    "when": [{"fact": "highest_level", "at_least": 5}, {"referred": True}],
    "pay": [{"to": "referrer", "currency": "pieces_of_eight", "amount": 100}],
    "hold": {"hours": 48}, "limits": {"budget": 1_000_000},
}


def call(url, body=None, token=None, method="POST"):
    request = urllib.request.Request(url, method=method, data=None if body is None else json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request) as reply:
        return json.loads(reply.read() or b"{}")


def play(app, folder, *commands, invite=None):
    arguments = [PIRATES, app["url"], folder] + ([invite] if invite else [])
    done = subprocess.run(arguments, input="\n".join(commands) + "\n", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    print(done.stdout)
    return done.stdout


def story(app, anne, ben):
    call(app["url"] + "v1/admin/rules", RULE, app["admin_key"])
    shown = play(app, anne, "invite")
    invite = next(line.split()[-1] for line in shown.splitlines() if line.startswith("Send this"))
    shown = play(app, ben, *["sail"] * 5, "join ben@example.com a parrot named Sam", invite=invite)
    assert "invited you." in shown and "You are of the crew." in shown and "All logged." in shown
    shown = play(app, anne, "treasure", "friends")
    assert "100 for fifth-island: held" in shown, shown
    before = treasure(shown)
    assert call(app["url"] + "test/clock", {"advance": "49h"})["released"] == 1
    shown = play(app, anne, "treasure", "friends", "doctor")
    assert "100 for fifth-island: paid" in shown and treasure(shown) == before + 100, shown


def treasure(shown):
    return next(int(line.split()[0]) for line in shown.splitlines() if line.endswith("(live)"))


server = subprocess.Popen([SHIPMATE, "test-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
try:
    app = call(json.loads(server.stdout.readline())["url"] + "test/apps")
    with tempfile.TemporaryDirectory() as anne, tempfile.TemporaryDirectory() as ben:
        story(app, anne, ben)
finally:
    server.stdin.close()
    server.wait()
print("pirates: passed")
