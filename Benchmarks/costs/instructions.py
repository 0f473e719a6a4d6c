"""What a request costs the server: instructions in user space, counted by valgrind; the least of several blocks of requests."""
import re
import subprocess

from suite.report import progress

WARM_UP = 10
# Short blocks, and many: on a slow or busy machine, hardly any long one is free of the server's own rounds.
BLOCKS = 40
REQUESTS = 5
# The less a request costs, the more there must be for the server's own rounds to be nothing beside them; and clicks
# are stored a moment after the replies, many at once.
REQUESTS_CHEAP = {"balance": 25, "link opened": 50, "link opened, unknown to the cache": 20}
REQUESTS_BATCH = 2


def measure(server, crowd):
    # Valgrind gives up over what debug information Swift writes.
    stripped = server.log.parent / "shipmate"
    subprocess.run(["strip", "--strip-debug", "-o", stripped, server.binary], check=True)
    server.binary = stripped
    server.wrapper = ["valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=" + str(output(server)), "--dump-instr=no"]
    server.start()
    try:
        return {kind: count(send, server, kind) for kind, send in crowd.meet(server).items()}
    finally:
        server.stop()
        server.wrapper = []


def output(server):
    return server.log.parent / "callgrind.out"


def count(send, server, kind):
    """The least is of a block in which the server had nothing else to do."""
    progress(f"{kind}: instructions")
    for _ in range(WARM_UP):
        send()
    dump(server)
    requests = REQUESTS_BATCH if kind.startswith("batch") else REQUESTS_CHEAP.get(kind, REQUESTS)
    blocks = []
    for _ in range(BLOCKS):
        for _ in range(requests):
            send()
        blocks.append(dump(server))
    return min(blocks) // requests


def dump(server):
    """Instructions since the last dump."""
    subprocess.run(["vgdb", f"--pid={server.process.pid}", "dump"], check=True, capture_output=True)
    dumps = sorted(server.log.parent.glob("callgrind.out.*"), key=lambda path: int(path.suffix[1:]))
    text = dumps[-1].read_text()
    for path in dumps:
        path.unlink()
    return int(re.search(r"^(?:summary|totals): (\d+)", text, re.MULTILINE).group(1))
