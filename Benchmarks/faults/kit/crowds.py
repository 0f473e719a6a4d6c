"""Many connections of one process, which send what they are told and read nothing."""
import contextlib
import socket
import time


class Crowd(contextlib.AbstractContextManager):
    def __init__(self, port, sources, count):
        self.port, self.sources, self.count = port, sources, count
        self.sockets = []

    def open(self, opening):
        """Connects all; each sends `opening()` as far as the server takes it at once."""
        for number in range(self.count):
            one = socket.socket()
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            one.bind((self.sources[number % len(self.sources)], 0))
            one.settimeout(10)
            one.connect(("127.0.0.1", self.port))
            one.setblocking(False)
            self.sockets.append(one)
            self.send(one, opening())

    def drip(self, data, seconds):
        """Each sends `data` about once a second."""
        ends = time.monotonic() + seconds
        while data and time.monotonic() < ends:
            began = time.monotonic()
            for one in self.sockets:
                self.send(one, data)
            time.sleep(max(0, 1 - (time.monotonic() - began)))

    @staticmethod
    def send(one, data):
        with contextlib.suppress(OSError):  # Whoever was shown the door is no failure.
            one.send(data)

    def __exit__(self, *_):
        for one in self.sockets:
            one.close()
