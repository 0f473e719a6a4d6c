import EventLoops
import TestSupport
import Testing

@testable import HTTP
@testable import JSON

extension SocketTests {
    /// What bad input gets: the rows of the HTTP contract that this module owns.
    @Suite struct BadInputTests {
        struct Row: Sendable, CustomTestStringConvertible {
            let input: String
            let status: Int
            let slug: String
            var closes = false

            var testDescription: String { "\(status) \(slug): \(input.prefix(60).debugDescription)" }
        }

        static let rows: [Row] = [
            Row(
                input: "POST /echo".request("Content-Length: 1", body: "a"), status: 400, slug: "bad-framing",
                closes: true),
            Row(
                input: "POST /echo".request("Transfer-Encoding: gzip"), status: 400, slug: "bad-framing",
                closes: true),
            Row(
                input: "POST /echo".request("Transfer-Encoding: chunked") + "x\r\n", status: 400,
                slug: "bad-framing",
                closes: true),
            Row(input: "GET /hello\r\n\r\n", status: 400, slug: "bad-request", closes: true),
            Row(input: "GET /hello HTTP/1.1\r\n\r\n", status: 400, slug: "bad-request", closes: true),
            Row(input: "GET /hello".request("Host: y"), status: 400, slug: "bad-request", closes: true),
            Row(input: "GET /hello".request("A : b"), status: 400, slug: "bad-request", closes: true),
            Row(input: "GET /a/../hello".request(), status: 400, slug: "bad-request", closes: true),
            Row(input: "GET /%00".request(), status: 400, slug: "bad-request", closes: true),
            Row(
                input: "GET /\(String(repeating: "a", count: 8_192))".request(), status: 414,
                slug: "uri-too-long",
                closes: true),
            Row(
                input: "GET /hello".request("A: " + String(repeating: "b", count: 16_384)), status: 431,
                slug: "header-fields-too-large", closes: true),
            Row(
                input: "GET /hello".request(String(repeating: "A: b\r\n", count: 100) + "C: d"), status: 431,
                slug: "header-fields-too-large", closes: true),
            Row(
                input: "POST /echo".request(body: String(repeating: "a", count: 65_537)), status: 413,
                slug: "content-too-large", closes: true),
            Row(
                input: "POST /small".request(body: "12345678901"), status: 413, slug: "content-too-large",
                closes: true),
            Row(
                input: "GET /hello".request(body: String(repeating: "a", count: 65_537)), status: 413,
                slug: "content-too-large", closes: true),
            Row(
                input: "GET /hello HTTP/2.0\r\n\r\n", status: 505, slug: "http-version-not-supported",
                closes: true),
            Row(
                input: "GET /hello".request("Expect: wonders"), status: 417, slug: "expectation-failed",
                closes: true),
            Row(input: "BREW /hello".request(), status: 501, slug: "not-implemented"),
            Row(input: "TRACE /hello".request(), status: 405, slug: "method-not-allowed"),
            Row(input: "QUERY /hello".request(body: "ignored"), status: 405, slug: "method-not-allowed"),
            Row(input: "TRACE /nowhere".request(), status: 404, slug: "not-found"),
            Row(input: "CONNECT x:443".request(), status: 405, slug: "method-not-allowed"),
            Row(input: "CONNECT /hello".request(), status: 400, slug: "bad-request", closes: true),
            Row(input: "CONNECT x".request(), status: 400, slug: "bad-request", closes: true),
            Row(input: "PUT /hello".request(body: "ignored"), status: 405, slug: "method-not-allowed"),
            Row(input: "GET /nowhere".request(), status: 404, slug: "not-found"),
            Row(input: "POST /nowhere".request(body: "ignored"), status: 404, slug: "not-found"),
            Row(input: "GET /hello/".request(), status: 404, slug: "not-found"),
            Row(
                input: "POST /json".request("Content-Type: text/plain", body: "{}"), status: 415,
                slug: "unsupported-media-type"),
            Row(input: "POST /json".request(body: "{}"), status: 415, slug: "unsupported-media-type"),
            Row(
                input: "POST /json".request("Content-Type: application/json; charset=latin1", body: "{}"),
                status: 415,
                slug: "unsupported-media-type"),
            Row(
                input: "POST /json".request(
                    "Content-Type: application/json", "Content-Encoding: gzip", body: "{}"),
                status: 415, slug: "unsupported-media-type"),
            Row(input: "POST /json".request("Content-Type: application/json"), status: 400, slug: "bad-json"),
            Row(
                input: "POST /json".request("Content-Type: application/json", body: "{"), status: 400,
                slug: "bad-json"),
            Row(
                input: "POST /json".request(
                    "content-type: Application/JSON; charset=UTF-8", body: "{\"level\":11}"),
                status: 422, slug: "validation"),
        ]

        @Test(arguments: rows) func `gets the answer of the contract`(_ row: Row) async throws {
            let rig = try await ServerRig(loops: 1)
            let client = try RawHTTPClient(port: rig.port)
            let reply = try client.exchange(row.input)
            #expect(reply.status == row.status)
            #expect(reply["content-type"] == "application/problem+json")
            let problem = try JSONParser.parse(reply.body)
            #expect(problem["type"] == .string("/problems/\(row.slug)"))
            #expect(problem["status"] == .integer(Int64(row.status)))
            #expect(problem["request_id"] == reply["x-request-id"].map { .string($0) })
            #expect((reply["connection"] == "close") == row.closes)
            if row.closes {
                #expect(try client.isEnded())
            } else {
                #expect(try client.exchange("GET /hello".request()).text == "hello")
            }
        }

        @Test func `lists the methods that a path has`() async throws {
            let rig = try await ServerRig(loops: 1)
            let client = try RawHTTPClient(port: rig.port)
            #expect(try client.exchange("PUT /hello".request())["allow"] == "GET, HEAD, DELETE, OPTIONS")
            let options = try client.exchange("OPTIONS /hello".request())
            #expect(options.status == 204)
            #expect(options["allow"] == "GET, HEAD, DELETE, OPTIONS")
            #expect(try client.exchange("OPTIONS *".request())["allow"] == "GET, HEAD, POST, DELETE, OPTIONS")
            #expect(try client.exchange("OPTIONS /nowhere".request()).status == 404)
        }

        @Test func `delivers its reply to a client that is still sending`() async throws {
            let rig = try await ServerRig(loops: 1)
            let client = try RawHTTPClient(port: rig.port)
            try client.send("POST /echo".request("Content-Length: 900000"))
            for _ in 0..<9 { try client.send(Array(repeating: 0x61, count: 100_000)) }
            #expect(try client.reply().status == 413)
            #expect(try client.isEnded())
        }
    }
}
