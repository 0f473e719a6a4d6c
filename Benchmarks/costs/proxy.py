"""Stands between the server and PostgreSQL and counts round trips."""
import contextlib
import os
import socket
import threading

CHUNK_BYTES = 1 << 16


class Proxy:
    """Listens where libpq looks for a server, in a directory of its own."""

    def __init__(self, directory, target):
        directory.mkdir()
        directory.chmod(0o755)
        self.directory = directory
        self.target = str(target / ".s.PGSQL.5432")
        self.round_trips = 0
        self.lock = threading.Lock()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(directory / ".s.PGSQL.5432"))
        os.chmod(directory / ".s.PGSQL.5432", 0o777)
        self.listener.listen(64)
        self.run(self.accept)

    def run(self, body, *arguments):
        threading.Thread(target=body, args=arguments, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            server = socket.socket(socket.AF_UNIX)
            server.connect(self.target)
            line = Line(self)
            self.run(pump, client, server, line.sent)
            self.run(pump, server, client, line.received)


class Line:
    """A connection: what the server sends after it has received something begins another round trip."""

    def __init__(self, proxy):
        self.proxy = proxy
        self.has_received = True

    def sent(self):
        if self.has_received:
            self.has_received = False
            with self.proxy.lock:
                self.proxy.round_trips += 1

    def received(self):
        self.has_received = True


def pump(source, destination, note):
    with contextlib.suppress(OSError):
        while chunk := source.recv(CHUNK_BYTES):
            note()
            destination.sendall(chunk)
    for end in (source, destination):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
