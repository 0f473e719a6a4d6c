"""A fault proxy between a library and its server. It notes every call."""

import http.client
import json
import random
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HOP = {"connection", "keep-alive", "upgrade", "http2-settings", "transfer-encoding", "te", "host", "content-length", "expect"}
ORIGIN = "Access-Control-Allow-Origin"


class Fault:
    """What happens to the next calls that match `on`, such as "POST /v1/users" or "GET /v1/users/*"."""

    def __init__(self, spec):
        self.method, self.path = spec["on"].split(" ")
        self.kind, self.spec = spec["do"], spec
        self.times, self.skip = spec.get("times", 1), spec.get("after", 0)

    def takes(self, method, path):
        if self.times == 0 or self.method not in ("*", method):
            return False
        if not (path.startswith(self.path[:-1]) if self.path.endswith("*") else path == self.path):
            return False
        if self.skip > 0:
            self.skip -= 1
            return False
        self.times -= 1
        return True


class Proxy(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, target):
        super().__init__(("127.0.0.1", 0), Handler)
        self.target_host, _, path = target.split("//")[1].partition("/")
        self.prefix = "/" + path if path else ""
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.calls, self.faults, self.lock = [], [], threading.Condition()
        self.is_down, self.loss, self.chance = False, 0.0, random.Random(0)
        self.killer = lambda: None
        self.seen_access = lambda call: None
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def handle_error(self, request, client_address):
        pass                                                   # a client that went away is part of the game

    def fault(self, method, path):
        with self.lock:
            if self.is_down:
                return Fault({"on": "* *", "do": "cut"})
            found = next((fault for fault in self.faults if fault.takes(method, path)), None)
            if found is None and self.chance.random() < self.loss:
                found = Fault({"on": "* *", "do": "lose_reply"})
            return found

    def note(self, call):
        with self.lock:
            call["n"], call["at"] = len(self.calls), time.monotonic()
            self.calls.append(call)
            self.lock.notify_all()

    def stop(self):
        self.shutdown()
        self.server_close()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def handle_call(self):
        body = self.body()
        path, _, query = self.path.partition("?")
        call = {
            "method": self.command, "path": path, "query": query, "key": self.headers.get("Idempotency-Key"),
            "bearer": (self.headers.get("Authorization") or "").removeprefix("Bearer ") or None,
            "last_event_id": self.headers.get("Last-Event-ID"),
            "body": parse(body), "status": None, "reply": None, "fault": None,
        }
        self.server.seen_access(call)
        fault = self.server.fault(self.command, path)
        call["fault"] = fault and fault.kind
        self.server.note(call)
        self.play(call, body, fault)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_call

    def do_OPTIONS(self):
        self.send_response(204)
        self.allow_origin()
        self.send_header("Content-Length", "0")
        self.end_headers()

    def play(self, call, body, fault):
        kind = fault and fault.kind
        if kind == "kill_before":
            self.server.killer()
        if kind in ("cut", "kill_before"):
            return self.hang_up()
        if kind == "status":
            return self.refuse(call, fault.spec)
        if kind == "garbage":
            return self.answer(call, fault.spec.get("status", 200), b"<html>Welcome to the hotel</html>", "text/html")
        if kind == "delay":
            threading.Event().wait(fault.spec["seconds"])
        self.forward(call, body, fault)

    def forward(self, call, body, fault):
        upstream = http.client.HTTPConnection(self.server.target_host, timeout=90)
        fields = {name: value for name, value in self.headers.items() if name.lower() not in HOP | {"origin"}}
        try:
            upstream.request(self.command, self.server.prefix + self.path, body=body or None, headers=fields)
            reply = upstream.getresponse()
            if reply.getheader("Content-Type", "").startswith("text/event-stream"):
                return self.relay(call, reply, fault)
            data = reply.read()
        except OSError:
            return self.hang_up()
        finally:
            upstream.close()
        call["reply"] = parse(data)
        if fault and fault.kind == "kill_after":
            self.server.killer()
        if fault and fault.kind in ("lose_reply", "kill_after"):
            call["carried_out"] = reply.status
            return self.hang_up()
        if fault and fault.kind == "late":
            threading.Event().wait(fault.spec["seconds"])
        self.answer(call, reply.status, data, reply.getheader("Content-Type"), reply.getheader("Retry-After"), reply.getheader("Date"),
                    reply.getheader("Cache-Control"))

    def relay(self, call, reply, fault):
        """Passes a stream on; the fault `break_stream` ends it after some events."""
        call["status"] = reply.status
        self.send_response_only(reply.status)
        self.send_header("Content-Type", "text/event-stream")
        self.allow_origin()
        self.send_header("Connection", "close")
        self.end_headers()
        left = fault.spec.get("events", 1) if fault and fault.kind == "break_stream" else None
        has_data = False
        while line := reply.readline():
            self.wfile.write(line)
            self.wfile.flush()
            has_data = has_data or line.startswith(b"data:")
            if left is not None and line == b"\n" and has_data:
                left, has_data = left - 1, False
                if left <= 0:
                    break
        self.hang_up()

    def refuse(self, call, spec):
        problem = {"type": "/problems/" + spec.get("type", "unavailable"), "title": "A fault of the proxy", "status": spec["status"],
                   **spec.get("members", {})}
        data = json.dumps(problem).encode()
        self.answer(call, spec["status"], data, "application/problem+json", spec.get("retry_after"), cache="no-store")

    def answer(self, call, status, data, kind, retry_after=None, date=None, cache=None):
        call["status"] = status
        self.send_response_only(status)
        fields = {"Content-Type": kind, "Retry-After": retry_after, "Date": date or self.date_time_string(), "Cache-Control": cache}
        for name, value in fields.items():
            if value is not None:
                self.send_header(name, str(value))
        self.allow_origin()
        if status != 204:
            self.send_header("Content-Length", str(len(data)))
        self.send_header("Connection", "close")                # no client repeats a call by itself on an old connection
        self.end_headers()
        self.wfile.write(data)
        self.close_connection = True

    def allow_origin(self):
        if self.headers.get("Origin"):
            self.send_header(ORIGIN, self.headers["Origin"])
            self.send_header("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE")
            self.send_header("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, Last-Event-ID")
            self.send_header("Access-Control-Expose-Headers", "Date, Retry-After")

    def hang_up(self):
        self.close_connection = True
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def body(self):
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            return b"".join(iter(self.chunk, b""))
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def chunk(self):
        data = self.rfile.read(int(self.rfile.readline().split(b";")[0], 16))
        self.rfile.readline()
        return data


def parse(data):
    try:
        return json.loads(data) if data else None
    except ValueError:
        return None
