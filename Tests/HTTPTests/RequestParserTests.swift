import JSON
import Testing

@testable import HTTP

@Suite struct RequestParserTests {
    @Test func `reads a request line and its fields`() throws {
        let head = try #require(parsedHead("GET /a/b?c=d HTTP/1.1\r\nHost: x:80\r\nX-One:  two \t\r\n\r\n"))
        #expect(head.method == .get)
        #expect(head.path == "/a/b")
        #expect(head.query == "c=d")
        #expect(head.segments == ["a", "b"])
        #expect(head.version == .http11)
        #expect(head.headers["x-one"] == "two")
        #expect(head.headers["x-two"] == nil)
        #expect(head.keepsAlive)
        #expect(head.framing == .none)
    }

    @Test func `decodes each segment after splitting the path`() {
        #expect(
            parsedHead("GET /a%2Fb/c%20d/%C3%A9 HTTP/1.1\r\nHost: x\r\n\r\n")?.segments == [
                "a/b", "c d", "é",
            ])
    }

    @Test func `reads pipelined requests one after the other`() {
        let text =
            "POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcGET /2 HTTP/1.1\r\nHost: x\r\n\r\n"
        let outcomes = ParserDriver.outcomes(Array(text.utf8))
        #expect(
            outcomes == [
                .request("POST /1 - http11 Host:x,Content-Length:3", body: "abc"),
                .request("GET /2 - http11 Host:x", body: ""),
            ])
    }

    @Test func `joins chunks and drops extensions and trailers`() {
        let text =
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: CHUNKED\r\n\r\n"
            + "3;a=b\r\nabc\r\n0A\r\n0123456789\r\n0\r\nTrail: er\r\n\r\n"
        let expected = ParserOutcome.request(
            "POST / - http11 Host:x,Transfer-Encoding:CHUNKED", body: "abc0123456789")
        #expect(ParserDriver.outcomes(Array(text.utf8)) == [expected])
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: x\r\n\r\n", true),
        ("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", false),
        ("GET / HTTP/1.1\r\nHost: x\r\nConnection: foo , CLOSE\r\n\r\n", false),
        ("GET / HTTP/1.0\r\n\r\n", false),
        ("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", true),
        ("GET / HTTP/1.0\r\nConnection: keep-alive\r\nConnection: close\r\n\r\n", false),
    ])
    func `keeps a connection as its version and fields say`(_ text: String, _ keeps: Bool) {
        #expect(parsedHead(text)?.keepsAlive == keeps)
    }

    @Test(arguments: [
        ("http://a.example/p?q", "a.example", "/p"), ("HTTPS://a.example:8443/p", "a.example:8443", "/p"),
        ("http://[::1]:80/p", "[::1]:80", "/p"), ("http://a.example", "a.example", "/"),
        ("http://a.example?q", "a.example", "/"), ("/p", "x", "/p"),
    ])
    func `takes the host of an absolute target before the field's`(
        _ target: String, _ host: String, _ path: String
    ) throws {
        let head = try #require(parsedHead("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n"))
        #expect(head.host == host)
        #expect(head.path == path)
    }

    @Test func `forgives one empty line before a request and no second`() {
        #expect(parsedHead("\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n") != nil)
        #expect(failure("\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")?.name == "400 bad-request")
        #expect(failure("\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")?.name == "400 bad-request")
    }

    @Test func `leaves an unknown method to the router`() {
        for line in ["BREW /pot HTTP/1.1", "get / HTTP/1.1", "BREW a.example:443 HTTP/1.1"] {
            let head = parsedHead("\(line)\r\nHost: x\r\n\r\n")
            #expect(head != nil && head?.method == nil, "\(line)")
        }
    }

    @Test func `takes a host and a port as CONNECT's target, and nothing else`() {
        for target in ["a.example:443", "127.0.0.1:80", "[::1]:443"] {
            let head = parsedHead("CONNECT \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(head?.method == .connect && head?.host == target, "\(target)")
        }
        for target in ["/", "*", "a.example", "a.example:", "[::1]", "http://a.example:80", "a:1/", ":1"] {
            let failure = failure("CONNECT \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(failure?.name == "400 bad-request", "\(target)")
        }
    }

    @Test func `takes what the limits allow and not a byte more`() {
        let longest = "/" + String(repeating: "a", count: 8_191)
        #expect(parsedHead("GET \(longest) HTTP/1.1\r\nHost: x\r\n\r\n") != nil)
        #expect(failure("GET \(longest)a HTTP/1.1\r\nHost: x\r\n\r\n") == .uriTooLong)
        #expect(failure("GET /" + String(repeating: "a", count: 9_000)) == .uriTooLong)
        let fields = String(repeating: "A: b\r\n", count: 99)
        #expect(parsedHead("GET / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n") != nil)
        #expect(failure("GET / HTTP/1.1\r\nHost: x\r\n\(fields)C: d\r\n\r\n") == .headersTooLarge)
        let room = 16_384 - "Host: x\r\nA: \r\n\r\n".utf8.count
        let value = String(repeating: "v", count: room)
        #expect(parsedHead("GET / HTTP/1.1\r\nHost: x\r\nA: \(value)\r\n\r\n") != nil)
        #expect(failure("GET / HTTP/1.1\r\nHost: x\r\nA: \(value)v\r\n\r\n") == .headersTooLarge)
    }

    @Test func `refuses a body over the limit set between head and body`() {
        for body in ["Content-Length: 11\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n6\r\n123456\r\n5\r\n"] {
            var driver = ParserDriver()
            driver.bodyBytesMax = 10
            driver.feed(Array("POST / HTTP/1.1\r\nHost: x\r\n\(body)".utf8))
            #expect(driver.outcomes == [.failure(.contentTooLarge)], "\(body)")
        }
    }
}
