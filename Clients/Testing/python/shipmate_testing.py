"""A pytest plugin: the fixture `shipmate` is an app of a Shipmate test server, a new one for each test.

    # conftest.py
    pytest_plugins = ["shipmate_testing"]

    def test_sign_up(shipmate):
        user = shipmate.call("POST", "/v1/users", {})["user"]

The program is `shipmate` in the path, or the one that `SHIPMATE_BINARY` names. `SHIPMATE_TEST_SERVER` names the URL of a
server that runs already, and `SHIPMATE_TEST_TOKEN` its token.
"""

import json
import os
import subprocess
import urllib.error
import urllib.request
from urllib.parse import urlencode

import pytest


class Refusal(Exception):
    """A reply with a status of 400 or more."""

    def __init__(self, status, problem):
        super().__init__(f"{status}: {problem}")
        self.status, self.problem = status, problem


def send(base, method, path, body=None, token=None):
    """Sends one request. Returns the reply's JSON; a cut connection is an OSError."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(base.rstrip("/") + path, data=data, method=method)
    if data is not None:
        request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=120) as reply:
            text = reply.read()
    except urllib.error.HTTPError as error:
        text = error.read()
        raise Refusal(error.code, json.loads(text) if text else None) from None
    return json.loads(text) if text else None


class App:
    """One app, with its own database, clock, mails and webhooks."""

    def __init__(self, made, test_token=None):
        self.url, self.admin_key, self.server_key = made["url"], made["admin_key"], made["server_key"]
        self._test_token = test_token

    def call(self, method, path, body=None, token=None):
        return send(self.url, method, path, body, token)

    def _test(self, method, path, body=None):
        return send(self.url, method, path, body, self._test_token)

    def advance(self, span):
        """Moves the clock, such as by "49h". Returns what was done meanwhile."""
        return self._test("POST", "/test/clock", {"advance": span})

    def set_clock(self, time, frozen=False):
        return self._test("POST", "/test/clock", {"at": time, "frozen": frozen})

    def freeze(self):
        return self._test("POST", "/test/clock", {"frozen": True})

    def seed(self, players=(), programme=None):
        """Signs players up, such as {"name": "anne"}. Returns them by name, with uid and tokens."""
        body = {"players": list(players)}
        if programme is not None:
            body["programme"] = programme
        return {player["name"]: player for player in self._test("POST", "/test/seed", body)["players"]}

    def mails(self, to=None, wait=None):
        return self._list("mails", to=to, wait=wait)

    def webhooks(self, wait=None):
        """What came to the receiver `webhook_url`."""
        return self._list("webhooks", wait=wait)

    @property
    def webhook_url(self):
        return self.url + "test/webhooks"

    def calls(self):
        return self._list("calls")

    def _list(self, name, **query):
        text = urlencode({key: value for key, value in query.items() if value is not None})
        return self._test("GET", f"/test/{name}" + (f"?{text}" if text else ""))[name]

    def fault(self, match, do=None, times=1, **kind):
        """Has the next calls that match fail: do="lose_reply", do="cut", status=503 or delay="2s"."""
        if do:
            kind["do"] = do
        return self._test("POST", "/test/faults", {"match": match, "times": times, **kind})

    def reset(self):
        return self._test("POST", "/test/reset")

    def delete(self):
        return self._test("DELETE", "/test")


@pytest.fixture(scope="session")
def shipmate_server():
    """The URL and the token of the server."""
    if url := os.environ.get("SHIPMATE_TEST_SERVER"):
        yield url, os.environ.get("SHIPMATE_TEST_TOKEN")
        return
    command = [os.environ.get("SHIPMATE_BINARY", "shipmate"), "test-server"]
    # It ends with this pipe, however the tests end.
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        line = server.stdout.readline()
        if not line:
            pytest.exit(f"{' '.join(command)} did not start", returncode=3)
        yield json.loads(line)["url"], None
        server.stdin.close()


@pytest.fixture
def shipmate(shipmate_server):
    """A new app for each test."""
    url, token = shipmate_server
    app = App(send(url, "POST", "/test/apps", token=token), token)
    yield app
    app.delete()
