"""What comes back on a connection, read as strictly as it should have been written."""
import re
import socket

TIMEOUT_SECONDS = 5
PROBLEM = re.compile(rb'"type":"[^"]*/problems/([a-z-]+)"')


def exchange(port, data, half_close=True, patience=TIMEOUT_SECONDS, source="127.0.0.1"):
    """Sends bytes and no more, and returns all that comes back until the other side closes or is silent.

    A proxy takes a client that half-closes for one that has gone: don't, there, and have some `patience` instead.
    """
    with socket.create_connection(("127.0.0.1", port), TIMEOUT_SECONDS, (source, 0)) as connection:
        received = bytearray()
        connection.settimeout(patience)
        try:
            connection.sendall(data)
            if half_close:
                connection.shutdown(socket.SHUT_WR)
            while piece := connection.recv(65_536):
                received += piece
        except (ConnectionResetError, BrokenPipeError, TimeoutError):
            pass  # What came before counts.
        return bytes(received)


def statuses(received):
    """The status of each whole reply."""
    return [status for status, _ in replies(received)]


def problems(received):
    """The slug of each reply's problem; None where it has none."""
    slugs = (PROBLEM.search(body) for _, body in replies(received))
    return [slug and slug[1].decode() for slug in slugs]


def replies(received):
    """(status, body) of each whole reply but 1xx. Raises ValueError on anything else."""
    found = []
    while received:
        head, gap, rest = received.partition(b"\r\n\r\n")
        lines = head.split(b"\r\n")
        parts = lines[0].split(b" ")
        if not gap or len(parts) < 2 or not parts[0].startswith(b"HTTP/1."):
            raise ValueError(f"no reply: {received[:80]!r}")
        status = int(parts[1])
        length = body_length(lines, rest) if status >= 200 else 0
        if len(rest) < length:
            raise ValueError(f"a reply was cut: {received[:80]!r}")
        if status >= 200:
            found.append((status, rest[:length]))
        received = rest[length:]
    return found


def body_length(lines, rest):
    names = {name.strip().lower(): value.strip() for name, _, value in (line.partition(b":") for line in lines[1:])}
    if b"content-length" in names:
        return int(names[b"content-length"])
    if names.get(b"transfer-encoding", b"").lower() == b"chunked":
        return chunked_length(rest)
    return len(rest) if names.get(b"connection", b"").lower() == b"close" else 0


def chunked_length(rest):
    at = 0
    while True:
        end = rest.index(b"\r\n", at)
        size = int(rest[at:end].split(b";")[0], 16)
        at = end + 2 + size + 2
        if size == 0:
            return at
