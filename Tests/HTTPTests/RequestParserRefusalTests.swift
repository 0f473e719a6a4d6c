import JSON
import Testing

@testable import HTTP

/// What the parser must not let through; each row is a request that somebody, somewhere, would understand
/// otherwise.
@Suite struct RequestParserRefusalTests {
    static let framings = [
        "Content-Length: 1\r\nContent-Length: 1\r\n\r\na", "Content-Length: 1\r\nContent-Length: 2\r\n\r\na",
        "Content-Length: 1, 1\r\n\r\na", "Content-Length: +1\r\n\r\na", "Content-Length: -1\r\n\r\na",
        "Content-Length: 0x1\r\n\r\na", "Content-Length: 1 1\r\n\r\na", "Content-Length:\r\n\r\n",
        "Content-Length: 9223372036854775808\r\n\r\n", "Content-Length: 99999999999999999999999\r\n\r\n",
        "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: gzip, chunked\r\n\r\n", "Transfer-Encoding: chunked, chunked\r\n\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
        "Transfer-Encoding: identity\r\n\r\n",
        "Transfer-Encoding: xchunked\r\n\r\n", "Transfer-Encoding: \"chunked\"\r\n\r\n",
        "Transfer-Encoding:\r\n\r\n", "Transfer-Encoding: chunked;q=1\r\n\r\n",
    ]

    @Test(arguments: framings) func `refuses ambiguous framing`(_ fields: String) {
        #expect(failure("POST / HTTP/1.1\r\nHost: x\r\n\(fields)")?.name == "400 bad-framing")
    }

    @Test func `refuses a transfer coding in HTTP 1_0`() {
        let text = "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        #expect(failure(text)?.name == "400 bad-framing")
    }

    static let chunks = [
        "\r\n", "g\r\n", "-1\r\n", "+1\r\n", " 1\r\na\r\n", "1 \r\na\r\n", "0x1\r\na\r\n", "1\na\r\n",
        "1\r\nab\r\n",
        "1\r\na\n", "1\r\na\rb", "fffffffffffffffff\r\n", "10000000000000000\r\n", "1;\u{1}\r\na\r\n",
        "1;" + String(repeating: "e", count: 300) + "\r\n", "0\r\nA: b\n\r\n",
        String(repeating: "1;" + String(repeating: "e", count: 200) + "\r\na\r\n", count: 30),
    ]

    @Test(arguments: chunks) func `refuses bad chunks`(_ body: String) {
        let text = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(body)"
        #expect(failure(text)?.name == "400 bad-framing")
    }

    @Test func `bounds trailers`() {
        let start = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
        #expect(failure(start + "A : b\r\n\r\n")?.name == "400 bad-request")
        #expect(failure(start + String(repeating: "A: b\r\n", count: 101)) == .headersTooLarge)
        #expect(failure(start + "A: " + String(repeating: "b", count: 16_500)) == .headersTooLarge)
    }

    static let lines = [
        "GET  / HTTP/1.1", "GET /  HTTP/1.1", "GET / HTTP/1.1 ", " GET / HTTP/1.1", "GET / http/1.1",
        "GET / HTTP/1",
        "GET / HTTP/1.10", "GET / HTTP/01.1", "GET /", "GET", "GET / HTTP/1.1\tx", "G@T / HTTP/1.1",
        "GET\t/ HTTP/1.1",
        "GET / HTTP/1,1", "GET /\u{0} HTTP/1.1", "GET /a b HTTP/1.1",
    ]

    @Test(arguments: lines) func `refuses a malformed request line`(_ line: String) {
        #expect(failure("\(line)\r\nHost: x\r\n\r\n")?.name == "400 bad-request")
    }

    static let targets = [
        "a", "*", "//\u{1}", "/%", "/%4", "/%4g", "/%zz", "/%00", "/a?%00", "/a?%", "/a#b", "/a?b#c", "/é",
        "/a?é",
        "/.", "/..", "/a/.", "/a/..", "/a/../b", "/./a", "/%2e", "/a/%2E%2e/b", "/.%2e", "/%ff", "/?a=%ff",
        "/\"", "/<",
        "/a\\b", "/^", "http://", "http:///p", "http://a@b/p", "ftp://a/p", "http://a:99999/p",
        "http://a b/p",
        "http://a:x/p", "http://[::1/p", "http://a/../b", "a.example:443",
    ]

    @Test(arguments: targets) func `refuses a bad target`(_ target: String) {
        #expect(failure("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")?.name == "400 bad-request")
    }

    static let fields = [
        "A : b", " A: b", "\tA: b", "A", ": b", "A\u{0}: b", "A: b\u{0}", "A: b\u{7f}", "A: b\u{1}c", "A(: b",
        "A: b\r\n c",
        "A: b\r\n\tc", "A: b\rc", "A: b\nC: d", "Host: y", "é: b",
    ]

    @Test(arguments: fields) func `refuses a malformed field`(_ field: String) {
        #expect(failure("GET / HTTP/1.1\r\nHost: x\r\n\(field)\r\n\r\n")?.name == "400 bad-request")
    }

    static let hosts = [
        "", "a b", "a,b", "a/b", "a@b", "a:b", "a:123456", "a:65536", ":80", "[::1", "[]", "[g]", "a?b", "é",
        "a%41",
    ]

    @Test(arguments: hosts) func `refuses a host that is none`(_ host: String) {
        #expect(failure("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")?.name == "400 bad-request")
        #expect(failure("GET / HTTP/1.0\r\nHost: \(host)\r\n\r\n")?.name == "400 bad-request")
    }

    @Test func `needs a host in HTTP 1_1 only`() {
        #expect(failure("GET / HTTP/1.1\r\n\r\n")?.name == "400 bad-request")
        #expect(parsedHead("GET / HTTP/1.0\r\n\r\n") != nil)
    }

    @Test(arguments: ["HTTP/2.0", "HTTP/0.9", "HTTP/1.2", "HTTP/3.0"])
    func `knows two versions`(_ version: String) {
        #expect(failure("GET / \(version)\r\nHost: x\r\n\r\n")?.name == "505 http-version-not-supported")
    }

    @Test func `knows one expectation`() {
        let start = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nExpect: "
        #expect(parsedHead(start + "100-Continue\r\n\r\n")?.expectsContinue == true)
        #expect(failure(start + "200-ok\r\n\r\n")?.name == "417 expectation-failed")
    }
}
