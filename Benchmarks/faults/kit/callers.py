"""Clients of HTTP/1.1 that ask at their own instants and take every failure down: asyncio, one connection each."""
import asyncio
import dataclasses
import time

TIMEOUT_SECONDS = 15


@dataclasses.dataclass
class Reply:
    status: int
    closes: bool
    body: bytes


@dataclasses.dataclass
class Log:
    """What callers saw: (status, seconds) of each answer, seconds of each request since it was due, failures in words."""
    answers: list = dataclasses.field(default_factory=list)
    seconds: list = dataclasses.field(default_factory=list)
    failures: list = dataclasses.field(default_factory=list)


class Caller:
    """A connection kept until the server says that it ends, or a new one for each request."""

    def __init__(self, port, keeps=True):
        self.port, self.keeps = port, keeps
        self.reader = self.writer = None

    async def ask(self, request):
        return await asyncio.wait_for(self.exchange(request), TIMEOUT_SECONDS)

    async def exchange(self, request):
        if not self.writer:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            self.writer.write(request)
            reply = await self.read()
        except BaseException:
            self.close()
            raise
        if reply.closes or not self.keeps:
            self.close()
        return reply

    async def read(self):
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        lines = head.split("\r\n")
        fields = dict(line.split(": ", 1) for line in lines[1:] if line)
        body = await self.reader.readexactly(int(fields.get("content-length", 0)))
        return Reply(int(lines[0].split()[1]), fields.get("connection") == "close", body)

    def close(self):
        if self.writer:
            self.writer.close()
        self.reader = self.writer = None


async def call(caller, log, make, interval, first, is_over):
    """Asks every `interval` seconds until told; what is due while it waits is asked right after. What `make` gives is a
    request and the status that answers it."""
    due = first
    while not is_over():
        await asyncio.sleep(max(0, due - time.monotonic()))
        request, wanted = make()
        began = time.monotonic()
        try:
            reply = await caller.ask(request)
            log.answers.append((reply.status, time.monotonic() - began))
            if reply.status != wanted:
                log.failures.append(f"{reply.status}: {reply.body[:200]!r}")
        except (OSError, EOFError, asyncio.TimeoutError, ValueError) as error:
            log.failures.append(repr(error))
        log.seconds.append(time.monotonic() - due)
        due += interval
    caller.close()


def request(method, path, token=None, body=None):
    """A request as bytes; `body` is JSON as text."""
    lines = [f"{method} {path} HTTP/1.1", "Host: faults"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return ("\r\n".join(lines) + "\r\n\r\n" + (body or "")).encode()


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
