"""Random requests, as h11, httptools and the server understand them: each difference has a reason, or is a fault."""
import collections

from faults.kit.grammar import drawn
from faults.report import Row
from suite.report import progress

REQUESTS = 100_000
SECOND = b"GET /health/live HTTP/1.1\r\nHost: a.example\r\n\r\n"
# As many addresses as it takes not to run out of ports.
SOURCES = [f"127.0.0.{n}" for n in range(2, 52)]

STRICT_FRAMING = "forgiven by RFC 9112 at the most, and a proxy may read it otherwise: refused"
STRICT_TARGET = "no URI of RFC 3986, or two spellings of one path: refused"
CUT = "the end cut off"
BY_HEAD = "what the head alone refuses is answered before its body has come"
EITHER_END = "no more comes: the one has seen the fault already, the other waits for the line's or the head's end"
UNSUPPORTED = "RFC 9110 has it refused"
EARLY = "refused at once; the other waits for what can't come"
# Where the server refuses what the other takes, or waits for.
STRICTER = {
    "h11": {
        "a Host that is none": "RFC 9112 section 3.2 asks for 400", "a bad escape": STRICT_TARGET,
        "a character that no target has": STRICT_TARGET, "a dot segment": STRICT_TARGET, "a fragment": STRICT_TARGET,
        "a target without a slash": STRICT_TARGET, "a chunk size of 17 digits": EARLY, "a length past 64 bits": EARLY,
        "a control character in a chunk extension": STRICT_FRAMING, "a control character in a value": STRICT_FRAMING,
        "a folded field": STRICT_FRAMING, "a length and chunked": STRICT_FRAMING,
        "a list of equal lengths": STRICT_FRAMING, "two equal lengths": STRICT_FRAMING,
        "two lengths": STRICT_FRAMING,
        "a space beside a chunk size": STRICT_FRAMING, "a space before a chunk extension": STRICT_FRAMING,
        "a trailer with LF": STRICT_FRAMING, "bare LF": STRICT_FRAMING, "bare CR": EARLY,
        "another expectation": UNSUPPORTED, "another version": UNSUPPORTED, "chunked in HTTP/1.0": STRICT_FRAMING},
    "httptools": {
        "a Host that is none": "RFC 9112 section 3.2 asks for 400", "a bad escape": STRICT_TARGET,
        "a character that no target has": STRICT_TARGET, "a dot segment": STRICT_TARGET, "a fragment": STRICT_TARGET,
        "a target without a slash": STRICT_TARGET, "a coding before chunked": "no coding but chunked is known: 501 or 400",
        "commas around chunked": STRICT_FRAMING, "an empty coding": STRICT_FRAMING, "a length past 64 bits": EARLY,
        "another expectation": UNSUPPORTED, "another version": UNSUPPORTED, "chunked in HTTP/1.0": STRICT_FRAMING,
        "no Host": "RFC 9112 section 3.2 asks for 400", "two Hosts": "RFC 9112 section 3.2 asks for 400",
        "no version": "HTTP/0.9 is none of ours", "two empty lines before": STRICT_FRAMING, "two spaces": STRICT_FRAMING},
}
# Where the server takes what the other refuses.
LOOSER = {
    "h11": {"an empty line before": "RFC 9112 section 2.2: one empty line should be ignored"},
    "httptools": {"chunked in HTTP/1.0": "the connection ends after HTTP/1.0: what follows isn't looked at"},
}

def differential(rig):
    # Only here: the others run without what comes from PyPI.
    from faults.kit.parsers import OTHERS, by_server
    server = rig.server(rig.cluster())
    server.start()
    differences, unexplained = collections.Counter(), []
    for number in range(REQUESTS):
        data, faults = drawn(rig.random)
        if rig.random.random() < 0.5 and CUT not in faults:
            data += SECOND
        ours = by_server(server.port, data, SOURCES[number % len(SOURCES)])
        for name, understand in OTHERS.items():
            theirs = understand(data)
            if agree(ours, theirs):
                continue
            reason = explanation(name, faults, ours, theirs)
            differences[name, reason] += 1
            if not reason:
                unexplained.append((name, faults, data, ours, theirs))
        if number % 10_000 == 9_999:
            progress(f"  {number + 1:,} of {REQUESTS:,}")
    for name, faults, data, ours, theirs in unexplained[:20]:
        progress(f"  {name} {sorted(faults)} {data!r}: server {ours}, {name} {theirs}")
    explained = sum(count for (_, reason), count in differences.items() if reason)
    return [Row(f"{REQUESTS:,} drawn requests against h11 and httptools", "each difference explained",
                f"{explained:,} explained, {len(unexplained)} not", not unexplained)]


def agree(ours, theirs):
    """Half a request at the end is none to all: the server closes without a word, or says that it is cut."""
    return ours.requests == theirs.requests and (ours.end == "refused") == (theirs.end == "refused")


def explanation(name, faults, ours, theirs):
    if CUT in faults and ours.requests == theirs.requests:
        return EITHER_END
    if CUT in faults and (ours.requests, ours.end) == (theirs.requests + 1, "clean") and theirs.end != "clean":
        return BY_HEAD
    is_stricter = ours.end == "refused" and ours.requests <= theirs.requests
    table = (STRICTER if is_stricter else LOOSER)[name]
    return next((table[fault] for fault in sorted(faults) if fault in table), None)
