"""A server that has no descriptor left: it neither spins nor stays deaf, and is itself again once it has some."""
import os
import resource
import socket
import time

from faults.report import Row

WAITING = 300
SECONDS = 5
CPU_MAX = 0.10
BACK_SECONDS_MAX = 1
REQUEST = b"GET /health/live HTTP/1.1\r\nHost: a.example\r\n\r\n"


def descriptors(rig):
    server = rig.server(rig.cluster())
    server.start()
    pid = server.process.pid
    limits = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    idle = [connected(server.port) for _ in range(20)]
    assert all(map(is_answered, idle))
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (len(os.listdir(f"/proc/{pid}/fd")), limits[1]))
    waiting = [connected(server.port) for _ in range(WAITING)]
    time.sleep(0.5)
    began, cpu, served = time.monotonic(), server.cpu_seconds, 0
    while time.monotonic() - began < SECONDS:
        served += is_answered(connected(server.port))
        time.sleep(0.5)
    share = (server.cpu_seconds - cpu) / (time.monotonic() - began)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)
    began = time.monotonic()
    fresh = [connected(server.port) for _ in range(WAITING)]
    answered = sum(map(is_answered, fresh))
    seconds = time.monotonic() - began
    for one in [*idle, *waiting, *fresh]:
        one.close()
    return [
        Row(f"no descriptor for {WAITING} callers: processor time", f"≤ {CPU_MAX:.0%}",
            f"{share:.1%}, {served} others served meanwhile", share <= CPU_MAX),
        Row(f"descriptors again: {WAITING} more callers", f"all answered in {BACK_SECONDS_MAX} s",
            f"{answered} in {seconds:.2f} s", answered == WAITING and seconds <= BACK_SECONDS_MAX),
    ]


def connected(port):
    return socket.create_connection(("127.0.0.1", port), 2)


def is_answered(one):
    try:
        one.settimeout(2)
        one.sendall(REQUEST)
        return one.recv(64).startswith(b"HTTP/1.1 200")
    except OSError:
        return False
