"""Random requests, most of them right, some with faults that have a name."""
import dataclasses

PATHS = ["/health/live", "/v1/sessions", "/", "/health/live?a=b", "/a%20b", "/v1/users/me", "/x-._~!$&'()*+,;=:@"]
METHODS = ["GET", "POST", "PUT", "DELETE", "OPTIONS"]

# Each fault is a name and what it does to the parts of a request; r is the source of chance.
FAULTS = {
    "bare LF": lambda r, p: p.line_ends(r, b"\n"),
    "bare CR": lambda r, p: p.line_ends(r, b"\r"),
    "two spaces": lambda r, p: p.put("line", p.line.replace(b" ", b"  ", 1)),
    "tab in the request line": lambda r, p: p.put("line", p.line.replace(b" ", b"\t", 1)),
    "space before the method": lambda r, p: p.put("line", b" " + p.line),
    "space after the version": lambda r, p: p.put("line", p.line + b" "),
    "no version": lambda r, p: p.put("line", p.line.rpartition(b" ")[0]),
    "another version": lambda r, p: p.put("line", p.line[:-8] + r.choice(
        [b"HTTP/1.2", b"HTTP/2.0", b"HTTP/0.9", b"HTTP/1.", b"HTTP/11", b"http/1.1", b"HTTQ/1.1"])),
    "a method that is no token": lambda r, p: p.put("line", b"G" + r.choice([b"@", b"(", b"\x00", b"\xc3"]) + p.line),
    "a control character in the target": lambda r, p: p.target(r.choice([b"\x00", b"\x01", b"\x7f", b"\x0b"])),
    "a byte over 127 in the target": lambda r, p: p.target(r.choice([b"\xff", b"\xc3\xa9"])),
    "a character that no target has": lambda r, p: p.target(r.choice([b"\"", b"<", b"^", b"`", b"{", b"|", b"\\"])),
    "a fragment": lambda r, p: p.target(b"#a"),
    "a bad escape": lambda r, p: p.target(r.choice([b"%", b"%4", b"%zz", b"%00", b"%ff"])),
    "a dot segment": lambda r, p: p.target(r.choice([b"/..", b"/.", b"/%2e%2e"])),
    "an absolute target": lambda r, p: p.put("line", p.line.replace(b" /", b" http://a.example/", 1)),
    "a target without a slash": lambda r, p: p.put("line", p.line.replace(b" /", b" ", 1)),
    "an empty line before": lambda r, p: p.put("before", b"\r\n"),
    "two empty lines before": lambda r, p: p.put("before", b"\r\n\r\n"),
    "no Host": lambda r, p: p.drop(b"Host"),
    "two Hosts": lambda r, p: p.add(b"Host: b.example"),
    "a Host that is none": lambda r, p: (p.drop(b"Host"), p.add(r.choice([b"Host: a b", b"Host: a/b", b"Host: a@b", b"Host:", b"Host: a:b"]))),
    "a space before the colon": lambda r, p: p.add(b"X : y"),
    "a field without a colon": lambda r, p: p.add(b"X"),
    "a field without a name": lambda r, p: p.add(b": y"),
    "a name that is no token": lambda r, p: p.add(r.choice([b"X(: y", b"X\x00: y", b"X\xff: y", b"X y: z"])),
    "a folded field": lambda r, p: p.add(b"X: y\r\n z"),
    "a field that begins with a space": lambda r, p: p.add(b" X: y", first=True),
    "a NUL in a value": lambda r, p: p.add(b"X: a\x00b"),
    "a control character in a value": lambda r, p: p.add(r.choice([b"X: a\x01b", b"X: a\x7fb", b"X: a\x0bb"])),
    "a byte over 127 in a value": lambda r, p: p.add(b"X: \xff\xc3"),
    "a length that is no number": lambda r, p: p.length(r.choice([b"+%d", b"-%d", b"0x%d", b"%d.0", b"%d;", b"%d %d", b"%d,", b"\"%d\"", b"%d_"])),
    "an empty length": lambda r, p: p.length(b""),
    "a length with leading zeros": lambda r, p: p.length(b"000%d"),
    "a length past 64 bits": lambda r, p: p.length(b"1844674407370955161%d"),
    "a list of equal lengths": lambda r, p: p.length(b"%d, %d"),
    "two equal lengths": lambda r, p: p.length(b"%d", times=2),
    "two lengths": lambda r, p: (p.length(b"%d"), p.add(b"Content-Length: 1")),
    "a length and chunked": lambda r, p: (p.chunk(r), p.add(b"Content-Length: %d" % r.choice([0, 5, 50]))),
    "a coding that is not chunked": lambda r, p: p.coding(r, r.choice([b"identity", b"gzip", b"xchunked", b"chunkedx", b"\"chunked\"", b"chun ked", b"chunked;q=1"])),
    "a coding before chunked": lambda r, p: p.coding(r, r.choice([b"gzip, chunked", b"identity, chunked"])),
    "a coding after chunked": lambda r, p: p.coding(r, r.choice([b"chunked, gzip", b"chunked, identity"])),
    "chunked twice": lambda r, p: p.coding(r, b"chunked, chunked"),
    "chunked in two fields": lambda r, p: (p.coding(r, b"chunked"), p.add(b"Transfer-Encoding: chunked")),
    "an empty coding": lambda r, p: p.coding(r, b""),
    "commas around chunked": lambda r, p: p.coding(r, r.choice([b",chunked", b"chunked,", b", chunked"])),
    "chunked in capitals": lambda r, p: p.coding(r, b"CHUNKED"),
    "chunked in HTTP/1.0": lambda r, p: (p.coding(r, b"chunked"), p.put("line", p.line.replace(b"/1.1", b"/1.0"))),
    "a chunk size that is no number": lambda r, p: p.chunk(r, size=r.choice([b"+%x", b"-%x", b"0x%x", b"%xg", b"", b"%x,", b"_%x"])),
    "a space beside a chunk size": lambda r, p: p.chunk(r, size=r.choice([b" %x", b"%x ", b"\t%x", b"%x\t"])),
    "a chunk size of 17 digits": lambda r, p: p.chunk(r, size=b"1000000000000000%x"),
    "a chunk size of leading zeros": lambda r, p: p.chunk(r, size=b"00%x"),
    "a chunk extension": lambda r, p: p.chunk(r, size=r.choice([b"%x;a", b"%x;a=b", b"%x;a=\"b\""])),
    "a space before a chunk extension": lambda r, p: p.chunk(r, size=b"%x ;a"),
    "a control character in a chunk extension": lambda r, p: p.chunk(r, size=r.choice([b"%x;a\x00", b"%x;a\x01"])),
    "a chunk line with LF": lambda r, p: p.chunk(r, size_end=b"\n"),
    "chunk data with LF": lambda r, p: p.chunk(r, data_end=b"\n"),
    "chunk data too long": lambda r, p: p.chunk(r, data_end=b"x\r\n"),
    "chunk data without an end": lambda r, p: p.chunk(r, data_end=b""),
    "a trailer": lambda r, p: p.chunk(r, trailer=b"A: b\r\n"),
    "a trailer without a colon": lambda r, p: p.chunk(r, trailer=b"A\r\n"),
    "a trailer with LF": lambda r, p: p.chunk(r, trailer=b"A: b\n"),
    "another expectation": lambda r, p: p.add(b"Expect: 200-ok"),
    "the end cut off": lambda r, p: p.put("cut", r.randrange(1, 40)),
}


@dataclasses.dataclass
class Parts:
    line: bytes
    fields: list
    body: bytes = b""
    before: bytes = b""
    end: bytes = b"\r\n"
    cut: int = 0
    odd_end: int = -1

    def put(self, name, value):
        setattr(self, name, value)

    def add(self, field, first=False):
        self.fields.insert(0 if first else len(self.fields), field)

    def drop(self, name):
        self.fields = [field for field in self.fields if not field.lower().startswith(name.lower() + b":")]

    def target(self, text):
        method, _, rest = self.line.partition(b" ")
        target, _, version = rest.rpartition(b" ")
        self.line = b" ".join((method, target + text, version))

    def line_ends(self, r, end):
        self.end, self.odd_end = end, r.randrange(len(self.fields) + 2)

    def unframe(self):
        self.drop(b"Content-Length")
        self.drop(b"Transfer-Encoding")

    def length(self, form, times=1):
        self.unframe()
        self.body = self.body or b"hello"
        count = form.count(b"%d")
        for _ in range(times):
            self.add(b"Content-Length: " + form % ((len(self.body),) * count))

    def coding(self, r, value):
        self.chunk(r)
        self.drop(b"Transfer-Encoding")
        self.add(b"Transfer-Encoding: " + value)

    def chunk(self, r, size=b"%x", size_end=b"\r\n", data_end=b"\r\n", trailer=b""):
        self.unframe()
        data = bytes(r.choices(b"abc{}\"", k=r.randrange(1, 20)))
        written = size % ((len(data),) * size.count(b"%x"))
        self.body = written + size_end + data + data_end + b"0\r\n" + trailer + b"\r\n"
        self.add(b"Transfer-Encoding: chunked")

    def bytes(self):
        lines = [self.line, *self.fields, b""]
        text = b"".join(
            line + (self.end if index == self.odd_end else b"\r\n") for index, line in enumerate(lines))
        whole = self.before + text + self.body
        return whole[:-self.cut] if self.cut else whole


def drawn(r):
    """A request and the names of its faults: none in one of three, else one, sometimes two."""
    method = r.choice(METHODS)
    parts = Parts(f"{method} {r.choice(PATHS)} HTTP/1.1".encode(), [b"Host: a.example"])
    for _ in range(r.randrange(3)):
        parts.add(b"X-%d: %s" % (r.randrange(100), bytes(r.choices(b"abc ,;=\"\t", k=r.randrange(12)))))
    if method != "GET":
        parts.add(b"Content-Type: application/json")
        kind = r.randrange(3)
        if kind == 1:
            parts.body = bytes(r.choices(b"{}[]\":1a", k=r.randrange(1, 30)))
            parts.add(b"Content-Length: %d" % len(parts.body))
        elif kind == 2:
            parts.chunk(r)
    names = r.sample(sorted(FAULTS), k=r.choices((0, 1, 2), (3, 5, 1))[0])
    for name in names:
        FAULTS[name](r, parts)
    return parts.bytes(), frozenset(names)
