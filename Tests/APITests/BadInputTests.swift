import HTTP
import JSON
import TestSupport
import Testing

/// What bad input gets from the whole service: each row of the contract's table, on real routes. After each
/// the server still serves.
struct BadInputTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let input: String
        let status: Int
        let slug: String
        var closes = false
        var headers: [String: String] = [:]

        var testDescription: String { "\(status) \(slug): \(input.prefix(60).debugDescription)" }
    }

    private static func post(
        _ path: String = "/v1/users", _ fields: [String] = ["Content-Type: application/json"],
        body: String = "{}", length: Bool = true
    ) -> String {
        let all = ["Host: x"] + fields + (length ? ["Content-Length: \(body.utf8.count)"] : [])
        return "POST \(path) HTTP/1.1\r\n" + all.joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    private static func framing(_ fields: String..., body: String = "") -> Row {
        Row(
            input: post(fields: ["Content-Type: application/json"] + fields, body: body), status: 400,
            slug: "bad-framing", closes: true)
    }

    private static func post(fields: [String], body: String) -> String {
        post("/v1/users", fields, body: body, length: false)
    }

    private static func get(_ target: String, _ status: Int, _ slug: String, closes: Bool = true) -> Row {
        Row(input: "GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n", status: status, slug: slug, closes: closes)
    }

    private static func raw(_ input: String, _ status: Int, _ slug: String) -> Row {
        Row(input: input, status: status, slug: slug, closes: true)
    }

    static let framings = [
        framing("Content-Length: 2", "Content-Length: 2", body: "{}"),
        framing("Content-Length: 2", "Content-Length: 3", body: "{}"),
        framing("Content-Length: 2, 2", body: "{}"),
        framing("Content-Length: 2", "Transfer-Encoding: chunked", body: "2\r\n{}\r\n0\r\n\r\n"),
        framing("Content-Length: +2", body: "{}"),
        framing("Content-Length: 0x2", body: "{}"),
        framing("Content-Length: -2", body: "{}"),
        framing("Content-Length: 99999999999999999999", body: "{}"),
        framing("Transfer-Encoding: gzip, chunked", body: "0\r\n\r\n"),
        framing("Transfer-Encoding: xchunked", body: "0\r\n\r\n"),
        framing("Transfer-Encoding: chunked", "Transfer-Encoding: chunked", body: "0\r\n\r\n"),
        framing("Transfer-Encoding: chunked", body: "g\r\n"),
        framing("Transfer-Encoding: chunked", body: "-1\r\n"),
        framing("Transfer-Encoding: chunked", body: "2\r\n{}x\r\n0\r\n\r\n"),
        framing("Transfer-Encoding: chunked", body: "ffffffffffffffff1\r\n"),
    ]

    static let malformed = [
        raw("GET /v1/users/me\r\n\r\n", 400, "bad-request"),
        raw("GET  /v1/users/me HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad-request"),
        raw("GET /v1/users/me HTTP/1.1\r\n\r\n", 400, "bad-request"),
        raw("GET /v1/users/me HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400, "bad-request"),
        raw("GET /v1/users/me HTTP/1.1\r\nHost: x\r\nName : y\r\n\r\n", 400, "bad-request"),
        raw("GET /v1/users/me HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", 400, "bad-request"),
        raw("GET /v1/users/me HTTP/1.1\r\nHost: x\r\nName: a\u{0}b\r\n\r\n", 400, "bad-request"),
        get("/v1/users/%zz", 400, "bad-request"), get("/v1/users/%2", 400, "bad-request"),
        get("/v1/users/%00", 400, "bad-request"), get("/v1/../v1/users/me", 400, "bad-request"),
        get("/v1/%2e%2e/users", 400, "bad-request"), get("/v1/users/a\u{7}b", 400, "bad-request"),
        raw("GET /health/live HTTP/2.0\r\nHost: x\r\n\r\n", 505, "http-version-not-supported"),
        raw("GET /health/live HTTP/0.9\r\nHost: x\r\n\r\n", 505, "http-version-not-supported"),
    ]

    static let large = [
        get("/" + String(repeating: "a", count: 8_192), 414, "uri-too-long"),
        raw(
            "GET /health/live HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "b", count: 16_384))\r\n\r\n",
            431,
            "header-fields-too-large"),
        raw(
            "GET /health/live HTTP/1.1\r\nHost: x\r\n\(String(repeating: "A: b\r\n", count: 100))\r\n", 431,
            "header-fields-too-large"),
        raw(post(body: "{}" + String(repeating: " ", count: 16_383)), 413, "content-too-large"),
        raw(
            post("/v1/events/batch", body: "{}" + String(repeating: " ", count: 1_048_575)), 413,
            "content-too-large"),
    ]

    static let methods = [
        Row(
            input: "BREW /v1/users HTTP/1.1\r\nHost: x\r\n\r\n", status: 501, slug: "not-implemented"),
        Row(
            input: "DELETE /v1/users HTTP/1.1\r\nHost: x\r\n\r\n", status: 405, slug: "method-not-allowed",
            headers: ["allow": "POST, OPTIONS"]),
        Row(
            input: "PATCH /v1/users/me HTTP/1.1\r\nHost: x\r\n\r\n", status: 405, slug: "method-not-allowed",
            headers: ["allow": "GET, HEAD, DELETE, OPTIONS"]),
        Row(
            input: "TRACE /v1/users/me HTTP/1.1\r\nHost: x\r\n\r\n", status: 405, slug: "method-not-allowed",
            headers: ["allow": "GET, HEAD, DELETE, OPTIONS"]),
        Row(
            input: "QUERY /v1/users/me HTTP/1.1\r\nHost: x\r\n\r\n", status: 405, slug: "method-not-allowed",
            headers: ["allow": "GET, HEAD, DELETE, OPTIONS"]),
        Row(input: "TRACE /v1/nowhere HTTP/1.1\r\nHost: x\r\n\r\n", status: 404, slug: "not-found"),
        get("/docs/", 404, "not-found", closes: false), get("/v1", 404, "not-found", closes: false),
        get("/v1/users/", 404, "not-found", closes: false),
        get("/V1/users/me", 404, "not-found", closes: false),
        get("/v1/admin/users//ledger", 404, "not-found", closes: false),
    ]

    static let bodies =
        [
            ["Content-Type: text/plain"], [], ["Content-Type: application/json; charset=latin1"],
            ["Content-Type: application/jsonx"],
            ["Content-Type: application/json", "Content-Encoding: gzip"],
            ["Content-Type: application/json", "Content-Encoding: identity"],
            ["Content-Type: application/json", "Content-Type: application/json"],
        ].map { Row(input: post("/v1/users", $0), status: 415, slug: "unsupported-media-type") }
        + [
            "", " ", "{", "{\"referred_by\":}", "{} {}", "{}x", "{'a':1}", "{\"a\":1,\"a\":2}", "nul",
            "{\"a\":01}",
            "{\"a\":\"\u{1}\"}", String(repeating: "[", count: 33) + String(repeating: "]", count: 33),
            String(repeating: "[", count: 16_000),
        ].map { Row(input: post(body: $0), status: 400, slug: "bad-json") }
        + [
            "[]", "5", "null", "\"\"", "{\"referred_by\":{}}", "{\"unknown\":1}",
            "{\"referred_by\":\"\\u0000\"}",
        ].map { Row(input: post(body: $0), status: 422, slug: "validation") }

    @Test(arguments: [framings, malformed, large, methods, bodies])
    func `gets the contract's answer, and the server still serves`(_ rows: [Row]) async throws {
        try await TestServer.with { server in
            for row in rows {
                let client = try server.client
                try client.http.send(row.input)
                let reply = try client.reply()
                let comment = Comment(rawValue: row.testDescription)
                #expect(reply.status == row.status && reply.problem == row.slug, comment)
                expectProblem(reply, row.status, row.slug)
                #expect((reply[header: "connection"] == "close") == row.closes, comment)
                for (name, value) in row.headers { #expect(reply[header: name] == value, comment) }
                if row.closes {
                    #expect(try client.http.isEnded(), comment)
                    #expect(try server.client.get("/health/live").status == 200, comment)
                } else {
                    #expect(try client.get("/health/live").status == 200, comment)
                }
            }
            #expect(try server.database.psql("SELECT count(*) FROM users") == "0")
        }
    }

    @Test func `refuses bytes that are no UTF-8`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let body: [UInt8] = Array("{\"referred_by\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
            let head =
                "POST /v1/users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: \(body.count)"
            try client.http.send(Array((head + "\r\n\r\n").utf8) + body)
            expectProblem(try client.reply(), 400, "bad-json")
            expect(try client.send("POST", "/v1/users", [:]), 201)
        }
    }

    @Test func `closes on a head or a body that is slower than its deadline`() async throws {
        var options = TestServer.Options()
        options.http.headerTimeoutMilliseconds = 200
        options.http.bodyTimeoutMilliseconds = 200
        options.http.sweepMilliseconds = 20
        try await TestServer.with(options) { server in
            for start in ["GET /health/live HTTP/1.1\r\nHost:", String(Self.post(body: "{}").dropLast())] {
                let client = try server.client
                try client.http.send(start)
                let reply = try client.reply()
                expectProblem(reply, 408, "request-timeout")
                #expect(reply[header: "connection"] == "close")
                #expect(try client.http.isEnded())
                #expect(try server.client.get("/health/live").status == 200)
            }
        }
    }
}
