import EventLoops
import JSON
import TestSupport
import Testing

@testable import HTTP

extension SocketTests {
    /// Requests and replies over real sockets.
    @Suite struct ConnectionTests {
        @Test func `answers with the fields every reply has`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            let reply = try client.exchange("GET /hello".request())
            #expect(reply.status == 200)
            #expect(reply.text == "hello")
            #expect(reply["content-type"] == "text/plain; charset=utf-8")
            #expect(reply["content-length"] == "5")
            #expect(reply["x-content-type-options"] == "nosniff")
            #expect(reply["cache-control"] == "no-store")
            #expect(reply["x-request-id"]?.count == 16)
            #expect(reply["date"]?.hasSuffix(" GMT") == true)
            #expect(reply["connection"] == nil)
        }

        @Test func `keeps a connection for many requests and says so to HTTP 1_0`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            for _ in 0..<50 { #expect(try client.exchange("GET /hello".request()).text == "hello") }
            let old = try RawHTTPClient(port: rig.port)
            let reply = try old.exchange("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(reply["connection"] == "keep-alive")
            let last = try old.exchange("GET /hello HTTP/1.0\r\n\r\n")
            #expect(last["connection"] == "close")
            #expect(try old.isEnded())
        }

        @Test func `closes when the client asks`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            #expect(try client.exchange("GET /hello".request("Connection: close"))["connection"] == "close")
            #expect(try client.isEnded())
        }

        @Test func `answers pipelined requests in order though the first takes longest`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            let paths = ["/sleep/60", "/hello", "/sleep/30", "/users/a", "/sleep/0", "/hello"]
            try client.send(paths.map { "GET \($0)".request() }.joined())
            for expected in ["60", "hello", "30", "a", "0", "hello"] {
                #expect(try client.reply().text == expected)
            }
        }

        @Test func `answers a thousand pipelined requests sent at once`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            try client.send(String(repeating: "GET /big/1000".request(), count: 1_000))
            for _ in 0..<1_000 { #expect(try client.reply().body.count == 1_000) }
        }

        @Test func `takes a request byte by byte`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            for byte in "POST /echo".request(body: "abc").utf8 { try client.send([byte]) }
            #expect(try client.reply().text == "abc")
        }

        @Test func `reads chunked bodies`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            let head = "POST /echo".request("Transfer-Encoding: chunked")
            #expect(try client.exchange(head + "3;e\r\nabc\r\n2\r\nde\r\n0\r\nT: r\r\n\r\n").text == "abcde")
            #expect(try client.exchange(head + "0\r\n\r\n").text == "")
        }

        @Test func `asks for a body that waits for 100 continue`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            try client.send("POST /echo".request("Expect: 100-continue", "Content-Length: 3"))
            #expect(try client.reply().status == 100)
            #expect(try client.exchange("abc").text == "abc")
            #expect(try client.exchange("GET /hello".request()).text == "hello")
        }

        @Test func `refuses before the body what needs no body to refuse`() async throws {
            let rig = try await ServerRig()
            for (line, status) in [("POST /nowhere", 404), ("POST /json", 415), ("POST /small", 413)] {
                let client = try RawHTTPClient(port: rig.port)
                let fields = ["Expect: 100-continue", "Content-Length: 30"]
                #expect(try client.exchange(line.request(fields[0], fields[1])).status == status)
                #expect(try client.isEnded())
            }
        }

        @Test func `answers HEAD with the fields of GET and no body`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            let reply = try client.exchange("HEAD /hello".request(), isHead: true)
            #expect(reply["content-length"] == "5")
            #expect(try client.exchange("HEAD /nowhere".request(), isHead: true).status == 404)
            #expect(try client.exchange("GET /hello".request()).text == "hello")
        }

        @Test func `serves absolute targets, parameters and queries`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            #expect(try client.exchange("GET http://y.example/hello".request()).text == "hello")
            #expect(try client.exchange("GET /users/a%20b".request()).text == "a b")
            #expect(try client.exchange("GET /users/me".request()).text == "myself")
            #expect(try client.exchange("GET /users/m%65".request()).text == "myself")
            #expect(
                try client.exchange("GET /query?a=1&a=%C3%A9&b=x+y&&c".request()).text == "a=1;a=é;b=x y;c=")
        }

        @Test func `has no body and no length in a 204`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            let reply = try client.exchange("DELETE /hello".request())
            #expect(reply.status == 204)
            #expect(reply["content-length"] == nil)
            #expect(reply["content-type"] == nil)
        }

        @Test func `still answers a client that has ended its side`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            try client.send("GET /sleep/50".request() + "GET /hello".request())
            client.endSending()
            #expect(try client.reply().text == "50")
            #expect(try client.reply().text == "hello")
            #expect(try client.isEnded())
        }

        @Test func `tells every exchange once`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            let reply = try client.exchange("GET /users/7".request())
            _ = try client.exchange("POST /echo".request(body: "abc"))
            _ = try client.exchange("nonsense\r\n\r\n")
            let exchanges = rig.exchanges.withLock { $0 }
            #expect(exchanges.map(\.status) == [200, 200, 400])
            #expect(exchanges.map(\.pattern) == ["/users/{uid}", "/echo", nil])
            #expect(exchanges.map(\.method) == ["GET", "POST", nil])
            #expect(exchanges[0].requestID.description == reply["x-request-id"])
            #expect(exchanges[1].requestBytes == 3)
            #expect(exchanges.allSatisfy { $0.durationNanoseconds > 0 && $0.responseBytes > 100 })
        }

        @Test func `never lets a header's value out that would add a field`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            let reply = try client.exchange("GET /hostile".request())
            #expect(reply.status == 500)
            #expect(reply["set-cookie"] == nil)
            #expect(try client.exchange("GET /hello".request()).status == 200)
        }
    }
}
