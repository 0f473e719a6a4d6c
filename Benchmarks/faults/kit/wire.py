"""One connection that sends many requests before it reads, as strictly as a client that counts its replies."""
import json
import socket


class Wire:
    """Raises OSError when the connection ends before the replies that are due."""

    def __init__(self, port, timeout=10):
        self.connection = socket.create_connection(("127.0.0.1", port), timeout)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = b""

    def send(self, requests):
        self.connection.sendall(b"".join(requests))

    def reply(self):
        """(status, head, body)"""
        while b"\r\n\r\n" not in self.received:
            self.more()
        head, _, rest = self.received.partition(b"\r\n\r\n")
        lower = head.lower()
        at = lower.find(b"content-length:")
        length = int(lower[at + 15:].split(b"\r\n", 1)[0]) if at >= 0 else 0
        self.received = rest
        while len(self.received) < length:
            self.more()
        body, self.received = self.received[:length], self.received[length:]
        return int(head[9:12]), lower, body

    def ask(self, request):
        self.send([request])
        return self.reply()

    def more(self):
        piece = self.connection.recv(262_144)
        if not piece:
            raise ConnectionResetError("the connection ended before its replies")
        self.received += piece

    def close(self):
        self.connection.close()


def request(method, path, token=None, body=None):
    """A request's bytes."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: a.example"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return "\r\n".join(lines + ["", ""]).encode() + content
