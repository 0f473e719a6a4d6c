"""The API's calls on one kept connection, as an app makes them."""
import http.client
import json
import socket
import time
import urllib.parse


class App:
    """`source` is the address that it calls from: any of 127.0.0.0/8."""

    def __init__(self, server, source="127.0.0.1"):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20, source_address=(source, 0))
        self.connection.connect()
        self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, method, path, body=None, token=None):
        """(status, JSON, seconds)."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        data = None if body is None else json.dumps(body)
        if data is not None:
            headers["Content-Type"] = "application/json"
        began = time.perf_counter()
        self.connection.request(method, path, data, headers)
        reply = self.connection.getresponse()
        text = reply.read()
        seconds = time.perf_counter() - began
        return reply.status, json.loads(text) if text else None, seconds

    def sign_up(self):
        """(access token, refresh token) of a new anonymous user."""
        return tokens(self.expect(201, "POST", "/v1/users", {})[0])

    def link(self, token, email, password):
        return self.send("PUT", "/v1/users/me/credential", {"email": email, "password": password}, token)

    def sign_in(self, email, password):
        return self.send("POST", "/v1/sessions", {"email": email, "password": password})

    def submit(self, path, form):
        """(status, seconds) of a page's form."""
        began = time.perf_counter()
        self.connection.request("POST", path, urllib.parse.urlencode(form),
                                {"Content-Type": "application/x-www-form-urlencoded"})
        reply = self.connection.getresponse()
        reply.read()
        return reply.status, time.perf_counter() - began

    def expect(self, expected, *call):
        """(JSON, seconds) of a call that must have this status."""
        status, reply, seconds = self.send(*call)
        if status != expected:
            raise RuntimeError(f"{call[0]} {call[1]}: {status} {reply}")
        return reply, seconds


def tokens(reply):
    return reply["session"]["access_token"], reply["session"]["refresh_token"]
