import EventLoops
import JSON
import TestSupport
import Testing

@testable import shipmate

/// Calls below `/test/` in all their forms.
@Suite(.serialized) struct TestServerCallsTests {
    private let app: StrangersApp

    init() throws {
        app = try RunningTestServer.shared.get().app()
    }

    private func postFault(_ fault: [JSONMember]) throws {
        try app.call(
            "POST", "/test/faults", .object([JSONMember("match", "* /v1/users/me")] + fault)
        ).required(204)
    }

    private func status() throws -> Int { try app.call("GET", "/v1/users/me").status }

    @Test func `a fault happens as often as it says, until it is deleted`() throws {
        try postFault([JSONMember("status", .integer(503)), JSONMember("times", .integer(2))])
        #expect(try [status(), status(), status()] == [503, 503, 401])
        try postFault([JSONMember("status", .integer(500)), JSONMember("times", .integer(9))])
        #expect(try status() == 500)
        try app.call("DELETE", "/test/faults").required(204)
        #expect(try status() == 401)
    }

    @Test func `a delayed reply comes later, and is the same`() throws {
        try postFault([JSONMember("delay", "300ms")])
        let began = MonotonicInstant.now
        #expect(try status() == 401)
        #expect(MonotonicInstant.now.milliseconds(since: began) >= 300)
    }

    @Test func `a seed of lines has a programme and players`() throws {
        let rule = """
            {"name": "level-5", "when": [{"fact": "highest_level", "at_least": 5}],
            "pay": [{"to": "referrer", "currency": "pieces_of_eight", "amount": 80}]}
            """
        let lines = [
            "{\"rules\": [\(rule.replacing("\n", with: " "))]}", #"{"name": "anne"}"#, "",
            #"{"name": "ben", "referred_by": "anne", "level": 5}"#,
        ].joined(separator: "\n")
        let head = """
            POST \(app.path)/test/seed HTTP/1.1\r
            Host: 127.0.0.1\r
            Content-Type: application/x-ndjson\r
            Content-Length: \(lines.utf8.count)\r
            \r

            """
        let reply = try app.client.http.exchange(head + lines)
        #expect(reply.status == 200, "\(reply.text)")
        let players = try JSONParser.parse(reply.body)["players"]?.array ?? []
        #expect(players.map { $0["name"] } == ["anne", "ben"])
        let rules = try app.call("GET", "/v1/admin/rules", token: app.adminKey).json["rules"]?.array ?? []
        #expect(rules.contains { $0["name"] == "level-5" && $0["state"] == "active" })
    }

    @Test func `calls of tests take JSON alone`() throws {
        let head = "POST \(app.path)/test/clock HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n"
        let reply = try app.client.http.exchange(head + "Content-Length: 17\r\n\r\n{\"advance\": \"1h\"}")
        #expect(reply.status == 415)
    }
}
