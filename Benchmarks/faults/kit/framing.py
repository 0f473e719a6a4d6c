"""Requests whose end is in doubt: each hides a second one where another parser may see a body, or the other way round.

After RFC 9112, sections 2.2, 3, 5, 6 and 7, and what has been published of request smuggling (CL.TE, TE.CL, TE.TE,
TE.0, 0.CL, chunk extensions, bare line feeds). `replies` is how many a server owes that reads the RFC strictly: 1 with
`refused`, since after that nothing on the connection has a meaning.
"""
import dataclasses

HIDDEN = b"GET /health/live HTTP/1.1\r\nHost: a.example\r\n\r\n"


@dataclasses.dataclass
class Case:
    name: str
    bytes: bytes
    refused: bool
    replies: int = 1


def cases():
    return [*lengths(), *codings(), *both(), *chunks(), *lines(), *fields(), *versions()]


def request(fields, body, method="POST", version="HTTP/1.1", target="/v1/sessions"):
    head = f"{method} {target} {version}\r\nHost: a.example\r\n".encode()
    return head + fields + b"\r\n" + body


def lengths():
    """Content-Length as no number, twice, or spelt with what some parser skips."""
    n = len(HIDDEN)
    values = [
        f"+{n}", f"-{n}", f"{n},{n}", f"{n}, {n}", f"{n},0", f"0,{n}", f"0x{n:x}", f"{n}.0", f"{n}e0", f"{n} {n}",
        f"{n};q=1", f'"{n}"', f"{n}\x0b", f"\x0c{n}", f"{n}\x00", f"{n}_", f"{n:b}b", "", "nan", "1" * 19, "1" * 40,
        str(2**63), str(2**64), str(2**64 + n), str(2**32 * 2**32 + 0), "٣", "１", f"{n}\x85", f"{n}\xa0", f"({n})"]
    for value in values:
        for method in ("POST", "GET", "PUT"):
            yield Case(f"{method} Content-Length: {value!r}",
                       request(f"Content-Length: {value}\r\n".encode(), HIDDEN, method), True)
    for first, second in (("0", str(n)), (str(n), "0"), (str(n), str(n)), (str(n), f"+{n}")):
        for method in ("POST", "GET"):
            fields = f"Content-Length: {first}\r\nContent-Length: {second}\r\n".encode()
            yield Case(f"{method} Content-Length twice: {first}, {second}", request(fields, HIDDEN, method), True)
    for value in (f"  {n}", f"{n}  ", f"\t{n}\t", f"0{n}", f"0000000000000{n}"):
        yield Case(f"Content-Length: {value!r}, which is legal",
                   request(f"Content-Length:{value}\r\n".encode(), HIDDEN), False)


def codings():
    """Transfer-Encoding that is not `chunked` alone, in each way that some parser takes for it."""
    body = b"0\r\n\r\n" + HIDDEN
    values = [
        "identity", "xchunked", "chunkedx", "chunked, identity", "identity, chunked", "gzip, chunked", "chunked, gzip",
        "chunked, chunked", "chunked,", ",chunked", ", chunked", "chunked;q=1", '"chunked"', "'chunked'", "chunked\x0b",
        "\x0bchunked", "chunked\x0c", "chunked\x00", "\x00chunked", "chun\x00ked", "chun ked", "cow", "", "chunked chunked",
        "chunked=1", "c\u200bhunked", "chunKed\u0130", "\u212ahunked", "[chunked]", "chunked\x85", "deflate"]
    for value in values:
        for method in ("POST", "GET"):
            yield Case(f"{method} Transfer-Encoding: {value!r}",
                       request(f"Transfer-Encoding: {value}\r\n".encode(), body, method), True)
    pairs = [("chunked", "chunked"), ("chunked", "identity"), ("identity", "chunked"), ("chunked", "cow"), ("", "chunked")]
    for first, second in pairs:
        fields = f"Transfer-Encoding: {first}\r\nTransfer-Encoding: {second}\r\n".encode()
        yield Case(f"Transfer-Encoding twice: {first!r}, {second!r}", request(fields, body), True)
    names = ["Transfer-Encoding ", "Transfer-Encoding\t", " Transfer-Encoding", "\tTransfer-Encoding",
             "Transfer-Encoding\x00", "X: y\nTransfer-Encoding", "X: y\rTransfer-Encoding", "Transfer\x0b-Encoding"]
    for name in names:
        for length in (b"", b"Content-Length: %d\r\n" % len(body)):
            yield Case(f"{name!r}: chunked, {length!r}",
                       request(length + f"{name}: chunked\r\n".encode(), body), True)
    for value in ("Chunked", "CHUNKED", "  chunked", "chunked  ", "\tchunked\t"):
        yield Case(f"Transfer-Encoding:{value!r}, which is legal",
                   request(f"Transfer-Encoding:{value}\r\n".encode(), body), False, 2)
    for name in ("Transfer_Encoding", "Transfer.Encoding", "TransferEncoding", "X-Transfer-Encoding"):
        yield Case(f"{name}, which frames nothing", request(f"{name}: chunked\r\n".encode(), HIDDEN), False, 2)


def both():
    """Content-Length beside Transfer-Encoding: CL.TE, TE.CL, and with the one or the other spoilt."""
    body = b"0\r\n\r\n" + HIDDEN
    for method in ("POST", "GET", "DELETE", "OPTIONS", "PATCH"):
        for length in (0, 4, 5, len(body)):
            for order in (0, 1):
                pair = [f"Content-Length: {length}\r\n", "Transfer-Encoding: chunked\r\n"]
                fields = "".join(pair[::-1] if order else pair).encode()
                yield Case(f"{method} both, length {length}, order {order}", request(fields, body, method), True)


def chunks():
    """Chunked bodies that end in one place for one parser, in another for the next."""
    sizes = ["+5", "-5", "0x5", " 5", "5 ", "\t5", "5\t", "5 ;a", "5\x00", "5_", "g", "", ";a", "ffffffffffffffff5",
             "10000000000000005", "5,5", "5.", "5\x0b", "٥", "00000000000000000005", "-0", "5;a\x00b", "5;a\x01"]
    for size in sizes:
        body = size.encode() + b"\r\nhello\r\n0\r\n\r\n" + HIDDEN
        yield Case(f"chunk size {size!r}", request(b"Transfer-Encoding: chunked\r\n", body), True)
    endings = {
        "bare LF after the size": b"5\nhello\r\n0\r\n\r\n", "bare CR after the size": b"5\rhello\r\n0\r\n\r\n",
        "LF within an extension": b"5;a\nhello\r\n0\r\n\r\n", "CR within an extension": b"5;a\rb\r\nhello\r\n0\r\n\r\n",
        "bare LF after the data": b"5\r\nhello\n0\r\n\r\n", "nothing after the data": b"5\r\nhello0\r\n\r\n",
        "one byte too many": b"5\r\nhelloo\r\n0\r\n\r\n", "one byte too few": b"6\r\nhello\r\n0\r\n\r\n",
        "two bytes for the line end": b"5\r\nhelloXX0\r\n\r\n", "last chunk with LF": b"5\r\nhello\r\n0\n\r\n",
        "end with LF": b"5\r\nhello\r\n0\r\n\n", "trailer with LF": b"0\r\nA: b\n\r\n", "trailer without colon": b"0\r\nA\r\n\r\n",
        "trailer with a space": b"0\r\nA : b\r\n\r\n", "trailer folded": b"0\r\nA: b\r\n c\r\n\r\n",
        "trailer with a NUL": b"0\r\nA: \x00\r\n\r\n", "an empty line before the size": b"\r\n5\r\nhello\r\n0\r\n\r\n"}
    for name, body in endings.items():
        yield Case(f"chunks: {name}", request(b"Transfer-Encoding: chunked\r\n", body + HIDDEN), True)
    legal = {
        "an extension": b"5;a=b\r\nhello\r\n0\r\n\r\n", "a quoted extension": b'5;a="b;c"\r\nhello\r\n0\r\n\r\n',
        "leading zeros": b"0005\r\nhello\r\n000\r\n\r\n", "a trailer": b"0\r\nContent-Length: 5\r\n\r\n",
        "a trailer that would frame": b"0\r\nTransfer-Encoding: identity\r\n\r\n", "upper case": b"A\r\nhellohello\r\n0\r\n\r\n"}
    for name, body in legal.items():
        yield Case(f"chunks: {name}, which is legal",
                   request(b"Transfer-Encoding: chunked\r\n", body + HIDDEN), False, 2)


def lines():
    """Request lines and line ends."""
    rest = b"\r\nHost: a.example\r\n\r\n"
    bad = [
        b"GET  /health/live HTTP/1.1", b"GET /health/live  HTTP/1.1", b"GET\t/health/live HTTP/1.1",
        b"GET /health/live\tHTTP/1.1", b" GET /health/live HTTP/1.1", b"GET /health/live HTTP/1.1 ",
        b"GET /health/live HTTP/1.1 x", b"GET /health/live", b"GET", b"GET /health/live HTTP/1", b"GET /health/live HTTP/1.1.1",
        b"GET /health/live http/1.1", b"GET /health/live HTTP /1.1", b"GET /health/live HTTP/ 1.1", b"G\x00T /health/live HTTP/1.1",
        b"GET /health/live\x00 HTTP/1.1", b"GET /health\nlive HTTP/1.1", b"GET /health\rlive HTTP/1.1",
        b"GET /health/live#a HTTP/1.1", b"GET health/live HTTP/1.1", b"GET //a.example\x0b HTTP/1.1", b"GET /\xff HTTP/1.1",
        b"GET http://a@b/ HTTP/1.1", b"GET http:///health/live HTTP/1.1", b"GET http://a.example:99999/ HTTP/1.1",
        b"GET /%00 HTTP/1.1", b"GET /%zz HTTP/1.1", b"GET /a/../health/live HTTP/1.1", b"GET /%2e%2e/health/live HTTP/1.1",
        b"\nGET /health/live HTTP/1.1", b"\rGET /health/live HTTP/1.1", b"\r\n\r\nGET /health/live HTTP/1.1"]
    for line in bad:
        yield Case(f"line {line!r}", line + rest + HIDDEN, True)
    yield Case("bare LF throughout", (HIDDEN + HIDDEN).replace(b"\r\n", b"\n"), True)
    yield Case("bare LF at the head's end", b"GET /health/live HTTP/1.1\r\nHost: a.example\r\n\n" + HIDDEN, True)
    yield Case("LF CR", HIDDEN.replace(b"\r\n", b"\n\r") + HIDDEN, True)
    yield Case("one empty line before, which is forgiven", b"\r\n" + HIDDEN + HIDDEN, False, 2)


def fields():
    """Field lines that one parser folds, joins or cuts."""
    length = b"Content-Length: %d\r\n" % len(HIDDEN)
    bad = [
        b"X: y\r\n " + length, b"X: y\r\n\t" + length, b" " + length, b"X\r\n" + length, b": y\r\n" + length,
        b"X: \x00\r\n" + length, b"X: \x01\r\n" + length, b"X: \x7f\r\n" + length, b"X y: z\r\n" + length,
        b"X: y\n" + length, b"X: y\r" + length, b"X: y\r\r\n" + length, b"X: y\n\n" + length, b"X\xff: y\r\n" + length,
        b"Content-Length : %d\r\n" % len(HIDDEN), b"Content-Length\t: %d\r\n" % len(HIDDEN),
        b"Content-Length\x00: %d\r\n" % len(HIDDEN), b"Content-Length:\r\n %d\r\n" % len(HIDDEN),
        b"Host: b.example\r\n" + length, b"Expect: 200-ok\r\n" + length, b"X(: y\r\n" + length, b"X[: y\r\n" + length]
    for text in bad:
        for method in ("POST", "GET"):
            yield Case(f"{method} fields {text!r}", request(text, HIDDEN, method), True)


def versions():
    body = b"0\r\n\r\n" + HIDDEN
    for version in ("HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "HTTP/3.0", "HTTP/9.9"):
        yield Case(f"version {version}", request(b"", HIDDEN, "GET", version, "/health/live"), True)
    for fields in (b"Transfer-Encoding: chunked\r\n", b"Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n",
                   b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"):
        yield Case(f"HTTP/1.0 with {fields!r}", request(fields, body, version="HTTP/1.0"), True)
    yield Case("no Host", b"GET /health/live HTTP/1.1\r\n\r\n" + HIDDEN, True)
