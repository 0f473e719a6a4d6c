"""Users' streams, open in a process of their own that reads what comes."""
import contextlib
import datetime
import multiprocessing
import re
import selectors
import socket
import struct
import time

OPENING_AT_ONCE = 100
# One address gets a quarter of a server's connections at most.
ADDRESSES = 16
SECONDS_MAX = 120
# Until all processes have confirmed the listener, and each stream got its state again.
SETTLE_SECONDS = 6
BALANCE = re.compile(rb'event: balance\ndata: \{[^\n]*?"timestamp":"([^"]+)"')


class Streams:
    """One for each token. Counts those that are open, and how late changes of balances come."""

    def __init__(self, port, tokens):
        context = multiprocessing.get_context("fork")
        self.ours, theirs = context.Pipe()
        self.process = context.Process(target=lambda: Reader(port, tokens, theirs).run(), daemon=True)
        self.process.start()
        theirs.close()
        self.ask()

    def ask(self):
        """(open streams, milliseconds from the `timestamp` of each change since the last call to its arrival)"""
        self.ours.send("found")
        if not self.ours.poll(SECONDS_MAX):
            raise RuntimeError(f"streams are not open after {SECONDS_MAX} s")
        return self.ours.recv()

    def close(self):
        with contextlib.suppress(OSError):
            self.ours.send(None)
        self.process.join()
        self.ours.close()


class Reader:
    def __init__(self, port, tokens, pipe):
        self.port, self.pipe, self.tokens = port, pipe, tokens
        self.selector = selectors.EpollSelector()
        self.open, self.late = 0, []

    def run(self):
        for start in range(0, len(self.tokens), OPENING_AT_ONCE):
            self.begin(start)
        self.selector.register(self.pipe, selectors.EVENT_READ)
        while True:
            for key, _ in self.selector.select():
                if key.fileobj is not self.pipe:
                    self.read(key.fileobj)
                elif not self.answer():
                    return

    def begin(self, start):
        """Opens some streams, and waits until each has its state. Those that are refused come again."""
        due = range(start, min(start + OPENING_AT_ONCE, len(self.tokens)))
        while due:
            opened = {number: self.connect(number, self.tokens[number]) for number in due}
            due = [number for number, connection in opened.items() if not self.follow(connection)]
            time.sleep(1 if due else 0)

    def follow(self, connection):
        if not has_state(connection):
            connection.close()
            return False
        connection.setblocking(False)
        self.selector.register(connection, selectors.EVENT_READ)
        self.open += 1
        return True

    def connect(self, number, token):
        source = (f"127.0.1.{number % ADDRESSES + 1}", 0)
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=30, source_address=source)
        # It is reset at the end, so that its port is free at once.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.sendall(b"GET /v1/users/me/stream HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer %b\r\n\r\n" % token.encode())
        return connection

    def read(self, connection):
        try:
            received = connection.recv(65_536)
        except OSError:
            received = b""
        if not received:
            self.open -= 1
            self.selector.unregister(connection)
            connection.close()
        now = time.time()
        self.late += [(now - seconds(text.decode())) * 1_000 for text in BALANCE.findall(received)]

    def answer(self):
        try:
            asked = self.pipe.recv()
        except EOFError:
            return False
        self.pipe.send((self.open, self.late))
        self.late = []
        return asked


def has_state(connection):
    """False for 503, and for a stream that ends before its state: a client comes back."""
    received = b""
    while b"event: state" not in received:
        piece = connection.recv(65_536)
        received += piece
        if not piece or received.startswith(b"HTTP/1.1 503 "):
            return False
        if not b"HTTP/1.1 200 ".startswith(received[:13]):
            raise RuntimeError(f"a stream was answered {received[:300]}")
    return True


def seconds(timestamp):
    return datetime.datetime.fromisoformat(timestamp).timestamp()
